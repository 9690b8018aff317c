"""What people change by hand: each request is a list of changes, signed, written together and undone like any other."""

from __future__ import annotations

from dataclasses import dataclass

from api.http.hand_bodies import MADE, FactBody, HandBody, SignedBody
from api.wiring import Service
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.values.changes import Change, NewEntity
from graph.values.codec import stored_of
from graph.values.items import AppliedChange, Author


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change by hand has done."""

    id: str  # of what was made or changed
    changes: tuple[AppliedChange, ...]  # their entries in the log; none if everything was so already


def signature(by: str, key: str) -> str:
    """Who makes a change: the name that was given, and the name of the key that was used, if it has one."""
    return f"{by} (key {key})" if by and key else by or key


def change_by_hand(service: Service, space: str, body: HandBody, id: str = MADE, *, key: str = "") -> Changed:
    """Change the item with this id as a body asks for, in one write. Raises NotFound, BadInput, Conflict."""
    signed_by = signature(body.by, key)
    made = _new_entities(service, space, body, signed_by) if isinstance(body, FactBody) else []
    seen = {} if body.version is None else {id: body.version}
    changes = [*made, body.change(signed_by, id)]
    applied = apply_changes(service.knowledge, space, changes, now=service.now(), seen=seen)
    if applied.changes:
        service.wake(space)
    found = service.knowledge.store.nodes(space, applied.changes).values()
    entries = tuple(entry for node in found if isinstance(entry := stored_of(node), AppliedChange))
    return Changed(applied.ids.get(MADE, id), entries)


def undo_by_hand(service: Service, space: str, change: str, body: SignedBody, *, key: str = "") -> AppliedChange:
    """Undo a change for a caller; return the log entry of the undo. Raises NotFound, BadInput, Conflict."""
    signed_by = signature(body.by, key)
    undone = undo_change(service.knowledge, space, change, now=service.now(), why=body.why, by=signed_by)
    service.wake(space)
    return undone


def _new_entities(service: Service, space: str, body: FactBody, signed_by: str) -> list[Change]:
    """An entity for each name that no entity has yet. The id of an item is not taken for a name."""
    index = service.knowledge.index(space)
    new = [name for name in body.about if not index.entities_named(name) and index.entry(name) is None]
    return [NewEntity(name=name, author=Author.CALLER, why=body.why, signed_by=signed_by) for name in new]
