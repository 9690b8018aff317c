"""What an archivist is: its name, what it does by rules, and what it makes of its fields of a model's answer.

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
from archivists.questions.read import ReadAnswer, Reading
from archivists.questions.reflect import ReflectAnswer, Thinking
from archivists.questions.remember import MomentsAnswer, Telling
from archivists.questions.settle import SettleAnswer, Settling
from archivists.questions.write import WriteAnswer, Writing
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import Change, NewEntity, NewFact

H = TypeVar("H", bound=Reading | Settling | Writing | Telling | Thinking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a round proposes so far: each archivist reads what those before it have found, and adds its changes."""

    window: Window
    changes: tuple[Change, ...] = ()  # in the order in which they are applied
    gone: frozenset[str] = frozenset()  # facts that new ones replace or repeat, by id or ref
    doubts: tuple[Doubt, ...] = ()  # statements whose words do not tell whether both hold
    invented: int = 0  # statements and texts of a model that do not stand in what they cite: they are dropped
    read: frozenset[str] = frozenset()  # stored facts that a model has seen beside the messages

    @property
    def entities(self) -> tuple[NewEntity, ...]:
        """What has been found of entities."""
        return tuple(change for change in self.changes if isinstance(change, NewEntity))

    @property
    def facts(self) -> tuple[NewFact, ...]:
        """The new facts."""
        return tuple(change for change in self.changes if isinstance(change, NewFact))

    def plus(self, changes: Iterable[Change]) -> Proposal:
        """The proposal with these changes at its end."""
        return replace(self, changes=(*self.changes, *changes))


class Questions:
    """What a round may ask a model, each question once. This one asks nobody, so that rules do everything."""

    def read(self, proposal: Proposal) -> Reading | Refused | None:
        """What is new in the window; None where rules must do."""
        return None

    def settle(self, proposal: Proposal) -> Settling | Refused | None:
        """How the pairs stand that rules left open; None where rules must do."""
        return None

    def write(self, proposal: Proposal) -> Writing | Refused | None:
        """How texts should read that rules have quoted; None where rules must do."""
        return None

    def moments(self, proposal: Proposal) -> Telling | Refused | None:
        """What of a story is worth remembering; None where rules must do."""
        return None

    def reflect(self, proposal: Proposal) -> Thinking | Refused | None:
        """What participants have come to think; None where rules must do."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionKind(Generic[H]):
    """One of the questions, as archivists refer to it."""

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


def by_rules(archivist: Archivist[H]) -> Archivist[H]:
    """The archivist that asks no model."""
    return replace(archivist, question=None)


REFLECT: QuestionKind[Thinking] = QuestionKind(
    purpose=Purpose.REFLECT, shape=ReflectAnswer, ask=lambda questions, proposal: questions.reflect(proposal)
)


def _unchanged(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    return proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Archivist(Generic[H]):
    """One part of what a round does. Its functions are pure."""

    name: str  # what its changes are signed with in the log
    by_rules: Callable[[Proposal, RoundPolicy], Proposal] = _unchanged
    question: QuestionKind[H] | None = None  # None: no model is asked
    fields: tuple[str, ...] = ()  # of the answer: those that are its own
    from_answer: Callable[[Proposal, H, RoundPolicy], Proposal] | None = None  # in place of `by_rules`

    def work(self, proposal: Proposal, questions: Questions, policy: RoundPolicy) -> Proposal | Refused:
        """The proposal with the work of this archivist, from a model's answer or by rules.

        Refused when a model may not be asked now.
        """
        answer = self.question.ask(questions, proposal) if self.question is not None else None
        if isinstance(answer, Refused):
            return answer
        if answer is None or self.from_answer is None:
            done = self.by_rules(proposal, policy)
        else:
            done = self.from_answer(proposal, answer, policy)
        signed = (change if change.archivist else replace(change, archivist=self.name) for change in done.changes)
        return replace(done, changes=tuple(signed))
