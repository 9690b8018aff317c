"""Reads a window from the graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from datetime import datetime, timedelta
from heapq import nlargest

from archivists.learning.judged_blocks import read_judged_blocks
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy, calls_left
from archivists.window.shown_blocks import read_shown_blocks
from archivists.window.stale_summaries import SummaryToRewrite, read_summaries, rewritable
from archivists.window.unread import is_silent, messages_in, messages_up_to, next_stretch, silent_conversations
from archivists.window.window import Thinker, Window, WindowConversation
from graph.hearing import heard
from graph.index.heard_index import HeardIndex
from graph.index.space_index import SpaceIndex
from graph.intake.import_backlog import is_waiting, with_read
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label
from graph.values.codec import item_of
from graph.values.interactions import is_told_elsewhere
from graph.values.items import (
    KEY_INFO_ID,
    Author,
    Conversation,
    ConversationStatus,
    Entity,
    Fact,
    FactStatus,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Space,
    Summary,
)

PAGE = 200
"""Facts read at once: 2,000 took 5 MB."""

QUERY_CHARS_MAX = 400
"""Facts are searched for with the start of a message; all of a long one would find everything."""

WEIGHTIEST_NEAR = 20
"""The weightiest facts, which new claims may concern without a word of theirs."""

WEIGHTIEST_MAX = 1000
"""Facts whose vectors are compared with a message's; that takes 0.2 ms."""

MENTIONS_CAP = 200
"""More entities than one message names."""

NAMESAKES_MAX = 4
"""Entities looked at for one name: similar names rank before entities that only mention it."""

CLOSED_MESSAGES_MAX = 10_000
"""A conversation that somebody closes is completed at once, however long."""

SOURCES_CAP = 8
"""As many as a fact keeps."""

MOMENTS_MAX = 500
"""Ten times what a round keeps: an import may bring more."""

FACTS_ABOUT_CAP = 100
"""The newest facts about an entity: three times what a dossier has room for."""


def read_window(
    knowledge: KnowledgeGraph,
    space: Space,
    *,
    now: datetime,
    policy: RoundPolicy,
    asked: Set[Purpose] = frozenset(),
) -> Window:
    """What a round of `space` looks at; `asked` is what models are asked. Each try of it has the same end and time.

    About ten reads, two for each conversation, and up to six for a model's questions.
    """
    index = knowledge.index(space.name)
    stretch = next_stretch(knowledge, space, policy)
    messages = messages_in(knowledge, space, stretch, policy)
    context = messages_up_to(knowledge, space.name, stretch.after, limit=policy.context_messages if messages else 0)
    now = space.round_at or now
    silent = silent_conversations(knowledge, space, now=now, limit=policy.silent_conversations_max)
    read = with_read(space, after=stretch.after, to=stretch.to)
    conversations = _conversations(knowledge, index, read, messages, silent, policy, now=now)
    unlinked = _unlinked(knowledge, index, space.name, policy) if Purpose.LINK in asked else {}
    said = (*messages, *(line for lines in unlinked.values() for line in lines))
    entities, mentions = _entities_in(knowledge, index, space.name, (*context, *said))
    key_info = knowledge.get(space.name, [KEY_INFO_ID]).get(KEY_INFO_ID) if said else None
    stale = knowledge.get(space.name, index.stale()[: policy.stale_max])
    stale_entities = tuple(item for item in stale.values() if isinstance(item, Entity) and item not in entities)
    is_closing = any(each.is_closing for each in conversations)
    shared_tops = _shared_tops(knowledge, index, space.name, policy) if is_closing else ()
    tops = (*(top for each in conversations for top in each.tops), *shared_tops)
    quoted = rewritable(tops, policy) if Purpose.WRITE in asked else []
    near = _near_in_meaning(index, said, policy) if asked else {}
    is_read = Purpose.READ in asked
    facts = _facts_near(
        knowledge, index, space.name, said, policy, ids={*unlinked}.union(*near.values()), is_read=is_read
    )
    facts_about = _facts_about(knowledge, space.name, (*(entities if said else ()), *stale_entities))
    is_learning = _is_learning(index, space, policy, now=now)
    judged = read_judged_blocks(knowledge, space.name) if is_learning else None
    known = [fact for of_one in (facts, *facts_about.values()) for fact in of_one] if said else []
    return Window(
        space=space,
        now=now,
        messages=messages,
        context=context,
        conversations=conversations,
        entities=entities,
        namesakes=_namesakes(knowledge, index, space.name, entities) if Purpose.LINK in asked else (),
        mentions=mentions,
        facts=facts,
        near=near,
        sources_of=_sources_of(knowledge, space.name, {fact.id for fact in known if asked}),
        unlinked=unlinked,
        facts_about=facts_about,
        key_info=key_info if isinstance(key_info, KeyInfo) else None,
        shown_blocks=read_shown_blocks(knowledge, index, space.name, context, messages),
        judged_blocks=judged or (),
        learns_at=None if judged is None else now,
        shared_tops=shared_tops,
        stale_summaries=_rewritable(
            read_summaries(knowledge, space.name, [item for item in stale.values() if isinstance(item, Summary)]),
            is_waiting=Purpose.WRITE in asked and calls_left(space, len(messages), policy) < (2 if messages else 1),
        ),
        stale_entities=stale_entities,
        quoted_summaries=read_summaries(knowledge, space.name, quoted),
        moments=_moments(knowledge, index, space.name),
        thinkers=_thinkers(knowledge, index, space, conversations) if is_closing else (),
        read_to=stretch.to,
    )


