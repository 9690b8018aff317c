"""What one participant of a space has heard, and which part of it is in no reflection yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from graph.index.heard_index import HeardIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind
from graph.values.items import Conversation, ConversationStatus, Summary

CONVERSATIONS_MAX = 200
"""The newest conversations of a participant: more than wait for a reflection."""

COVERED_BY_MAX = 1_000
"""Reflections that cover one conversation: at most one for each participant."""


def heard_index(knowledge: KnowledgeGraph, space: str, name: str) -> HeardIndex:
    """The space as this participant has heard it. One read beside the index. Raises NotFound."""
    return HeardIndex(knowledge.index(space), name, knowledge.space(space).intake)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What of a participant's conversations their reflections tell, and what not."""

    unreflected: Sequence[Summary] = ()  # of conversations heard whole, oldest first, without empty ones
    reflected: Conversation | None = None  # the newest that a reflection covers
    over: frozenset[str] = frozenset()  # the conversations that are complete


def heard(knowledge: KnowledgeGraph, index: HeardIndex, *, with_open: bool = True) -> Heard:
    """What the participant has heard and not reflected on. Four reads.

    `with_open` adds the summaries so far of open conversations.
    """
    space = index.space
    ids = index.conversations()[-CONVERSATIONS_MAX:]
    talks = [each for each in knowledge.get(space, ids).values() if isinstance(each, Conversation)]
    covering = knowledge.store.edges(space, ids, [Kind.COVERS], COVERED_BY_MAX) if ids else ()
    own = frozenset(index.reflections())
    covered = {edge.target for edge in covering if edge.source in own}
    tops = index.entries(index.tops())
    wanted: list[str] = []
    for talk in talks:
        if talk.id in covered:
            continue
        if talk.status is ConversationStatus.COMPLETE:
            wanted += [talk.summary] if talk.summary is not None else []
        elif with_open:
            wanted += [id for id, entry in tops.items() if entry.conversation == talk.id]
    rows = index.items(knowledge.store, wanted).values()
    return Heard(
        unreflected=[row for row in rows if isinstance(row, Summary) and row.body.strip()],
        reflected=max(
            (each for each in talks if each.id in covered), key=lambda each: each.last_position, default=None
        ),
        over=frozenset(talk.id for talk in talks if talk.status is ConversationStatus.COMPLETE),
    )
