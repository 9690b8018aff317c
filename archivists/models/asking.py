"""Asks a model until the answer has the right shape: replies are kept, failures tried again, and all is counted.

kept reply? -> ceilings -> ledger -> request -> ledger -> shape -> one repair
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from threading import BoundedSemaphore
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from archivists.models.governor import Governor, Refused
from archivists.models.provider import Failure, Model, PromptMessage, Purpose, Reply, Request
from graph.errors import BadAnswer, ModelError, TooLarge
from graph.knowledge import KnowledgeGraph
from graph.text.tokens import count_tokens
from graph.upkeep.ledger import answered_call, close_call, open_call
from graph.values.changes import Grounds
from graph.values.items import Author, CallOutcome, ModelCall

A = TypeVar("A", bound=BaseModel)
C = TypeVar("C", bound=Grounds)
T = TypeVar("T")

AT_A_TIME = 4
"""Requests of one process under way at once, for all spaces together."""

ERRORS_LISTED_MAX = 5
"""A longer list of mistakes does not help a model to repair its answer."""

LINE_TOKENS = 8  # What a provider adds to each line, with a margin.

SLOTS = BoundedSemaphore(AT_A_TIME)

THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[A]):
    """One question, and the shape of its answer."""

    purpose: Purpose
    prompt_version: str
    system: str  # the same for every call of this purpose and language, so that providers' prompt caches hit
    prompt: str
    answer: type[A]
    complaint: Callable[[A], str | None] = lambda answer: None
    """What is wrong with an answer of the right shape: it is asked for once more, and then taken as it is."""
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

    def signed(self, change: C) -> C:
        """The change under the model's name."""
        return replace(change, author=Author.MODEL, prompt_version=self.prompt_version)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingPolicy:
    """How long and how often one request is tried."""

    timeout_seconds: float = 60.0
    tries_max: int = 3
    wait_seconds: float = 2.0  # After the first failure; twice as long after each further one.
    wait_seconds_max: float = 20.0  # When a provider asks for a longer wait, the round is put off until then.
    queues: bool = True  # whether a call waits when too many are under way; if not, it is refused

    @property
    def seconds_max(self) -> float:
        """The longest that asking may take, with its repair: a lease must last longer."""
        return 2 * self.tries_max * (self.timeout_seconds + self.wait_seconds_max)


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
    ) -> None:
        self.knowledge = knowledge
        self.models = models
        self.governor = governor
        self.policy = policy or AskingPolicy()
        self.wait = wait

    def knows(self, purpose: Purpose) -> bool:
        """Whether there is a model for this purpose; if not, rules do the work."""
        return purpose in self.models

    def only(self, purposes: Container[Purpose]) -> Asker:
        """The same without the models of all other purposes."""
        models = {purpose: model for purpose, model in self.models.items() if purpose in purposes}
        return Asker(self.knowledge, models, self.governor, self.policy, wait=self.wait)

    def ask(self, space: str, call: Call[A], *, asked_by: str, now: datetime) -> Answered[A] | Refused:
        """The answer, or the time from which it is worth asking again.

        At most `tries_max` requests, and as many more to repair an answer; none if the ledger has the replies. `now` is
        the time of all of them in the ledger. Raises BadAnswer when the repaired answer has the wrong shape too,
        ModelError when the provider cannot be reached or refuses, TooLarge when the call fits under no ceiling or into
        no model.
        """
        asking = _Asking(self, space, call, asked_by, now)
        lines = (PromptMessage("system", call.system), PromptMessage("user", call.prompt))
        first = asking.said(lines)
        if isinstance(first, Refused):
            return first
        answer, complaint = _parsed(call, first.body)
        if complaint is None and answer is not None:
            return Answered(answer, (first.id,))
        if not call.is_mended:
            asking.forget(first)
            raise BadAnswer(f"{first.model} answered without the shape that was asked for: {complaint}")
        second = asking.mended(lines, first, str(complaint), has_answer=answer is not None)
        if isinstance(second, Refused):
            return second
        if second is not None:
            mended, complaint = _parsed(call, second.body)
            answer = mended or answer
            if answer is None:
                asking.forget(first, second)
                raise BadAnswer(f"{second.model} answered twice without the shape that was asked for: {complaint}")
        assert answer is not None
        return Answered(answer, (first.id,) if second is None else (first.id, second.id))


