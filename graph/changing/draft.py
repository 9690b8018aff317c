"""The graph as a list of changes leaves it: every edit over what the store holds, and what each change found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.errors import NotFound, TooLarge
from graph.store.verbs import DropEdge, DropNode, Edge, Kind, Label, Node, Op, PutEdge, PutNode, ReadDepth, Store, Value
from graph.values.codec import id_of, stored_of
from graph.values.items import Stored
from graph.values.puts import put, put_changed

EdgeKey = tuple[str, Kind, str]
Properties = Mapping[str, Value]

EDGES_MAX = 20_000
"""Of one kind and direction at one node: what a change may move, since all of it is kept for undo (about 2 MB)."""


@dataclass(frozen=True, slots=True)
class BeforeAndAfter:
    """A node or an edge that a change wrote: what differs, before and after; None where it was not there, or is not."""

    before: Properties | None
    after: Properties | None


@dataclass(frozen=True, slots=True)
class WrittenNode(BeforeAndAfter):
    """A node that a change wrote."""

    id: str
    label: Label
    version: int  # before; 0 for one that was not there


@dataclass(frozen=True, slots=True)
class WrittenEdge(BeforeAndAfter):
    """An edge that a change wrote."""

    key: EdgeKey


@dataclass(frozen=True, slots=True)
class Step:
    """All that one change wrote, in the order it was first touched."""

    nodes: Sequence[WrittenNode]
    edges: Sequence[WrittenEdge]

    def __bool__(self) -> bool:
        return bool(self.nodes or self.edges)


class Draft:
    """A space as it will be. Reads what it needs and keeps it; writes nothing: `ops` is the write that is due."""

    def __init__(self, store: Store, space: str) -> None:
        self._store = store
        self._space = space
        self._stored: dict[str, Node | None] = {}
        self._nodes: dict[str, Node | None] = {}  # those touched, as they are now
        self._stored_edges: dict[EdgeKey, Properties] = {}
        self._edges: dict[EdgeKey, Properties | None] = {}  # those touched, as they are now
        self._read_at: set[tuple[str, Kind]] = set()  # nodes whose edges of a kind are all known
        self._found: dict[str, Node | None] = {}  # what the step under way found
        self._found_edges: dict[EdgeKey, Properties | None] = {}

    def read(self, ids: Iterable[str]) -> None:
        """These nodes are known. One read if any was not."""
        if missing := [id for id in dict.fromkeys(ids) if id not in self._stored]:
            found = self._store.nodes(self._space, missing, ReadDepth.ALL)
            self._stored |= {id: found.get(id) for id in missing}

    def read_edges(self, ids: Iterable[str], kinds: Collection[Kind]) -> None:
        """All edges of these kinds at these nodes are known. One read if any was not. Raises TooLarge."""
        self.read(ids := list(ids))
        unread = {(id, kind) for id in ids for kind in kinds if self._stored[id] is not None} - self._read_at
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
        """The node as it is now."""
        if id in self._nodes:
            return self._nodes[id]
        self.read([id])
        return self._stored[id]

    def items(self, ids: Sequence[str]) -> dict[str, Stored]:
        """The items of these ids as they are now, in their order. Raises NotFound."""
        self.read(ids)
        found: dict[str, Stored] = {}
        for id in ids:
            node = self.node(id)
            if node is None:
                raise NotFound(f"{id!r} does not exist in space {self._space!r}")
            found[id] = stored_of(node)
        return found

    def edges(self, ids: Collection[str], kinds: Collection[Kind]) -> list[Edge]:
        """The edges of these kinds at these nodes as they are now, sorted."""
        self.read_edges(ids, kinds)
        known = {**self._stored_edges, **self._edges}
        return [
            Edge(source, kind, target, properties)
            for (source, kind, target), properties in sorted(known.items())
            if properties is not None and kind in kinds and (source in ids or target in ids)
        ]

    def edge(self, source: str, kind: Kind, target: str) -> Properties | None:
        """The properties of an edge as it is now; None when it is not there."""
        key = (source, kind, target)
        if key in self._edges:
            return self._edges[key]
        self.read(key[::2])
        if self._stored[target] is not None and (target, kind) not in self._read_at:
            self.read_edges([source], [kind])
        return self._stored_edges.get(key)

    def make(self, item: Stored) -> None:
        """The item is there, under an id that no node has had."""
        self._stored[id_of(item)] = None
        self.put(put(item))

    def change(self, before: Stored, after: Stored) -> None:
        """What was `before` is `after`; nothing happens when they are equal."""
        if before != after:
            self.put(put_changed(before, after))

    def put(self, op: PutNode) -> None:
        """The node has these properties and keeps its others; it is made if it is not there."""
        before = self.node(op.id)
        self._found.setdefault(op.id, before)
        properties = {**(before.properties if before else {}), **op.properties}
        held = {name: value for name, value in properties.items() if value is not None}
        self._nodes[op.id] = Node(op.label, op.id, held, before.version if before else 0, before.seq if before else 0)

    def drop(self, id: str) -> None:
        """The node is gone, with every edge at it."""
        for edge in self.edges([id], list(Kind)):
            self.unlink(edge.source, edge.kind, edge.target)
        self._found.setdefault(id, self.node(id))
        self._nodes[id] = None

    def link(self, source: str, kind: Kind, target: str, properties: Properties | None = None) -> None:
        """The edge is there with exactly these properties."""
        self._set_edge((source, kind, target), dict(properties or {}))

    def unlink(self, source: str, kind: Kind, target: str) -> None:
        """The edge is not there."""
        self._set_edge((source, kind, target), None)

    def begin(self) -> None:
        """What is written from here on belongs to the next step."""
        self._found, self._found_edges = {}, {}

    def step(self) -> Step:
        """What was written since `begin`, as far as it made a difference."""
        nodes = [_written_node(found, self._nodes[id]) for id, found in self._found.items()]
        edges = [WrittenEdge(*_differing(found, self._edges[key]), key) for key, found in self._found_edges.items()]
        return Step(
            [node for node in nodes if node is not None and node.before != node.after],
            [edge for edge in edges if edge.before != edge.after],
        )

    def ops(self) -> list[Op]:
        """The write that makes the store hold this draft."""
        nodes = (_node_op(id, self._stored[id], now) for id, now in self._nodes.items())
        edges = (
            _edge_op(key, self._stored_edges.get(key), now)
            for key, now in self._edges.items()
            if not self._is_gone(key[0]) and not self._is_gone(key[2])
        )
        return [op for op in (*nodes, *edges) if op is not None]

    def _set_edge(self, key: EdgeKey, properties: Properties | None) -> None:
        self._found_edges.setdefault(key, self.edge(*key))
        self._edges[key] = properties

    def _is_gone(self, id: str) -> bool:
        return id in self._nodes and self._nodes[id] is None


def _written_node(found: Node | None, now: Node | None) -> WrittenNode | None:
    either = found or now
    if either is None:
        return None
    before, after = _differing(found.properties if found else None, now.properties if now else None)
    return WrittenNode(before, after, either.id, either.label, found.version if found else 0)


def _differing(before: Properties | None, after: Properties | None) -> tuple[Properties | None, Properties | None]:
    """What differs, on both sides; None for what is absent on one of them."""
    if before is None or after is None:
        return before, after
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: before.get(name) for name in names}, {name: after.get(name) for name in names}


def _node_op(id: str, stored: Node | None, now: Node | None) -> Op | None:
    if now is None:
        return None if stored is None else DropNode(id)
    if stored is None:
        return PutNode(now.label, id, now.properties, expect=0)
    _, after = _differing(stored.properties, now.properties)
    return PutNode(now.label, id, after) if after else None


def _edge_op(key: EdgeKey, stored: Properties | None, now: Properties | None) -> Op | None:
    if now is None:
        return None if stored is None else DropEdge(*key)
    return None if stored == now else PutEdge(*key, now)
