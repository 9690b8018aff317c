"""`remembrancer changes`: what has changed in a space, by whom and why."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import listing, out, say, when
from api.http.listing import page_of_changes
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangesAnswer
from graph.errors import NotFound
from graph.knowledge import KnowledgeGraph

PAGE = 20


def run(
    space: SpaceArgument,
    page: Annotated[int, typer.Option("--page", min=1, help="Which page.")] = 1,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="How many a page has.")] = PAGE,
    store: StoreOption = None,
) -> None:
    """List the changes of a space, the newest first. `remembrancer undo` takes one back."""
    with opened(settings_with(store=store), read_only=True) as service:
        answer = _page(service.knowledge, space, PageQuery(limit=limit), number=page)
    if not answer.changes:
        say(f"Nothing has changed in {space} yet; remembrancer round {space} lets the archivists read.")
        return
    listing(("id", "when", "by", "what"), [_row(each) for each in answer.changes])
    if answer.next_cursor is not None and out.is_terminal:
        say(f"There is more: --page {page + 1}")


def _page(knowledge: KnowledgeGraph, space: str, asked: PageQuery, *, number: int) -> ChangesAnswer:
    """The page of this number. As many reads as pages. Raises NotFound when there are fewer."""
    answer = page_of_changes(knowledge, space, asked)
    for at in range(1, number):
        if answer.next_cursor is None:
            raise NotFound(f"there is no page {number} of these changes, the last one is {at}")
        answer = page_of_changes(knowledge, space, asked.model_copy(update={"cursor": answer.next_cursor}))
    return answer


def _row(change: ChangeAnswer) -> tuple[str, str, str, str]:
    """Id, time, author with archivist, and what it did and why."""
    by = f"{change.author}, {change.archivist}" if change.archivist else change.author
    why = f" Because: {change.why}" if change.why else ""
    undone = f" (undone by {change.undone_by})" if change.undone_by else ""
    return change.id, when(change.created_at), by, " ".join(f"{change.what}{why}{undone}".split())
