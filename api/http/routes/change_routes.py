"""Routes of the change log, and undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.listing import page_of_changes
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangesAnswer
from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from graph.changing.undoing import undo_change

router = APIRouter(prefix="/v1/spaces/{space}/changes", tags=["changes"])


@router.get("", responses=problems(404))
def list_changes(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> ChangesAnswer:
    """The changes of the space, newest first, each with its author, its reason and its evidence."""
    return page_of_changes(service.knowledge, space, asked)


@router.post("/{id}/undo", responses=problems(404, 409))
def undo(service: ServiceOf, space: SpacePath, id: str) -> ChangeAnswer:
    """Restore what the change replaced. The response is the undo, which is a change as well and can be undone.

    409 if something depends on the change: `detail` names the later change.
    """
    return ChangeAnswer.model_validate(undo_change(service.knowledge, space, id, now=service.now()))
