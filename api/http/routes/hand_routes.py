"""Routes by which people change what is known: facts, entities and key info, each change signed; and undo."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from typing import Annotated

from fastapi import APIRouter, Query

from api.hands import Changed, change_by_hand, undo_by_hand
from api.http.hand_bodies import HANDS, MADE, FactBody, HandBody, SignedBody
from api.http.listing import page_of_log
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangedAnswer, ChangesAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.values.items import KEY_INFO_ID, AppliedChange


def _endpoint(kind: type[HandBody], path: str) -> Callable[..., Changed]:
    def change(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: HandBody) -> Changed:
        return change_by_hand(service, space, body, id, key=rights.name)

    def change_the_only(service: ServiceOf, rights: RightsOf, space: SpacePath, body: HandBody) -> Changed:
        return change(service, rights, space, MADE if kind is FactBody else KEY_INFO_ID, body)

    endpoint = change if "{id}" in path else change_the_only
    endpoint.__annotations__["body"] = kind
    return endpoint


router = APIRouter(prefix="/v1/spaces/{space}", tags=["hands"])
for kind, hand in HANDS.items():
    router.add_api_route(
        hand.path,
        _endpoint(kind, hand.path),
        methods=[hand.method],
        name=hand.name,
        response_model=ChangedAnswer,
        status_code=201 if kind is FactBody else 200,
        description=cleandoc(kind.__doc__ or ""),
        responses=problems(404, 409, *BODY_STATUSES),
    )


@router.get("/changes", responses=problems(404))
def list_changes(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> ChangesAnswer:
    """The changes of the space, newest first, each with its author, its reason and its evidence."""
    return page_of_log(ChangesAnswer, service.knowledge, space, asked)


@router.post("/changes/{id}/undo", response_model=ChangeAnswer, responses=problems(404, 409, *BODY_STATUSES))
def undo(
    service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: SignedBody | None = None
) -> AppliedChange:
    """Restore what the change replaced. The response is the undo, which is a change as well and can be undone.

    409 if something depends on the change: `detail` names the later change.
    """
    return undo_by_hand(service, space, id, body or SignedBody(), key=rights.name)
