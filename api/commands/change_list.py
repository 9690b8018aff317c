"""`remembrancer changes`: the changes of a space, with who made them and why."""

from __future__ import annotations

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, typed
from api.commands.paging import LimitOption, PageOption, page_numbered, print_page
from api.commands.printing import when
from api.http.listing import page_of_log
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangesAnswer
from api.wiring import Service


@command()
def run(service: Service, space: SpaceArgument, page: PageOption = 1, limit: LimitOption = 20) -> Answers:
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
