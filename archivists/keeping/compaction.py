"""Limits the number of significant memories: a model merges related ones; the least important are set aside."""

from collections.abc import Sequence

from archivists.keeping.archivist import Archivist, Proposal
from archivists.keeping.moments import MOMENTS_QUESTION
from archivists.questions.moments_question import Telling
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import Change, CompactMemories, DropMemory, NewMemory
from graph.values.items import MemoryType
from graph.values.score_terms import DAY_SECONDS, MEMORY_WORTH, worth_alone

NEVER_DROPPED = frozenset({MemoryType.PROMISE, MemoryType.GOAL})
"""Rules never drop these: nobody has said that they are kept or reached."""


def set_aside(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> list[DropMemory]:
    """Drop the least important known memories above `memories_max`, the longest unused first. Pure.

    They can be brought back by undoing the change. Promises and goals are dropped last.
    """
    gone = {change.memory for change in changes if isinstance(change, DropMemory)}
    gone |= {member for change in changes if isinstance(change, CompactMemories) for member in change.members}
    made = sum(isinstance(change, NewMemory | CompactMemories) for change in changes)
    held = sorted(
        (each for each in window.moments if each.id not in gone),
        key=lambda each: (each.type in NEVER_DROPPED, each.importance, each.accessed_at, each.id),
    )
    over = len(held) + made - policy.memories_max
    reason = f"more than {policy.memories_max} memories"
    return [DropMemory(memory=each.id, reason=reason) for each in held[: max(0, over)]]


def take_groups(window: Window, changes: Sequence[Change], telling: Telling, policy: RoundPolicy) -> list[Change]:
    """Merge the answer's groups if there are too many memories. Pure.

    A memory in no group stays; a memory in two groups goes to the first. Unknown ids are ignored.
    """
    here = {each.id for each in window.moments} - {
        change.memory for change in changes if isinstance(change, DropMemory)
    }
    if len(here) + sum(isinstance(change, NewMemory) for change in changes) <= policy.memories_max:
        return []
    taken: set[str] = set()
    groups: list[Change] = []
    for group in telling.answer.compactionGroups:
        known = (telling.question.memory(id) for id in group.memoryIds)
        members = tuple(dict.fromkeys(each.id for each in known if each and each.id in here - taken))
        stated = group.compactedMemory
        if len(members) > 1 and stated.type in {*MemoryType}:
            taken.update(members)
            compacted = CompactMemories(
                members=members,
                type=MemoryType(stated.type),
                body=stated.summary,
                importance=stated.importance,
                triggers=stated.contextTriggers,
            )
            groups.append(telling.signed(compacted))
    return groups


def prune(window: Window, policy: RoundPolicy) -> list[DropMemory]:
    """Drop memories unused for the space's number of days, and too unimportant for a scene to show by themselves. Pure.

    Nothing is dropped unless the space sets that number. Promises and goals are kept. The days are counted up to the
    last message that the round reads.
    """
    if not policy.unused_days or not window.messages:
        return []
    now = max(message.sent_at for message in window.messages)
    return [
        DropMemory(memory=each.id, reason=f"unused for {idle / DAY_SECONDS:.0f} days")
        for each in window.moments
        if (idle := (now - each.accessed_at).total_seconds()) >= policy.unused_days * DAY_SECONDS
        and each.type not in NEVER_DROPPED
        and worth_alone(each.importance, idle) <= MEMORY_WORTH
    ]


def _limited(proposal: Proposal, policy: RoundPolicy, telling: Telling | None = None) -> Proposal:
    window, limited = proposal.window, proposal.plus(prune(proposal.window, policy))
    if telling is not None:
        limited = limited.plus(take_groups(window, limited.changes, telling, policy))
    return limited.plus(set_aside(window, limited.changes, policy))


COMPACTION: Archivist[Telling] = Archivist(
    name="compaction",
    without_model=_limited,
    question=MOMENTS_QUESTION,
    from_answer=lambda proposal, telling, policy: _limited(proposal, policy, telling),
)