def _is_learning(index: SpaceIndex, space: Space, policy: RoundPolicy, *, now: datetime) -> bool:
    """Whether it is time to learn from verdicts, and nobody has fixed the weights."""
    if not policy.learn_hours or (index.learned is not None and index.learned.is_fixed):
        return False
    return space.learned_at is None or now - space.learned_at >= timedelta(hours=policy.learn_hours)


def is_untold(message: Message) -> bool:
    """Whether a summary should contain it, and none does, here or in the program that it comes from."""
    is_said = message.replaced_by is None and not message.is_alone
    return is_said and message.container is None and not is_told_elsewhere(message)


def read_closing(knowledge: KnowledgeGraph, space: Space, conversation: Conversation, *, policy: RoundPolicy) -> Window:
    """What completing one conversation needs, whether rounds have read it or not. About five reads."""
    index = knowledge.index(space.name)
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, {"conversation": conversation.id}, order="position", limit=CLOSED_MESSAGES_MAX
    )
    messages = [message for node in nodes if is_untold(message := item_of(node, Message))]
    closing = WindowConversation(
        conversation=conversation,
        unsummarised=tuple(messages),
        tops=_tops_of(knowledge, index, space.name, [conversation.id]).get(conversation.id, ()),
        is_silent=True,
        is_read=True,
    )
    return Window(
        space=space,
        messages=(),
        conversations=(closing,),
        mentions={},
        facts_about={},
        shared_tops=_shared_tops(knowledge, index, space.name, policy),
    )


def _thinkers(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: Space, conversations: Sequence[WindowConversation]
) -> tuple[Thinker, ...]:
    """The participants with reflections who heard a closing conversation whole. Four reads for each."""
    found: list[Thinker] = []
    closing_parts: dict[str, list[str]] = {}
    for each in (each for each in conversations if each.is_closing):
        said = [message.id for message in filter(space.intake.takes_part, each.unsummarised)]
        closing_parts[each.conversation.id] = [*said, *(top.id for top in each.tops)]
    for name in space.characters if closing_parts else ():
        own = HeardIndex(index, name, space.intake)
        closing = {id for id, parts in closing_parts.items() if parts and own.entries(parts).keys() >= {*parts}}
        if closing:
            last = knowledge.get(space.name, own.reflections()[-1:]).values()
            found.append(
                Thinker(
                    name=name,
                    reflection=next((item for item in last if isinstance(item, Reflection)), None),
                    pending=tuple(heard(knowledge, own, with_open=False).unreflected),
                    closing=frozenset(closing),
                )
            )
    return tuple(found)


def _rewritable(stale: tuple[SummaryToRewrite, ...], *, is_waiting: bool) -> tuple[SummaryToRewrite, ...]:
    """The stale summaries without stale members; the others wait for a later round.

    With `is_waiting`, so do texts of a model: this round has no call left to write them anew.
    """
    return tuple(
        each
        for each in stale
        if not (is_waiting and each.summary.author is Author.MODEL)
        and not any(isinstance(member, Summary) and member.is_stale for member in each.members)
    )


def _moments(knowledge: KnowledgeGraph, index: SpaceIndex, space: str) -> tuple[SignificantMemory, ...]:
    ids = [each.entry.id for each in index.moments()[-MOMENTS_MAX:]]
    found = knowledge.get(space, ids).values() if ids else ()
    return tuple(item for item in found if isinstance(item, SignificantMemory))


