"""What is to be forgotten: named by a caller, and found in the space."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import takewhile
from math import inf

from graph.derived.reached import EDGES_MAX, Selected, pages, read_nodes, says
from graph.errors import BadInput, NotFound
from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, Node, ReadDepth, Value
from graph.text.analysis import name_key
from graph.values.codec import to_ms
from graph.values.write_plan import label_of


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
        named = frozenset(_existing(knowledge, space, target.messages, Label.MESSAGE))
        former = store.nodes(space, index.replaced_messages(), ReadDepth.HEAD).values()
        return Selected(messages=named | {node.id for node in former if node.properties.get("replaced_by") in named})
    if target.person is not None:
        return _select_person(knowledge, space, index, target.person)
    if target.conversation is not None:
        _existing(knowledge, space, [target.conversation], Label.CONVERSATION)
        where: dict[str, Value] = {"conversation": target.conversation}
        return Selected(
            messages=frozenset(node.id for node in pages(knowledge.store, space, Label.MESSAGE, where, "position"))
        )
    if target.chat is not None:
        messages = frozenset(
            node.id for node in pages(knowledge.store, space, Label.MESSAGE, {"chat": target.chat}, "position")
        )
        if not messages:
            raise NotFound(f"chat {target.chat!r} has no messages in space {space!r}")
        return Selected(messages=messages)
    after = None if target.since is None else (to_ms(target.since) - 1, "~")
    end = inf if target.until is None else to_ms(target.until)
    sent = pages(store, space, Label.MESSAGE, order="sent_at", after=after)
    return Selected(messages=frozenset(node.id for node in takewhile(lambda node: _sent_ms(node) < end, sent)))


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
    hits = {hit.id for name in names for hit in index.search_words(name, len(index))}
    nodes = read_nodes(knowledge.store, space, (hits | {*index.replaced_messages()}) - found)
    found |= {node.id for node in nodes if _is_about(index, text_of(node), names, persons)}
    messages = frozenset(id for id in found if label_of(id) is Label.MESSAGE)
    texts = frozenset(index.entries(sorted(found - messages))) - frozenset(persons)
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
