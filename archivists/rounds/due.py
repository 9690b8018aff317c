"""When a space needs a round."""

from datetime import datetime
from typing import cast

from archivists.models.asking import Asker
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy, calls_left
from archivists.window.unread import count_new, silent_conversations
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, ReadDepth, Value
from graph.upkeep.leases import is_set_aside
from graph.values.codec import to_ms
from graph.values.items import Clock, ConversationStatus, Space

LOOK_MS_MAX = 3_600_000

READING_CALLS = 3
"""What it may take to read a window: *read*, *link*, and a second question about what is in doubt."""


def is_due(
    knowledge: KnowledgeGraph, space: str, *, now: datetime, policy: RoundPolicy, asker: Asker | None = None
) -> bool:
    """Whether a round of the space has something to do and may be tried now. About four reads.

    A round is due when enough messages are new, when a conversation fell silent, or when all is read and texts are
    stale. If models read and link, the few messages of a silent conversation wait until they, with later ones, have
    earned READING_CALLS: what is read and not linked stands beside what it replaces. A failed round waits for its next
    try; one that failed too often, or in a paused space, waits until somebody asks for it.
    """
    stored = knowledge.space(space)
    if stored.paused or is_set_aside(stored) or (stored.retry_at is not None and stored.retry_at > now):
        return False
    enough = policy.round_messages
    if not _has_unread(knowledge, stored, now=now, new_min=enough, policy=policy):
        return _has_texts_or_links(knowledge, stored, policy, asker)
    if asker is None or not asker.knows(Purpose.READ) or (policy.reads_imports and stored.waiting):
        return True
    few = count_new(knowledge, stored, limit=enough)
    return few in (0, enough) or calls_left(stored, few, policy) >= (READING_CALLS if asker.knows(Purpose.LINK) else 1)


def quiet_until_ms(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> float:
    """Until when no round becomes due if nothing is written, in milliseconds since 1970. Two reads.

    Asked when none is due now. Without a write, a conversation falls silent, a failed round may be tried again, or a
    lease ends. An hour at most, which is soon enough for the rest, such as messages that have been unread for a week.
    """
    stored, now_ms = knowledge.space(space), to_ms(now)
    times: list[float] = [now_ms + LOOK_MS_MAX, *(to_ms(at) for at in (stored.retry_at, stored.lease_until) if at)]
    if stored.intake.gap is not None and stored.intake.clock is Clock.WALL:
        where: dict[str, Value] = {"status": str(ConversationStatus.ACTIVE)}
        oldest = knowledge.store.find(
            space, Label.CONVERSATION, where, order="last_at", limit=1, reading=ReadDepth.HEAD
        )
        times += [cast(int, node.properties["last_at"]) + stored.intake.gap * 1000 for node in oldest]
    return min(time for time in times if time > now_ms)


def has_work(
    knowledge: KnowledgeGraph, space: Space, *, now: datetime, policy: RoundPolicy, asker: Asker | None = None
) -> bool:
    """Whether a round of the space would find anything to do, due or not."""
    is_linking = asker is not None and asker.knows(Purpose.LINK)
    index = knowledge.index(space.name)
    is_unread = _has_unread(knowledge, space, now=now, new_min=1, policy=policy)
    return is_unread or bool(index.stale()) or (is_linking and bool(index.unlinked()))


def _has_unread(knowledge: KnowledgeGraph, space: Space, *, now: datetime, new_min: int, policy: RoundPolicy) -> bool:
    """Whether `new_min` messages are new, imported ones are asked for, or a conversation fell silent."""
    if space.again or (policy.reads_imports and space.waiting):
        return True
    if count_new(knowledge, space, limit=new_min) >= new_min:
        return True
    return bool(silent_conversations(knowledge, space, now=now, limit=min(1, policy.silent_conversations_max)))


def _has_texts_or_links(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy, asker: Asker | None) -> bool:
    """Whether all is read, and a model with a call left can judge enough facts, or a text is stale.

    Rules rewrite a stale text where no model writes. A few facts wait until another call is left.

    Only an index in memory is searched. If there is none, nobody has been shown the text since it became stale.
    """
    index = knowledge.index_at_hand(space.name)
    if index is None or count_new(knowledge, space, limit=1):
        return False
    has_call = space.calls_left >= 1
    count = len(index.unlinked()) if asker is not None and asker.knows(Purpose.LINK) else 0
    is_linking = has_call and count >= (policy.link_claims_min if space.calls_left < 2 else 1)
    return is_linking or (bool(index.stale()) and (has_call or asker is None or not asker.knows(Purpose.WRITE)))
