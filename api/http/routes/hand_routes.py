"""Routes by which people change what is known: facts, entities and key info, each change signed and undoable."""

from __future__ import annotations

from fastapi import APIRouter

from api.access_keys import Rights
from api.hands import change_by_hand
from api.http.hand_bodies import (
    MADE,
    Apart,
    EntityEdit,
    EntityMerge,
    EntitySplit,
    FactBody,
    FactEdit,
    Pin,
    SignedBody,
    Unpin,
    Withdrawal,
)
from api.http.responses import ChangedAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.wiring import Service
from graph.values.items import KEY_INFO_ID

router = APIRouter(prefix="/v1/spaces/{space}", tags=["hands"])

PROBLEMS = problems(404, 409, *BODY_STATUSES)


@router.post("/facts", status_code=201, responses=PROBLEMS)
def add_fact(service: ServiceOf, rights: RightsOf, space: SpacePath, body: FactBody) -> ChangedAnswer:
    """Add a fact, theory, question or objective. Archivists do not revise or replace it."""
    return _changed(service, rights, space, body)


@router.patch("/facts/{id}", responses=PROBLEMS)
def edit_fact(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: FactEdit) -> ChangedAnswer:
    """Correct what a fact says, its weights or its times. Archivists do not change it from then on.

    For something that was true and is no longer, set `valid_to`, or add the new fact.
    """
    return _changed(service, rights, space, body, id)


@router.post("/facts/{id}/withdraw", responses=PROBLEMS)
def withdraw_fact(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: Withdrawal) -> ChangedAnswer:
    """Say that a fact is not true, or must not be known. No block shows it, and archivists do not find it again.

    The messages that say it stay; delete them to remove the words.
    """
    return _changed(service, rights, space, body, id)


@router.patch("/entities/{id}", responses=PROBLEMS)
def edit_entity(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: EntityEdit) -> ChangedAnswer:
    """Rename an entity, or set its type or its other names. Archivists do not change what is set here."""
    return _changed(service, rights, space, body, id)


@router.post("/entities/{id}/merge", responses=PROBLEMS)
def merge_entity(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: EntityMerge) -> ChangedAnswer:
    """Merge another entity into this one, which keeps its name. Undo brings both back with what was theirs."""
    return _changed(service, rights, space, body, id)


@router.post("/entities/{id}/split", responses=PROBLEMS)
def split_entity(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: EntitySplit) -> ChangedAnswer:
    """Make a second entity from what does not belong to this one. `id` in the answer is the new entity's.

    Archivists do not merge the two again.
    """
    return _changed(service, rights, space, body, id)


@router.post("/entities/{id}/apart", responses=PROBLEMS)
def keep_entities_apart(service: ServiceOf, rights: RightsOf, space: SpacePath, id: str, body: Apart) -> ChangedAnswer:
    """Note that this entity and another one are different. Archivists do not merge them."""
    return _changed(service, rights, space, body, id)


@router.post("/key-info/pin", responses=PROBLEMS)
def pin_key_info(service: ServiceOf, rights: RightsOf, space: SpacePath, body: Pin) -> ChangedAnswer:
    """Pin a line that every block of the space shows first. Rounds do not change it. At most 20 lines are pinned."""
    return _changed(service, rights, space, body, KEY_INFO_ID)


@router.post("/key-info/unpin", responses=PROBLEMS)
def unpin_key_info(service: ServiceOf, rights: RightsOf, space: SpacePath, body: Unpin) -> ChangedAnswer:
    """Take a line out of key info, whoever put it there. It may come back when somebody says it again."""
    return _changed(service, rights, space, body, KEY_INFO_ID)


def _changed(service: Service, rights: Rights, space: str, body: SignedBody, id: str = MADE) -> ChangedAnswer:
    return ChangedAnswer.model_validate(change_by_hand(service, space, body, id, key=rights.name))
