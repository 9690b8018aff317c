"""What a round looks at: read once, then never asked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.single_valued import held_in, searched
from archivists.window.shown_blocks import ShownBlock, read_shown_blocks
from archivists.window.stale import Stale, read_stale
from graph.index.space_index import SpaceIndex
from graph.intake.import_backlog import Stretch, is_waiting, stretches, with_read
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, Node, ReadDepth, Value
from graph.values.codec import item_of, to_ms
from graph.values.items import (
    KEY_INFO_ID,
    Clock,
    Conversation,
    ConversationStatus,
    Entity,
    Fact,
    FactStatus,
    KeyInfo,
    Message,
    Space,
    Summary,
)

PAGE = 200
"""Conversations looked at in one read while searching for silent ones; facts read at once, 2,000 took 5 MB."""

QUERY_CHARS_MAX = 400
"""The start of a message finds the facts near it; all of a long one would find everything."""

LAST = "~"
"""Behind every id."""

COUNT_MAX = 10_000_000
"""All messages of a space."""

MENTIONS_CAP = 200
"""More entities than one message names."""

NAMESAKES_MAX = 4
"""Of one name: what is like it stands before what only mentions it."""

TOLD_CAP = 100
"""The newest facts about an entity: three times what a dossier has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One conversation of the window, with what its summary tree needs."""

    conversation: Conversation
    loose: tuple[Message, ...]  # read messages that no summary holds, in order of time
    tops: tuple[Summary, ...]  # its summaries without a container, in order of time
    is_silent: bool  # no more is expected to come
    is_read: bool  # every message of it has been read, now or before

    @property
    def is_closing(self) -> bool:
        """Whether this round completes it."""
        return self.is_silent and self.is_read and self.conversation.status is not ConversationStatus.COMPLETE

    @property
    def is_released(self) -> bool:
        """Whether an import waits no longer with this round, though more of it may come."""
        is_import = self.conversation.status is ConversationStatus.IMPORTED
        return is_import and self.is_read and not self.is_silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Everything an archivist may know. New messages are in order of arrival, as is what came before them."""

    space: Space
    messages: tuple[Message, ...]
    context: tuple[Message, ...] = ()  # read before
    talks: tuple[Talk, ...] = ()
    entities: tuple[Entity, ...] = ()  # those that the texts name, and who speaks
    mentions: Mapping[str, frozenset[str]]  # entity ids that a message is linked with, by message id
    facts: tuple[Fact, ...] = ()  # those nearest to the messages
    told: Mapping[str, tuple[Fact, ...]]  # current facts about an entity, by its id, oldest first
    key_info: KeyInfo | None = None
    presented: tuple[ShownBlock, ...] = ()  # what the assistant's replies among the messages had before them
    shared_tops: tuple[Summary, ...] = ()  # of complete conversations and above them; read only when one closes
    read_to: str = ""  # id of the last message read, with this round
    stale: tuple[Stale, ...] = ()  # summaries, the oldest first
    waiting: tuple[Entity, ...] = ()  # whose texts are stale, and whom the texts do not name
    untold: tuple[Stale, ...] = ()  # summaries by rules that a model may tell; read only when one is asked

    @property
    def tops(self) -> tuple[Summary, ...]:
        """Every summary of the window that no other holds."""
        return (*(top for talk in self.talks for top in talk.tops), *self.shared_tops)


def silent_conversations(knowledge: KnowledgeGraph, space: Space, *, now: datetime, limit: int) -> list[Conversation]:
    """Active conversations that no message is expected in any more, those quiet longest first.

    On the wall clock: quiet for longer than the gap. On a world clock: a later conversation of the same chat exists.
    One read on the wall clock, else one for every 200 active conversations and one for each chat among them.
    """
    if space.gap is None:
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
            is_silent = _is_silent(knowledge, space, conversation, now, newest)
            if space.clock is Clock.WALL and not is_silent:
                return found[:limit]
            found += [conversation] if is_silent else []
        if len(nodes) < PAGE:
            break
        after = (nodes[-1].properties["last_at"], nodes[-1].id)
    return found[:limit]


