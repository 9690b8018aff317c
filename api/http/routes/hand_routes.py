"""Routes by which people change what is known: facts, entities and key info, each change signed and undoable."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc

from fastapi import APIRouter

from api.hands import Changed, change_by_hand
from api.http.hand_bodies import (
    MADE,
    Apart,
    EntityEdit,
    EntityMerge,
    EntitySplit,
    FactBody,
    FactEdit,
    HandBody,
    ObjectiveClosing,
    Pin,
    QuestionClosing,
    Replacement,
    Unpin,
    Withdrawal,
)
from api.http.responses import ChangedAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.values.items import KEY_INFO_ID

HANDS: tuple[tuple[str, str, str, type[HandBody]], ...] = (
    ("add_fact", "POST", "/facts", FactBody),
    ("edit_fact", "PATCH", "/facts/{id}", FactEdit),
    ("withdraw_fact", "POST", "/facts/{id}/withdraw", Withdrawal),
    ("replace_fact", "POST", "/facts/{id}/replace", Replacement),
    ("answer_question", "POST", "/facts/{id}/answer", QuestionClosing),
    ("complete_objective", "POST", "/facts/{id}/complete", ObjectiveClosing),
    ("edit_entity", "PATCH", "/entities/{id}", EntityEdit),
    ("merge_entity", "POST", "/entities/{id}/merge", EntityMerge),
    ("split_entity", "POST", "/entities/{id}/split", EntitySplit),
    ("keep_entities_apart", "POST", "/entities/{id}/apart", Apart),
    ("pin_key_info", "POST", "/key-info/pin", Pin),
    ("unpin_key_info", "POST", "/key-info/unpin", Unpin),
)
"""Each change by hand: its name, its route and its body, whose docstring says what it does."""


def _endpoint(kind: type[HandBody], path: str) -> Callable[..., Changed]:
    def change(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: HandBody) -> Changed:
        return change_by_hand(service, space, body, id, key=rights.name)

    def change_the_only(service: ServiceOf, rights: RightsOf, space: SpacePath, body: HandBody) -> Changed:
        return change(service, rights, space, MADE if kind is FactBody else KEY_INFO_ID, body)

    endpoint = change if "{id}" in path else change_the_only
    endpoint.__annotations__["body"] = kind
    return endpoint


router = APIRouter(prefix="/v1/spaces/{space}", tags=["hands"])
for name, method, path, kind in HANDS:
    router.add_api_route(
        path,
        _endpoint(kind, path),
        methods=[method],
        name=name,
        response_model=ChangedAnswer,
        status_code=201 if kind is FactBody else 200,
        description=cleandoc(kind.__doc__ or ""),
        responses=problems(404, 409, *BODY_STATUSES),
    )
