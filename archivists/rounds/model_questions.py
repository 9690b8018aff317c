"""The questions of one round: each is asked at most once, as long as the round has calls left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel

from archivists.keeping.archivist import Proposal, Questions
from archivists.keeping.rewriting import leftovers
from archivists.models.asking import Asker, Call, Exchange
from archivists.models.governor import Refused
from archivists.models.paid_replies import AT_A_TIME
from archivists.models.provider import Purpose
from archivists.questions.moments_question import Telling, moments_question
from archivists.questions.read import Reading, read_question
from archivists.questions.reflect import ReflectQuestion, Thinking, reflect_questions
from archivists.questions.settle import SettleQuestion, Settling, settle_question
from archivists.questions.write import WriteQuestion, Writing, together, write_apart, write_question
from archivists.round_policy import RoundPolicy, calls_left
from graph.errors import BadAnswer, ModelError, TooLarge
from graph.values.items import Space

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")


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
        self._is_last_try = is_last_try  # whether rules do what no model answers
        self._asker = asker
        self._space = space
        self._asked_by = asked_by
        self._now = now
        self._policy = policy
        self._reading: Reading | Refused | None = None
        self._has_read = False
        self._telling: Telling | Refused | None = None
        self._has_told = False

    def read(self, proposal: Proposal) -> Reading | Refused | None:
        """Asks what is new in the window, even when no call is left: messages are always read.

        Raises TooLarge if the window does not fit into a call, and what asking raises, but no ModelError in the last
        try.
        """
        if not self._has_read:
            self._has_read = True
            question = read_question(proposal.window, self._policy) if self._asker.knows(Purpose.READ) else None
            try:
                self._reading = None if question is None else self._ask(question, question.call())
            except ModelError:
                if not self._is_last_try:
                    raise
        return self._reading

    def settle(self, proposal: Proposal) -> Settling | Refused | None:
        """Asks how the pairs that rules left open relate."""

        def question_of(pairs_max: int) -> SettleQuestion | None:
            policy = replace(self._policy, settle_pairs_max=pairs_max)
            return settle_question(proposal.window, proposal.doubts, policy)

        return self._ask_in_parts(
            Purpose.SETTLE, proposal, question_of, SettleQuestion.call, self._policy.settle_pairs_max
        )

    def write(self, proposal: Proposal) -> Writing | Refused | None:
        """Asks for texts in place of what rules have quoted."""
        if self._policy.calls_apart:
            return self._write_apart(proposal)
        rest = leftovers(proposal, self._policy)

        def question_of(texts_max: int) -> WriteQuestion | None:
            policy = replace(self._policy, write_texts_max=texts_max)
            return write_question(proposal.window, (*proposal.changes, *proposal.due), rest, policy)

        return self._ask_in_parts(
            Purpose.WRITE, proposal, question_of, WriteQuestion.call, self._policy.write_texts_max
        )

    def moments(self, proposal: Proposal) -> Telling | Refused | None:
        """Asks what of the window's story is worth remembering, even when no call is left, as *read* does."""
        if not self._has_told:
            self._has_told = True
            is_known = self._asker.knows(Purpose.MOMENTS)
            question = moments_question(proposal.window, self._policy) if is_known else None
            try:
                self._telling = None if question is None else self._ask(question, question.call())
            except ModelError:
                if not self._is_last_try:
                    raise
        return self._telling

    def reflect(self, proposal: Proposal) -> Thinking | Refused | None:
        """Asks what participants have come to think, one call each."""
        questions = list(reflect_questions(proposal.window, proposal.changes, self._policy))
        if not questions or not self._may_ask(Purpose.REFLECT, proposal):
            return None
        questions = questions[: int(self._calls_left(proposal))]
        found = self._ask_apart(questions, ReflectQuestion.call)
        if isinstance(found, Refused):
            return found
        return Thinking({each.question.thinker.name: each for each in found if each is not None})

    def _write_apart(self, proposal: Proposal) -> Writing | Refused | None:
        """The texts that models have written, one call each, some at a time; None if no text is good."""
        if not self._may_ask(Purpose.WRITE, proposal):
            return None
        policy = replace(self._policy, write_texts_max=int(self._calls_left(proposal)))
        questions = write_apart(proposal.window, proposal.changes, policy)
        written = self._ask_apart(questions, WriteQuestion.call)
        if isinstance(written, Refused):
            return written
        good = [each for each in written if each is not None and each.answer.texts]
        return together(good) if good else None

    def _ask_apart(
        self, questions: Sequence[T], call_of: Callable[[T], Call[A]]
    ) -> list[Exchange[T, A] | None] | Refused:
        """The models' answers to these questions, some at a time; None where rules must do it."""

        def told(question: T) -> tuple[Exchange[T, A] | None, tuple[str, ...]] | Refused:
            call = call_of(question)
            try:
                exchange = self._exchange(question, call)
            except BadAnswer as error:
                return None, error.calls
            except TooLarge:
                return None, ()
            except ModelError:
                if not self._is_last_try:
                    raise
                return None, ()
            return exchange if isinstance(exchange, Refused) else (exchange, exchange.calls)

        with ThreadPoolExecutor(AT_A_TIME) as pool:
            found = list(pool.map(told, questions))
        if refused := next((each for each in found if isinstance(each, Refused)), None):
            return refused  # Replies that came are kept, and the next try does not ask for them again.
        done = [each for each in found if not isinstance(each, Refused)]
        self.calls += tuple(call for _, calls in done for call in calls)
        return [exchange for exchange, _ in done]

    def _ask_in_parts(
        self,
        purpose: Purpose,
        proposal: Proposal,
        question_of: Callable[[int], T | None],
        call_of: Callable[[T], Call[A]],
        parts_max: int,
    ) -> Exchange[T, A] | Refused | None:
        """A model's answer to a question of at most `parts_max` parts, halved as long as they are too large.

        None if there is no model, no call left, nothing to ask, or no good answer: what rules have done is good enough
        to go on with the round.
        """
        while self._may_ask(purpose, proposal) and (question := question_of(parts_max)) is not None:
            try:
                return self._ask(question, call_of(question))
            except BadAnswer:
                return None
            except ModelError:
                if not self._is_last_try:
                    raise
                return None
            except TooLarge:
                parts_max //= 2
        return None

    def _may_ask(self, purpose: Purpose, proposal: Proposal) -> bool:
        return self._asker.knows(purpose) and self._calls_left(proposal) >= 1

    def _calls_left(self, proposal: Proposal) -> float:
        return calls_left(self._space, len(proposal.window.messages), self._policy) - len(self.calls)

    def _ask(self, question: T, call: Call[A]) -> Exchange[T, A] | Refused:
        try:
            exchange = self._exchange(question, call)
        except BadAnswer as error:
            self.calls += error.calls
            raise
        if not isinstance(exchange, Refused):
            self.calls += exchange.calls
        return exchange

    def _exchange(self, question: T, call: Call[A]) -> Exchange[T, A] | Refused:
        """A model's answer. Called from several threads at once, so it stores nothing."""
        answered = self._asker.ask(self._space.name, call, asked_by=self._asked_by, now=self._now, has_lease=True)
        if isinstance(answered, Refused):
            return answered
        calls, version = answered.calls, call.prompt_version
        return Exchange(question=question, answer=answered.answer, prompt_version=version, calls=calls)
