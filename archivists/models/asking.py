"""Asks a model for an answer of the right shape, with one repair. A `Teller` keeps the replies and counts their cost.

kept reply? -> ceilings -> ledger -> request -> ledger -> shape -> one repair
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from archivists.models.governor import Governor, Refused
from archivists.models.paid_replies import THOUGHT, AskingPolicy, SpaceBook, Teller
from archivists.models.provider import Model, PromptMessage, Purpose, Request, within
from graph.errors import BadAnswer, ModelError, RemembrancerError
from graph.knowledge import KnowledgeGraph
from graph.upkeep.ledger import close_call
from graph.values.call_outcome import CallOutcome
from graph.values.changes import Grounds
from graph.values.items import Author, ModelCall

A = TypeVar("A", bound=BaseModel)
C = TypeVar("C", bound=Grounds)
T = TypeVar("T")

ERRORS_LISTED_MAX = 5
"""A longer list of mistakes does not help a model to repair its answer."""

CUT_FACTOR = 4
"""How much longer a reply may be if it is asked for again because the first one was cut off."""

SHOWN_CHARS_MAX = 40_000
"""Of a wrong answer that is sent back: about twice the longest reply that is asked for at first."""

OBJECTS_MAX = 100
"""So many JSON values are read of one reply."""

_OPENING = re.compile(r"[{\[]\s*[\"{}\]]")
"""Where JSON may begin in a reply: braces around words are prose."""

_READER = json.JSONDecoder(strict=False)
"""Reads JSON whose mistakes spoil single entries only: control characters, halves of surrogate pairs, NaN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[A]):
    """One question, and the shape of its answer."""

    purpose: Purpose
    prompt_version: str
    system: str  # the same for every call of this purpose and language, so that providers' prompt caches hit
    prompt: str
    answer: type[A]
    complaint: Callable[[A], str | None] = lambda answer: None
    """What is wrong with an answer of the right shape. It is asked for once more, and then taken as it is."""
    is_useful: Callable[[A], bool] = lambda answer: True
    """Whether an answer of the right shape is worth taking in spite of a complaint."""
    tokens_max: int = 4000  # of the reply
    is_mended: bool = True  # whether an answer of the wrong shape is asked for once more


@dataclass(frozen=True, slots=True)
class Answered(Generic[A]):
    """An answer of the right shape, and its calls: the ledger keeps their replies until the round is written."""

    answer: A
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Generic[T, A]):
    """A question to a model and its answer. The question knows what the numbers of the answer mean."""

    question: T
    answer: A
    prompt_version: str
    calls: tuple[str, ...] = ()  # in the ledger
    lost: tuple[str, ...] = ()  # what of the answer is not taken, each with the reason

    def signed(self, change: C) -> C:
        """The change, signed by the model."""
        return replace(change, author=Author.MODEL, prompt_version=self.prompt_version)


