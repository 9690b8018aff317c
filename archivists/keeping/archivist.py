"""The parts of an archivist: its name, what it does without a model, and what it does with a model's answer.

A round passes one `Proposal` through all archivists, in the order of `archivists.rounds.proposing.ARCHIVISTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from archivists.compare.claims import Doubt
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.moments_question import MomentsAnswer, Telling
from archivists.questions.read import ReadAnswer, Reading
from archivists.questions.reflect import ReflectAnswer, Thinking
from archivists.questions.settle import SettleAnswer, Settling
from archivists.questions.write import WriteAnswer, Writing
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import Change, EntityText, NewEntity, NewFact

H = TypeVar("H", bound=Reading | Settling | Writing | Telling | Thinking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a round proposes so far. Each archivist reads what earlier ones found and adds its own."""

    window: Window
    changes: tuple[Change, ...] = ()  # in the order in which they are applied
    due: tuple[EntityText, ...] = ()  # texts for a model to write; without one they are dropped
    gone: frozenset[str] = frozenset()  # facts that new ones replace or repeat, by id or ref
    doubts: tuple[Doubt, ...] = ()  # pairs of statements whose words do not show whether both hold
    lost: tuple[str, ...] = ()  # what of a model's answers is not kept, each with the reason
    read: frozenset[str] = frozenset()  # stored facts that a model was shown with the messages

    @property
    def entities(self) -> tuple[NewEntity, ...]:
        """The new entities, and what is added to known ones."""
        return tuple(change for change in self.changes if isinstance(change, NewEntity))

    @property
    def facts(self) -> tuple[NewFact, ...]:
        """The new facts."""
        return tuple(change for change in self.changes if isinstance(change, NewFact))

    def plus(self, changes: Iterable[Change]) -> Proposal:
        """The proposal with these changes appended."""
        return replace(self, changes=(*self.changes, *changes))


class Questions:
    """The questions that a round may ask a model, each once; None where rules must do. This base class asks none."""

    def read(self, proposal: Proposal) -> Reading | Refused | None:
        """Asks what is new in the window."""
        return None

    def settle(self, proposal: Proposal) -> Settling | Refused | None:
        """Asks how the pairs that rules left open relate."""
        return None

    def write(self, proposal: Proposal) -> Writing | Refused | None:
        """Asks for texts in place of what rules have quoted."""
        return None

    def moments(self, proposal: Proposal) -> Telling | Refused | None:
        """Asks what of a story is worth remembering."""
        return None

    def reflect(self, proposal: Proposal) -> Thinking | Refused | None:
        """Asks what participants have come to think."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionKind(Generic[H]):
    """One kind of question, as archivists refer to it."""

    purpose: Purpose
    shape: type[BaseModel]  # of the answer
    ask: Callable[[Questions, Proposal], H | Refused | None]


READ: QuestionKind[Reading] = QuestionKind(
    purpose=Purpose.READ, shape=ReadAnswer, ask=lambda questions, proposal: questions.read(proposal)
)
SETTLE: QuestionKind[Settling] = QuestionKind(
    purpose=Purpose.SETTLE, shape=SettleAnswer, ask=lambda questions, proposal: questions.settle(proposal)
)
WRITE: QuestionKind[Writing] = QuestionKind(
    purpose=Purpose.WRITE, shape=WriteAnswer, ask=lambda questions, proposal: questions.write(proposal)
)

MOMENTS_QUESTION: QuestionKind[Telling] = QuestionKind(
    purpose=Purpose.MOMENTS, shape=MomentsAnswer, ask=lambda questions, proposal: questions.moments(proposal)
)


def unasked(archivist: Archivist[H]) -> Archivist[H]:
    """The same archivist without its question, so that it asks no model."""
    return replace(archivist, question=None)


REFLECT: QuestionKind[Thinking] = QuestionKind(
    purpose=Purpose.REFLECT, shape=ReflectAnswer, ask=lambda questions, proposal: questions.reflect(proposal)
)


def _unchanged(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    return proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Archivist(Generic[H]):
    """One part of what a round does. Its functions are pure."""

    name: str  # signs its changes in the log
    without_model: Callable[[Proposal, RoundPolicy], Proposal] = _unchanged
    question: QuestionKind[H] | None = None  # None: no model is asked
    fields: tuple[str, ...] = ()  # the fields of the answer that belong to it
    from_answer: Callable[[Proposal, H, RoundPolicy], Proposal] | None = None  # used in place of `without_model`

    def work(self, proposal: Proposal, questions: Questions, policy: RoundPolicy) -> Proposal | Refused:
        """The proposal with this archivist's work added, from a model's answer or by rules.

        Returns `Refused` if a model may not be asked now.
        """
        answer = self.question.ask(questions, proposal) if self.question is not None else None
        if isinstance(answer, Refused):
            return answer
        if answer is None or self.from_answer is None:
            done = self.without_model(proposal, policy)
        else:
            done = self.from_answer(proposal, answer, policy)
        signed = (change if change.archivist else replace(change, archivist=self.name) for change in done.changes)
        return replace(done, changes=tuple(signed))
