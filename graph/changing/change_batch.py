"""What the changes of one list share while they are applied: the draft that they edit, new ids and new names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from graph.changing.graph_draft import GraphDraft
from graph.errors import BadInput
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Kind, Label
from graph.text.analysis import name_key
from graph.values.codec import item_of
from graph.values.items import Entity, Fact, Stored, Summary
from graph.values.write_plan import WritePlan

S = TypeVar("S", bound=Stored)

SHOWN_CHARS_MAX = 80
"""The longest text in the line that says what a change did."""


@dataclass(slots=True)
class ChangeBatch:
    """A list of changes that is being applied."""

    plan: WritePlan
    draft: GraphDraft
    index: SpaceIndex
    now: datetime
    ids: dict[str, str] = field(default_factory=dict)  # ref -> id
    merged: dict[str, str] = field(default_factory=dict)  # what this list has merged away -> what it was merged into
    named: dict[str, list[str]] = field(default_factory=dict)  # folded name -> entities made or renamed in this list

    def resolve(self, ref: str) -> str:
        """The id that a ref stands for; for something that this list has merged away, the id of what is left."""
        id = self.ids.get(ref, ref)
        while id in self.merged:
            id = self.merged[id]
        return id

    def get(self, ref: str, kind: type[S]) -> S:
        """The item with this id or ref. Raises NotFound, and BadInput for an item of another kind."""
        id = self.resolve(ref)
        item = self.draft.items([id])[id]
        if not isinstance(item, kind):
            raise BadInput(f"{id} is a {item.label}, expected a {kind.__name__}")
        return item

    def entity(self, ref: str) -> Entity:
        """The entity with this id, or with this name if this list made it."""
        made = self.named.get(name_key(ref))
        return self.get(made[0] if made and ref not in self.ids else ref, Entity)

    def entity_with_id(self, id: str) -> Entity | None:
        """The entity with this id, if there is one."""
        self.draft.read([id])
        node = self.draft.node(id)
        return item_of(node, Entity) if node is not None and node.label is Label.ENTITY else None

    def entities_named(self, name: str) -> list[Entity]:
        """The entities that have this name now, those of this list first."""
        key = name_key(name)
        ids = dict.fromkeys((*self.named.get(key, ()), *self.index.entities_named(name)))
        self.draft.read(ids)
        present = [id for id in ids if self.draft.node(id) is not None]
        entities = [item for item in self.draft.items(present).values() if isinstance(item, Entity)]
        return [entity for entity in entities if key in map(name_key, (entity.name, *entity.aliases))]

    def name(self, entity: Entity) -> None:
        """Let `entities_named` find the entity by its names, which the index does not know yet."""
        for name in (entity.name, *entity.aliases):
            ids = self.named.setdefault(name_key(name), [])
            if entity.id not in ids:
                ids.append(entity.id)


def mark_summaries(batch: ChangeBatch, fact: Fact) -> None:
    """Mark the summaries of the messages that state the fact as stale."""
    edges = batch.draft.edges([fact.id], [Kind.STATED_IN])
    messages = batch.draft.items([edge.target for edge in edges if edge.source == fact.id]).values()
    mark_stale(batch.draft, [id for message in messages if (id := getattr(message, "container", None)) is not None])


def mark_stale(draft: GraphDraft, ids: Iterable[str]) -> None:
    """Mark these entities and summaries as out of date, so that a round rewrites them."""
    for item in draft.items(list(dict.fromkeys(ids))).values():
        if isinstance(item, Entity | Summary) and not item.is_stale:
            draft.change(item, replace(item, is_stale=True))


def shortened(text: str) -> str:
    """The text on one line of at most SHOWN_CHARS_MAX characters."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARS_MAX else line[: SHOWN_CHARS_MAX - 1].rstrip() + "…"
