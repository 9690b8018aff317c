"""Prints a turn: the block, why each item is in it, and the near misses."""

from __future__ import annotations

from collections.abc import Mapping

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.commands.item_list import text_of
from api.commands.printing import out, plural, say, shortened
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
    drawn = _empty_table()
    section = ""
    for item in turn.items:
        if item.section != section:
            section = item.section
            drawn.add_row(Text(section.capitalize(), style="bold"))
        drawn.add_row(*_cells_of(item, found))
    out.print(Text(f"\nWhy: {plural(len(turn.items), 'item')}, {turn.block.tokens:,} tokens", style="bold"))
    out.print(drawn)
    if not misses:
        return
    drawn = _empty_table()
    for miss in misses:
        drawn.add_row(*_cells_of(miss, found))
    out.print(Text(f"\nNearly: the first {len(misses)} of {plural(len(turn.near_misses), 'near miss')}", style="bold"))
    out.print(drawn)


def _empty_table() -> Table:
    drawn = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    drawn.add_column(no_wrap=True, max_width=ITEM_LENGTH_MAX)
    drawn.add_column(justify="right", no_wrap=True)
    drawn.add_column()
    return drawn


def _cells_of(each: ShownItem | NearMiss, found: Mapping[str, Stored]) -> tuple[Text, Text, Text]:
    """Text, score and reason."""
    item = found.get(each.id)
    text = text_of(item) if isinstance(item, Item) else each.id
    score = f"{each.score:.2f}" if each.terms else ""
    return Text("  " + shortened(text, ITEM_LENGTH_MAX - 2)), Text(score), Text(each.reason)
