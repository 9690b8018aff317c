"""The questions of one round: each is asked at most once, as long as the round has calls left."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, cast

from pydantic import BaseModel

from archivists.keeping.archivist import ModelQuestion, Proposal, Questions
from archivists.models.asking import Asker, Call, Exchange
from archivists.models.governor import Refused
from archivists.models.paid_replies import AT_A_TIME
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy, calls_left
from graph.errors import BadAnswer, ModelError, TooLarge
from graph.upkeep.leases import ATTEMPTS_MAX
from graph.values.items import Space

Q = TypeVar("Q")
A = TypeVar("A", bound=BaseModel)
H = TypeVar("H")


class ModelQuestions(Questions):
    """Asks the available models for a round of `space`, under its lease."""

    def __init__(
        self,
        asker: Asker,
        space: Space,
        *,
        asked_by: str,
        now: datetime,
        policy: RoundPolicy,
        is_last_try: bool = False,
        paid: tuple[str, ...] = (),
    ) -> None:
        self.calls = paid  # the ledger's calls for all answers, useless ones included
        self.failures: tuple[str, ...] = ()  # why something was not read by a model
        self._is_last_try = is_last_try  # whether the round goes on without what no model answers
        self._asker = asker
        self._space = space
        self._asked_by = asked_by
        self._now = now
        self._policy = policy
        self._answers: dict[type[BaseModel], object] = {}

    def ask(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """The models' answer, asked for once; None if there is no model, nothing to ask, or no good answer.

        An owed question raises TooLarge if it does not fit into a call, and what asking raises, but no ModelError in
        the last try. Any other needs a whole call for each of its parts, unless it is urgent.
        """
        if question.shape not in self._answers:
            self._answers[question.shape] = None  # Not asked again if it raises.
            if self._asker.knows(question.purpose) and not self._is_given_up(question.purpose):
                answer = (self._owed if question.is_owed else self._spare)(question, proposal)
                self._answers[question.shape] = answer
        return cast("H | Refused | None", self._answers[question.shape])

    def _is_given_up(self, purpose: Purpose) -> bool:
        """Whether the model for this has failed in every try so far: the last one goes on without it."""
        is_failing = self._is_last_try and self._asker.is_failing(purpose)
        if is_failing and purpose is Purpose.READ:
            self.failures += (f"a model that failed in {ATTEMPTS_MAX - 1} tries has not read these messages",)
        return is_failing

    def _owed(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        for asked in question.build(proposal, self._policy):
            try:
                exchange = self._exchange(asked, question.call(asked))
            except ModelError as error:
                self.calls += error.calls if isinstance(error, BadAnswer) else ()
                if not self._is_last_try:
                    raise
                self.failures += (f"no model has read these messages: {error}",)
                return None
            if isinstance(exchange, Refused):
                return exchange
            self.calls += exchange.calls
            return question.combined([exchange])
        return None

    def _spare(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """The good answers, some calls at a time. A call that is too large is halved, if it has parts."""
        policy = self._policy
        while (left := max(int(self._calls_left(proposal)), int(question.is_urgent(proposal)))) >= 1 and (
            asked := question.build(proposal, policy)[:left]
        ):
            with ThreadPoolExecutor(AT_A_TIME) as pool:
                told = list(pool.map(lambda each: self._told(each, question.call(each)), asked))
            for each in told:
                if isinstance(each, Refused):
                    return each  # Replies that came are kept, and the next try does not ask for them again.
            calls = tuple(call for each in told if isinstance(each, Exchange | BadAnswer) for call in each.calls)
            self.calls += calls
            good = [each for each in told if isinstance(each, Exchange)]
            if question.blank is not None and not good and any(isinstance(each, BadAnswer) for each in told):
                good = [Exchange(question=asked[0], answer=question.blank, prompt_version="")]
            if not question.halved or not all(isinstance(each, TooLarge) for each in told):
                return question.combined(good) if good else None
            policy = replace(policy, **{question.halved: getattr(policy, question.halved) // 2})
        return None

    def _told(self, asked: Q, call: Call[A]) -> Exchange[Q, A] | Refused | BadAnswer | TooLarge | None:
        """The model's answer, or why there is none."""
        try:
            return self._exchange(asked, call)
        except (BadAnswer, TooLarge) as error:
            return error
        except ModelError:
            if not self._is_last_try:
                raise
            return None

    def _calls_left(self, proposal: Proposal) -> float:
        return calls_left(self._space, len(proposal.window.messages), self._policy) - len(self.calls)

    def _exchange(self, asked: Q, call: Call[A]) -> Exchange[Q, A] | Refused:
        """A model's answer. Called from several threads at once, so it stores nothing."""
        answered = self._asker.ask(self._space.name, call, asked_by=self._asked_by, now=self._now, has_lease=True)
        if isinstance(answered, Refused):
            return answered
        calls, version = answered.calls, call.prompt_version
        return Exchange(question=asked, answer=answered.answer, prompt_version=version, calls=calls)
