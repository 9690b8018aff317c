"""A store as plain dictionaries: what every backend must end equal to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import (
    LONG,
    Changes,
    DropEdge,
    DropNode,
    Dropped,
    Edge,
    Kind,
    Label,
    Node,
    Op,
    PutEdge,
    PutNode,
    ReadDepth,
    Row,
    Value,
)

EdgeKey = tuple[str, Kind, str]
GoneKey = tuple[str, Kind | None, str | None]
NOTHING = Dropped("", None, None, 0)


@dataclass
class Graph:
    """One space, whole; also what a reader that follows `since` has put together."""

    seq: int = 0
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[EdgeKey, Edge] = field(default_factory=dict)
    dropped: dict[GoneKey, Dropped] = field(default_factory=dict)

    def take(self, changes: Changes) -> None:
        """Follow a page of changes, in the order that is enough: what is gone, then nodes, then edges."""
        for gone in changes.dropped:
            if gone.kind is None:
                self.nodes.pop(gone.source, None)
                self.edges = {key: edge for key, edge in self.edges.items() if gone.source not in (key[0], key[2])}
            else:
                self.edges.pop((gone.source, gone.kind, gone.target or ""), None)
        self.nodes |= {node.id: node for node in changes.nodes}
        self.edges |= {(edge.source, edge.kind, edge.target): edge for edge in changes.edges}
        self.seq = changes.seq


class ModelStore:
    """The Store protocol by its words alone, one thread, no checks of values."""

    def __init__(self) -> None:
        self._graphs: dict[str, Graph] = {}

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write."""
        if not ops:
            return self.seq(space)
        graph = deepcopy(self._graphs.get(space, Graph()))
        keys = [op.id if isinstance(op, PutNode | DropNode) else (op.source, op.kind, op.target) for op in ops]
        if len(set(keys)) < len(keys):
            raise BadInput("named twice")
        graph.seq += 1
        for op in sorted(ops, key=lambda op: isinstance(op, PutEdge | DropEdge)):
            _apply(graph, op)
        self._graphs[space] = graph
        return graph.seq

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """See Store.write_alone."""
        return self.write(space, decide())

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        held = self._graph(space).nodes
        return {id: _read(held[id], reading) for id in ids if id in held}

    def find(
        self,
        space: str,
        label: Label,
        where: Mapping[str, Value] | None = None,
        *,
        order: str = "id",
        after: tuple[Value, str] | None = None,
        limit: int,
        reading: ReadDepth = ReadDepth.BODY,
    ) -> list[Node]:
        """See Store.find."""
        order, descending = order.removeprefix("-"), order.startswith("-")

        def key(node: Node) -> tuple[Value, ...]:
            return (node.id,) if order == "id" else (node.properties[order], node.id)

        def is_wanted(node: Node) -> bool:
            return (
                node.label is label
                and (order == "id" or order in node.properties)
                and all(_equals(node.properties.get(name), value) for name, value in (where or {}).items())
            )

        found = sorted(filter(is_wanted, self._graph(space).nodes.values()), key=key, reverse=descending)
        if after is not None:
            bound = after[1:] if order == "id" else after
            found = [node for node in found if (key(node) < bound if descending else key(node) > bound)]
        return [_read(node, reading) for node in found[:limit]]

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges."""
        held = [edge for edge in self._graph(space).edges.values() if edge.kind in kinds]
        chosen: dict[EdgeKey, Edge] = {}
        for id in set(ids):
            for kind in kinds:
                out = [edge for edge in held if edge.kind is kind and edge.source == id]
                into = [edge for edge in held if edge.kind is kind and edge.target == id]
                newest = sorted(out, key=lambda edge: edge.target, reverse=True)[:cap]
                newest += sorted(into, key=lambda edge: edge.source, reverse=True)[:cap]
                chosen |= {(edge.source, edge.kind, edge.target): edge for edge in newest}
        return [chosen[key] for key in sorted(chosen)]

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        graph = self._graph(space)
        nodes = _after(graph.nodes.values(), seq)
        dropped = [gone for gone in _after(graph.dropped.values(), seq) if edges or gone.kind is None]
        edges_read = _after(graph.edges.values(), seq) if edges else []
        seqs = sorted(thing.seq for thing in (*nodes, *dropped, *edges_read))
        until = seqs[limit - 1] if len(seqs) >= limit else graph.seq
        return Changes(
            sorted((_read(node, reading) for node in nodes if node.seq <= until), key=lambda node: (node.seq, node.id)),
            sorted(
                (edge for edge in edges_read if edge.seq <= until),
                key=lambda edge: (edge.seq, edge.source, edge.kind, edge.target),
            ),
            sorted(
                (gone for gone in dropped if gone.seq <= until),
                key=lambda gone: (gone.seq, gone.source, gone.kind or "", gone.target or ""),
            ),
            until,
            has_more=until < graph.seq,
        )

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load."""
        graph = deepcopy(self._graphs.get(space, Graph()))
        graph.seq = max(graph.seq, changes.seq)
        for row in (*changes.dropped, *changes.nodes, *changes.edges):
            _place(graph, row)
        self._graphs[space] = graph

    def discard(self, space: str) -> None:
        """See Store.discard."""
        self._graphs.pop(space, None)

    def clear(self, space: str, seq: int) -> None:
        """See Store.clear."""
        graph = self._graph(space)
        nodes = {id: node for id, node in graph.nodes.items() if node.label is Label.SPACE and node.seq == seq}
        if nodes:
            self._graphs[space] = Graph(nodes=nodes, seq=graph.seq)

    def drop_tombstones(self, space: str, seq: int) -> None:
        """See Store.drop_tombstones."""
        graph = self._graph(space)
        kept = {key: gone for key, gone in graph.dropped.items() if gone.seq > seq or gone.source == "space"}
        self._graphs[space] = Graph(graph.nodes, graph.edges, kept, graph.seq)

    def scrub(self) -> bool:
        """See Store.scrub."""
        return True

    def seq(self, space: str) -> int:
        """See Store.seq."""
        return self._graph(space).seq

    def spaces(self) -> dict[str, int]:
        """See Store.spaces."""
        return {
            name: graph.seq
            for name, graph in sorted(self._graphs.items())
            if any(node.label is Label.SPACE for node in graph.nodes.values())
        }

    def names(self) -> list[str]:
        """See Store.names."""
        return sorted(name for name, graph in self._graphs.items() if graph.seq)

    def check(self) -> None:
        """See Store.check."""

    def verify(self) -> None:
        """See Store.verify."""

    def close(self) -> None:
        """See Store.close."""
        self._graphs.clear()

    def _graph(self, space: str) -> Graph:
        return self._graphs.get(space, Graph())


