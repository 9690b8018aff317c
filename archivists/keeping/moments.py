"""Significant memories that a model finds in a story. Without a model they come from the game itself."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from archivists.compare.citations import has_same_words
from archivists.keeping.archivist import Archivist, ModelQuestion, first, in_one_call
from archivists.models.provider import Purpose
from archivists.questions.moments_question import (
    NEW_MAX,
    MomentsAnswer,
    MomentsQuestion,
    StatedMemory,
    Telling,
    moments_question,
)
from archivists.window.window import Window
from graph.values.changes import Change, NewMemory, ReviseMemory
from graph.values.items import MemoryType, SignificantMemory


def take_moments(window: Window, telling: Telling) -> list[Change]:
    """The answer's new memories of a known type, and what it adds to known memories. Pure."""
    question, answer = telling.question, telling.answer
    changes: list[NewMemory | ReviseMemory] = []
    for stated in answer.memories[:NEW_MAX]:
        if stated.type not in {*MemoryType}:
            continue
        memory = new_memory_of(stated, sources=question.sources(stated))
        same = _same(memory.body, memory.type, window.moments)
        if same is not None:
            changes.append(_added_to(same, memory))
        elif not any(isinstance(each, NewMemory) and has_same_words(each.body, memory.body) for each in changes):
            changes.append(memory)
    for update in answer.updates:
        known = question.memory(update.id)
        if known is not None:
            changes.append(
                ReviseMemory(
                    memory=known.id,
                    body=update.summary,
                    importance=update.importance,
                    participants=update.participants,
                    places=update.relatedLocations,
                    items=update.relatedItems,
                    triggers=update.contextTriggers,
                    sources=question.sources(update),
                )
            )
    return [telling.signed(change) for change in _with_entities(changes)]


def new_memory_of(stated: StatedMemory, *, sources: tuple[str, ...] = ()) -> NewMemory:
    """The new memory for what was stated. Its type must be known."""
    return NewMemory(
        type=MemoryType(stated.type),
        body=stated.summary,
        importance=stated.importance,
        participants=stated.participants,
        places=stated.relatedLocations,
        items=stated.relatedItems,
        triggers=stated.contextTriggers,
        sources=sources,
    )


def _same(body: str, type: MemoryType, known: Iterable[SignificantMemory]) -> SignificantMemory | None:
    return next((each for each in known if each.type is type and has_same_words(each.body, body)), None)


def _added_to(same: SignificantMemory, memory: NewMemory) -> ReviseMemory:
    return ReviseMemory(
        memory=same.id,
        participants=memory.participants,
        places=memory.places,
        items=memory.items,
        triggers=memory.triggers,
        sources=memory.sources,
    )


def _with_entities(changes: Iterable[NewMemory | ReviseMemory]) -> Iterator[Change]:
    for number, change in enumerate(changes, start=1):
        yield from change.entities
        yield replace(change, ref=f"new:moment-{number}") if isinstance(change, NewMemory) else change


MOMENTS_QUESTION: ModelQuestion[MomentsQuestion, MomentsAnswer, Telling] = ModelQuestion(
    purpose=Purpose.MOMENTS,
    shape=MomentsAnswer,
    build=lambda proposal, policy: in_one_call(moments_question(proposal.window, policy)),
    call=MomentsQuestion.call,
    combined=first,
    is_owed=True,
)
"""Asks what of a story is worth remembering, and which memories can be merged."""

MOMENTS: Archivist[Telling] = Archivist(
    name="moments",
    question=MOMENTS_QUESTION,
    from_answer=lambda proposal, telling, policy: proposal.plus(take_moments(proposal.window, telling)),
)