def _namesakes(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, entities: tuple[Entity, ...]
) -> tuple[Entity, ...]:
    here = {entity.id for entity in entities}
    found = {
        hit.id for entity in entities for hit in index.search_words(entity.name, NAMESAKES_MAX, labels=[Label.ENTITY])
    }
    return tuple(item for item in knowledge.get(space, sorted(found - here)).values() if isinstance(item, Entity))


def _conversations(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    space: Space,
    messages: tuple[Message, ...],
    silent: list[Conversation],
    policy: RoundPolicy,
    *,
    now: datetime,
) -> tuple[WindowConversation, ...]:
    """The silent conversations and those of the messages; `space` counts this round's messages as read."""
    found = {conversation.id: conversation for conversation in silent}
    ids = set(found)
    others = [id for id in dict.fromkeys(message.conversation for message in messages) if id not in ids]
    for id, item in knowledge.get(space.name, others).items():
        if isinstance(item, Conversation):
            found[id] = item
            # Imported conversations are not searched for, but may be silent all the same.
            is_import = item.status is ConversationStatus.IMPORTED
            ids |= {id} if is_import and is_silent(knowledge, space, item, now, {}) else set()
    tops = _tops_of(knowledge, index, space.name, found)
    return tuple(
        _conversation(knowledge, space, found[id], messages, tops.get(id, ()), policy, is_silent=id in ids)
        for id in sorted(found)
    )


def _conversation(
    knowledge: KnowledgeGraph,
    read: Space,
    conversation: Conversation,
    messages: tuple[Message, ...],
    tops: tuple[Summary, ...],
    policy: RoundPolicy,
    *,
    is_silent: bool,
) -> WindowConversation:
    """The conversation with its oldest messages after what is summarised; `read` counts this round's messages as read.

    A conversation that goes on after an import does not wait for the import.
    """
    nodes = knowledge.store.find(
        read.name,
        Label.MESSAGE,
        {"conversation": conversation.id},
        order="position",
        after=(max(top.last_position for top in tops), "") if tops else None,
        limit=policy.loose_messages_max,
    )
    behind = [item_of(node, Message) for node in nodes]
    is_import = conversation.status is ConversationStatus.IMPORTED

    def is_read(message: Message) -> bool:
        return message.id <= read.rounded_to and not (is_import and is_waiting(read, message.id))

    new = [message for message in messages if message.conversation == conversation.id]
    by_id = {message.id: message for message in (*new, *behind) if is_untold(message) and is_read(message)}
    return WindowConversation(
        conversation=conversation,
        unsummarised=tuple(sorted(by_id.values(), key=lambda message: (message.position, message.id))),
        tops=tops,
        is_silent=is_silent,
        is_read=len(behind) < policy.loose_messages_max and all(map(is_read, behind)),
    )


def _tops_of(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, conversations: Iterable[str]
) -> dict[str, tuple[Summary, ...]]:
    """The summaries of each of these conversations that no other summary holds."""
    wanted = frozenset(conversations)
    ids = [id for id in index.tops() if (entry := index.entry(id)) is not None and entry.conversation in wanted]
    found: dict[str, tuple[Summary, ...]] = {}
    for top in knowledge.get(space, ids).values():
        if isinstance(top, Summary) and top.conversation is not None:
            found[top.conversation] = (*found.get(top.conversation, ()), top)
    return found


def _shared_tops(knowledge: KnowledgeGraph, index: SpaceIndex, space: str, policy: RoundPolicy) -> tuple[Summary, ...]:
    """The newest summaries that no other holds, of complete conversations or of several conversations."""
    ids = index.tops()[-policy.shared_tops_max :]
    tops = [top for top in knowledge.get(space, ids).values() if isinstance(top, Summary)]
    conversations = knowledge.get(space, sorted({top.conversation for top in tops if top.conversation is not None}))
    over = {
        id
        for id, item in conversations.items()
        if isinstance(item, Conversation) and item.status is ConversationStatus.COMPLETE
    }
    return tuple(top for top in tops if top.conversation is None or top.conversation in over)


