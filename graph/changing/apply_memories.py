"""Applies changes of significant memories, new, revised, compacted and dropped ones, and of reflections."""

from dataclasses import replace
from typing import Any

from graph.changing.apply_entities import same_entity
from graph.changing.graph_draft import ChangeBatch, shortened
from graph.errors import BadInput
from graph.store.verbs import Kind, Label
from graph.values.changes import CompactMemories, DropMemory, NewMemory, NewReflection, ReviseMemory
from graph.values.items import Conversation, EntityType, FactStatus, Message, Reflection, SignificantMemory

MOVED_TO_WHOLE = (Kind.STATED_IN, Kind.ABOUT, Kind.HELPED_WITH)
"""The edges of compacted memories that the memory in their place gets, too."""

TOLD = ("participants", "places", "items", "triggers")


def new_memory(batch: ChangeBatch, change: NewMemory) -> str:
    """See NewMemory."""
    memory = SignificantMemory(
        id=batch.plan.new_id(Label.MEMORY),
        type=change.type,
        body=change.body,
        importance=change.importance,
        **_told_by(change),
        key=change.key,
        author=change.author,
        created_at=batch.now,
        updated_at=batch.now,
        accessed_at=change.accessed_at or batch.now,
        expires_at=change.expires_at,
    )
    sources = [item for item in batch.draft.items(change.sources).values() if isinstance(item, Message)]
    if sources or change.accessed_at is not None:
        said_at = min((source.sent_at for source in sources), default=memory.accessed_at)
        memory = replace(memory, created_at=min(said_at, batch.now))
    batch.draft.make(memory)
    if change.ref:
        batch.ids[change.ref] = memory.id
    for source in sources:
        batch.draft.link(memory.id, Kind.STATED_IN, source.id)
    _link_named(batch, memory)
    return f"New {_type_of(memory)}: {shortened(memory.body)}"


def revise_memory(batch: ChangeBatch, change: ReviseMemory) -> str:
    """See ReviseMemory."""
    before = batch.get(change.memory, SignificantMemory)
    memory = replace(
        before,
        body=before.body if change.body is None else change.body,
        importance=before.importance if change.importance is None else change.importance,
        **_told_by(before, change),
    )
    if memory != before:
        batch.draft.change(before, replace(memory, author=change.author, updated_at=batch.now))
    for source in batch.draft.items(change.sources).values():
        if isinstance(source, Message) and batch.draft.edge(memory.id, Kind.STATED_IN, source.id) is None:
            batch.draft.link(memory.id, Kind.STATED_IN, source.id)
    _link_named(batch, memory)
    return f"Brought up to date: {shortened(memory.body)}"


def compact_memories(batch: ChangeBatch, change: CompactMemories) -> str:
    """See CompactMemories. Raises BadInput for fewer than two members."""
    members = [batch.get(member, SignificantMemory) for member in dict.fromkeys(change.members)]
    if len(members) < 2:
        raise BadInput(f"{len(members)} significant memories are to be told as one, expected at least 2")
    whole = SignificantMemory(
        id=batch.plan.new_id(Label.MEMORY),
        type=change.type,
        body=change.body,
        importance=change.importance,
        **_told_by(change, *members),
        author=change.author,
        created_at=max(member.created_at for member in members),
        updated_at=batch.now,
        accessed_at=max(member.accessed_at for member in members),
        usefulness=sum(member.usefulness for member in members),
    )
    batch.draft.make(whole)
    ids = [member.id for member in members]
    for edge in batch.draft.edges(ids, MOVED_TO_WHOLE):
        batch.draft.link(whole.id, edge.kind, edge.target, edge.properties)
    for member in members:
        batch.draft.drop(member.id)
        batch.merged[member.id] = whole.id
    return f"{len(members)} moments in one, {_type_of(whole)}: {shortened(whole.body)}"


def drop_memory(batch: ChangeBatch, change: DropMemory) -> str:
    """See DropMemory."""
    memory = batch.get(change.memory, SignificantMemory)
    batch.draft.drop(memory.id)
    return f"Dropped a {_type_of(memory)}: {shortened(memory.body)} {shortened(change.reason)}".rstrip()


def _link_named(batch: ChangeBatch, memory: SignificantMemory) -> None:
    """Link the memory to each entity that it names, with the entity's role in it."""
    for role, names in (("participant", memory.participants), ("place", memory.places), ("item", memory.items)):
        for name in names:
            entity = same_entity(batch, name, EntityType.UNKNOWN)
            if entity is not None and batch.draft.edge(memory.id, Kind.ABOUT, entity.id) is None:
                batch.draft.link(memory.id, Kind.ABOUT, entity.id, {"role": role})


def _told_by(*parts: SignificantMemory | NewMemory | ReviseMemory | CompactMemories) -> dict[str, Any]:
    """The names and the triggers of these, each once."""
    told = {name: [each.strip() for part in parts for each in getattr(part, name, ())] for name in TOLD}
    return {name: tuple(dict.fromkeys(filter(None, each))) for name, each in told.items()}


def _type_of(memory: SignificantMemory) -> str:
    return memory.type.replace("_", " ")


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