class Asker:
    """The models of one store. Safe to use from any thread; calls of different spaces do not wait for each other."""

    def __init__(
        self,
        knowledge: KnowledgeGraph,
        models: Mapping[Purpose, Model],
        governor: Governor,
        policy: AskingPolicy | None = None,
        *,
        wait: Callable[[float], None] = time.sleep,
        failing: set[str] | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.models = models
        self.governor = governor
        self.policy = policy or AskingPolicy()
        self.wait = wait
        self._failing = set[str]() if failing is None else failing  # models whose last request failed: tried only once

    def is_failing(self, purpose: Purpose) -> bool:
        """Whether the last request to the model for this purpose failed."""
        return self.models[purpose].name in self._failing

    def knows(self, purpose: Purpose) -> bool:
        """Whether there is a model for this purpose; if not, rules do the work."""
        return purpose in self.models

    def only(self, purposes: Container[Purpose]) -> Asker:
        """The same asker with only the models for these purposes."""
        models = {purpose: model for purpose, model in self.models.items() if purpose in purposes}
        return Asker(self.knowledge, models, self.governor, self.policy, wait=self.wait, failing=self._failing)

    def ask(
        self, space: str, call: Call[A], *, asked_by: str, now: datetime, has_lease: bool = False
    ) -> Answered[A] | Refused:
        """The answer, or the time from which it is worth asking again.

        At most `tries_max` requests, and as many more to repair an answer; none if the ledger has the replies. `now` is
        the time of all of them in the ledger. Raises BadAnswer when the repaired answer has the wrong shape too,
        ModelError when the provider cannot be reached or refuses, TooLarge when the call fits under no ceiling or into
        no model. `has_lease` says that `asked_by` asks for its round; raises LeaseLost when somebody else has the lease
        by then.
        """
        model = self.models[call.purpose]
        book = SpaceBook(self.knowledge, space, self.governor, lease_owner=asked_by if has_lease else None)
        policy = replace(self.policy, tries_max=1) if self.is_failing(call.purpose) else self.policy
        teller = Teller(book, asked_by, lambda: now, policy, wait=self.wait)
        asked = Request(
            purpose=call.purpose,
            lines=(PromptMessage("system", call.system), PromptMessage("user", call.prompt)),
            tokens_max=call.tokens_max,
            prompt_version=call.prompt_version,
            answer=call.answer,
            stable_lines=1,
        )
        first = self._said(teller, model, asked)
        if isinstance(first, Refused):
            return first
        answer, complaint = _parsed(call, first.body)
        paid: tuple[str, ...] = ()
        if answer is None and first.tokens_out > CUT_FACTOR * call.tokens_max:
            self._forget(space, first)
            raise BadAnswer(
                f"{first.model} answered with {first.tokens_out:,} tokens, far more than asked", calls=(first.id,)
            )
        if answer is None and call.is_mended and first.tokens_out >= call.tokens_max:
            paid = (first.id,)
            asked = replace(asked, tokens_max=CUT_FACTOR * call.tokens_max)
            whole = self._whole(teller, model, asked, space, first)
            if isinstance(whole, Refused):
                return whole
            first = whole
            answer, complaint = _parsed(call, first.body)
        if complaint is None and answer is not None:
            return Answered(answer, (*paid, first.id))
        if not call.is_mended:
            self._forget(space, first)
            raise BadAnswer(f"{first.model} answered without the shape that was asked for: {complaint}")
        if answer is None and first.outcome is CallOutcome.ANSWERED:
            first = close_call(self.knowledge, space, first, replace(first, outcome=CallOutcome.BAD_ANSWER))
        order = PromptMessage("user", f"{complaint} Answer again, with the whole JSON object alone.")
        repair = (*asked.lines, PromptMessage("assistant", first.body[:SHOWN_CHARS_MAX] or "…"), order)
        second: ModelCall | Refused | None = None
        try:
            second = teller.say(model, replace(asked, lines=repair))
        except ModelError:
            if answer is None:
                raise
        if not isinstance(second, ModelCall):
            if answer is None:
                assert second is not None
                return second
            return Answered(answer, (*paid, first.id))
        mended, complaint = _parsed(call, second.body)
        answer = mended or answer
        if answer is None:
            self._forget(space, first, second)
            raise BadAnswer(
                f"{second.model} answered twice without the shape that was asked for: {complaint}",
                calls=(*paid, first.id, second.id),
            )
        return Answered(answer, (*paid, first.id, second.id))

    def ask_within(self, space: str, call: Call[A], *, seconds: float, asked_by: str, now: datetime) -> A | None:
        """The answer; None if none of the right shape comes in time, or a ceiling leaves no room.

        A call that was not waited for is still in the ledger.
        """

        def answer() -> A | None:
            try:
                answered = self.ask(space, call, asked_by=asked_by, now=now)
            except RemembrancerError:
                return None
            return None if isinstance(answered, Refused) else answered.answer

        return within(seconds, answer, None)

    def _said(self, teller: Teller, model: Model, asked: Request) -> ModelCall | Refused:
        """The model's reply; whether it failed is remembered."""
        try:
            said = teller.say(model, asked)
        except ModelError:
            self._failing.add(model.name)
            raise
        self._failing.discard(model.name)
        return said

    def _whole(self, teller: Teller, model: Model, asked: Request, space: str, cut: ModelCall) -> ModelCall | Refused:
        """The model's reply when it has more room: its thoughts may have used up the first limit."""
        self._forget(space, cut)
        try:
            return teller.say(model, asked)
        except ModelError as error:
            raise BadAnswer(
                f"{cut.model} was cut off after {cut.tokens_out} tokens: {error}", calls=(cut.id,)
            ) from error

    def _forget(self, space: str, *calls: ModelCall) -> None:
        """Remove useless replies from the ledger, so that the next try of the round asks again."""
        for call in calls:
            close_call(self.knowledge, space, call, replace(call, outcome=CallOutcome.BAD_ANSWER, body=""))


def _parsed(call: Call[A], text: str) -> tuple[A | None, str | None]:
    """The answer in a reply, and a complaint to the model; at least one of the two."""
    found = _object_in(THOUGHT.sub("", text))
    if found is None:
        return None, "That is no JSON object."
    if found and found.keys().isdisjoint(call.answer.model_fields):
        return None, f"That answer cannot be read: it has none of the fields {', '.join(call.answer.model_fields)}."
    try:
        answer = call.answer.model_validate(found)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_context=False, include_input=False)[:ERRORS_LISTED_MAX]
        wrong = "; ".join(f"{'.'.join(map(str, each['loc'])) or 'all of it'}: {each['msg']}" for each in errors)
        return None, f"That answer cannot be read: {wrong}."
    complaint = call.complaint(answer)
    return (answer if complaint is None or call.is_useful(answer) else None), complaint


def _object_in(reply: str) -> dict[str, object] | None:
    """The last complete JSON object that is not empty, or else an empty one; None if there is none.

    It may be the only entry of a list. What comes before it may be a draft.
    """
    found: dict[str, object] | None = None
    end = 0
    for _ in range(OBJECTS_MAX):
        if (begins := _OPENING.search(reply, end)) is None:
            break
        try:
            value, end = _READER.raw_decode(reply, begins.start())
        except (ValueError, RecursionError):
            return None
        if isinstance(value, list) and len(value) == 1:
            [value] = value
        found = value if isinstance(value, dict) and (value or found is None) else found
    return found
