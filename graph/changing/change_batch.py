"""One list of changes on its way into a write: the draft they edit, the ids they give, the names they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from graph.changing.draft import Draft
from graph.errors import BadInput
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Kind
from graph.text.analysis import name_key
from graph.values.items import Entity, Fact, Stored, Summary
from graph.values.write_plan import WritePlan

S = TypeVar("S", bound=Stored)

SHOWN_CHARS_MAX = 80
"""Of a text in the line that tells what a change did."""


@dataclass(slots=True)
class ChangeBatch:
    """What the changes of one list share."""

    plan: WritePlan
    draft: Draft
    index: SpaceIndex
    now: datetime
    ids: dict[str, str] = field(default_factory=dict)  # ref -> id
    merged: dict[str, str] = field(default_factory=dict)  # what a change of this list merged -> into what
    named: dict[str, list[str]] = field(default_factory=dict)  # folded name -> entities made or renamed in this list

    def resolve(self, ref: str) -> str:
        """The id that a ref or an id stands for now."""
        id = self.ids.get(ref, ref)
        while id in self.merged:
            id = self.merged[id]
        return id

    def get(self, ref: str, kind: type[S]) -> S:
        """The item of this id or ref. Raises NotFound, and BadInput when it is something else."""
        id = self.resolve(ref)
        item = self.draft.items([id])[id]
        if not isinstance(item, kind):
            raise BadInput(f"{id} is a {item.label}, expected a {kind.__name__}")
        return item

    def entity(self, ref: str) -> Entity:
        """The entity of this id, or of this name if it was made in this list."""
        made = self.named.get(name_key(ref))
        return self.get(made[0] if made and ref not in self.ids else ref, Entity)

    def entities_named(self, name: str) -> list[Entity]:
        """The entities that go by this name now, those of this list first."""
        key = name_key(name)
        ids = dict.fromkeys((*self.named.get(key, ()), *self.index.entities_named(name)))
        self.draft.read(ids)
        present = [id for id in ids if self.draft.node(id) is not None]
        entities = [item for item in self.draft.items(present).values() if isinstance(item, Entity)]
        return [entity for entity in entities if key in map(name_key, (entity.name, *entity.aliases))]

    def name(self, entity: Entity) -> None:
        """The entity is found by its names from now on, before the index knows of them."""
        for name in (entity.name, *entity.aliases):
            ids = self.named.setdefault(name_key(name), [])
            if entity.id not in ids:
                ids.append(entity.id)


def mark_dependents(applying: ChangeBatch, fact: Fact) -> None:
    """Whatever tells of the fact is stale: the brief or dossier that covers it, the summary of where it was said."""
    edges = applying.draft.edges([fact.id], [Kind.COVERS, Kind.STATED_IN])
    tellers = [edge.source for edge in edges if edge.kind is Kind.COVERS and edge.target == fact.id]
    messages = [edge.target for edge in edges if edge.kind is Kind.STATED_IN and edge.source == fact.id]
    for message in applying.draft.items(messages).values():
        container = getattr(message, "container", None)
        if container is not None:
            tellers.append(container)
    mark_stale(applying, tellers)


def mark_stale(applying: ChangeBatch, ids: Iterable[str]) -> None:
    """These entities and summaries say something that is no longer so, and wait to be rewritten."""
    for item in applying.draft.items(list(dict.fromkeys(ids))).values():
        if isinstance(item, Entity | Summary) and not item.is_stale:
            applying.draft.change(item, replace(item, is_stale=True))


def shown(text: str) -> str:
    """The text in one short line."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARS_MAX else line[: SHOWN_CHARS_MAX - 1].rstrip() + "…"


def listed(names: Sequence[str]) -> str:
    """A, B and C."""
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1] if names else "nothing"
