"""Writes to a Neo4j database: their statements, the meaning of their results, and rows of another space."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from neo4j import Result, Transaction

from graph.store import neo4j_cypher as cypher
from graph.store.checks import Batch, check_expected, missing_end
from graph.store.neo4j_rows import edge_row, label_of, loaded_node, put_row
from graph.store.verbs import Changes, Kind


class RolledBack(Exception):
    """Rolls back a transaction that has nothing to write, perhaps because an earlier attempt has written it."""

    def __init__(self, seq: int) -> None:
        super().__init__()
        self.seq = seq


class PendingWrite:
    """A write with a name, by which the space recognises it if it is repeated."""

    def __init__(self, space: str, name: str, batch: Batch) -> None:
        kinds = {put.kind for put in batch.edge_puts}
        drops = sorted({drop.kind for drop in batch.edge_drops})
        self._inline = next((some for some in cypher.INLINE if kinds <= set(some)), ()) if not drops else ()
        self._space, self._name, self._batch = space, name, batch
        self._rest = {f"edge_drops_{kind}": cypher.DROP_EDGES.format(kind=kind) for kind in drops}
        self._rest |= {
            f"edge_puts_{kind}": cypher.PUT_EDGES.format(kind=kind, seq="$seq")
            for kind in sorted(kinds - {*self._inline})
        }
        self._parameters = _parameters(space, name, batch)

    @property
    def is_one(self) -> bool:
        """Whether a single statement does it all."""
        return not self._rest

    def alone(self) -> tuple[str, dict[str, object]]:
        """The single statement, and its parameters for running it as a whole transaction."""
        return self._first(is_begun=False), {**self._parameters, "is_final": True}

    def run(self, transaction: Transaction, begun: int | None = None) -> int:
        """Write in a transaction that the caller commits; returns the seq.

        `begun` is the seq if the transaction has run BEGIN. Raises Conflict and NotFound if the write is not allowed.
        """
        sent = {key: rows for key, rows in self._parameters.items() if key not in self._rest} | {"seq": begun}
        seq = _seq_of_write(transaction.run(self._first(is_begun=begun is not None), sent), self._name, self._batch)
        for key, statement in self._rest.items():
            transaction.run(statement, {"space": self._space, "seq": seq, key: self._parameters[key]})
        return seq

    def _first(self, *, is_begun: bool) -> str:
        puts, drops = bool(self._batch.puts), bool(self._batch.drops)
        return cypher.write_statement(is_begun=is_begun, puts=puts, drops=drops, edges=self._inline)


def begin(transaction: Transaction, space: str, name: str) -> int:
    """Lock the space; returns its next seq. Raises RolledBack if a write with this name has been done."""
    ((seq, writes),) = transaction.run(cypher.BEGIN, space=space, write=name).values()
    return _seq_unless_done(seq, writes, name)


def _seq_unless_done(seq: int, writes: list[str], name: str) -> int:
    if name in writes:
        raise RolledBack(seq - len(writes) + writes.index(name))
    return int(seq)


def _parameters(space: str, name: str, batch: Batch) -> dict[str, object]:
    by_kind: dict[str, list[dict[str, object]]] = {f"edge_puts_{kind}": [] for kind in Kind}
    by_kind |= {f"edge_drops_{drop.kind}": [] for drop in batch.edge_drops}
    for put in batch.edge_puts:
        by_kind[f"edge_puts_{put.kind}"].append(edge_row(space, put))
    for drop in batch.edge_drops:
        by_kind[f"edge_drops_{drop.kind}"].append({"source": drop.source, "target": drop.target})
    return {
        "space": space,
        "write": name,
        "is_final": False,
        "zero": 0,
        "puts": [put_row(put) for put in batch.puts],
        "drops": [{"id": drop.id, "is_final": drop.is_final} for drop in batch.drops],
        "ends": sorted({end for put in batch.edge_puts for end in (put.source, put.target)}),
        **by_kind,
    }


def _seq_of_write(result: Result, name: str, batch: Batch) -> int:
    seq, writes, conflicts, missing, _ = result.values()[0]
    number = _seq_unless_done(seq, writes, name)
    for id, version, labels in conflicts:
        put = next(put for put in batch.puts if put.id == id)
        check_expected(put, label_of(labels) if version else None, version)
    for id in missing:
        raise missing_end(batch.edge_puts, id)
    return number


def load(transaction: Transaction, space: str, changes: Changes) -> None:
    """Load each row unless the space has a newer one with the same key. Raises NotFound."""

    def send(statement: str, rows: Sequence[object]) -> list[list[Any]]:
        return transaction.run(statement, space=space, rows=rows).values() if rows else []

    transaction.run(cypher.LOAD_BEGIN, space=space, seq=changes.seq).consume()
    send(cypher.LOAD_NODES, [loaded_node(space, node) for node in changes.nodes])
    dropped: defaultdict[Kind | None, list[dict[str, object]]] = defaultdict(list)
    for gone in changes.dropped:
        dropped[gone.kind].append({"source": gone.source, "target": gone.target, "seq": gone.seq})
    for kind, rows in dropped.items():
        send(cypher.LOAD_DROPPED if kind is None else cypher.LOAD_DROPPED_EDGES.format(kind=kind), rows)
    edges: defaultdict[Kind, list[dict[str, object]]] = defaultdict(list)
    for edge in changes.edges:
        edges[edge.kind].append({**edge_row(space, edge), "seq": edge.seq})
    for kind, rows in sorted(edges.items()):
        for (missing,) in send(cypher.LOAD_EDGES.format(kind=kind), rows):
            for id in missing:
                raise missing_end(changes.edges, id)
