"""What is to be forgotten: named by a caller, and found in the space."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import datetime

from graph.errors import BadInput, NotFound
from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, Node, ReadDepth, Value
from graph.text.analysis import name_key, word_spans
from graph.values.codec import to_ms
from graph.values.items import Entity

PAGE = 1_000
EDGES_MAX = 1_000_000
"""All edges of a node: whatever a limit left out would not be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a caller wants to be forgotten: exactly one of these; `since` and `until` together count as one."""

    messages: tuple[str, ...] = ()
    conversation: str | None = None
    chat: str | None = None
    person: str | None = None  # a name, or the id of an entity: everything said by or about it
    expired: tuple[str, ...] = ()  # messages, facts and significant memories whose time is over
    since: datetime | None = None  # messages sent from then on
    until: datetime | None = None  # messages sent before

    def __post_init__(self) -> None:
        if len(self._kinds) != 1:
            raise BadInput(
                f"found {len(self._kinds)} kinds of target ({', '.join(self._kinds) or 'none'}), expected one of:"
                " `messages`, `conversation`, `chat`, `person`, or `since` and `until`"
            )
        for name in ("since", "until"):
            at = getattr(self, name)
            if at is not None and at.tzinfo is None:
                raise BadInput(f"`{name}` {at.isoformat()} has no time zone, expected one, such as Z or +03:00")
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise BadInput(f"`since` {self.since.isoformat()} is not before `until` {self.until.isoformat()}")

    @property
    def kind(self) -> str:
        """What is named, in one word."""
        return self._kinds[0]

    @property
    def _kinds(self) -> list[str]:
        given = [each.name for each in fields(self) if getattr(self, each.name) not in (None, ())]
        return list(dict.fromkeys("time" if name in ("since", "until") else name for name in given))


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """What a target names in a space."""

    messages: frozenset[str]
    persons: frozenset[str] = frozenset()  # entities
    names: tuple[str, ...] = ()  # of the person
    texts: frozenset[str] = frozenset()  # summaries, facts, entities and other notes that are about it
    expired: frozenset[str] = frozenset()  # those of them whose time is over: nothing is read again to find them
    words: frozenset[str] = frozenset()  # terms that nothing that stays has (graph.forgetting.miscited)


def select(knowledge: KnowledgeGraph, space: str, index: SpaceIndex, target: Target) -> Selected:
    """Find what is named. Raises NotFound for an id or a chat that the space does not know.

    If nothing tells of a person, only their name is selected: a scene may still have it.
    """
    store = knowledge.store
    if target.expired:
        there = index.entries(target.expired)
        messages = frozenset(id for id, entry in there.items() if entry.label is Label.MESSAGE)
        over = frozenset(there) - messages
        return Selected(messages=messages, texts=over, expired=over)
    if target.messages:
        return Selected(messages=frozenset(_existing(knowledge, space, target.messages, Label.MESSAGE)))
    if target.person is not None:
        return _select_person(knowledge, space, index, target.person)
    if target.conversation is not None:
        _existing(knowledge, space, [target.conversation], Label.CONVERSATION)
        where: dict[str, Value] = {"conversation": target.conversation}
        return Selected(
            messages=frozenset(node.id for node in pages(knowledge, space, Label.MESSAGE, where, "position"))
        )
    if target.chat is not None:
        messages = frozenset(
            node.id for node in pages(knowledge, space, Label.MESSAGE, {"chat": target.chat}, "position")
        )
        if not messages:
            raise NotFound(f"chat {target.chat!r} has no messages in space {space!r}")
        return Selected(messages=messages)
    after: tuple[Value, str] | None = None if target.since is None else (to_ms(target.since) - 1, "~")
    end = None if target.until is None else to_ms(target.until)
    ids: set[str] = set()
    while nodes := store.find(space, Label.MESSAGE, order="sent_at", after=after, limit=PAGE, reading=ReadDepth.HEAD):
        ids |= {node.id for node in nodes if end is None or _sent_ms(node) < end}
        if end is not None and _sent_ms(nodes[-1]) >= end:
            break
        after = (nodes[-1].properties["sent_at"], nodes[-1].id)
    return Selected(messages=frozenset(ids))


def pages(
    knowledge: KnowledgeGraph,
    space: str,
    label: Label,
    where: dict[str, Value] | None = None,
    order: str = "id",
    *,
    reading: ReadDepth = ReadDepth.HEAD,
) -> Iterator[Node]:
    """Every node of a label whose properties equal `where`, in order. One read for each PAGE."""
    after: tuple[Value, str] | None = None
    while nodes := knowledge.store.find(space, label, where, order=order, after=after, limit=PAGE, reading=reading):
        yield from nodes
        after = (None if order == "id" else nodes[-1].properties[order], nodes[-1].id)


def read_nodes(
    knowledge: KnowledgeGraph, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY
) -> Iterator[Node]:
    """Those of the nodes that exist, sorted by their ids. One read for each PAGE."""
    wanted = sorted(ids)
    for start in range(0, len(wanted), PAGE):
        yield from knowledge.store.nodes(space, wanted[start : start + PAGE], reading).values()


def says(text: str, name: str) -> bool:
    """Whether the text has the name, word by word; case and accents do not count. Pure."""
    words, wanted = [word for word, _, _ in word_spans(text)], [word for word, _, _ in word_spans(name)]
    length = len(wanted)
    return bool(wanted) and any(words[at : at + length] == wanted for at in range(len(words) - length + 1))


def without(names: Collection[str], gone: Collection[str]) -> tuple[str, ...]:
    """The names that are not in `gone`. Pure."""
    keys = {name_key(name) for name in gone}
    return tuple(name for name in names if name_key(name) not in keys)


def text_of(node: Node) -> str:
    """All words of an item's node."""
    properties = node.properties
    names = ("sender", "body", "name", "aliases", "brief", "dossier", "participant", "participants", "title", "topics")
    values = (properties.get(name) for name in names)
    return "\n".join(" ".join(each) if isinstance(each, tuple) else str(each) for each in values if each)


