"""Loads rows of another space into a Neo4j database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from neo4j import Transaction

from graph.store import neo4j_cypher as cypher
from graph.store.checks import missing_end
from graph.store.neo4j_errors import NodeOrEdgeExists
from graph.store.neo4j_rows import as_sent, edge_row, loaded_node
from graph.store.verbs import Changes, Kind, row_key


class Loading:
    """A page of rows that is being loaded. `create_all` and `merge_all` are two ways to do it in one transaction."""

    def __init__(self, space: str, changes: Changes) -> None:
        self._changes = changes
        self._space = space
        self._nodes = [loaded_node(space, node) for node in changes.nodes]
        self._dropped: defaultdict[Kind | None, list[dict[str, object]]] = defaultdict(list)
        for gone in changes.dropped:
            self._dropped[gone.kind].append({"source": gone.source, "target": gone.target, "seq": gone.seq})

    def create_all(self, transaction: Transaction) -> None:
        """Create all rows. Raises NodeOrEdgeExists if one of them exists, or cannot be created.

        Several processes may do this at once: it locks the space only for tombstones, and to raise the seq.
        """
        ((seq, has_tombstones),) = transaction.run(cypher.LOAD_STATE, space=self._space).values()
        if self._dropped or seq < self._changes.seq:
            self._begin(transaction)
        keys = [row_key(row) for rows in (self._changes.nodes, self._changes.edges) for row in rows]
        if has_tombstones and self._send(transaction, cypher.LOAD_GONE, keys):
            raise NodeOrEdgeExists
        self._send(transaction, cypher.LOAD_NEW_NODES, self._nodes)
        self._load_dropped(transaction)
        edges = self._changes.edges
        # Tuples, which are small: a space has many edges.
        rows = [(edge.source, edge.kind.value, edge.target, edge.seq, as_sent(edge.properties)) for edge in edges]
        if edges and self._send(transaction, cypher.LOAD_NEW_EDGES, rows) != [[len(edges)]]:
            raise NodeOrEdgeExists

    def merge_all(self, transaction: Transaction) -> None:
        """Load each row unless the space has a newer one with the same key."""
        self._begin(transaction)
        self._send(transaction, cypher.LOAD_NODES, self._nodes)
        self._load_dropped(transaction)
        edges: defaultdict[Kind, list[dict[str, object]]] = defaultdict(list)
        for edge in self._changes.edges:
            edges[edge.kind].append({**edge_row(self._space, edge), "seq": edge.seq})
        for kind, rows in sorted(edges.items()):
            for (missing,) in self._send(transaction, cypher.LOAD_EDGES.format(kind=kind), rows):
                for id in missing:
                    raise missing_end(self._changes.edges, id)

    def _begin(self, transaction: Transaction) -> None:
        transaction.run(cypher.LOAD_BEGIN, space=self._space, seq=self._changes.seq).consume()

    def _load_dropped(self, transaction: Transaction) -> None:
        for kind, rows in self._dropped.items():
            statement = cypher.LOAD_DROPPED if kind is None else cypher.LOAD_DROPPED_EDGES.format(kind=kind)
            self._send(transaction, statement, rows)

    def _send(self, transaction: Transaction, statement: str, rows: Sequence[object]) -> list[list[Any]]:
        return transaction.run(statement, space=self._space, rows=rows).values() if rows else []
