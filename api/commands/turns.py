"""Prints a turn: the block, why each item is in it, and the near misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.panel import Panel
from rich.text import Text

from api.commands.item_list import text_of
from api.commands.printing import out, plural, say, shortened, table
from context.exchange import NearMiss, ShownItem, Turn
from graph.knowledge import KnowledgeGraph
from graph.values.items import Item, Stored

ITEM_LENGTH_MAX = 34  # Leaves a terminal of 80 columns some 36 for the reason.


def print_block(turn: Turn) -> None:
    """Print the block as the assistant gets it; with a frame on a terminal."""
    text = turn.block.body.strip() or "(empty: nothing is known that could help)"
    if out.is_terminal:
        size = f"{turn.block.tokens:,} of {turn.block.budget_tokens:,} tokens"
        out.print(Panel(Text(text), title=f"block, {size}", title_align="left", border_style="cyan"))
    else:
        say(text)


def print_reasons(knowledge: KnowledgeGraph, space: str, turn: Turn, *, near_misses_max: int) -> None:
    """Print a table of the items in the order of the block, and one of near misses. One read."""
    misses = turn.near_misses[:near_misses_max]
    found = knowledge.get(space, [item.id for item in turn.items] + [miss.id for miss in misses])
    rows: list[tuple[Text | str, ...]] = []
    section = ""
    for item in turn.items:
        if item.section != section:
            section = item.section
            rows.append((Text(section.capitalize(), style="bold"),))
        rows.append(_cells_of(item, found))
    _print_rows(f"Why: {plural(len(turn.items), 'item')}, {turn.block.tokens:,} tokens", rows)
    if misses:
        title = f"Nearly: the first {len(misses)} of {plural(len(turn.near_misses), 'near miss')}"
        _print_rows(title, [_cells_of(miss, found) for miss in misses])


def _print_rows(title: str, rows: Sequence[Sequence[Text | str]]) -> None:
    out.print(Text(f"\n{title}", style="bold"))
    table(("", "", ""), rows, numbers=(1,))


def _cells_of(each: ShownItem | NearMiss, found: Mapping[str, Stored]) -> tuple[str, str, str]:
    """Text, score and reason."""
    item = found.get(each.id)
    text = text_of(item) if isinstance(item, Item) else each.id
    return "  " + shortened(text, ITEM_LENGTH_MAX - 2), f"{each.score:.2f}" if each.terms else "", each.reason
