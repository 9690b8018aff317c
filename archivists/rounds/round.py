"""A round: claim, read a window, let the archivists propose, and land it all in one write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel

from archivists.models.asking import Asker, Call, Heard
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.judging import Judging, judging_of
from archivists.questions.reading import Read, reading_of
from archivists.questions.tasks import WriteQuestion
from archivists.questions.writing import again, keep_told, with_texts, writing_of
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import find, propose
from archivists.window.stale import read_untold
from archivists.window.window import (
    Window,
    next_stretch,
    read_namesakes,
    read_window,
    silent_conversations,
    unread_count,
)
from graph.changing.apply import RoundMark, apply_changes
from graph.errors import BadAnswer, LeaseLost, StoreUnavailable, TooLarge
from graph.knowledge import KnowledgeGraph
from graph.upkeep.leases import claim, cut_short, give_up, is_set_aside, put_off, release
from graph.values.changes import Change
from graph.values.items import Space

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What one round has done."""

    space: str
    messages: int  # read for the first time
    rounded_to: str
    changes: dict[str, int]  # by the change's name, such as NewFact

    @property
    def is_any(self) -> bool:
        """Whether anything was done: if not, another round would do no more."""
        return bool(self.messages or self.changes)


def is_due(
    knowledge: KnowledgeGraph, space: str, *, now: datetime, policy: RoundPolicy, asker: Asker | None = None
) -> bool:
    """Whether a round of the space has something to do and may be tried now. About four reads.

    Due are enough unread messages or a conversation that fell silent; where a model reads, its few lines wait for the
    next ones until together they have earned a call. So are stale texts, when all is read. A round that failed waits
    for its next try, and one that failed too often waits for somebody to ask for it.
    """
    stored = knowledge.space(space)
    if is_set_aside(stored) or (stored.retry_at is not None and stored.retry_at > now):
        return False
    if not _has_work(knowledge, stored, now=now, unread_min=policy.due_messages, policy=policy):
        return _is_to_be_told(knowledge, stored, asker)
    if not _knows(asker, Purpose.READ) or (policy.reads_imports and stored.waiting):
        return True
    few = unread_count(knowledge, stored, limit=policy.due_messages)
    return few in (0, policy.due_messages) or _calls_left(stored, few, policy) >= 1


