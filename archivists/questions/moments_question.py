"""The question *moments*: what of a story is worth remembering, which memories change, and which can be merged.

The answer's fields are named as in the document behind the profile, so that its examples can be read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    MESSAGE_CHARS_MAX,
    Ids,
    Names,
    Numbers,
    Scale,
    Shape,
    Statement,
    by_id,
    call_of,
    fitting,
    joined,
    nth,
    unknown,
    with_ids,
    wrong_language,
)
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.window import Window
from graph.values.interactions import Scene, interactions_of, scene_of
from graph.values.items import Message, SignificantMemory

NEW_MAX = 10
"""New memories of an answer: one for each interaction of a window of normal size."""


class StatedMemory(Shape):
    """A moment that is worth remembering. A moment of an unknown type is left out."""

    type: str
    summary: Statement
    importance: Scale = 5
    participants: Names = ()
    relatedItems: Names = ()  # noqa: N815 - The document's own name.
    relatedLocations: Names = ()  # noqa: N815
    contextTriggers: Names = ()  # noqa: N815
    sources: Numbers = ()


class MemoryUpdate(StatedMemory):
    """What a known memory says now."""

    id: str
    type: str = ""


class CompactionGroup(Shape):
    """Known memories, and one that can stand for all of them."""

    memoryIds: Ids  # noqa: N815
    compactedMemory: StatedMemory  # noqa: N815


class MomentsAnswer(Shape):
    """The new, changed and merged memories of a story's window."""

    memories: Annotated[tuple[StatedMemory, ...], fitting(StatedMemory)] = ()
    updates: Annotated[tuple[MemoryUpdate, ...], fitting(MemoryUpdate)] = ()
    compactionGroups: Annotated[tuple[CompactionGroup, ...], fitting(CompactionGroup)] = ()  # noqa: N815
    keepIndividual: Ids = ()  # noqa: N815


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentsQuestion:
    """What is worth remembering? Messages are numbered from 1; memories are mem_1, mem_2, …"""

    language: str | None
    messages: Sequence[Message]
    scene: Scene
    known: Sequence[SignificantMemory]
    limit: int | None  # the most memories, once there are nearly as many; None while there is room

    def call(self) -> Call[MomentsAnswer]:
        """The question for a model."""
        data = {
            "limit": self.limit,
            "scene": dict(self.scene),
            "known": with_ids("mem_", ({"type": each.type, "summary": each.body} for each in self.known)),
            "messages": [
                {"n": number, "by": each.sender, "role": each.role, "text": each.body[:MESSAGE_CHARS_MAX]}
                for number, each in enumerate(self.messages, start=1)
            ],
        }
        return call_of(Purpose.MOMENTS, self.language, data, MomentsAnswer, self.complaint, 4000)

    def complaint(self, answer: MomentsAnswer) -> str | None:
        """What is wrong with an answer of the right shape. Unknown ids in groups are no reason to ask again."""
        texts = [each.summary for each in (*answer.memories, *answer.updates)]
        return joined(
            unknown("memories of `known`", (each.id for each in answer.updates if self.memory(each.id) is None)),
            wrong_language(texts, self.language),
        )

    def memory(self, id: str) -> SignificantMemory | None:
        """The known memory of this id."""
        return by_id("mem_", self.known, id)

    def sources(self, stated: StatedMemory) -> tuple[str, ...]:
        """The messages that it comes from: those of its numbers, or else up to four in which a trigger stands."""
        found: Iterable[Message | None] = (nth(self.messages, number) for number in stated.sources)
        ids = [each.id for each in found if each is not None]
        if not ids:
            triggers = [trigger.lower() for trigger in stated.contextTriggers]
            ids = [each.id for each in self.messages if any(trigger in each.body.lower() for trigger in triggers)][:4]
        return tuple(dict.fromkeys(ids))


Telling = Exchange[MomentsQuestion, MomentsAnswer]
"""What a model has made of a story's window."""


def moments_question(window: Window, policy: RoundPolicy) -> MomentsQuestion | None:
    """What to ask a model about the window; None when no interaction ends in it. Pure."""
    messages = told_in_window(window)
    if not messages:
        return None
    is_full = len(window.moments) + NEW_MAX > policy.memories_max
    scenes = [scene for message in messages if (scene := scene_of(message))]
    return MomentsQuestion(
        language=spoken_in(messages),
        messages=messages,
        scene=scenes[-1] if scenes else {},
        known=window.moments,
        limit=policy.memories_max if is_full else None,
    )


def told_in_window(window: Window) -> tuple[Message, ...]:
    """The messages of all interactions with at least one new message."""
    new = {message.id for message in window.messages}
    found = interactions_of((*window.context, *window.messages))
    groups = [(each.line, *each.replies) for each in found]
    return tuple(message for group in groups if any(each.id in new for each in group) for message in group)
