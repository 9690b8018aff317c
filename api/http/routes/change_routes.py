"""What has changed in the graph, and taking a change back."""

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
    """What archivists and undos have changed, the newest first, each with who, why and on what evidence."""
    return page_of_changes(service.knowledge, space, asked)


@router.post("/{id}/undo", responses=problems(404, 409))
def undo(service: ServiceOf, space: SpacePath, id: str) -> ChangeAnswer:
    """Put back what the change found; the answer is the undo, which is a change too and can be undone.

    409 when something stands on it: `detail` names the later change.
    """
    return ChangeAnswer.model_validate(undo_change(service.knowledge, space, id, now=service.now()))