def _entities_in(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, texts: tuple[Message, ...]
) -> tuple[tuple[Entity, ...], dict[str, frozenset[str]]]:
    """The entities that the texts name and those who speak, and the entities that each message is linked with."""
    ids: dict[str, None] = {}
    for message in texts:
        ids |= dict.fromkeys((*index.entities_named(message.sender), *index.entities_in(message.body)))
    edges = knowledge.store.edges(space, [message.id for message in texts], [Kind.MENTIONS], MENTIONS_CAP)
    linked: dict[str, set[str]] = {}
    for edge in edges:
        linked.setdefault(edge.source, set()).add(edge.target)
    entities = tuple(item for item in knowledge.get(space, sorted(ids)).values() if isinstance(item, Entity))
    return entities, {id: frozenset(targets) for id, targets in linked.items()}


def _facts_about(knowledge: KnowledgeGraph, space: str, entities: tuple[Entity, ...]) -> dict[str, tuple[Fact, ...]]:
    if not entities:
        return {}
    ids = frozenset(entity.id for entity in entities)
    edges = [
        edge for edge in knowledge.store.edges(space, sorted(ids), [Kind.ABOUT], FACTS_ABOUT_CAP) if edge.target in ids
    ]
    sources, current = sorted({edge.source for edge in edges}), dict[str, Fact]()
    for start in range(0, len(sources), PAGE):
        for id, fact in knowledge.get(space, sources[start : start + PAGE]).items():
            if isinstance(fact, Fact) and fact.status is FactStatus.CURRENT:
                current[id] = fact
    found: dict[str, tuple[Fact, ...]] = {}
    for edge in edges:
        if edge.source in current:
            found[edge.target] = (*found.get(edge.target, ()), current[edge.source])
    return found


def _facts_near(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    space: str,
    messages: tuple[Message, ...],
    policy: RoundPolicy,
    *,
    ids: set[str],
    is_read: bool,
) -> tuple[Fact, ...]:
    """These facts, those that the messages may repeat, replace or contradict, and the weightiest if a model reads.

    "We moved" shares no word with where somebody lives.
    """
    for message in messages:
        hits = index.search_words(message.body[:QUERY_CHARS_MAX], policy.known_facts_per_message, labels=[Label.FACT])
        ids.update(hit.id for hit in hits)
    ids.update(index.weightiest_facts(WEIGHTIEST_NEAR) if is_read and messages else ())
    return tuple(item for item in knowledge.get(space, sorted(ids)).values() if isinstance(item, Fact))


def _near_in_meaning(
    index: SpaceIndex, messages: tuple[Message, ...], policy: RoundPolicy
) -> dict[str, frozenset[str]]:
    """For each message, the nearest by vector of the weightiest facts that hold; none without an embedder."""
    facts = index.weightiest_facts(WEIGHTIEST_MAX) if messages else []
    found: dict[str, frozenset[str]] = {}
    for message in messages:
        nearness = zip(index.nearness(message.id, facts), facts, strict=True)
        best = nlargest(policy.known_facts_per_message, nearness)
        if near := frozenset(fact for near, fact in best if near >= policy.near_min):
            found[message.id] = near
    return found


def _unlinked(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, policy: RoundPolicy
) -> dict[str, tuple[Message, ...]]:
    """The facts that no model has judged, as many as one answer judges: the line before each, and those that state it.

    Two reads, and one for each.
    """
    found: dict[str, tuple[Message, ...]] = {}
    sources = _sources_of(knowledge, space, {*(ids := index.unlinked()[: policy.link_claims_max])})
    for id in (id for id in ids if id in sources):
        first = sources[id][0]
        before = messages_up_to(knowledge, space, first.id, limit=2)[:-1]
        found[id] = (*(each for each in before if each.conversation == first.conversation), *sources[id])
    return found


def _sources_of(knowledge: KnowledgeGraph, space: str, facts: Set[str]) -> dict[str, tuple[Message, ...]]:
    """The messages that state each of these facts, oldest first."""
    ids = sorted(facts)
    found: dict[str, tuple[Message, ...]] = {}
    for start in range(0, len(ids), PAGE):
        edges = knowledge.store.edges(space, ids[start : start + PAGE], [Kind.STATED_IN], SOURCES_CAP)
        messages = knowledge.get(space, sorted({edge.target for edge in edges}))
        for edge in edges:
            if isinstance(message := messages.get(edge.target), Message):
                found[edge.source] = (*found.get(edge.source, ()), message)
    return {id: tuple(sorted(said, key=lambda each: (each.sent_at, each.id))) for id, said in found.items()}
