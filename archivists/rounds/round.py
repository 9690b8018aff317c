"""A round: claim the space, read a window, let the archivists propose and ask, and write it all at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar, cast

from pydantic import BaseModel

from archivists.keeping.archivist import ModelQuestion, Proposal, Questions
from archivists.models.asking import Asker, Call, Exchange
from archivists.models.governor import Refused
from archivists.models.paid_replies import AT_A_TIME
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy, calls_left
from archivists.rounds.due import has_work
from archivists.rounds.proposing import ARCHIVISTS, AnyArchivist, propose
from archivists.window.unread import next_stretch
from archivists.window.window import redacted
from archivists.window.window_reading import read_window
from graph.changing.apply import RoundMark, apply_changes
from graph.errors import BadAnswer, LeaseLost, ModelError, StoreUnavailable, TooLarge
from graph.knowledge import KnowledgeGraph
from graph.upkeep.leases import ATTEMPTS_MAX, claim, cut_short, give_up, put_off, release
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What one round has done."""

    space: str
    messages: int  # read for the first time
    rounded_to: str
    changes: dict[str, int]  # those that had an effect, by name, such as NewFact
    linked: int = 0  # facts of earlier rounds that a model has judged
    lost: tuple[str, ...] = ()  # what of a model's answers was not kept, each with the reason

    @property
    def is_any(self) -> bool:
        """Whether anything was done. If not, another round would do nothing either."""
        return bool(self.messages or self.changes or self.linked)


def run_round(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    archivists: Sequence[AnyArchivist] = ARCHIVISTS,
    asker: Asker | None = None,
) -> RoundReport | None:
    """Consolidate one window of the space; None if another worker holds the lease, or takes it over meanwhile.

    Unread messages are read whether a round is due or not. If there is nothing to do, nothing is written. An error is
    noted on the space with the time of the next try, and raised. If the store is unavailable, the lease runs out.
    Whoever passes an asker renews the lease while models are asked (`graph.upkeep.leases.renew`).

    Models are asked few questions, each once; rules do the rest. If a model may not be asked now, the round is put off:
    the space notes until when, and None is returned. Answers so far are kept, and not asked for again.
    """
    stored = knowledge.space(space)
    if not has_work(knowledge, stored, now=now, policy=policy, asker=asker):
        return RoundReport(space=space, messages=0, rounded_to=stored.rounded_to, changes={})
    stretch = next_stretch(knowledge, stored, policy)
    claimed = claim(knowledge, space, owner=owner, now=now, seconds=policy.lease_seconds, stretch=stretch)
    if claimed is None:
        return None
    try:
        done = _consolidate(knowledge, claimed, owner=owner, now=now, policy=policy, archivists=archivists, asker=asker)
        if isinstance(done, Refused):
            put_off(knowledge, space, owner=owner, reason=done.reason, until=done.until)
            return None
    except LeaseLost:
        return None
    except StoreUnavailable:
        raise
    except Exception as error:
        give_up(knowledge, space, owner=owner, error=str(error), now=now)
        raise
    except BaseException:
        # The program is being stopped: nothing has failed.
        release(knowledge, space, owner=owner)
        raise
    return done


def _consolidate(
    knowledge: KnowledgeGraph,
    space: Space,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    archivists: Sequence[AnyArchivist],
    asker: Asker | None,
) -> RoundReport | Refused:
    """Read, decide and write one round under its lease.

    A window is halved as often as it is too large for a model, and once after a useless answer. If there is still no
    answer then, if no model takes even one message, or in the last try before the space would be set aside, the net
    alone reads the window.
    """
    asked = asker.models.keys() if asker else frozenset()
    is_last_try, paid = space.attempts >= ATTEMPTS_MAX - 1, tuple[str, ...]()
    while True:
        questions = (
            ModelQuestions(asker, space, asked_by=owner, now=now, policy=policy, is_last_try=is_last_try, paid=paid)
            if asker
            else None
        )
        window = read_window(knowledge, space, now=now, policy=policy, asked=asked)
        window = redacted(window) if policy.redact else window
        try:
            proposal = propose(window, policy, questions, archivists)
            break
        except (TooLarge, BadAnswer) as error:
            if isinstance(error, BadAnswer):
                is_last_try, paid = True, questions.calls if questions else ()
            if len(window.messages) > 1:
                last = window.messages[len(window.messages) // 2 - 1]
                space = cut_short(knowledge, space.name, owner=owner, read_to=last.id)
            elif isinstance(error, TooLarge):
                asker = None  # No model takes even one message: the net alone reads it.
    if isinstance(proposal, Refused):
        return proposal
    earned = len(window.messages) * policy.calls_per_message if asker and asker.models else 0.0
    mark = RoundMark(
        owner=owner,
        rounded_to=window.read_to,
        calls=questions.calls if questions else (),
        released=tuple(each.conversation.id for each in window.conversations if each.is_released),
        calls_earned=earned,
        unlinked=proposal.unlinked,
        learned_at=window.learns_at,
    )
    applied = apply_changes(knowledge, space.name, proposal.changes, now=now, mark=mark)
    return RoundReport(
        space=space.name,
        messages=len(window.messages),
        rounded_to=window.read_to,
        changes=dict(applied.counts),
        linked=sum(not unlinked for unlinked in proposal.unlinked.values()),
        lost=(*(questions.failures if questions else ()), *proposal.lost),
    )
