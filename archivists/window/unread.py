"""What rounds have yet to read: new messages, imported ones, and conversations that fell silent."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from archivists.round_policy import RoundPolicy
from graph.intake.import_backlog import Stretch, is_waiting, to_read_again, unread_imports, with_read
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Node, ReadDepth, Value
from graph.values.codec import is_replaced, item_of, to_ms
from graph.values.items import Clock, Conversation, ConversationStatus, Message, Space

PAGE = 200
"""Conversations read at once while searching for silent ones."""

LAST = "~"
"""Sorts after every id."""

COUNT_MAX = 10_000_000
"""As a limit: all messages of a space."""


def silent_conversations(knowledge: KnowledgeGraph, space: Space, *, now: datetime, limit: int) -> list[Conversation]:
    """The active conversations in which no message is expected any more, those quiet longest first.

    On the wall clock they have been quiet for the gap; on a world clock their chat has a later
    conversation. One read on the wall clock, else one for every 200 active conversations and one for each chat.
    """
    if space.intake.gap is None:
        return []
    found: list[Conversation] = []
    newest: dict[str, str] = {}
    after: tuple[Value, str] | None = None
    while len(found) < limit:
        where: dict[str, Value] = {"status": str(ConversationStatus.ACTIVE)}
        nodes = knowledge.store.find(
            space.name, Label.CONVERSATION, where, order="last_at", after=after, limit=PAGE, reading=ReadDepth.HEAD
        )
        for conversation in (item_of(node, Conversation) for node in nodes):
            is_quiet = is_silent(knowledge, space, conversation, now, newest)
            if space.intake.clock is Clock.WALL and not is_quiet:
                return found[:limit]
            found += [conversation] if is_quiet else []
        if len(nodes) < PAGE:
            break
        after = (nodes[-1].properties["last_at"], nodes[-1].id)
    return found[:limit]


def is_silent(
    knowledge: KnowledgeGraph, space: Space, conversation: Conversation, now: datetime, newest: dict[str, str]
) -> bool:
    """Whether no message is expected in a conversation. `newest` caches the newest conversation of each chat."""
    if conversation.is_closed:
        return True
    if space.intake.gap is None:
        return False
    if space.intake.clock is Clock.WALL:
        return to_ms(now) - to_ms(conversation.last_at) >= space.intake.gap * 1000
    chat = conversation.chat
    if chat not in newest:
        nodes = knowledge.store.find(
            space.name, Label.CONVERSATION, {"chat": chat}, order="-last_position", limit=1, reading=ReadDepth.HEAD
        )
        newest[chat] = nodes[0].id if nodes else conversation.id  # It may have been forgotten meanwhile.
    return newest[chat] != conversation.id


def count_new(knowledge: KnowledgeGraph, space: Space, *, limit: int) -> int:
    """How many messages have come since the last round, counted up to `limit`. One read."""
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, space.rounded_to), limit=limit, reading=ReadDepth.HEAD
    )
    return len(nodes)


def count_unread(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> int:
    """How many messages the coming rounds will read, imported ones if the policy reads them. One read."""
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, _read_after(space, policy)), limit=COUNT_MAX, reading=ReadDepth.HEAD
    )
    return sum(node.id > space.rounded_to or is_waiting(space, node.id) for node in nodes)


def read_messages(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Iterator[tuple[Message, ...]]:
    """The messages of each coming round. Two reads a round."""
    while (stretch := next_stretch(knowledge, space, policy)).to != stretch.after:
        yield messages_in(knowledge, space, stretch, policy)
        space = replace(with_read(space, after=stretch.after, to=stretch.to), round_at=None)


def next_stretch(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Stretch:
    """The messages of the next round: those of a round that is under way, else the oldest unread ones. One read."""
    if space.round_at is not None:
        return Stretch(space.round_after, space.round_to)
    after = _read_after(space, policy)
    to = next((each.to for each in (*to_read_again(space), *unread_imports(space)) if each.after == after), None)
    nodes = _nodes(knowledge, space, Stretch(after, to or LAST), policy, ReadDepth.HEAD)
    return Stretch(after, nodes[-1].id if nodes else after)


def messages_in(knowledge: KnowledgeGraph, space: Space, stretch: Stretch, policy: RoundPolicy) -> tuple[Message, ...]:
    """The messages of one round, without those that serve only their chat. One read."""
    return _told(_nodes(knowledge, space, stretch, policy, ReadDepth.BODY))


def messages_up_to(knowledge: KnowledgeGraph, space: str, last: str, *, limit: int) -> tuple[Message, ...]:
    """This message and those before it, at most `limit`, in order of arrival. One read."""
    if not last or not limit:
        return ()
    # Starts after `last` itself, so that reading backwards begins with it.
    nodes = knowledge.store.find(space, Label.MESSAGE, order="-id", after=(None, last + LAST), limit=limit)
    return _told(reversed(nodes))


def _told(nodes: Iterable[Node]) -> tuple[Message, ...]:
    """The messages that rounds may read: none that is replaced, and none that serves only its chat."""
    messages = (item_of(node, Message) for node in nodes if not is_replaced(node))
    return tuple(message for message in messages if not message.is_alone)


def _nodes(
    knowledge: KnowledgeGraph, space: Space, stretch: Stretch, policy: RoundPolicy, reading: ReadDepth
) -> list[Node]:
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, stretch.after), limit=policy.window_messages_max, reading=reading
    )
    return [node for node in nodes if stretch.holds(node.id)]


def _read_after(space: Space, policy: RoundPolicy) -> str:
    """The message after which the next round begins: first what is read once more, then imports, which are older."""
    if again := next(to_read_again(space), None):
        return again.after
    waiting = next(unread_imports(space), None) if policy.reads_imports else None
    return space.rounded_to if waiting is None else waiting.after