def _apply(graph: Graph, op: Op) -> None:
    match op:
        case PutNode(label, id, properties, expect):
            old = graph.nodes.get(id)
            version = old.version if old else 0
            if (old and old.label is not label) or expect not in (None, version):
                raise Conflict("not as expected")
            merged = {**(old.properties if old else {}), **properties}
            kept = {name: value for name, value in merged.items() if value is not None}
            graph.nodes[id] = Node(label, id, kept, version + 1, graph.seq)
            graph.dropped.pop((id, None, None), None)
        case DropNode(id, is_final):
            if graph.nodes.pop(id, None):
                graph.dropped[id, None, None] = Dropped(id, None, None, graph.seq)
            for source, kind, target in [key for key in graph.edges if id in (key[0], key[2])]:
                _apply(graph, DropEdge(source, kind, target))
                if is_final:
                    del graph.dropped[source, kind, target]
        case PutEdge(source, kind, target, properties):
            if source not in graph.nodes or target not in graph.nodes:
                raise NotFound("an end is missing")
            kept = {name: value for name, value in properties.items() if value is not None}
            graph.edges[source, kind, target] = Edge(source, kind, target, kept, graph.seq)
            graph.dropped.pop((source, kind, target), None)
        case DropEdge(source, kind, target):
            if graph.edges.pop((source, kind, target), None):
                graph.dropped[source, kind, target] = Dropped(source, kind, target, graph.seq)


def _place(graph: Graph, row: Row) -> None:
    node_key = row.id if isinstance(row, Node) else row.source if row.kind is None else None
    key = (node_key, None, None) if node_key else (row.source, row.kind, row.target)
    here = graph.nodes.get(node_key) if node_key else graph.edges.get(key)
    if max(held.seq for held in (here, graph.dropped.get(key), NOTHING) if held) >= row.seq:
        return
    graph.dropped.pop(key, None)
    match row:
        case Node():
            graph.nodes[row.id] = row
        case Edge():
            ends = [graph.dropped.get((end, None, None), NOTHING) for end in (row.source, row.target)]
            if any(gone.seq > row.seq for gone in ends):
                return
            if not {row.source, row.target} <= graph.nodes.keys():
                raise NotFound("an end is missing")
            graph.edges[key] = row
        case Dropped():
            graph.dropped[key] = row
            graph.edges.pop(key, None)
            if node_key and graph.nodes.pop(node_key, None):
                for edge in [edge for edge in graph.edges if node_key in (edge[0], edge[2])]:
                    del graph.edges[edge]


def _read(node: Node, reading: ReadDepth) -> Node:
    left_out = LONG - set(reading.value)
    return replace(node, properties={name: value for name, value in node.properties.items() if name not in left_out})


def _equals(found: Value, wanted: Value) -> bool:
    return found is not None and (found in wanted if isinstance(wanted, tuple) else found == wanted)


def _after(things: Iterable[Node] | Iterable[Edge] | Iterable[Dropped], seq: int) -> list:
    return [thing for thing in things if thing.seq > seq]
