"""Reads everything that a target may reach: what was made from the deleted messages, and what is linked with it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from graph.index.space_index import SpaceIndex
from graph.store.verbs import Edge, Kind, Label, Node, ReadDepth, Store, Value
from graph.text.analysis import word_spans
from graph.values.codec import is_replaced, item_of, stored_of
from graph.values.items import (
    KEY_INFO_ID,
    AppliedChange,
    Conversation,
    Entity,
    Fact,
    KeyInfo,
    Message,
    Reflection,
    Role,
    SignificantMemory,
    Stored,
    Summary,
)

T = TypeVar("T")

PAGE = 1_000
EDGES_MAX = 1_000_000
"""All edges of a node: whatever a limit left out would not be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """What a target names in a space."""

    messages: frozenset[str]
    replaced: frozenset[str] = frozenset()  # those that are kept, but that another branch stands for
    edited: frozenset[str] = frozenset()  # those that stay where they are, with another text
    returned: frozenset[str] = frozenset()  # messages that were replaced and count again
    persons: frozenset[str] = frozenset()  # entities
    names: tuple[str, ...] = ()  # of the person
    texts: frozenset[str] = frozenset()  # summaries, facts, entities and other notes that are about it
    expired: frozenset[str] = frozenset()  # those of them whose time is over: nothing is read again to find them
    words: frozenset[str] = frozenset()  # terms that nothing that stays has (graph.forgetting.miscited)


def pages(
    store: Store,
    space: str,
    label: Label,
    where: dict[str, Value] | None = None,
    order: str = "id",
    *,
    after: tuple[Value, str] | None = None,
    reading: ReadDepth = ReadDepth.HEAD,
) -> Iterator[Node]:
    """Every node of a label whose properties equal `where`, in order, after this key. One read for each PAGE."""
    name = order.removeprefix("-")
    while nodes := store.find(space, label, where, order=order, after=after, limit=PAGE, reading=reading):
        yield from nodes
        if len(nodes) < PAGE:
            return
        after = (None if name == "id" else nodes[-1].properties[name], nodes[-1].id)