def unread_count(knowledge: KnowledgeGraph, space: Space, *, limit: int) -> int:
    """How many messages have come that rounds have to read, counted up to `limit`. One read."""
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, space.rounded_to), limit=limit, reading=ReadDepth.HEAD
    )
    return len(nodes)


def count_unread(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> int:
    """How many messages the rounds to come will read. One read."""
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, _read_after(space, policy)), limit=COUNT_MAX, reading=ReadDepth.HEAD
    )
    return sum(node.id > space.rounded_to or is_waiting(space, node.id) for node in nodes)


def read_window(knowledge: KnowledgeGraph, space: Space, *, now: datetime, policy: RoundPolicy) -> Window:
    """Read what a round of `space` looks at: about ten reads, and two for each conversation in it.

    A round that is tried again has the end and the time of its first try.
    """
    index = knowledge.index(space.name)
    stretch = next_stretch(knowledge, space, policy)
    messages = tuple(item_of(node, Message) for node in _nodes(knowledge, space, stretch, policy))
    context = _context(knowledge, space.name, stretch.after, policy) if messages else ()
    now = space.round_at or now
    silent = silent_conversations(knowledge, space, now=now, limit=policy.silent_conversations_max)
    read = with_read(space, after=stretch.after, to=stretch.to)
    talks = _talks(knowledge, index, read, messages, silent, policy, now=now)
    texts = (*context, *messages)
    entities, mentions = _named(knowledge, index, space.name, texts)
    key_info = knowledge.get(space.name, [KEY_INFO_ID]).get(KEY_INFO_ID) if messages else None
    stale = knowledge.get(space.name, index.stale()[: policy.stale_max])
    waiting = tuple(item for item in stale.values() if isinstance(item, Entity) and item not in entities)
    return Window(
        space=space,
        messages=messages,
        context=context,
        talks=talks,
        entities=entities,
        mentions=mentions,
        facts=_facts(knowledge, index, space.name, messages, policy),
        told=_told(knowledge, space.name, (*(entities if messages else ()), *waiting)),
        key_info=key_info if isinstance(key_info, KeyInfo) else None,
        presented=read_shown_blocks(knowledge, index, space.name, context, messages),
        shared_tops=_shared_tops(knowledge, index, space.name, policy)
        if any(talk.is_closing for talk in talks)
        else (),
        read_to=stretch.to,
        stale=read_stale(knowledge, space.name, [item for item in stale.values() if isinstance(item, Summary)]),
        waiting=waiting,
    )


