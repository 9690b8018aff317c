"""Asking a model for free text, outside of any space: tried again as every question is, and paid for once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from archivists.models.asking import LINE_TOKENS, SLOTS, THOUGHT, AskingPolicy, hash_of, with_outcome, with_tries
from archivists.models.governor import Governor, Refused, Reserved
from archivists.models.provider import Failure, Model, PromptMessage, Reply, Request
from graph.errors import ModelError
from graph.knowledge import KnowledgeGraph
from graph.text.tokens import count_tokens
from graph.upkeep.ledger import answered_call, close_call, open_call
from graph.values.items import CallOutcome, ModelCall

EMPTY = Failure(outcome=CallOutcome.BAD_ANSWER, detail="the reply is empty")


class CallBook(Protocol):
    """A ledger: every request before it is made, what came of it, and the replies that are not used up."""

    def kept(self, prompt_hash: str) -> ModelCall | None:
        """The call of this prompt whose reply is kept, with it."""

    def open(self, call: ModelCall) -> ModelCall:
        """The call is noted before it is made, with all that it may take; it is returned under an id of its own."""

    def close(self, before: ModelCall, after: ModelCall) -> None:
        """What came of a call is noted, and its reply kept."""


class SpaceBook:
    """The ledger of a space, with its ceilings."""

    def __init__(self, knowledge: KnowledgeGraph, space: str, governor: Governor) -> None:
        self._knowledge = knowledge
        self._space = space
        self._governor = governor
        self._reserved: dict[str, Reserved] = {}

    def kept(self, prompt_hash: str) -> ModelCall | None:
        """See CallBook.kept."""
        return answered_call(self._knowledge, self._space, prompt_hash)

    def open(self, call: ModelCall) -> ModelCall:
        """See CallBook.open. Raises ModelError when the hour has no room for the call."""
        reserved = self._governor.reserve(self._space, call.tokens_in + call.tokens_out, now=call.created_at)
        if isinstance(reserved, Refused):
            raise ModelError(f"{reserved.reason}; try again at {reserved.until:%H:%M:%S}")
        opened = open_call(self._knowledge, self._space, replace(call, tokens_out=0))
        self._reserved[opened.id] = reserved
        return opened

    def close(self, before: ModelCall, after: ModelCall) -> None:
        """See CallBook.close."""
        close_call(self._knowledge, self._space, before, after)
        self._governor.settle(self._reserved.pop(before.id), after.tokens_in + after.tokens_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question for free text."""

    purpose: str
    lines: tuple[PromptMessage, ...]
    tokens_max: int  # of the reply
    stable_lines: int = 0
    prompt_version: str = ""

    @property
    def tokens(self) -> int:
        """What the lines take, about."""
        return sum(count_tokens(line.text) + LINE_TOKENS for line in self.lines)


@dataclass(frozen=True, slots=True)
class Teller:
    """Models that tell something, with the book of what they were asked."""

    book: CallBook
    asked_by: str
    now: Callable[[], datetime]
    policy: AskingPolicy = field(default_factory=AskingPolicy)
    wait: Callable[[float], None] = time.sleep

    def tell(self, model: Model, asked: Asked) -> ModelCall:
        """The call with what the model said, thoughts left out: kept from before, or paid for now.

        At most `tries_max` requests. Raises ModelError when the provider cannot be reached, refuses, or is busy for
        longer than is worth waiting; TooLarge when the model cannot take so much.
        """
        prompt_hash = hash_of(model.name, asked.lines)
        if kept := self.book.kept(prompt_hash):
            return kept
        made = with_tries(
            model.name, self.policy, lambda: self._request(model, asked, prompt_hash), now=self.now, wait=self.wait
        )
        if isinstance(made, Refused):
            raise ModelError(f"{made.reason}; try again at {made.until:%H:%M:%S}")
        return made

    def _request(self, model: Model, asked: Asked, prompt_hash: str) -> ModelCall | Failure:
        """One request, noted before and after."""
        request = Request(
            lines=asked.lines,
            tokens_max=asked.tokens_max,
            timeout_seconds=self.policy.timeout_seconds,
            stable_lines=asked.stable_lines,
        )
        with SLOTS:
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
            begun = time.monotonic()
            outcome = model.complete(request)
            duration_ms = round((time.monotonic() - begun) * 1000)
        closed = replace(with_outcome(opened, outcome), duration_ms=duration_ms)
        text = THOUGHT.sub("", outcome.text).strip() if isinstance(outcome, Reply) else ""
        if isinstance(outcome, Reply) and not text:
            outcome = EMPTY
            closed = replace(closed, outcome=EMPTY.outcome, error=EMPTY.detail)
        closed = replace(closed, body=text)
        self.book.close(opened, closed)
        return outcome if isinstance(outcome, Failure) else closed
