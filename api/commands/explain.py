"""`remembrancer explain`: where an item comes from and what it is tied to, or why each item is in a block."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.blocks import NEAR_MISSES_MAX, print_block, print_reasons
from api.commands.command import Answers, command
from api.commands.item_list import kind_of, text_of
from api.commands.opening import SpaceArgument
from api.commands.printing import say, table, when
from api.http.block_responses import TurnAnswer
from api.http.responses import ItemDetail
from api.http.routes.item_routes import detail_of
from api.wiring import Service
from context.block_record import read_turn
from graph.store.verbs import Label, ReadDepth
from graph.values.items import Fact, Message


@command()
def run(
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
