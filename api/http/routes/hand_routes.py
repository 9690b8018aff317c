"""Routes by which people change what is known: facts, entities and key info, each change signed; and undo."""

from collections.abc import Callable
from inspect import cleandoc
from typing import Annotated

from fastapi import APIRouter, Query

from api.http.hand_bodies import HANDS, MADE, FactBody, HandBody, SignedBody
from api.http.listing import page_of_log
from api.http.queries import PageQuery
from api.http.responses import ChangeAnswer, ChangedAnswer, ChangesAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.wiring import Service
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.values.changes import Change, NewEntity
from graph.values.codec import item_of
from graph.values.items import KEY_INFO_ID, AppliedChange, Author


def signature(by: str, key: str) -> str:
    """Who makes a change: the name that was given, and the name of the key that was used, if it has one."""
    return f"{by} (key {key})" if by and key else by or key


def change_by_hand(service: Service, space: str, body: HandBody, id: str = MADE, *, key: str = "") -> ChangedAnswer:
    """Change the item with this id as a body asks for, in one write. Raises NotFound, BadInput, Conflict."""
    signed_by = signature(body.by, key)
    made = _new_entities(service, space, body, signed_by) if isinstance(body, FactBody) else []
    seen = {} if body.version is None else {id: body.version}
    changes = [*made, body.change(signed_by, id)]
    applied = apply_changes(service.knowledge, space, changes, now=service.now(), seen=seen)
    if applied.changes:
        service.wake(space)
    entries = service.knowledge.store.nodes(space, applied.changes).values()
    return ChangedAnswer(
        id=applied.ids.get(MADE, id),
        changes=[ChangeAnswer.model_validate(item_of(entry, AppliedChange)) for entry in entries],
    )


def _new_entities(service: Service, space: str, body: FactBody, signed_by: str) -> list[Change]:
    """An entity for each name that no entity has yet. The id of an item is not taken for a name."""
    index = service.knowledge.index(space)
    new = [name for name in body.about if not index.entities_named(name) and index.entry(name) is None]
    return [NewEntity(name=name, author=Author.CALLER, why=body.why, signed_by=signed_by) for name in new]


def _endpoint(kind: type[HandBody], path: str) -> Callable[..., ChangedAnswer]:
    def change(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: HandBody) -> ChangedAnswer:
        return change_by_hand(service, space, body, id, key=rights.name)

    def change_the_only(service: ServiceOf, rights: RightsOf, space: SpacePath, body: HandBody) -> ChangedAnswer:
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
    signed = body or SignedBody()
    by = signature(signed.by, rights.name)
    undone = undo_change(service.knowledge, space, id, now=service.now(), why=signed.why, by=by)
    service.wake(space)
    return undone