def batches(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """The things, `size` of them at a time. Python has this from 3.12 on."""
    rest = iter(things)
    while batch := [*islice(rest, size)]:
        yield batch


def read_nodes(store: Store, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> Iterator[Node]:
    """Those of the nodes that exist, sorted by their ids. One read for each PAGE."""
    for batch in batches(sorted(ids), PAGE):
        yield from store.nodes(space, batch, reading).values()


def says(text: str, name: str) -> bool:
    """Whether the text has the name, word by word; case and accents do not count. Pure."""
    words, wanted = [word for word, _, _ in word_spans(text)], [word for word, _, _ in word_spans(name)]
    length = len(wanted)
    return bool(wanted) and any(words[at : at + length] == wanted for at in range(len(words) - length + 1))


def entity_names(entity: Entity) -> tuple[str, ...]:
    """The name of an entity, then its aliases."""
    return (entity.name, *entity.aliases)


S = TypeVar("S", bound=Stored)

OF_MESSAGES = (Kind.SAID_BY, Kind.MENTIONS, Kind.STATED_IN, Kind.SUMMARIZES, Kind.BRANCHES_FROM)
OF_STATEMENTS = (
    Kind.STATED_IN,
    Kind.ABOUT,
    Kind.COVERS,
    Kind.EVIDENCE,
    Kind.SUPERSEDED_BY,
    Kind.ANSWERED_BY,
    Kind.CONTRADICTS,
)
DEPENDS = frozenset({Kind.EVIDENCE, Kind.SUPERSEDED_BY, Kind.ANSWERED_BY})
"""Edges whose source depends on its target: if the target changes, the source may have to change too."""

NAMING_MAX = 20
"""How many messages that stay are searched for a name: the best hits have it word by word."""

Statement = Fact | SignificantMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """What is read of a space before anything is decided. Bodies are read only where they are compared."""

    selected: Selected
    messages: Mapping[str, Message]  # that are deleted
    statements: Mapping[str, Statement]  # that may be deleted, and those that they replaced, answered or contradicted
    sources: Mapping[str, Message]  # other messages in which these are stated, with their text
    summaries: Mapping[str, Summary]  # over deleted messages, of every level
    members: Mapping[str, Message | Summary]  # of these summaries
    entities: Mapping[str, Entity]  # linked with anything above
    still_named: Mapping[str, frozenset[str]]  # by entity: those of its names that are in messages that stay
    conversations: Mapping[str, Conversation]  # with deleted messages
    staying: Mapping[str, Sequence[Message]]  # by conversation: messages that stay, in order, without their text
    reflections: Mapping[str, Reflection]
    thoughts_before: Mapping[str, Reflection]  # reflections that were replaced by the first of these
    key_info: KeyInfo | None
    silenced: Set[str]  # messages whose lines key info lost for what a selected message said
    branches: Mapping[str, str | None]  # by message that stays: the message that it follows now
    edges: Sequence[Edge]

    def sources_of(self, edges: Iterable[Kind], targets: Collection[str]) -> set[str]:
        """The sources of edges of these kinds to these nodes."""
        kinds = set(edges)
        return {edge.source for edge in self.edges if edge.kind in kinds and edge.target in targets}


class ReachReader:
    """Reads what a target reaches, with a few statements for each kind of item."""

    def __init__(self, store: Store, space: str, index: SpaceIndex, selected: Selected) -> None:
        self._store, self._space, self._index, self._selected = store, space, index, selected
        self._edges: dict[tuple[str, Kind, str], Edge] = {}
        self._from: defaultdict[tuple[Kind, str], set[str]] = defaultdict(set)
        self._to: defaultdict[tuple[Kind, str], set[str]] = defaultdict(set)

    def read(self) -> Reached:
        """Everything that the target may reach."""
        selected = self._selected
        messages = self._items(selected.messages, Message, ReadDepth.HEAD)
        self._read_edges(messages, OF_MESSAGES)
        self._read_edges(selected.persons, (Kind.ABOUT, Kind.COVERS, Kind.TOOK_PART_IN))
        statements = self._statements()
        stated_in = self._ends(Kind.STATED_IN, statements) - set(messages)
        sources = self._items(stated_in, Message)
        summaries, members = self._summaries()
        talks = {each.conversation for each in messages.values()}
        talks |= {each.conversation for each in self._items(selected.returned, Message, ReadDepth.HEAD).values()}
        talks |= {each.conversation for each in summaries.values() if each.conversation is not None}
        conversations = self._items(talks | selected.texts, Conversation)
        self._read_edges(conversations, (Kind.COVERS, Kind.TOOK_PART_IN))
        entities = self._entities(statements)
        key_info = self._items([KEY_INFO_ID], KeyInfo)
        self._read_edges(key_info, (Kind.STATED_IN,))
        texts = self._items(selected.texts, Reflection)
        reflections = texts | self._items(self._starts(Kind.COVERS, conversations), Reflection)
        newest = set(reflections)
        while newest:  # Later reflections are made from earlier ones.
            self._read_edges(newest, (Kind.SUPERSEDED_BY,))
            more = self._items(self._ends(Kind.SUPERSEDED_BY, newest) - reflections.keys(), Reflection)
            reflections |= more
            newest = set(more)
        return Reached(
            selected=selected,
            messages=messages,
            statements=statements,
            sources=sources,
            summaries=summaries,
            members=members,
            entities=entities,
            still_named={id: self._still_named(entity) for id, entity in entities.items()},
            conversations=conversations,
            staying={id: self._staying(id) for id in conversations},
            reflections=reflections,
            thoughts_before=self._items(self._starts(Kind.SUPERSEDED_BY, reflections) - reflections.keys(), Reflection),
            key_info=next(iter(key_info.values()), None),
            silenced=self._silenced(messages),
            branches={} if selected.replaced or selected.edited else self._branches(messages),
            edges=[self._edges[key] for key in sorted(self._edges)],
        )

    def _silenced(self, messages: Mapping[str, Message]) -> set[str]:
        """See Reached. Nothing but a user's words takes a line from key info, so a reply made anew costs no read."""
        selected = {id for id, each in messages.items() if each.role is Role.USER}
        if not selected:
            return set()
        writes = {edge.source for edge in self._store.edges(self._space, [KEY_INFO_ID], [Kind.CHANGED], EDGES_MAX)}
        changes = self._items(writes, AppliedChange, ReadDepth.HEAD).values()
        touched = {id for each in changes if not selected.isdisjoint(each.evidence) for id in each.touched}
        return {*self._items(touched - messages.keys(), Message, ReadDepth.HEAD)}

    def _statements(self) -> dict[str, Statement]:
        """The facts and memories that may be deleted or change, and whatever depends on them."""
        selected = self._selected
        wanted = self._starts(Kind.STATED_IN, selected.messages) | self._starts(Kind.ABOUT, selected.persons)
        wanted |= selected.texts
        statements: dict[str, Statement] = {}
        while new := {
            id: item for id, item in self._stored(wanted - statements.keys()).items() if isinstance(item, Statement)
        }:
            statements |= new
            self._read_edges(new, OF_STATEMENTS)
            wanted = {source for kind in DEPENDS for source in self._starts(kind, new)}
            wanted |= self._starts(Kind.CONTRADICTS, new) | self._ends(Kind.CONTRADICTS, new)
        return statements

    def _summaries(self) -> tuple[dict[str, Summary], dict[str, Message | Summary]]:
        """The summaries over the messages, up to the highest, and their members."""
        selected = self._selected
        wanted = self._starts(Kind.SUMMARIZES, selected.messages) | selected.texts
        summaries: dict[str, Summary] = {}
        while new := self._items(wanted - summaries.keys(), Summary):
            summaries |= new
            wanted = {each.container for each in new.values() if each.container is not None}
        self._read_edges(summaries, (Kind.SUMMARIZES, Kind.MENTIONS))
        members = self._stored(self._ends(Kind.SUMMARIZES, summaries), ReadDepth.HEAD)
        return summaries, {id: item for id, item in members.items() if isinstance(item, Message | Summary)}

    def _entities(self, statements: Collection[str]) -> dict[str, Entity]:
        selected = self._selected
        wanted = self._ends(Kind.SAID_BY, selected.messages) | self._ends(Kind.MENTIONS, selected.messages)
        wanted |= self._ends(Kind.ABOUT, statements) | self._starts(Kind.COVERS, statements)
        entities = self._items(wanted | selected.persons | selected.texts, Entity)
        self._read_edges(entities, (Kind.COVERS, Kind.ALSO_KNOWN_AS))
        cap = len(selected.messages) + len(statements) + NAMING_MAX
        self._read_edges(entities, (Kind.SAID_BY, Kind.MENTIONS, Kind.ABOUT), cap)
        return entities

    def _still_named(self, entity: Entity) -> frozenset[str]:
        """The names of an entity that are in messages that stay. Three reads at most."""
        gone, names = self._selected.messages, entity_names(entity)
        linked = self._starts(Kind.MENTIONS, [entity.id]) | self._starts(Kind.SAID_BY, [entity.id])
        limit = len(gone) + NAMING_MAX
        hits = {hit.id for name in names for hit in self._index.search_words(name, limit, labels=[Label.MESSAGE])}
        named: set[str] = set()
        for ids in (sorted(linked - gone)[-NAMING_MAX:], sorted(hits - gone)):
            if len(named) < len(names):
                for message in self._items(ids, Message).values():
                    text = f"{message.sender}\n{message.body}"
                    named |= {name for name in names if name not in named and says(text, name)}
        return frozenset(named)

    def _staying(self, conversation: str) -> list[Message]:
        nodes = pages(self._store, self._space, Label.MESSAGE, {"conversation": conversation}, "position")
        selected = self._selected
        out = selected.messages - selected.edited
        told = (node for node in nodes if node.id in selected.returned or not is_replaced(node))
        return [item_of(node, Message) for node in told if node.id not in out]

    def _branches(self, messages: Mapping[str, Message]) -> dict[str, str | None]:
        """For messages that followed a deleted one: the message that the deleted one followed."""
        gone = self._selected.messages
        forks = self._items(self._starts(Kind.BRANCHES_FROM, gone) - gone, Message)
        branches = {id: self._followed(messages[str(each.branch_of)]) for id, each in forks.items()}
        for message in messages.values():
            if message.branch_of is not None:
                after = self._beside(message, "id")
                if after is not None and after.branch_of is None:
                    branches[after.id] = self._followed(message)
        return branches

    def _followed(self, message: Message) -> str | None:
        """The message that this one follows, among those that stay."""
        gone: Message | None = message
        while gone is not None and gone.branch_of in self._selected.messages:
            gone = self._items([str(gone.branch_of)], Message).get(str(gone.branch_of))
        if gone is not None and gone.branch_of is not None:
            return gone.branch_of
        before = self._beside(message, "-id")
        return before.id if before is not None else None

    def _beside(self, message: Message, order: str) -> Message | None:
        """The next message of the chat that stays, in order of arrival ("id") or against it ("-id")."""
        nodes = self._store.find(
            self._space,
            Label.MESSAGE,
            {"chat": message.chat},
            order=order,
            after=(None, message.id),
            limit=len(self._selected.messages) + 1,
            reading=ReadDepth.HEAD,
        )
        return next((item_of(node, Message) for node in nodes if node.id not in self._selected.messages), None)

    def _read_edges(self, ids: Iterable[str], kinds: Collection[Kind], cap: int = EDGES_MAX) -> None:
        for edge in self._store.edges(self._space, sorted(ids), kinds, cap):
            self._edges[edge.source, edge.kind, edge.target] = edge
            self._from[edge.kind, edge.source].add(edge.target)
            self._to[edge.kind, edge.target].add(edge.source)

    def _starts(self, kind: Kind, targets: Iterable[str]) -> set[str]:
        return set[str]().union(*(self._to[kind, target] for target in targets))

    def _ends(self, kind: Kind, sources: Iterable[str]) -> set[str]:
        return set[str]().union(*(self._from[kind, source] for source in sources))

    def _items(self, ids: Iterable[str], kind: type[S], reading: ReadDepth = ReadDepth.BODY) -> dict[str, S]:
        return {id: item for id, item in self._stored(ids, reading).items() if isinstance(item, kind)}

    def _stored(self, ids: Iterable[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Stored]:
        nodes = self._store.nodes(self._space, sorted(ids), reading)
        return {id: stored_of(node) for id, node in nodes.items()}
