"""A round: claim, read a window, let the archivists propose, and land it all in one write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from archivists.asking import Asker
from archivists.governor import Refused
from archivists.judging import Judged, judging_of
from archivists.models import Purpose
from archivists.policy import RoundPolicy
from archivists.proposing import Found, find, propose
from archivists.reading import Read, reading_of
from archivists.window import (
    Window,
    next_stretch,
    read_namesakes,
    read_window,
    silent_conversations,
    unread_count,
)
from archivists.writing import Wrote, keep_told, with_texts, writing_of
from graph.apply import RoundMark, apply_changes
from graph.changes import Change
from graph.errors import BadAnswer, LeaseLost, StoreUnavailable, TooLarge
from graph.items import Entity, Space
from graph.knowledge import KnowledgeGraph
from graph.leases import claim, cut_short, give_up, is_set_aside, put_off, release


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What one round has done."""

    space: str
    messages: int  # read for the first time
    rounded_to: str
    changes: dict[str, int]  # by the change's name, such as NewFact


def is_due(
    knowledge: KnowledgeGraph, space: str, *, now: datetime, policy: RoundPolicy, asker: Asker | None = None
) -> bool:
    """Whether a round of the space has something to do and may be tried now. About four reads.

    Due are enough unread messages or a conversation that fell silent; where a model reads, its few lines wait for the
    next ones until together they have earned a call. A round that failed waits for its next try, and one that failed
    too often waits for somebody to ask for it.
    """
    stored = knowledge.space(space)
    if is_set_aside(stored) or (stored.retry_at is not None and stored.retry_at > now):
        return False
    if not _has_work(knowledge, stored, now=now, unread_min=policy.due_messages, policy=policy):
        return False
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

    Whatever is unread is read, due or not; with nothing to read or close, nothing is written. What goes wrong is noted
    on the space with the time of the next try, and raised. An outage of the store is not the round's fault: the lease
    is left to run out. Whoever lets a model be asked renews the lease meanwhile (`graph.leases.renew`).

    With an asker, a model is asked at most three times: what is new in the window, how statements and names stand that
    rules cannot tell apart, and how conversations that are over are told. Rules do the rest. A call that is refused now
    puts the round off to its time: that stands on the space, and None is returned. What was answered before is kept,
    and not asked again.
    """
    stored = knowledge.space(space)
    if not _has_work(knowledge, stored, now=now, unread_min=1, policy=policy):
        return RoundReport(space=space, messages=0, rounded_to=stored.rounded_to, changes={})
    stretch = next_stretch(knowledge, stored, policy)
    claimed = claim(knowledge, space, owner=owner, now=now, seconds=policy.lease_seconds, stretch=stretch)
    if claimed is None:
        return None
    try:
        done = _done(knowledge, claimed, asker, owner=owner, now=now, policy=policy)
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


def _done(
    knowledge: KnowledgeGraph,
    space: Space,
    asker: Asker | None,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
) -> RoundReport | Refused:
    """The round under this lease is read, decided and written, unless a call has to wait."""
    window, read = _read(knowledge, space, asker, owner=owner, now=now, policy=policy)
    if isinstance(read, Refused):
        return read
    found = find(window, policy, read)
    left = _calls_left(space, len(window.messages), policy) - (len(read.calls) if read is not None else 0)
    namesakes = read_namesakes(knowledge, window) if _knows(asker, Purpose.SETTLE) and left >= 1 else ()
    judged = None if left < 1 else _judged(window, found, namesakes, asker, owner=owner, now=now, policy=policy)
    if isinstance(judged, Refused):
        return judged
    changes = propose(window, policy, found.judged(judged))
    if _knows(asker, Purpose.WRITE):
        changes = keep_told(window, changes, policy)
    left -= len(judged.calls) if judged is not None else 0
    wrote = None if left < 1 else _written(window, changes, asker, owner=owner, now=now, policy=policy)
    if isinstance(wrote, Refused):
        return wrote
    changes = changes if wrote is None else with_texts(changes, wrote, policy)
    calls = tuple(id for each in (read, judged, wrote) if each is not None for id in each.calls)
    released = tuple(talk.conversation.id for talk in window.talks if talk.is_released)
    earned = len(window.messages) * policy.calls_per_message if asker is not None and asker.models else 0.0
    mark = RoundMark(owner, window.read_to, calls, released, earned)
    apply_changes(knowledge, space.name, changes, now=now, mark=mark)
    return RoundReport(
        space=space.name, messages=len(window.messages), rounded_to=window.read_to, changes=_counts(changes)
    )


def _read(
    knowledge: KnowledgeGraph,
    space: Space,
    asker: Asker | None,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
) -> tuple[Window, Read | Refused | None]:
    """The window, and what a model has read in it. One that is too large for a call is halved until it fits."""
    while True:
        window = read_window(knowledge, space, now=now, policy=policy)
        try:
            return window, _asked(window, asker, owner=owner, now=now, policy=policy)
        except TooLarge:
            if len(window.messages) == 1:
                raise
            last = window.messages[len(window.messages) // 2 - 1]
            space = cut_short(knowledge, space.name, owner=owner, read_to=last.id)


def _asked(
    window: Window, asker: Asker | None, *, owner: str, now: datetime, policy: RoundPolicy
) -> Read | Refused | None:
    """What a model has read in the window; None when there is no model, or nothing to be read."""
    reading = reading_of(window, policy) if _knows(asker, Purpose.READ) else None
    if asker is None or reading is None:
        return None
    call = reading.call()
    answered = asker.ask(window.space.name, call, asked_by=owner, now=now)
    if isinstance(answered, Refused):
        return answered
    return Read(reading=reading, answer=answered.answer, prompt_version=call.prompt_version, calls=answered.calls)


def _judged(
    window: Window,
    found: Found,
    namesakes: Sequence[Entity],
    asker: Asker | None,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
) -> Judged | Refused | None:
    """How a model judges what rules left open; None when there is no model, nothing open, or no good answer.

    Of pairs that are too many for one call the first half is asked, and so on; texts are as well.
    """
    while _knows(asker, Purpose.SETTLE):
        judging = judging_of(window, found.settled.doubts, namesakes, policy)
        if asker is None or judging is None:
            break
        call = judging.settling.call()
        try:
            answered = asker.ask(window.space.name, call, asked_by=owner, now=now)
        except BadAnswer:
            break
        except TooLarge:
            policy = replace(policy, settle_pairs_max=policy.settle_pairs_max // 2)
            continue
        if isinstance(answered, Refused):
            return answered
        return Judged(judging=judging, answer=answered.answer, prompt_version=call.prompt_version, calls=answered.calls)
    return None


def _written(
    window: Window, changes: Sequence[Change], asker: Asker | None, *, owner: str, now: datetime, policy: RoundPolicy
) -> Wrote | Refused | None:
    """How a model tells what rules have quoted; None when there is no model, nothing worth it, or no good answer.

    What rules have quoted reads well enough: a bad answer here does not hold up what else the round has found.
    """
    while _knows(asker, Purpose.WRITE):
        asked = writing_of(window, changes, policy)
        if asker is None or asked is None:
            break
        call = asked.writing.call()
        try:
            answered = asker.ask(window.space.name, call, asked_by=owner, now=now)
        except BadAnswer:
            break
        except TooLarge:
            policy = replace(policy, write_texts_max=policy.write_texts_max // 2)
            continue
        if isinstance(answered, Refused):
            return answered
        return Wrote(asked=asked, answer=answered.answer, prompt_version=call.prompt_version, calls=answered.calls)
    return None


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
    """Rounds are done until nothing is left to read or close; `progress` hears of each. Stops when another works."""
    reports: list[RoundReport] = []
    while _has_work(knowledge, knowledge.space(space), now=now, unread_min=1, policy=policy):
        report = run_round(knowledge, space, owner=owner, now=now, policy=policy, asker=asker)
        if report is None:
            break
        reports.append(report)
        if progress is not None:
            progress(report)
        if not report.messages and not report.changes:
            break
    return reports


def _has_work(knowledge: KnowledgeGraph, space: Space, *, now: datetime, unread_min: int, policy: RoundPolicy) -> bool:
    """Whether so many messages are unread, what was imported is asked for, or a conversation fell silent."""
    if policy.reads_imports and space.waiting:
        return True
    if unread_count(knowledge, space, limit=unread_min) >= unread_min:
        return True
    return bool(silent_conversations(knowledge, space, now=now, limit=1))


def _calls_left(space: Space, messages: int, policy: RoundPolicy) -> float:
    """How many calls a round that reads so many messages may make. The same in each try of it."""
    return space.calls_left + messages * policy.calls_per_message


def _knows(asker: Asker | None, purpose: Purpose) -> bool:
    return asker is not None and asker.knows(purpose)


def _counts(changes: Sequence[Change]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for change in changes:
        counts[type(change).__name__] = counts.get(type(change).__name__, 0) + 1
    return dict(sorted(counts.items()))
