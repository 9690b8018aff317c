"""Limits the number of significant memories: related ones are merged into one, unused ones are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from archivists.keeping.archivist import MOMENTS_QUESTION, Archivist, Proposal
from archivists.questions.moments_question import Telling
from archivists.round_policy import RoundPolicy
from archivists.statements.quotes import closed
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.values.changes import Change, CompactMemories, DropMemory, NewMemory, ReviseMemory
from graph.values.items import MemoryType, SignificantMemory
from graph.values.moment_worth import DAY_SECONDS, THRESHOLD, worth_alone

BODY_CHARS_MAX = 1200
"""Rules join the texts of all members; memories that are longer together are not merged."""

POOL = 40
"""Pairs are searched for among this many of the least important first: all pairs of 500 would take seconds."""

NEVER_DROPPED = frozenset({MemoryType.PROMISE, MemoryType.GOAL})
"""Rules never drop these: nobody has said that they are kept or reached."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A memory with the ids or refs of the memories merged into it."""

    members: tuple[str, ...]
    type: MemoryType
    body: str
    importance: int
    keys: frozenset[str]  # of names and triggers
    born: str


def compact(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> list[Change]:
    """Merge pairs of one type until at most `moments_max` are left, the least important first.

    Among equally important pairs, the one that shares most names and triggers comes first, then the oldest. Pure.
    """
    return [*_compacted(_held(window.moments, changes), policy.moments_max)]


def take_groups(window: Window, changes: Sequence[Change], telling: Telling, policy: RoundPolicy) -> list[Change]:
    """Merge the answer's groups if there are too many memories; rules continue if that is not enough. Pure.

    A memory in no group stays; a memory in two groups goes to the first. Unknown ids are ignored.
    """
    held = _held(window.moments, changes)
    if len(held) <= policy.moments_max:
        return []
    here = {id for each in held for id in each.members}
    taken: set[str] = set()
    groups: list[CompactMemories] = []
    for group in telling.answer.compactionGroups:
        known = (telling.question.memory(id) for id in group.memoryIds)
        members = tuple(dict.fromkeys(each.id for each in known if each and each.id in here - taken))
        stated = group.compactedMemory
        if len(members) > 1 and stated.type in {*MemoryType}:
            taken.update(members)
            groups.append(
                CompactMemories(
                    members=members,
                    type=MemoryType(stated.type),
                    body=stated.summary,
                    importance=stated.importance,
                    triggers=stated.contextTriggers,
                )
            )
    rest = [each for each in held if taken.isdisjoint(each.members)]
    return [*(telling.signed(group) for group in groups), *_compacted(rest, policy.moments_max - len(groups))]


def _compacted(held: list[_Held], room: int) -> list[CompactMemories]:
    while len(held) > room:
        least = sorted(held, key=lambda each: (each.importance, each.born))
        pair = _pair_in(least[:POOL]) or _pair_in(least)
        if pair is None:
            break  # No two of a type are short enough together; the number stays above the limit.
        held = [*(each for each in held if each not in pair), _joined(*pair)]
    return [
        CompactMemories(members=each.members, type=each.type, body=each.body, importance=each.importance)
        for each in held
        if len(each.members) > 1
    ]


def _pair_in(held: Sequence[_Held]) -> tuple[_Held, _Held] | None:
    def cost(pair: tuple[_Held, _Held]) -> tuple[int, int, str, str]:
        one, other = pair
        return one.importance + other.importance, -len(one.keys & other.keys), one.born, other.born

    fitting = (
        (one, other)
        for one, other in combinations(held, 2)
        if one.type is other.type and len(one.body) + len(other.body) < BODY_CHARS_MAX
    )
    return min(fitting, key=cost, default=None)


def _joined(one: _Held, other: _Held) -> _Held:
    first, second = sorted((one, other), key=lambda each: each.born)
    return _Held(
        members=(*first.members, *second.members),
        type=first.type,
        body=f"{closed(first.body)} {second.body}",
        importance=max(first.importance, second.importance),
        keys=first.keys | second.keys,
        born=first.born,
    )


def _held(moments: Sequence[SignificantMemory], changes: Sequence[Change]) -> list[_Held]:
    """The memories that exist after these changes, with their new texts."""
    gone = {change.memory for change in changes if isinstance(change, DropMemory)}
    revised = {change.memory: change.body for change in changes if isinstance(change, ReviseMemory) and change.body}
    found = [_one(each, each.id, revised.get(each.id, each.body)) for each in moments if each.id not in gone]
    return found + [_one(change, change.ref, change.body) for change in changes if isinstance(change, NewMemory)]


def _one(each: SignificantMemory | NewMemory, id: str, body: str) -> _Held:
    names = (*each.participants, *each.places, *each.items, *each.triggers)
    return _Held((id,), each.type, body, each.importance, frozenset(map(name_key, names)), id)


def prune(window: Window) -> list[DropMemory]:
    """Drop memories unused for the space's number of days, and too unimportant for a scene to show by themselves. Pure.

    Nothing is dropped unless the space sets that number. Promises and goals are kept. The days are counted up to the
    last message that the round reads.
    """
    unused_days = window.space.unused_days
    if not unused_days or not window.messages:
        return []
    now = max(message.sent_at for message in window.messages)
    return [
        DropMemory(memory=each.id, reason=f"unused for {idle / DAY_SECONDS:.0f} days")
        for each in window.moments
        if (idle := (now - each.accessed_at).total_seconds()) >= unused_days * DAY_SECONDS
        and each.type not in NEVER_DROPPED
        and worth_alone(each.importance, idle) <= THRESHOLD
    ]


COMPACTION: Archivist[Telling] = Archivist(
    name="compaction",
    by_rules=lambda proposal, policy: _after_pruning(proposal, policy, None),
    question=MOMENTS_QUESTION,
    fields=("compactionGroups", "keepIndividual"),
    from_answer=lambda proposal, telling, policy: _after_pruning(proposal, policy, telling),
)


def _after_pruning(proposal: Proposal, policy: RoundPolicy, telling: Telling | None) -> Proposal:
    window, pruned = proposal.window, proposal.plus(prune(proposal.window))
    if telling is None:
        return pruned.plus(compact(window, pruned.changes, policy))
    return pruned.plus(take_groups(window, pruned.changes, telling, policy))
