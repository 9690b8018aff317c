"""A draft of a space: edits on top of what the store holds, from which the write and the log entries are made."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from graph.errors import BadInput, Conflict, NotFound, TooLarge
from graph.index.space_index import SpaceIndex
from graph.store.verbs import DropEdge, DropNode, Edge, Kind, Label, Node, Op, PutEdge, PutNode, ReadDepth, Store, Value
from graph.text.analysis import name_key
from graph.values.codec import id_of, item_of, stored_of
from graph.values.items import Entity, Fact, Stored, Summary
from graph.values.puts import put, put_changed
from graph.values.write_plan import WritePlan

EdgeKey = tuple[str, Kind, str]
Properties = Mapping[str, Value]

EDGES_MAX = 20_000
"""The most edges of one kind and direction at a node that a change may touch: undo keeps them all (about 2 MB)."""


@dataclass(frozen=True, slots=True)
class Written:
    """The properties of a node or an edge that a change has changed; None if it did not exist before or after."""

    before: Properties | None
    after: Properties | None
    label: Label | None = None  # None for an edge
    version: int = 0  # of a node before the change; 0 if it did not exist


@dataclass(frozen=True, slots=True)
class Step:
    """Everything that one change wrote, in the order of the first edits."""

    nodes: Mapping[str, Written]
    edges: Mapping[EdgeKey, Written]

    def __bool__(self) -> bool:
        return bool(self.nodes or self.edges)


class GraphDraft:
    """A space as it will be. It reads what it needs, once, and writes nothing: `ops` is the write that is due."""

    def __init__(self, store: Store, space: str) -> None:
        self._store = store
        self._space = space
        self._stored_nodes: dict[str, Node | None] = {}
        self._nodes: dict[str, Node | None] = {}  # edited ones, as they are now
        self._stored_edges: dict[EdgeKey, Properties] = {}
        self._edges: dict[EdgeKey, Properties | None] = {}  # edited ones, as they are now
        self._read_at: set[tuple[str, Kind]] = set()  # nodes whose edges of this kind have been read
        self._before: dict[str, Node | None] = {}  # what the current step has edited, as it was before
        self._edges_before: dict[EdgeKey, Properties | None] = {}

    def read(self, ids: Iterable[str]) -> None:
        """Read those of these nodes that have not been read. At most one read."""
        if missing := [id for id in dict.fromkeys(ids) if id not in self._stored_nodes]:
            nodes = self._store.nodes(self._space, missing, ReadDepth.ALL)
            self._stored_nodes |= {id: nodes.get(id) for id in missing}

    def read_edges(self, ids: Iterable[str], kinds: Collection[Kind]) -> None:
        """Read all edges of these kinds at these nodes. At most two reads. Raises TooLarge."""
        self.read(ids := list(ids))
        unread = {(id, kind) for id in ids for kind in kinds if self._stored_nodes[id] is not None} - self._read_at
        if not unread:
            return
        nodes, wanted = sorted({id for id, _ in unread}), sorted({kind for _, kind in unread})
        edges = self._store.edges(self._space, nodes, wanted, EDGES_MAX)
        counts = Counter((edge.source, edge.kind, "from") for edge in edges)
        counts.update((edge.target, edge.kind, "to") for edge in edges)
        for (id, kind, way), count in counts.items():
            if count >= EDGES_MAX and id in nodes:
                raise TooLarge(f"{count:,} or more {kind} edges lead {way} {id}, expected fewer in one change")
        self._stored_edges |= {(edge.source, edge.kind, edge.target): edge.properties for edge in edges}
        self._read_at |= {(id, kind) for id in nodes for kind in wanted}

    def node(self, id: str) -> Node | None:
        """The node as it is in the draft; None if it does not exist."""
        if id in self._nodes:
            return self._nodes[id]
        self.read([id])
        return self._stored_nodes[id]

    def check_versions(self, seen: Mapping[str, int]) -> None:
        """Raises NotFound or Conflict if one of these nodes is gone or has another version by now."""
        self.items([*seen])
        for id, version in seen.items():
            if (node := self.node(id)) is not None and node.version != version:
                raise Conflict(f"{id} is version {node.version}, expected {version}; read it again")

    def items(self, ids: Sequence[str]) -> dict[str, Stored]:
        """The items with these ids as they are in the draft, in this order. Raises NotFound."""
        self.read(ids)
        items: dict[str, Stored] = {}
        for id in ids:
            node = self.node(id)
            if node is None:
                raise NotFound(f"{id!r} does not exist in space {self._space!r}")
            items[id] = stored_of(node)
        return items

    def edges(self, ids: Collection[str], kinds: Collection[Kind]) -> list[Edge]:
        """The edges of these kinds at these nodes as they are in the draft, sorted."""
        self.read_edges(ids, kinds)
        known = {**self._stored_edges, **self._edges}
        return [
            Edge(source, kind, target, properties)
            for (source, kind, target), properties in sorted(known.items())
            if properties is not None and kind in kinds and (source in ids or target in ids)
        ]

    def edge(self, source: str, kind: Kind, target: str) -> Properties | None:
        """The properties of an edge as it is in the draft; None if it does not exist."""
        key = (source, kind, target)
        if key in self._edges:
            return self._edges[key]
        self.read(key[::2])
        if self._stored_nodes[target] is not None and (target, kind) not in self._read_at:
            self.read_edges([source], [kind])
        return self._stored_edges.get(key)

    def edges_of_step(self, ids: Collection[str], kinds: Collection[Kind]) -> list[EdgeKey]:
        """The edges of these kinds at these nodes, with those that the current step has removed."""
        kept = [(edge.source, edge.kind, edge.target) for edge in self.edges(ids, kinds)]
        removed = [key for key, found in self._edges_before.items() if found is not None and self._edges[key] is None]
        return kept + [key for key in removed if key[1] in kinds and (key[0] in ids or key[2] in ids)]

    def edited(self, label: Label) -> dict[str, tuple[Node | None, Node | None]]:
        """The nodes of this label that the current step has edited, each as it was before and as it is now."""
        pairs = {id: (before, self._nodes[id]) for id, before in self._before.items()}
        return {id: pair for id, pair in pairs.items() if any(node and node.label is label for node in pair)}

    def make(self, item: Stored) -> None:
        """Add an item under a new id."""
        self._stored_nodes[id_of(item)] = None
        self.put(put(item))

    def change(self, before: Stored, after: Stored) -> None:
        """Replace the item `before` with `after`."""
        if before != after:
            self.put(put_changed(before, after))

    def put(self, op: PutNode) -> None:
        """Set these properties of a node and keep its others. The node is made if it does not exist."""
        before = self.node(op.id)
        self._before.setdefault(op.id, before)
        properties = {**(before.properties if before else {}), **op.properties}
        held = {name: value for name, value in properties.items() if value is not None}
        self._nodes[op.id] = Node(op.label, op.id, held, before.version if before else 0, before.seq if before else 0)

    def drop(self, id: str) -> None:
        """Remove a node with all its edges."""
        for edge in self.edges([id], list(Kind)):
            self.unlink(edge.source, edge.kind, edge.target)
        self._before.setdefault(id, self.node(id))
        self._nodes[id] = None

    def link(self, source: str, kind: Kind, target: str, properties: Properties | None = None) -> None:
        """Add an edge, or replace its properties."""
        self._set_edge((source, kind, target), dict(properties or {}))

    def unlink(self, source: str, kind: Kind, target: str) -> None:
        """Remove an edge."""
        self._set_edge((source, kind, target), None)

    def begin(self) -> None:
        """Start a new step: the edits from here on belong to it."""
        self._before, self._edges_before = {}, {}

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Undo the edits made inside if something prevents the rest of them."""
        held = dict(self._nodes), dict(self._edges), dict(self._before), dict(self._edges_before)
        try:
            yield
        except (Conflict, TooLarge):
            self._nodes, self._edges, self._before, self._edges_before = held
            raise

    def step(self) -> Step:
        """The edits since `begin` that made a difference."""
        nodes = {}
        for id, found in self._before.items():
            if either := found or self._nodes[id]:
                sides = _differing(_properties_of(found), _properties_of(self._nodes[id]))
                nodes[id] = Written(*sides, either.label, found.version if found else 0)
        edges = {key: Written(*_differing(found, self._edges[key])) for key, found in self._edges_before.items()}
        return Step(
            {id: written for id, written in nodes.items() if written.before != written.after},
            {key: written for key, written in edges.items() if written.before != written.after},
        )

    def ops(self) -> list[Op]:
        """The operations that make the store equal to this draft."""
        ops: list[Op] = []
        for id, node in self._nodes.items():
            stored = self._stored_nodes[id]
            if node is None:
                ops += [] if stored is None else [DropNode(id)]
            elif stored is None:
                ops.append(PutNode(node.label, id, node.properties, expect=0))
            elif after := _differing(stored.properties, node.properties)[1]:
                ops.append(PutNode(node.label, id, after))
        gone = {id for id, node in self._nodes.items() if node is None}
        for key, properties in self._edges.items():
            known = self._stored_edges.get(key)
            if properties != known and key[0] not in gone and key[2] not in gone:
                ops.append(DropEdge(*key) if properties is None else PutEdge(*key, properties))
        return ops

    def _set_edge(self, key: EdgeKey, properties: Properties | None) -> None:
        self._edges_before.setdefault(key, self.edge(*key))
        self._edges[key] = properties