@dataclass(frozen=True, slots=True)
class _Asking(Generic[A]):
    """One question under way."""

    asker: Asker
    space: str
    call: Call[A]
    asked_by: str
    now: datetime

    def said(self, lines: tuple[PromptMessage, ...]) -> ModelCall | Refused:
        """What the model says to these lines: from the ledger, or by a request."""
        policy = self.asker.policy
        model = self.asker.models[self.call.purpose]
        prompt_hash = hash_of(model.name, lines)
        if kept := answered_call(self.asker.knowledge, self.space, prompt_hash):
            return kept
        return with_tries(
            model.name,
            policy,
            lambda: self._request(model, lines, prompt_hash),
            now=lambda: self.now,
            wait=self.asker.wait,
        )

    def mended(
        self, lines: tuple[PromptMessage, ...], bad: ModelCall, complaint: str, *, has_answer: bool
    ) -> ModelCall | Refused | None:
        """What the model says when it hears what was wrong; None if that fails and there is an answer to take."""
        if bad.outcome is CallOutcome.ANSWERED and not has_answer:
            bad = close_call(self.asker.knowledge, self.space, bad, replace(bad, outcome=CallOutcome.BAD_ANSWER))
        order = f"{complaint} Answer again, with the whole JSON object alone."
        repair = (*lines, PromptMessage("assistant", bad.body or "…"), PromptMessage("user", order))
        try:
            said = self.said(repair)
        except ModelError:
            if has_answer:
                return None
            raise
        return None if has_answer and isinstance(said, Refused) else said

    def forget(self, *calls: ModelCall) -> None:
        """Remove useless replies from the ledger, so that the next try of the round asks again."""
        for call in calls:
            bad = replace(call, outcome=CallOutcome.BAD_ANSWER, body="")
            close_call(self.asker.knowledge, self.space, call, bad)

    def _request(
        self, model: Model, lines: tuple[PromptMessage, ...], prompt_hash: str
    ) -> ModelCall | Refused | Failure:
        """One request, counted before and after. A failure is in the ledger too."""
        asker, call = self.asker, self.call
        tokens_in = sum(count_tokens(line.text) + LINE_TOKENS for line in lines)
        request = Request(
            lines=lines,
            answer=call.answer,
            tokens_max=call.tokens_max,
            timeout_seconds=asker.policy.timeout_seconds,
        )
        if not SLOTS.acquire(blocking=asker.policy.queues):
            return Refused(self.now, f"{AT_A_TIME} calls are under way")
        try:
            reserved = asker.governor.reserve(self.space, tokens_in + call.tokens_max, now=self.now)
            if isinstance(reserved, Refused):
                return reserved
            opened = open_call(
                asker.knowledge,
                self.space,
                ModelCall(
                    id="",
                    purpose=call.purpose,
                    model=model.name,
                    prompt_hash=prompt_hash,
                    prompt_version=call.prompt_version,
                    asked_by=self.asked_by,
                    outcome=CallOutcome.UNDER_WAY,
                    tokens_in=tokens_in,
                    is_estimated=True,
                    created_at=self.now,
                ),
            )
            begun = time.monotonic()
            outcome = model.complete(request)
            closed = replace(with_outcome(opened, outcome), duration_ms=round((time.monotonic() - begun) * 1000))
        finally:
            SLOTS.release()
        close_call(asker.knowledge, self.space, opened, closed)
        asker.governor.settle(reserved, closed.tokens_in + closed.tokens_out)
        return closed if isinstance(outcome, Reply) else outcome


def with_tries(
    model: str,
    policy: AskingPolicy,
    request: Callable[[], ModelCall | Refused | Failure],
    *,
    now: Callable[[], datetime],
    wait: Callable[[float], None],
) -> ModelCall | Refused:
    """The outcome of a request that is made again while that may help. Raises ModelError and TooLarge."""
    for tried in range(1, policy.tries_max + 1):
        made = request()
        if isinstance(made, ModelCall | Refused):
            return made
        seconds = made.retry_after_seconds
        if seconds is None:
            seconds = policy.wait_seconds * 2 ** (tried - 1)
        if made.outcome is CallOutcome.BUSY and (seconds > policy.wait_seconds_max or tried == policy.tries_max):
            return Refused(now() + timedelta(seconds=seconds), f"{model} is busy: {made.detail}")
        if made.is_too_large:
            raise TooLarge(f"{model} cannot take so much at once: {made.detail}")
        if not made.is_worth_repeating or tried == policy.tries_max:
            raise ModelError(f"{model} did not answer after {tried} of {policy.tries_max} tries: {made.detail}")
        wait(min(seconds, policy.wait_seconds_max))
    raise AssertionError("the last try returns or raises")


def hash_of(model: str, lines: tuple[PromptMessage, ...]) -> str:
    """A key that two prompts share exactly if they are the same words to the same model."""
    words = json.dumps([model, *([line.role, line.text] for line in lines)])
    return blake2b(words.encode(), digest_size=16).hexdigest()


def with_outcome(call: ModelCall, outcome: Reply | Failure) -> ModelCall:
    """The call as the ledger keeps it, with the outcome of the request."""
    match outcome:
        case Failure(outcome=CallOutcome.TIMED_OUT):
            # The provider has read the prompt, and will charge for it.
            return replace(call, outcome=CallOutcome.TIMED_OUT, error=outcome.detail)
        case Failure():
            return replace(call, outcome=outcome.outcome, error=outcome.detail, tokens_in=0, is_estimated=False)
        case Reply():
            is_counted = outcome.tokens_in > 0  # by the provider
            return replace(
                call,
                outcome=CallOutcome.ANSWERED,
                tokens_in=outcome.tokens_in if is_counted else call.tokens_in,
                tokens_out=outcome.tokens_out if is_counted else count_tokens(outcome.text),
                tokens_cached=outcome.tokens_cached,
                is_estimated=not is_counted,
                cost=outcome.cost,
                body=outcome.text or " ",
            )


def _parsed(call: Call[A], text: str) -> tuple[A | None, str | None]:
    """The answer in a reply, and a complaint to the model; at least one of the two."""
    found = _OBJECT.search(THOUGHT.sub("", text))
    if found is None:
        return None, "That is no JSON object."
    try:
        answer = call.answer.model_validate_json(found[0])
    except ValidationError as error:
        errors = error.errors(include_url=False, include_context=False, include_input=False)[:ERRORS_LISTED_MAX]
        wrong = "; ".join(f"{'.'.join(map(str, each['loc'])) or 'all of it'}: {each['msg']}" for each in errors)
        return None, f"That answer cannot be read: {wrong}."
    return answer, call.complaint(answer)
