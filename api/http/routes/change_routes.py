"""Routes of the change log, and undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.hands import undo_by_hand
from api.http.hand_bodies import SignedBody
from api.http.listing import page_of_log
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangesAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.values.items import AppliedChange

router = APIRouter(prefix="/v1/spaces/{space}/changes", tags=["changes"])


@router.get("", responses=problems(404))
def list_changes(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> ChangesAnswer:
    """The changes of the space, newest first, each with its author, its reason and its evidence."""
    return page_of_log(ChangesAnswer, service.knowledge, space, asked)


@router.post("/{id}/undo", response_model=ChangeAnswer, responses=problems(404, 409, *BODY_STATUSES))
def undo(
    service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: SignedBody | None = None
) -> AppliedChange:
    """Restore what the change replaced. The response is the undo, which is a change as well and can be undone.

    409 if something depends on the change: `detail` names the later change.
    """
    return undo_by_hand(service, space, id, body or SignedBody(), key=rights.name)