def _properties_of(node: Node | None) -> Properties | None:
    return None if node is None else node.properties


def _differing(before: Properties | None, after: Properties | None) -> tuple[Properties | None, Properties | None]:
    """The properties that differ, before and after; None for a side that does not exist."""
    if before is None or after is None:
        return before, after
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: before.get(name) for name in names}, {name: after.get(name) for name in names}


S = TypeVar("S", bound=Stored)

SHOWN_CHARS_MAX = 80
"""The longest text in the line that says what a change did."""


@dataclass(slots=True)
class ChangeBatch:
    """A list of changes that is being applied."""

    plan: WritePlan
    draft: GraphDraft
    index: SpaceIndex
    now: datetime
    ids: dict[str, str] = field(default_factory=dict)  # ref -> id
    merged: dict[str, str] = field(default_factory=dict)  # what this list has merged away -> what it was merged into
    named: dict[str, list[str]] = field(default_factory=dict)  # folded name -> entities made or renamed in this list

    def resolve(self, ref: str) -> str:
        """The id that a ref stands for; for something that this list has merged away, the id of what is left."""
        id = self.ids.get(ref, ref)
        while id in self.merged:
            id = self.merged[id]
        return id

    def get(self, ref: str, kind: type[S]) -> S:
        """The item with this id or ref. Raises NotFound, and BadInput for an item of another kind."""
        id = self.resolve(ref)
        item = self.draft.items([id])[id]
        if not isinstance(item, kind):
            raise BadInput(f"{id} is a {item.label}, expected a {kind.__name__}")
        return item

    def entity(self, ref: str) -> Entity:
        """The entity with this id, or with this name if this list made it."""
        made = self.named.get(name_key(ref))
        return self.get(made[0] if made and ref not in self.ids else ref, Entity)

    def entity_with_id(self, id: str) -> Entity | None:
        """The entity with this id, if there is one."""
        self.draft.read([id])
        node = self.draft.node(id)
        return item_of(node, Entity) if node is not None and node.label is Label.ENTITY else None

    def entities_named(self, name: str) -> list[Entity]:
        """The entities that have this name now, those of this list first."""
        key = name_key(name)
        ids = dict.fromkeys((*self.named.get(key, ()), *self.index.entities_named(name)))
        self.draft.read(ids)
        present = [id for id in ids if self.draft.node(id) is not None]
        entities = [item for item in self.draft.items(present).values() if isinstance(item, Entity)]
        return [entity for entity in entities if key in map(name_key, (entity.name, *entity.aliases))]

    def name(self, entity: Entity) -> None:
        """Let `entities_named` find the entity by its names, which the index does not know yet."""
        for name in (entity.name, *entity.aliases):
            ids = self.named.setdefault(name_key(name), [])
            if entity.id not in ids:
                ids.append(entity.id)


def mark_summaries(batch: ChangeBatch, fact: Fact) -> None:
    """Mark the summaries of the messages that state the fact as stale."""
    edges = batch.draft.edges([fact.id], [Kind.STATED_IN])
    messages = batch.draft.items([edge.target for edge in edges if edge.source == fact.id]).values()
    mark_stale(batch.draft, [id for message in messages if (id := getattr(message, "container", None)) is not None])


def mark_stale(draft: GraphDraft, ids: Iterable[str]) -> None:
    """Mark these entities and summaries as out of date, so that a round rewrites them."""
    for item in draft.items(list(dict.fromkeys(ids))).values():
        if isinstance(item, Entity | Summary) and not item.is_stale:
            draft.change(item, replace(item, is_stale=True))


def shortened(text: str) -> str:
    """The text on one line of at most SHOWN_CHARS_MAX characters."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARS_MAX else line[: SHOWN_CHARS_MAX - 1].rstrip() + "…"
