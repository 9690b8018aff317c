"""`remembrancer items`: what a space knows, page by page."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import JsonOption, SpaceArgument, StoreOption, checked, opened, settings_with
from api.commands.paging import LimitOption, PageOption, page_numbered, print_page
from api.commands.printing import when
from api.http.listing import page_of_items
from api.http.queries import ItemLabel, ItemsQuery
from api.http.responses import ItemAnswer
from graph.values.items import (
    Conversation,
    Entity,
    Fact,
    FactKind,
    FactStatus,
    Item,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Summary,
)


def run(
    space: SpaceArgument,
    label: Annotated[ItemLabel | None, typer.Option("--label", help="Only items of this label.")] = None,
    kind: Annotated[FactKind | None, typer.Option("--kind", help="Only facts of this kind.")] = None,
    status: Annotated[FactStatus | None, typer.Option("--status", help="Only facts of this status.")] = None,
    type: Annotated[str | None, typer.Option("--type", help="Only entities or memories of this type.")] = None,
    page: PageOption = 1,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List what a space knows, newest first within a label."""
    with opened(settings_with(store=store), read_only=True) as service:
        asked = checked(ItemsQuery, label=label, kind=kind, status=status, type=type and type.lower(), limit=limit)
        answer = page_numbered(page, asked, lambda asked: page_of_items(service.knowledge, space, asked))
    rows = [_cells_of_item(each) for each in answer.items]
    if_none = f"{space} has no such items; remembrancer round {space} may find some."
    print_page(answer, page, ("id", "label", "", "text"), rows, as_json=as_json, if_none=if_none)


def text_of(item: Item | Conversation) -> str:
    """The full text of an item."""
    match item:
        case KeyInfo():
            return "\n".join(item.lines)
        case Entity():
            names = item.name + (f" (also {', '.join(item.aliases)})" if item.aliases else "")
            text = item.dossier or item.brief
            return f"{names}: {text}" if text else names
        case Message():
            return f"{item.sender}: {item.body}"
        case Conversation():
            return f"{item.title or 'without a title'}: {', '.join(item.participants)}, {item.message_count} messages"
        case _:
            return item.body


def _cells_of_item(answer: ItemAnswer) -> tuple[str, str, str, str]:
    return answer.id, str(answer.label), kind_of(answer.item), " ".join(text_of(answer.item).split())


def kind_of(item: Item | Conversation) -> str:
    """The kind of an item within its label; for a message, its time."""
    match item:
        case Fact():
            return item.kind if item.status == "current" else f"{item.kind}, {item.status}"
        case Entity() | SignificantMemory():
            return item.type
        case Summary():
            return f"level {item.level}"
        case Message():
            return when(item.sent_at)
        case Reflection():
            return item.participant
        case Conversation():
            return item.status
        case KeyInfo():
            return ""
