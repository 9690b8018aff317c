"""The parts of an archivist: its name, what it does without a model, and what it does with a model's answer.

A round passes one `Proposal` through all archivists, in the order of `archivists.rounds.proposing.ARCHIVISTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from archivists.compare.claims import Quotation
from archivists.models.asking import Call, Exchange
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.read import ReadAnswer, Reading, ReadQuestion, read_question
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import Change, EntityText, NewEntity, NewFact
from graph.values.items import Message

Q = TypeVar("Q")
A = TypeVar("A", bound=BaseModel)
E = TypeVar("E")
H = TypeVar("H")
H_co = TypeVar("H_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedLine:
    """A line for key info that a model has read."""

    text: str
    message: Message  # that says it
    quotation: Quotation
    prompt_version: str = ""  # of the question whose answer confirms it; "": nobody has confirmed it
    ended: tuple[str, ...] = ()  # the known facts that it ends, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a round proposes so far. Each archivist reads what earlier ones found and adds its own."""

    window: Window
    changes: tuple[Change, ...] = ()  # in the order in which they are applied
    due: tuple[EntityText, ...] = ()  # texts for a model to write; without one they are dropped
    unlinked: Mapping[str, int] = field(default_factory=dict)  # as RoundMark has it
    gone: frozenset[str] = frozenset()  # facts that new ones replace or repeat, by id or ref
    lost: tuple[str, ...] = ()  # what of a model's answers is not kept, each with the reason
    quoted: Mapping[str, Quotation] = field(
        default_factory=dict
    )  # what facts rest on that are new or said again, by ref or id
    key_lines: tuple[NotedLine, ...] = ()
    key_gone: Mapping[str, NotedLine] = field(default_factory=dict)  # lines of key info -> what takes them back

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelQuestion(Generic[Q, A, H]):
    """What archivists ask a model once a round. Archivists that share a question share its answer."""

    purpose: Purpose
    shape: type[A]  # of the answer
    build: Callable[[Proposal, RoundPolicy], Sequence[Q]]  # what to ask, each in a call of its own; pure
    call: Callable[[Q], Call[A]]
    combined: Callable[[Sequence[Exchange[Q, A]]], H | None]  # the good answers, one at least, as one
    is_urgent: Callable[[Proposal], bool] = lambda proposal: False  # whether it is asked though no call is left
    is_owed: bool = False  # whether it is asked first, though no call is left, and the round fails without an answer
    blank: A | None = None  # stands for an answer that cannot be used, so that what was asked in vain is known
    halved: str = ""  # the field of RoundPolicy that bounds its parts: halved as long as they are too large for a call
    checked: Callable[[Questions, Proposal, H], H | Refused] = lambda questions, proposal, told: told
    """The answer as it counts, maybe after another question."""

    def answered(self, questions: Questions, proposal: Proposal) -> H | Refused | None:
        """The models' answer."""
        told = questions.ask(self, proposal)
        return told if told is None or isinstance(told, Refused) else self.checked(questions, proposal, told)


class AnyQuestion(Protocol[H_co]):
    """A question, whatever it asks and however its answer is shaped."""

    @property
    def purpose(self) -> Purpose:
        """See ModelQuestion."""
        ...

    @property
    def shape(self) -> type[BaseModel]:
        """See ModelQuestion."""
        ...

    def answered(self, questions: Questions, proposal: Proposal) -> H_co | Refused | None:
        """See ModelQuestion."""
        ...


class Questions:
    """Asks models for a round, each question once; None where there is no answer. This base class asks none."""

    def ask(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """The models' answer to this question."""
        return None


def first(exchanges: Sequence[E]) -> E:
    """The answer to a question that is asked in one call."""
    return exchanges[0]


def in_one_call(question: Q | None) -> list[Q]:
    """What is asked in one call, if there is anything to ask."""
    return [] if question is None else [question]


READ: ModelQuestion[ReadQuestion, ReadAnswer, Reading] = ModelQuestion(
    purpose=Purpose.READ,
    shape=ReadAnswer,
    build=lambda proposal, policy: in_one_call(read_question(proposal.window, policy)),
    call=ReadQuestion.call,
    combined=first,
    is_owed=True,
)
"""Asks what is new in the window."""


def unasked(archivist: Archivist[H]) -> Archivist[H]:
    """The same archivist without its question, so that it asks no model."""
    return replace(archivist, question=None)


def _unchanged(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    return proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Archivist(Generic[H]):
    """One part of what a round does. Its functions are pure."""

    name: str  # signs its changes in the log
    without_model: Callable[[Proposal, RoundPolicy], Proposal] = _unchanged
    question: AnyQuestion[H] | None = None  # None: no model is asked
    from_answer: Callable[[Proposal, H, RoundPolicy], Proposal] | None = None  # used in place of `without_model`

    def work(self, proposal: Proposal, questions: Questions, policy: RoundPolicy) -> Proposal | Refused:
        """The proposal with this archivist's work added, from a model's answer or without one.

        Returns `Refused` if a model may not be asked now.
        """
        answer = self.question.answered(questions, proposal) if self.question is not None else None
        if isinstance(answer, Refused):
            return answer
        if answer is None or self.from_answer is None:
            done = self.without_model(proposal, policy)
        else:
            done = self.from_answer(proposal, answer, policy)
        signed = (change if change.archivist else replace(change, archivist=self.name) for change in done.changes)
        return replace(done, changes=tuple(signed))