def _existing(knowledge: KnowledgeGraph, space: str, ids: Collection[str], label: Label) -> list[str]:
    nodes = knowledge.store.nodes(space, ids, ReadDepth.HEAD)
    for id in ids:
        if id not in nodes or nodes[id].label is not label:
            raise NotFound(f"{label.lower()} {id!r} does not exist in space {space!r}")
    return list(ids)


def _select_person(knowledge: KnowledgeGraph, space: str, index: SpaceIndex, person: str) -> Selected:
    """Everything said by or about somebody: by edges, and by every text that names them."""
    node = knowledge.store.nodes(space, [person], ReadDepth.HEAD).get(person)
    persons = [person] if node is not None and node.label is Label.ENTITY else index.entities_named(person)
    names = tuple(dict.fromkeys(name for id in persons for name in index.names_of(id))) or (person,)
    edges = knowledge.store.edges(space, persons, [Kind.SAID_BY, Kind.MENTIONS, Kind.ABOUT], EDGES_MAX)
    found = {edge.source for edge in edges}
    hits = {hit.id for name in names for hit in index.search_words(name, len(index))} - found
    named = {node.id for node in read_nodes(knowledge, space, hits) if _is_about(index, text_of(node), names, persons)}
    ids = index.entries(sorted(found | named))
    messages = frozenset(id for id, entry in ids.items() if entry.label is Label.MESSAGE)
    texts = frozenset(ids) - messages - frozenset(persons)
    return Selected(messages=messages, persons=frozenset(persons), names=names, texts=texts)


def _is_about(index: SpaceIndex, text: str, names: Collection[str], persons: Collection[str]) -> bool:
    """Whether the text names the person. A name that is also a common word counts only where it is used as a name."""
    if persons:
        sender = name_key(text.partition("\n")[0])
        return any(name_key(name) == sender for name in names) or not set(persons).isdisjoint(index.entities_in(text))
    return any(says(text, name) for name in names)


def _sent_ms(node: Node) -> int:
    sent = node.properties["sent_at"]
    assert isinstance(sent, int)
    return sent


def entity_names(entity: Entity) -> tuple[str, ...]:
    """The name of an entity, then its aliases."""
    return (entity.name, *entity.aliases)
