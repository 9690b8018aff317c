"""Sends requests to a model: repeated while that may help, counted before and after, and paid for once."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from threading import BoundedSemaphore
from typing import Protocol

from archivists.models.governor import Governor, Refused, Reserved
from archivists.models.provider import Failure, Model, Reply, Request
from graph.errors import LeaseLost, ModelError, TooLarge
from graph.knowledge import KnowledgeGraph
from graph.text.tokens import count_tokens
from graph.upkeep.ledger import answered_call, close_call, open_call
from graph.values.call_outcome import CallOutcome
from graph.values.items import ModelCall

AT_A_TIME = 4
"""Requests of one process under way at once, for all spaces together."""

THOUGHT = re.compile(r"\A.*</think>", re.DOTALL)
"""What a model thinks aloud; some servers cut the beginning."""

_SLOTS = BoundedSemaphore(AT_A_TIME)
_EMPTY = Failure(outcome=CallOutcome.BAD_ANSWER, detail="the reply is empty")


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


class CallBook(Protocol):
    """A ledger: it notes each request before it is made and what came of it, and keeps replies that are not used up."""

    def kept(self, prompt_hash: str) -> ModelCall | None:
        """The call of this prompt with its reply, if that is kept."""

    def open(self, call: ModelCall) -> ModelCall | Refused:
        """Note a call before it is made, with the most that it may take; returns it with its id.

        Returns Refused if no more may be asked now.
        """

    def close(self, before: ModelCall, after: ModelCall) -> None:
        """Note what came of a call, and keep its reply."""


class SpaceBook:
    """The ledger of a space, with its ceilings. A round passes the owner of its lease."""

    def __init__(
        self, knowledge: KnowledgeGraph, space: str, governor: Governor, *, lease_owner: str | None = None
    ) -> None:
        self._knowledge = knowledge
        self._space = space
        self._governor = governor
        self._lease_owner = lease_owner
        self._reserved: dict[str, Reserved] = {}

    def kept(self, prompt_hash: str) -> ModelCall | None:
        """See CallBook.kept."""
        return answered_call(self._knowledge, self._space, prompt_hash)

    def open(self, call: ModelCall) -> ModelCall | Refused:
        """See CallBook.open."""
        reserved = self._governor.reserve(self._space, call.tokens_in + call.tokens_out, now=call.created_at)
        if isinstance(reserved, Refused):
            return reserved
        try:
            opened = open_call(self._knowledge, self._space, replace(call, tokens_out=0), lease_owner=self._lease_owner)
        except LeaseLost:
            self._governor.settle(reserved, 0)
            raise
        self._reserved[opened.id] = reserved
        return opened

    def close(self, before: ModelCall, after: ModelCall) -> None:
        """See CallBook.close."""
        close_call(self._knowledge, self._space, before, after)
        self._governor.settle(self._reserved.pop(before.id), after.tokens_in + after.tokens_out)


@dataclass(frozen=True, slots=True)
class Teller:
    """Asks models on behalf of `asked_by`, and notes each call in its book."""

    book: CallBook
    asked_by: str
    now: Callable[[], datetime]
    policy: AskingPolicy = field(default_factory=AskingPolicy)
    wait: Callable[[float], None] = time.sleep

    def tell(self, model: Model, asked: Request) -> ModelCall:
        """Like `say`, for callers that cannot come back later: a refusal is raised as ModelError too."""
        said = self.say(model, asked)
        if isinstance(said, Refused):
            raise ModelError(f"{said.reason}; try again at {said.until:%H:%M:%S}")
        return said

    def say(self, model: Model, asked: Request) -> ModelCall | Refused:
        """The call with what the model said: kept from before, or paid for now.

        At most `tries_max` requests. Raises ModelError when the provider cannot be reached or refuses; TooLarge when
        the call fits under no ceiling, or the model cannot take so much. Returns Refused if asking later may help.
        """
        words = json.dumps([model.name, *([line.role, line.text] for line in asked.lines)])
        prompt_hash = blake2b(words.encode(), digest_size=16).hexdigest()
        if kept := self.book.kept(prompt_hash):
            return kept
        policy = self.policy
        for tried in range(1, policy.tries_max + 1):
            made = self._request(model, asked, prompt_hash)
            if isinstance(made, ModelCall | Refused):
                return made
            asked_to_wait = made.outcome is CallOutcome.BUSY and made.retry_after_seconds is not None
            seconds = made.retry_after_seconds
            if seconds is None:
                seconds = policy.wait_seconds * 2 ** (tried - 1)
            # Without a time to come back at, the try fails, so that it is not put off for ever.
            if asked_to_wait and (seconds > policy.wait_seconds_max or tried == policy.tries_max):
                return Refused(self.now() + timedelta(seconds=seconds), made.in_words(model.name))
            if made.is_too_large:
                raise TooLarge(f"{model.name} cannot take so much at once: {made.detail}")
            if not made.is_worth_repeating or tried == policy.tries_max:
                raise ModelError(made.in_words(model.name, f", after {tried} of {policy.tries_max} tries"))
            self.wait(min(seconds, policy.wait_seconds_max))
        raise AssertionError("the last try returns or raises")

    def _request(self, model: Model, asked: Request, prompt_hash: str) -> ModelCall | Refused | Failure:
        """One request, noted before and after, even if it fails. Thoughts are cut out of free text."""
        if not _SLOTS.acquire(blocking=self.policy.queues):
            return Refused(self.now(), f"{AT_A_TIME} calls are under way")
        try:
            opened = self.book.open(
                ModelCall(
                    id="",
                    purpose=asked.purpose,
                    model=model.name,
                    prompt_hash=prompt_hash,
                    prompt_version=asked.prompt_version,
                    asked_by=self.asked_by,
                    outcome=CallOutcome.UNDER_WAY,
                    tokens_in=asked.tokens,
                    tokens_out=asked.tokens_max,
                    is_estimated=True,
                    created_at=self.now(),
                )
            )
            if isinstance(opened, Refused):
                return opened
            begun = time.monotonic()
            outcome = model.complete(replace(asked, timeout_seconds=self.policy.timeout_seconds))
            duration_ms = round((time.monotonic() - begun) * 1000)
        finally:
            _SLOTS.release()
        closed = replace(_with_outcome(opened, outcome), duration_ms=duration_ms)
        if asked.answer is None:
            text = THOUGHT.sub("", outcome.text).strip() if isinstance(outcome, Reply) else ""
            if isinstance(outcome, Reply) and not text:
                outcome = _EMPTY
                closed = replace(closed, outcome=_EMPTY.outcome, error=_EMPTY.detail)
            closed = replace(closed, body=text)
        self.book.close(opened, closed)
        return outcome if isinstance(outcome, Failure) else closed


def _with_outcome(call: ModelCall, outcome: Reply | Failure) -> ModelCall:
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
