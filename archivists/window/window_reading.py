"""Reads a window from the graph."""

from collections.abc import Iterable, Sequence, Set
from datetime import datetime, timedelta
from heapq import nlargest
from typing import TypeVar

from archivists.learning.weight_fit import read_judged_blocks
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
    Stored,
    Summary,
)

T = TypeVar("T", bound=Stored)

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
    reading = _Reading(knowledge, space, policy)
    index = reading.index
    stretch = next_stretch(knowledge, space, policy)
    messages = messages_in(knowledge, space, stretch, policy)
    context = messages_up_to(knowledge, space.name, stretch.after, limit=policy.context_messages if messages else 0)
    now = space.round_at or now
    read = with_read(space, after=stretch.after, to=stretch.to)
    conversations = reading.conversations(read, messages, now=now)
    unlinked = reading.unlinked() if Purpose.LINK in asked else {}
    said = (*messages, *(line for lines in unlinked.values() for line in lines))
    entities, mentions = reading.entities_in((*context, *said))
    key_info = reading.items([KEY_INFO_ID], KeyInfo) if said else ()
    stale = knowledge.get(space.name, index.stale()[: policy.stale_max]).values()
    stale_entities = tuple(item for item in stale if isinstance(item, Entity) and item not in entities)
    is_closing = any(each.is_closing for each in conversations)
    shared_tops = reading.shared_tops() if is_closing else ()
    tops = (*(top for each in conversations for top in each.tops), *shared_tops)
    quoted = rewritable(tops, policy) if Purpose.WRITE in asked else []
    near = reading.near_in_meaning(said) if asked else {}
    facts = reading.facts_near(said, {*unlinked}.union(*near.values()), is_read=Purpose.READ in asked)
    facts_about = reading.facts_about((*(entities if said else ()), *stale_entities))
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
        namesakes=reading.namesakes(entities) if Purpose.LINK in asked else (),
        mentions=mentions,
        facts=facts,
        near=near,
        sources_of=reading.sources_of({fact.id for fact in known if asked}),
        unlinked=unlinked,
        facts_about=facts_about,
        key_info=next(iter(key_info), None),
        shown_blocks=read_shown_blocks(knowledge, index, space.name, context, messages),
        judged_blocks=judged or (),
        learns_at=None if judged is None else now,
        shared_tops=shared_tops,
        stale_summaries=_rewritable(
            read_summaries(knowledge, space.name, [item for item in stale if isinstance(item, Summary)]),
            is_waiting=Purpose.WRITE in asked and calls_left(space, len(messages), policy) < (2 if messages else 1),
        ),
        stale_entities=stale_entities,
        quoted_summaries=read_summaries(knowledge, space.name, quoted),
        moments=reading.items([each.entry.id for each in index.moments()[-MOMENTS_MAX:]], SignificantMemory),
        thinkers=reading.thinkers(conversations) if is_closing else (),
        read_to=stretch.to,
    )


def read_closing(knowledge: KnowledgeGraph, space: Space, conversation: Conversation, *, policy: RoundPolicy) -> Window:
    """What completing one conversation needs, whether rounds have read it or not. About five reads."""
    reading = _Reading(knowledge, space, policy)
    nodes = knowledge.store.find(
        space.name, Label.MESSAGE, {"conversation": conversation.id}, order="position", limit=CLOSED_MESSAGES_MAX
    )
    messages = [message for node in nodes if is_untold(message := item_of(node, Message))]
    closing = WindowConversation(
        conversation=conversation,
        unsummarised=tuple(messages),
        tops=reading.tops_of([conversation.id]).get(conversation.id, ()),
        is_silent=True,
        is_read=True,
    )
    return Window(
        space=space,
        messages=(),
        conversations=(closing,),
        mentions={},
        facts_about={},
        shared_tops=reading.shared_tops(),
    )


def is_untold(message: Message) -> bool:
    """Whether a summary should contain it, and none does, here or in the program that it comes from."""
    is_said = message.replaced_by is None and not message.is_alone
    return is_said and message.container is None and not is_told_elsewhere(message)


def _is_learning(index: SpaceIndex, space: Space, policy: RoundPolicy, *, now: datetime) -> bool:
    """Whether it is time to learn from verdicts, and nobody has fixed the weights."""
    if not policy.learn_hours or (index.learned is not None and index.learned.is_fixed):
        return False
    return space.learned_at is None or now - space.learned_at >= timedelta(hours=policy.learn_hours)


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


