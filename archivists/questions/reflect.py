"""The question *reflect*: what does a character think now, given what it thought before and what was said since?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import MESSAGE_CHARS_MAX, Line, Shape, call_of, day_of, joined, wrong_language
from archivists.questions.write import LENGTH_SLACK
from archivists.round_policy import RoundPolicy
from archivists.window.window import Thinker, Window
from graph.text.identification import language_of
from graph.text.tokens import count_tokens
from graph.values.changes import Change, CompleteConversation, NewSummary


class ReflectAnswer(Shape):
    """What the character has come to think."""

    text: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTalk:
    """A conversation as it was told."""

    conversation: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectQuestion:
    """What does this participant think now?"""

    thinker: Thinker
    told: Sequence[ToldTalk]  # oldest first
    tokens_max: int

    @property
    def before(self) -> str | None:
        """What it thought before."""
        return self.thinker.reflection.body if self.thinker.reflection is not None else None

    @property
    def language(self) -> str | None:
        """The language of what was told."""
        return language_of(" ".join(each.text for each in self.told))

    def call(self) -> Call[ReflectAnswer]:
        """The question for a model."""
        data: dict[str, object] = {
            "character": self.thinker.name,
            "tokens_max": self.tokens_max,
            "now": self.before,
            "from": [{"at": day_of(each.at), "text": each.text[:MESSAGE_CHARS_MAX]} for each in self.told],
        }
        return call_of(Purpose.REFLECT, self.language, data, ReflectAnswer, self.complaint, 2000)

    def complaint(self, answer: ReflectAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        count = count_tokens(answer.text)
        too_long = f"The text has {count} tokens, expected at most {self.tokens_max}."
        return joined(
            None if answer.text else "The text is empty.",
            too_long if count > LENGTH_SLACK * self.tokens_max else None,
            wrong_language([answer.text], self.language),
        )


@dataclass(frozen=True, slots=True)
class Thinking:
    """The models' answers, by the name of the participant; rules do those that are missing."""

    answers: Mapping[str, Exchange[ReflectQuestion, ReflectAnswer]]


def reflect_questions(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> Iterator[ReflectQuestion]:
    """A question for each participant with enough told conversations, on the oldest that no reflection holds.

    Conversations that this round completes count, with its summaries of them. Pure.
    """
    made = {change.ref: change for change in changes if isinstance(change, NewSummary)}
    roots = {
        change.conversation: made[change.summary]
        for change in changes
        if isinstance(change, CompleteConversation) and change.summary in made
    }
    ends = {each.conversation.id: each.conversation.last_at for each in window.conversations}
    for thinker in window.thinkers:
        told = [
            ToldTalk(conversation=each.conversation, text=each.body, at=each.last_at)
            for each in thinker.pending
            if each.conversation is not None
        ]
        told += [
            ToldTalk(conversation=id, text=root.body, at=ends[id])
            for id, root in roots.items()
            if id in thinker.closing and root.body.strip()
        ]
        if len(told) >= policy.reflection_conversations:
            told = told[: policy.reflection_conversations]
            yield ReflectQuestion(thinker=thinker, told=told, tokens_max=policy.reflection_tokens_max)
