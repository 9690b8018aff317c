"""`remembrancer items`, `search` and `changes`: lists of what a space knows and what has changed it, page by page."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, typed
from api.commands.printing import listing, out, say, when
from api.http.listing import page_of_items, page_of_log, page_of_search
from api.http.queries import ItemsQuery, PageQuery, SearchQuery
from api.http.responses import ChangeAnswer, ChangesAnswer, FoundAnswer, ItemAnswer, PageAnswer
from api.wiring import Service
from graph.errors import NotFound
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

PageOption = Annotated[int, typer.Option("--page", min=1, help="Which page.")]
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=200, help="How many entries a page has.")]


Q = TypeVar("Q", bound=PageQuery)
A = TypeVar("A", bound=PageAnswer)


def page_numbered(number: int, asked: Q, page_of: Callable[[Q], A]) -> A:
    """The page of this number, from 1. One read for each page up to it. Raises NotFound if there are fewer pages."""
    page = page_of(asked)
    for at in range(1, number):
        if page.next_cursor is None:
            raise NotFound(f"there is no page {number}, the last one is {at}")
        page = page_of(asked.model_copy(update={"cursor": page.next_cursor}))
    return page


def print_page(
    page: PageAnswer,
    number: int,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    if_none: str,
) -> None:
    """Print the page of this number as a list, and tell a person at a terminal how to get the next one."""
    if not rows:
        say(if_none)
    else:
        listing(headings, rows)
        if page.next_cursor is not None and out.is_terminal:
            say(f"There is more: --page {number + 1}")


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


@command()
def changes(service: Service, space: SpaceArgument, page: PageOption = 1, limit: LimitOption = 20) -> Answers:
    """List the changes of a space, newest first. `remembrancer undo` undoes one."""
    asked = PageQuery(limit=limit)
    answer = page_numbered(page, asked, lambda asked: page_of_log(ChangesAnswer, service.knowledge, space, asked))
    yield answer
    rows = [_cells_of_change(each) for each in answer.changes]
    if_none = f"{space} has no changes yet; {typed('round', space)} lets the archivists read it."
    print_page(answer, page, ("id", "when", "by", "what"), rows, if_none=if_none)


def _cells_of_change(change: ChangeAnswer) -> tuple[str, str, str, str]:
    who = change.archivist or change.by
    by = f"{change.author}, {who}" if who else change.author
    why = f" Because: {change.why}" if change.why else ""
    undone = f" (undone by {change.undone_by})" if change.undone_by else ""
    return change.id, when(change.created_at), by, " ".join(f"{change.what}{why}{undone}".split())


@command()
def search(service: Service, space: SpaceArgument, asked: SearchQuery, page: PageOption = 1) -> Answers:
    """Find items by words and, with an embedder, by meaning, best first. Also finds what no longer holds."""
    answer = page_numbered(page, asked, lambda asked: page_of_search(service, space, asked))
    yield answer
    rows = [_cells_of_found(each) for each in answer.items]
    print_page(answer, page, ("id", "label", "score", "text"), rows, if_none=f"Nothing in {space} has to do with that.")


def _cells_of_found(found: FoundAnswer) -> tuple[str, str, str, str]:
    text = " ".join(text_of(found.item).split())
    return found.id, str(found.label), f"{found.score:.2f}", f"{text} ({found.reason})"
