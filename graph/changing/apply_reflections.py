"""Applies what participants came to think."""

from __future__ import annotations

from dataclasses import replace

from graph.changing.apply_entities import same_entity
from graph.changing.change_batch import ChangeBatch, shortened
from graph.store.verbs import Kind, Label
from graph.values.changes import NewReflection
from graph.values.items import Conversation, EntityType, FactStatus, Reflection


def new_reflection(batch: ChangeBatch, change: NewReflection) -> str:
    """See NewReflection. Raises NotFound for a conversation or a reflection that is not there."""
    reflection = Reflection(
        id=batch.plan.new_id(Label.REFLECTION),
        participant=change.participant,
        body=change.body,
        author=change.author,
        created_at=batch.now,
        updated_at=batch.now,
    )
    batch.draft.make(reflection)
    for conversation in change.conversations:
        batch.draft.link(reflection.id, Kind.COVERS, batch.get(conversation, Conversation).id)
    if change.replaces is not None:
        before = batch.get(change.replaces, Reflection)
        batch.draft.change(before, replace(before, status=FactStatus.SUPERSEDED))
        batch.draft.link(before.id, Kind.SUPERSEDED_BY, reflection.id)
    if (entity := same_entity(batch, change.participant, EntityType.UNKNOWN)) is not None:
        batch.draft.link(reflection.id, Kind.ABOUT, entity.id)
    return f"{change.participant} thinks: {shortened(reflection.body)}"
