"""`remembrancer block`, `character` and `explain`: what an assistant or a character would get, and why. None writes."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.panel import Panel
from rich.text import Text

from api.commands.command import Answers, command
from api.commands.item_list import kind_of, text_of
from api.commands.opening import SpaceArgument
from api.commands.printing import out, plural, say, table, when
from api.commands.shortening import shortened
from api.http.block_responses import TurnAnswer
from api.http.responses import ItemDetail
from api.http.routes.character_routes import CharacterBody, answer_with, request_of
from api.http.routes.item_routes import detail_of
from api.wiring import Service
from context.block_record import read_turn
from context.character.character_prompt import character_prompt
from context.exchange import NearMiss, ShownItem, Turn, TurnRequest
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, ReadDepth
from graph.values.items import Fact, Item, Message, Stored

NEAR_MISSES_MAX = 10
ITEM_LENGTH_MAX = 34  # Leaves a terminal of 80 columns some 36 for the reason.


@command()
def run(
    service: Service,
    space: SpaceArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
    budget: Annotated[
        int | None, typer.Option("--budget", min=64, help="Its size in tokens; default: REMEMBRANCER_BUDGET_TOKENS.")
    ] = None,
    character: Annotated[
        str | None,
        typer.Option("--character", help="Leave out what this participant has not heard."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show why each item is shown, and the near misses.")] = False,
) -> Answers:
    """Show the block that an assistant would get for a question. Only reads; works while a service is running."""
    size = budget or service.settings.budget_tokens
    turn = service.turn(TurnRequest(space=space, query=question, budget_tokens=size, record=False, character=character))
    yield TurnAnswer.model_validate(turn)
    print_block(turn)
    if why:
        print_reasons(service.knowledge, space, turn, near_misses_max=NEAR_MISSES_MAX)


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
    item = found.get(each.id)
    # The block may show a part of the item that is not its beginning.
    shown = each.text.removeprefix("- ") if isinstance(each, ShownItem) else ""
    text = shown or (text_of(item) if isinstance(item, Item) else each.id)
    verdict = f"{each.verdict}: " if isinstance(each, ShownItem) and each.verdict else ""
    score = f"{each.score:.2f}" if each.terms else ""
    return "  " + shortened(text, ITEM_LENGTH_MAX - 2), score, f"{verdict}{each.reason}"


@command()
def character(
    service: Service,
    space: SpaceArgument,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The character's name, as in its messages.", show_default=False)
    ],
    body: CharacterBody,
) -> Answers:
    """Show the prompt for a character, made from what it has heard. Only reads; works while a service is running."""
    service.profile_of(space)
    found = character_prompt(service.knowledge, request_of(service, space, name, body))
    yield answer_with(service, found)
    say(found.text.rstrip() or "(empty: nothing is known that the character has heard)")


@command()
def explain(
    service: Service,
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(metavar="ID", help="An item, or a block that was given.", show_default=False)],
) -> Answers:
    """Tell where an item comes from, what changed it and what it is tied to.

    For a block that was given, tell what it said and why, with the verdicts on its items.
    """
    knowledge = service.knowledge
    node = knowledge.store.nodes(space, [id], ReadDepth.HEAD).get(id)
    if node is not None and node.label is Label.BLOCK:
        turn = read_turn(knowledge, space, id)
        yield TurnAnswer.model_validate(turn)
        print_block(turn)
        print_reasons(knowledge, space, turn, near_misses_max=NEAR_MISSES_MAX)
        return
    detail = detail_of(knowledge, space, id)
    yield detail
    _print_detail(detail)


def _print_detail(detail: ItemDetail) -> None:
    past, item = detail.history, detail.item
    fact = item if isinstance(item, Fact) else None
    say(f"{detail.label} {detail.id}")
    say(text_of(item))
    told = {
        "kind": "" if isinstance(item, Message) else kind_of(item),
        "made": when(past.created_at),
        "changed": when(past.updated_at) if past.updated_at != past.created_at else "",
        "by": getattr(item, "author", ""),
        "from": ", ".join(past.sources),
        "superseded by": ", ".join(past.superseded_by),
        "reason": (fact and fact.reason) or "",
        "held": f"{when(fact.valid_from) or '…'} to {when(fact.valid_to)}" if fact and fact.valid_to else "",
    }
    say("")
    for name, value in told.items():
        if value:
            say(f"{name:<14}{value}")
    if past.changes:
        say("")
        table(
            ("change", "when", "what"), [(each.id, when(each.created_at), each.what) for each in past.changes], ids=(0,)
        )
    if detail.neighbours:
        say("")
        rows = [
            (f"{'→' if each.direction == 'out' else '←'} {each.kind}", each.id, each.name) for each in detail.neighbours
        ]
        table(("edge", "id", "neighbour"), rows, ids=(1,))