def read_messages(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Iterator[tuple[Message, ...]]:
    """The messages of each round to come. Two reads a round."""
    while (stretch := next_stretch(knowledge, space, policy)).to != stretch.after:
        yield tuple(item_of(node, Message) for node in _nodes(knowledge, space, stretch, policy))
        space = replace(with_read(space, after=stretch.after, to=stretch.to), round_at=None)


def next_stretch(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Stretch:
    """What the next round is to read: what one that is under way was to read, else from the oldest on. One read."""
    if space.round_at is not None:
        return Stretch(space.round_after, space.round_to)
    after = _read_after(space, policy)
    to = next((stretch.to for stretch in stretches(space) if stretch.after == after), None)
    nodes = _nodes(knowledge, space, Stretch(after, to or LAST), policy, ReadDepth.HEAD)
    return Stretch(after, nodes[-1].id if nodes else after)


def _nodes(
    knowledge: KnowledgeGraph, space: Space, stretch: Stretch, policy: RoundPolicy, reading: ReadDepth = ReadDepth.BODY
) -> list[Node]:
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, after=(None, stretch.after), limit=policy.window_messages_max, reading=reading
    )
    return [node for node in nodes if stretch.holds(node.id)]


def _read_after(space: Space, policy: RoundPolicy) -> str:
    """The message behind which rounds begin to read: what was imported comes first, since it is older."""
    waiting = next(stretches(space), None) if policy.reads_imports else None
    return space.rounded_to if waiting is None else waiting.after


def _is_silent(
    knowledge: KnowledgeGraph, space: Space, conversation: Conversation, now: datetime, newest: dict[str, str]
) -> bool:
    """Whether no message is expected in a conversation; `newest` holds what was read of other chats."""
    if space.gap is None:
        return False
    if space.clock is Clock.WALL:
        return to_ms(now) - to_ms(conversation.last_at) > space.gap * 1000
    return _newest_of_chat(knowledge, space, conversation, newest) != conversation.id


def read_namesakes(knowledge: KnowledgeGraph, window: Window) -> list[Entity]:
    """Entities that the window does not name, and whose names share a word with those that it does. One read."""
    index = knowledge.index(window.space.name)
    here = {entity.id for entity in window.entities}
    found = {
        hit.id
        for entity in window.entities
        for hit in index.search_words(entity.name, NAMESAKES_MAX, labels=[Label.ENTITY])
    }
    return [
        item for item in knowledge.get(window.space.name, sorted(found - here)).values() if isinstance(item, Entity)
    ]


def _newest_of_chat(knowledge: KnowledgeGraph, space: Space, conversation: Conversation, newest: dict[str, str]) -> str:
    if conversation.chat not in newest:
        nodes = knowledge.store.find(
            space.name,
            Label.CONVERSATION,
            {"chat": conversation.chat},
            order="-last_position",
            limit=1,
            reading=ReadDepth.HEAD,
        )
        newest[conversation.chat] = nodes[0].id
    return newest[conversation.chat]


def _context(knowledge: KnowledgeGraph, space: str, last: str, policy: RoundPolicy) -> tuple[Message, ...]:
    """This message and those before it, in order of arrival."""
    if not last or not policy.context_messages:
        return ()
    nodes = knowledge.store.find(
        space, Label.MESSAGE, order="-id", after=(None, _next_id(last)), limit=policy.context_messages
    )
    return tuple(item_of(node, Message) for node in reversed(nodes))


def _next_id(id: str) -> str:
    """A key right behind `id`, so that reading backwards begins with `id` itself."""
    return id + LAST


def _talks(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    space: Space,
    messages: tuple[Message, ...],
    silent: list[Conversation],
    policy: RoundPolicy,
    *,
    now: datetime,
) -> tuple[Talk, ...]:
    found = {conversation.id: conversation for conversation in silent}
    ids = set(found)
    named = [id for id in dict.fromkeys(message.conversation for message in messages) if id not in ids]
    for id, item in knowledge.get(space.name, named).items():
        if isinstance(item, Conversation):
            found[id] = item
            # Those that an import brought are not looked for, and are silent all the same.
            is_import = item.status is ConversationStatus.IMPORTED
            ids |= {id} if is_import and _is_silent(knowledge, space, item, now, {}) else set()
    tops = _tops_of(knowledge, index, space.name, found)
    return tuple(
        _talk(
            conversation,
            [message for message in messages if message.conversation == id],
            _behind(knowledge, space.name, id, tops.get(id, ()), policy),
            tops.get(id, ()),
            is_silent=id in ids,
            read=space,
            loose_max=policy.loose_messages_max,
        )
        for id, conversation in sorted(found.items())
    )


def _behind(
    knowledge: KnowledgeGraph, space: str, conversation: str, tops: tuple[Summary, ...], policy: RoundPolicy
) -> list[Message]:
    """The oldest messages that stand behind what is summarised of a conversation, up to a maximum."""
    nodes = knowledge.store.find(
        space,
        Label.MESSAGE,
        {"conversation": conversation},
        order="position",
        after=(max(top.last_position for top in tops), "") if tops else None,
        limit=policy.loose_messages_max,
    )
    return [item_of(node, Message) for node in nodes]


def _talk(
    conversation: Conversation,
    new: list[Message],
    behind: list[Message],
    tops: tuple[Summary, ...],
    *,
    is_silent: bool,
    read: Space,
    loose_max: int,
) -> Talk:
    """The talk as it is when the space has been read so far. What goes on after an import waits for none of it."""
    is_import = conversation.status is ConversationStatus.IMPORTED

    def is_read(message: Message) -> bool:
        return message.id <= read.rounded_to and not (is_import and is_waiting(read, message.id))

    by_id = {message.id: message for message in (*new, *behind)}
    loose = [message for message in by_id.values() if message.container is None and is_read(message)]
    return Talk(
        conversation=conversation,
        loose=tuple(sorted(loose, key=lambda message: (message.position, message.id))),
        tops=tops,
        is_silent=is_silent,
        is_read=len(behind) < loose_max and all(map(is_read, behind)),
    )


def _tops_of(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, conversations: Iterable[str]
) -> dict[str, tuple[Summary, ...]]:
    """The topmost summaries of each of these conversations."""
    wanted = frozenset(conversations)
    ids = [id for id in index.tops() if (entry := index.entry(id)) is not None and entry.conversation in wanted]
    found: dict[str, tuple[Summary, ...]] = {}
    for top in knowledge.get(space, ids).values():
        if isinstance(top, Summary) and top.conversation is not None:
            found[top.conversation] = (*found.get(top.conversation, ()), top)
    return found


def _shared_tops(knowledge: KnowledgeGraph, index: SpaceIndex, space: str, policy: RoundPolicy) -> tuple[Summary, ...]:
    """The newest topmost summaries whose conversation is over, or that stand above conversations."""
    ids = index.tops()[-policy.shared_tops_max :]
    tops = [top for top in knowledge.get(space, ids).values() if isinstance(top, Summary)]
    conversations = knowledge.get(space, sorted({top.conversation for top in tops if top.conversation is not None}))
    over = {
        id
        for id, item in conversations.items()
        if isinstance(item, Conversation) and item.status is ConversationStatus.COMPLETE
    }
    return tuple(top for top in tops if top.conversation is None or top.conversation in over)


def _named(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, texts: tuple[Message, ...]
) -> tuple[tuple[Entity, ...], dict[str, frozenset[str]]]:
    """The entities that the texts name and those who speak, and which of them each message is linked with."""
    ids: dict[str, None] = {}
    for message in texts:
        ids |= dict.fromkeys((*index.entities_named(message.sender), *index.entities_in(message.body)))
    edges = knowledge.store.edges(space, [message.id for message in texts], [Kind.MENTIONS], MENTIONS_CAP)
    linked: dict[str, set[str]] = {}
    for edge in edges:
        linked.setdefault(edge.source, set()).add(edge.target)
    entities = tuple(item for item in knowledge.get(space, sorted(ids)).values() if isinstance(item, Entity))
    return entities, {id: frozenset(targets) for id, targets in linked.items()}


def _told(knowledge: KnowledgeGraph, space: str, entities: tuple[Entity, ...]) -> dict[str, tuple[Fact, ...]]:
    if not entities:
        return {}
    ids = frozenset(entity.id for entity in entities)
    edges = [edge for edge in knowledge.store.edges(space, sorted(ids), [Kind.ABOUT], TOLD_CAP) if edge.target in ids]
    sources, current = sorted({edge.source for edge in edges}), dict[str, Fact]()
    for start in range(0, len(sources), PAGE):
        for id, fact in knowledge.get(space, sources[start : start + PAGE]).items():
            if isinstance(fact, Fact) and fact.status is FactStatus.CURRENT:
                current[id] = fact
    told: dict[str, tuple[Fact, ...]] = {}
    for edge in edges:
        if edge.source in current:
            told[edge.target] = (*told.get(edge.target, ()), current[edge.source])
    return told


def _facts(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, messages: tuple[Message, ...], policy: RoundPolicy
) -> tuple[Fact, ...]:
    ids: set[str] = set()
    for message in messages:
        hits = index.search_words(message.body[:QUERY_CHARS_MAX], policy.known_facts_per_message, labels=[Label.FACT])
        ids.update(hit.id for hit in hits)
    for query in _questions(messages):
        ids.update(hit.id for hit in index.search_words(query, policy.known_facts_per_trait, labels=[Label.FACT]))
    return tuple(item for item in knowledge.get(space, sorted(ids)).values() if isinstance(item, Fact))


def _questions(messages: tuple[Message, ...]) -> list[str]:
    """What to ask for earlier statements that these messages may end: "I live in" is nowhere in "we moved to"."""
    asked: dict[str, None] = {}
    for message in messages:
        if is_generic(message):
            continue
        for sentence in sentences_of(message):
            for held in held_in(sentence.text):
                if words := searched(held, sentence.text):
                    asked[f"{held.who or message.sender} {words}"] = None
    return list(asked)
