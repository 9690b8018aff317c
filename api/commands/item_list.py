"""`remembrancer items`: what a space knows, page by page."""

from __future__ import annotations

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, typed
from api.commands.paging import LimitOption, PageOption, page_numbered, print_page
from api.commands.printing import when
from api.http.listing import page_of_items
from api.http.queries import ItemsQuery
from api.http.responses import ItemAnswer
from api.wiring import Service
from graph.values.items import (
    Conversation,
    Entity,
    Fact,
    Item,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Summary,
)


@command()
def run(
    service: Service, space: SpaceArgument, asked: ItemsQuery, page: PageOption = 1, limit: LimitOption = 20
) -> Answers:
    """List what a space knows, newest first within a label."""
    answer = page_numbered(page, asked, lambda asked: page_of_items(service.knowledge, space, asked))
    yield answer
    rows = [_cells_of_item(each) for each in answer.items]
    if_none = f"{space} has no such items; {typed('round', space)} may find some."
    print_page(answer, page, ("id", "label", "", "text"), rows, if_none=if_none)


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