def run_round(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    asker: Asker | None = None,
) -> RoundReport | None:
    """One window of the space is consolidated; None when another holds the lease, or has taken it over meanwhile.

    Whatever is unread is read, due or not; with nothing to read, close or tell anew, nothing is written. What goes
    wrong is noted on the space with the time of the next try, and raised. An outage of the store is not its fault: the
    lease is left to run out. Whoever lets a model be asked renews the lease meanwhile (`graph.upkeep.leases.renew`).

    With an asker, a model is asked at most three times: what is new in the window, how statements and names stand that
    rules cannot tell apart, and how conversations that are over are told. Rules do the rest. A call that is refused now
    puts the round off to its time: that stands on the space, and None is returned. What was answered before is kept,
    and not asked again.
    """
    stored = knowledge.space(space)
    if not _has_any_work(knowledge, stored, now=now, policy=policy):
        return RoundReport(space=space, messages=0, rounded_to=stored.rounded_to, changes={})
    stretch = next_stretch(knowledge, stored, policy)
    claimed = claim(knowledge, space, owner=owner, now=now, seconds=policy.lease_seconds, stretch=stretch)
    if claimed is None:
        return None
    try:
        done = _Round(knowledge=knowledge, space=claimed, asker=asker, owner=owner, now=now, policy=policy).done()
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
        # Somebody stops the program: nothing has failed.
        release(knowledge, space, owner=owner)
        raise
    return done


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """A round under its lease: who does it, and within what limits."""

    knowledge: KnowledgeGraph
    space: Space
    asker: Asker | None
    owner: str
    now: datetime
    policy: RoundPolicy

    def done(self) -> RoundReport | Refused:
        """It is read, decided and written, unless a call has to wait."""
        policy = self.policy
        window, read = self._read()
        if isinstance(read, Refused):
            return read
        found = find(window, policy, read)
        left = _calls_left(self.space, len(window.messages), policy) - _count(read)

        def judging(most: int) -> Judging | None:
            namesakes = read_namesakes(self.knowledge, window)
            return judging_of(window, found.settled.doubts, namesakes, replace(policy, settle_pairs_max=most))

        judged = self._heard(Purpose.SETTLE, judging, Judging.call, most=policy.settle_pairs_max, left=left)
        if isinstance(judged, Refused):
            return judged
        changes = propose(window, policy, found.judged(judged))
        if _knows(self.asker, Purpose.WRITE):
            changes = keep_told(window, changes, policy)
        left -= _count(judged)
        if left >= 1 and _knows(self.asker, Purpose.WRITE):
            window = replace(window, untold=read_untold(self.knowledge, self.space.name, window.tops, policy))
        texts = [*changes, *again(window, changes, policy)]

        def writing(most: int) -> WriteQuestion | None:
            return writing_of(window, texts, replace(policy, write_texts_max=most))

        wrote = self._heard(Purpose.WRITE, writing, WriteQuestion.call, most=policy.write_texts_max, left=left)
        if isinstance(wrote, Refused):
            return wrote
        changes = changes if wrote is None else with_texts(texts, wrote, policy)
        calls = tuple(id for each in (read, judged, wrote) if each is not None for id in each.calls)
        return self._written(window, changes, calls)

    def _read(self) -> tuple[Window, Read | Refused | None]:
        """The window, and what a model has read in it. One that is too large for a call is halved until it fits."""
        space = self.space
        while True:
            window = read_window(self.knowledge, space, now=self.now, policy=self.policy)
            reading = reading_of(window, self.policy) if _knows(self.asker, Purpose.READ) else None
            try:
                return window, None if reading is None else self._ask(reading, reading.call())
            except TooLarge:
                if len(window.messages) == 1:
                    raise
                last = window.messages[len(window.messages) // 2 - 1]
                space = cut_short(self.knowledge, space.name, owner=self.owner, read_to=last.id)

    def _heard(
        self,
        purpose: Purpose,
        task_of: Callable[[int], T | None],
        call_of: Callable[[T], Call[A]],
        *,
        most: int,
        left: float,
    ) -> Heard[T, A] | Refused | None:
        """What a model says to a task of at most so many parts; of too many for one call, to the first half, and so on.

        None when there is no model, no call left, nothing to ask, or no good answer: what rules have made is good
        enough not to hold up what else the round has found.
        """
        while left >= 1 and _knows(self.asker, purpose) and (task := task_of(most)) is not None:
            try:
                return self._ask(task, call_of(task))
            except BadAnswer:
                break
            except TooLarge:
                most //= 2
        return None

    def _ask(self, task: T, call: Call[A]) -> Heard[T, A] | Refused:
        assert self.asker is not None
        answered = self.asker.ask(self.space.name, call, asked_by=self.owner, now=self.now)
        if isinstance(answered, Refused):
            return answered
        return Heard(task=task, answer=answered.answer, prompt_version=call.prompt_version, calls=answered.calls)

    def _written(self, window: Window, changes: Sequence[Change], calls: tuple[str, ...]) -> RoundReport:
        released = tuple(talk.conversation.id for talk in window.talks if talk.is_released)
        earned = len(window.messages) * self.policy.calls_per_message if self.asker and self.asker.models else 0.0
        mark = RoundMark(self.owner, window.read_to, calls, released, earned)
        apply_changes(self.knowledge, self.space.name, changes, now=self.now, mark=mark)
        return RoundReport(
            space=self.space.name,
            messages=len(window.messages),
            rounded_to=window.read_to,
            changes=dict(sorted(Counter(type(change).__name__ for change in changes).items())),
        )


def backlog(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    asker: Asker | None = None,
    progress: Callable[[RoundReport], None] | None = None,
) -> list[RoundReport]:
    """Rounds are done until nothing is left to do; `progress` hears of each. Stops when another works."""
    reports: list[RoundReport] = []
    while _has_any_work(knowledge, knowledge.space(space), now=now, policy=policy):
        report = run_round(knowledge, space, owner=owner, now=now, policy=policy, asker=asker)
        if report is None:
            break
        reports.append(report)
        if progress is not None:
            progress(report)
        if not report.is_any:
            break
    return reports


def _has_work(knowledge: KnowledgeGraph, space: Space, *, now: datetime, unread_min: int, policy: RoundPolicy) -> bool:
    """Whether so many messages are unread, what was imported is asked for, or a conversation fell silent."""
    if policy.reads_imports and space.waiting:
        return True
    if unread_count(knowledge, space, limit=unread_min) >= unread_min:
        return True
    return bool(silent_conversations(knowledge, space, now=now, limit=1))


def _has_any_work(knowledge: KnowledgeGraph, space: Space, *, now: datetime, policy: RoundPolicy) -> bool:
    """Whether somebody who asks for a round gets one."""
    has_work = _has_work(knowledge, space, now=now, unread_min=1, policy=policy)
    return has_work or bool(knowledge.index(space.name).stale())


def _is_to_be_told(knowledge: KnowledgeGraph, space: Space, asker: Asker | None) -> bool:
    """Whether all is read, and a text waits to be told anew: by rules, or with a call that is left.

    Looked for where the index is in memory: where it is not, the text has been shown to nobody since.
    """
    if unread_count(knowledge, space, limit=1) or (_knows(asker, Purpose.WRITE) and space.calls_left < 1):
        return False
    index = knowledge.index_at_hand(space.name)
    return index is not None and bool(index.stale())


def _calls_left(space: Space, messages: int, policy: RoundPolicy) -> float:
    """How many calls a round that reads so many messages may make. The same in each try of it."""
    return space.calls_left + messages * policy.calls_per_message


def _knows(asker: Asker | None, purpose: Purpose) -> bool:
    return asker is not None and asker.knows(purpose)


def _count(heard: Heard[T, A] | None) -> int:
    return 0 if heard is None else len(heard.calls)