class _Reading:
    """Reads the parts of a window."""

    def __init__(self, knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> None:
        self.knowledge = knowledge
        self.index = knowledge.index(space.name)
        self.space = space
        self.policy = policy

    def items(self, ids: Sequence[str], kind: type[T]) -> tuple[T, ...]:
        """Those of the items with these ids that are of this kind. One read; none without ids."""
        found = self.knowledge.get(self.space.name, ids) if ids else {}
        return tuple(item for item in found.values() if isinstance(item, kind))

    def thinkers(self, conversations: Sequence[WindowConversation]) -> tuple[Thinker, ...]:
        """The participants with reflections who heard a closing conversation whole. Four reads for each."""
        found: list[Thinker] = []
        closing_parts: dict[str, list[str]] = {}
        for each in (each for each in conversations if each.is_closing):
            said = [message.id for message in filter(self.space.intake.takes_part, each.unsummarised)]
            closing_parts[each.conversation.id] = [*said, *(top.id for top in each.tops)]
        for name in self.space.characters if closing_parts else ():
            own = HeardIndex(self.index, name, self.space.intake)
            closing = {id for id, parts in closing_parts.items() if parts and own.entries(parts).keys() >= {*parts}}
            if closing:
                thinker = Thinker(
                    name=name,
                    reflection=next(iter(self.items(own.reflections()[-1:], Reflection)), None),
                    pending=tuple(heard(self.knowledge, own, with_open=False).unreflected),
                    closing=frozenset(closing),
                )
                found.append(thinker)
        return tuple(found)

    def namesakes(self, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Entities whose names are similar to these."""
        hits = (self.index.search_words(each.name, NAMESAKES_MAX, labels=[Label.ENTITY]) for each in entities)
        found = {hit.id for of_one in hits for hit in of_one}
        return self.items(sorted(found - {entity.id for entity in entities}), Entity)

    def conversations(
        self, read: Space, messages: tuple[Message, ...], *, now: datetime
    ) -> tuple[WindowConversation, ...]:
        """The silent conversations and those of the messages; `read` counts this round's messages as read."""
        knowledge, most = self.knowledge, self.policy.silent_conversations_max
        silent = silent_conversations(knowledge, self.space, now=now, limit=most)
        found = {conversation.id: conversation for conversation in silent}
        ids = set(found)
        others = [id for id in dict.fromkeys(message.conversation for message in messages) if id not in ids]
        for item in self.items(others, Conversation):
            found[item.id] = item
            # Imported conversations are not searched for, but may be silent all the same.
            is_import = item.status is ConversationStatus.IMPORTED
            ids |= {item.id} if is_import and is_silent(knowledge, read, item, now, {}) else set()
        tops = self.tops_of(found)
        return tuple(
            self._conversation(read, found[id], messages, tops.get(id, ()), is_silent=id in ids) for id in sorted(found)
        )

    def _conversation(
        self,
        read: Space,
        conversation: Conversation,
        messages: tuple[Message, ...],
        tops: tuple[Summary, ...],
        *,
        is_silent: bool,
    ) -> WindowConversation:
        """The conversation with its oldest messages after what is summarised.

        A conversation that goes on after an import does not wait for the import.
        """
        nodes = self.knowledge.store.find(
            read.name,
            Label.MESSAGE,
            {"conversation": conversation.id},
            order="position",
            after=(max(top.last_position for top in tops), "") if tops else None,
            limit=self.policy.loose_messages_max,
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
            is_read=len(behind) < self.policy.loose_messages_max and all(map(is_read, behind)),
        )

    def tops_of(self, conversations: Iterable[str]) -> dict[str, tuple[Summary, ...]]:
        """The summaries of each of these conversations that no other summary holds."""
        index, wanted = self.index, frozenset(conversations)
        ids = [id for id in index.tops() if (entry := index.entry(id)) is not None and entry.conversation in wanted]
        found: dict[str, tuple[Summary, ...]] = {}
        for top in self.items(ids, Summary):
            if top.conversation is not None:
                found[top.conversation] = (*found.get(top.conversation, ()), top)
        return found

    def shared_tops(self) -> tuple[Summary, ...]:
        """The newest summaries that no other holds, of complete conversations or of several conversations."""
        tops = self.items(self.index.tops()[-self.policy.shared_tops_max :], Summary)
        conversations = self.items(sorted({top.conversation for top in tops if top.conversation}), Conversation)
        over = {None, *(each.id for each in conversations if each.status is ConversationStatus.COMPLETE)}
        return tuple(top for top in tops if top.conversation in over)

    def entities_in(self, texts: tuple[Message, ...]) -> tuple[tuple[Entity, ...], dict[str, frozenset[str]]]:
        """The entities that the texts name and those who speak, and the entities that each message is linked with."""
        ids: dict[str, None] = {}
        for message in texts:
            ids |= dict.fromkeys((*self.index.entities_named(message.sender), *self.index.entities_in(message.body)))
        messages = [message.id for message in texts]
        linked: dict[str, set[str]] = {}
        for edge in self.knowledge.store.edges(self.space.name, messages, [Kind.MENTIONS], MENTIONS_CAP):
            linked.setdefault(edge.source, set()).add(edge.target)
        return self.items(sorted(ids), Entity), {id: frozenset(targets) for id, targets in linked.items()}

    def facts_about(self, entities: tuple[Entity, ...]) -> dict[str, tuple[Fact, ...]]:
        """The current facts about each of these entities, by its id."""
        ids = frozenset(entity.id for entity in entities)
        read = self.knowledge.store.edges(self.space.name, sorted(ids), [Kind.ABOUT], FACTS_ABOUT_CAP) if ids else ()
        edges = [edge for edge in read if edge.target in ids]
        sources = sorted({edge.source for edge in edges})
        pages = (self.items(sources[start : start + PAGE], Fact) for start in range(0, len(sources), PAGE))
        current = {fact.id: fact for page in pages for fact in page if fact.status is FactStatus.CURRENT}
        found: dict[str, tuple[Fact, ...]] = {}
        for edge in edges:
            if edge.source in current:
                found[edge.target] = (*found.get(edge.target, ()), current[edge.source])
        return found

    def facts_near(self, messages: tuple[Message, ...], ids: set[str], *, is_read: bool) -> tuple[Fact, ...]:
        """These facts, those that the messages may repeat, replace or contradict, and the weightiest if a model reads.

        "We moved" shares no word with where somebody lives.
        """
        most = self.policy.known_facts_per_message
        for message in messages:
            hits = self.index.search_words(message.body[:QUERY_CHARS_MAX], most, labels=[Label.FACT])
            ids.update(hit.id for hit in hits)
        ids.update(self.index.weightiest_facts(WEIGHTIEST_NEAR) if is_read and messages else ())
        return self.items(sorted(ids), Fact)

    def near_in_meaning(self, messages: tuple[Message, ...]) -> dict[str, frozenset[str]]:
        """For each message, the nearest by vector of the weightiest facts that hold; none without an embedder."""
        facts = self.index.weightiest_facts(WEIGHTIEST_MAX) if messages else []
        found: dict[str, frozenset[str]] = {}
        for message in messages:
            nearness = zip(self.index.nearness(message.id, facts), facts, strict=True)
            best = nlargest(self.policy.known_facts_per_message, nearness)
            if near := frozenset(fact for near, fact in best if near >= self.policy.near_min):
                found[message.id] = near
        return found

    def unlinked(self) -> dict[str, tuple[Message, ...]]:
        """The facts that no model has judged, as many as one answer judges: the line before each, and those that state
        it. Two reads, and one for each.
        """
        found: dict[str, tuple[Message, ...]] = {}
        sources = self.sources_of({*(ids := self.index.unlinked()[: self.policy.link_claims_max])})
        for id in (id for id in ids if id in sources):
            first = sources[id][0]
            before = messages_up_to(self.knowledge, self.space.name, first.id, limit=2)[:-1]
            found[id] = (*(each for each in before if each.conversation == first.conversation), *sources[id])
        return found

    def sources_of(self, facts: Set[str]) -> dict[str, tuple[Message, ...]]:
        """The messages that state each of these facts, oldest first."""
        ids = sorted(facts)
        found: dict[str, tuple[Message, ...]] = {}
        for start in range(0, len(ids), PAGE):
            page = ids[start : start + PAGE]
            edges = self.knowledge.store.edges(self.space.name, page, [Kind.STATED_IN], SOURCES_CAP)
            messages = {each.id: each for each in self.items(sorted({edge.target for edge in edges}), Message)}
            for edge in edges:
                if edge.target in messages:
                    found[edge.source] = (*found.get(edge.source, ()), messages[edge.target])
        return {id: tuple(sorted(said, key=lambda each: (each.sent_at, each.id))) for id, said in found.items()}
