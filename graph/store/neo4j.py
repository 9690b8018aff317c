"""The store on a Neo4j server, which any number of processes may use at once."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from typing import Any
from uuid import uuid4

from neo4j import Result, Transaction

from graph.errors import StoreError
from graph.store import neo4j_cypher, neo4j_schema
from graph.store import neo4j_cypher as cypher
from graph.store.backends import Login
from graph.store.checks import (
    Batch,
    batch_of,
    check_changes,
    check_count,
    check_expected,
    check_id,
    missing_end,
    search_of,
)
from graph.store.neo4j_connection import Connection
from graph.store.neo4j_rows import (
    Row,
    as_sent,
    dropped_of,
    edge_of,
    edge_row,
    ids_that_can_be,
    label_of,
    loaded_node,
    node_of,
    put_row,
)
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Op, ReadDepth, Value, row_key, row_order

PROBED_SPACE = "-"
"""Any name will do, since the space need not exist."""


class Neo4jStore:
    """A graph.store.verbs.Store in one database of a Neo4j server, 5.26 or later.

    Safe to call from any thread. If the answer to a write is lost, the write is repeated under the same name, so that
    it takes effect only once.
    """

    def __init__(self, uri: str, login: Login | None = None, *, read_only: bool = False) -> None:
        """Connect to the server and make the schema unless it is there or the store is `read_only`.

        Raises StoreUnavailable, StoreTooNew, and StoreError for a wrong user, password or database.
        """
        self._is_read_only = read_only
        self._process = uuid4().hex[:12]
        self._writes = count(1)
        self._connection = Connection(uri, login)
        try:
            if not read_only:
                neo4j_schema.ensure(self._connection)
            elif not neo4j_schema.is_current(self._connection):
                raise StoreError(f"store {uri} lacks the current schema; open it for writing once to make it")
        except BaseException:
            self.close()
            raise

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write; one round trip for the write of a turn, else two and one for each kind of edge."""
        self._check_writable()
        check_id(space, "space name")
        if not ops:
            return self.seq(space)
        writing = PendingWrite(space, self._new_name(), batch_of(ops))
        if writing.is_one and (seq := self._connection.write(*writing.alone())) is not None:
            return seq
        return self._transact(writing.run)

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """See Store.write_alone; four round trips, those of `decide`, and one for each kind of edge."""
        self._check_writable()
        check_id(space, "space name")
        name = self._new_name()

        def decide_and_write(transaction: Transaction) -> int:
            seq = begin(transaction, space, name)
            ops = decide()
            if not ops:
                raise RolledBack(seq - 1)
            return PendingWrite(space, name, batch_of(ops)).run(transaction, seq)

        return self._transact(decide_and_write)

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load; four round trips, and one for each kind of edge."""
        self._check_writable()
        check_id(space, "space name")
        check_changes(changes)
        if changes.seq:
            self._connection.transact(lambda transaction: load(transaction, space, changes))

    def clear(self, space: str, seq: int | None = None) -> None:
        """See Store.clear; a thousand nodes in each transaction."""
        self._check_writable()
        check_id(space, "space name")
        for statement in neo4j_cypher.CLEAR_ALL if seq is None else neo4j_cypher.CLEAR:
            while self._connection.run(statement, space=space, seq=seq) != [[0]]:
                pass

    def drop_tombstones(self, space: str, seq: int) -> None:
        """See Store.drop_tombstones; a thousand in each transaction."""
        self._check_writable()
        check_id(space, "space name")
        while self._connection.run(neo4j_cypher.DROP_TOMBSTONES, space=space, seq=seq) != [[0]]:
            pass

    def scrub(self) -> bool:
        """See Store.scrub. The server's transaction logs keep what was deleted until it drops them."""
        self._check_writable()
        self._connection.check_open()
        return False

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        check_id(space, "space name")
        wanted = ids_that_can_be(ids)
        if not wanted:
            return {}
        ((rows,),) = self._connection.read(neo4j_cypher.nodes_statement(reading), space=space, ids=wanted)
        found = {node.id: node for node in map(node_of, rows)}
        return {id: found[id] for id in wanted if id in found}

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
        check_id(space, "space name")
        search = search_of(label, where, order, after, limit, reading)
        statement = neo4j_cypher.find_statement(
            label, search.names, search.order, search.is_descending, is_behind=after is not None, reading=reading
        )
        value, after_id = after or (None, None)
        (after_value,) = as_sent({search.order: value}).values()
        wanted = [[*as_sent(dict(zip(search.names, row, strict=True))).values()] for row in search.rows]
        ((rows,),) = self._connection.read(
            statement, space=space, rows=wanted, after_value=after_value, after_id=after_id, limit=limit
        )
        return [node_of(row) for row in rows]

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges; the cost grows with `cap`, not with how many edges a node has."""
        check_id(space, "space name")
        check_count("cap", cap)
        wanted = ids_that_can_be(ids)
        if not wanted or not kinds:
            return []
        statement = neo4j_cypher.edges_statement(tuple(sorted(set(kinds))))
        ((rows,),) = self._connection.read(statement, space=space, ids=wanted, cap=cap)
        return sorted(map(edge_of, rows), key=row_key)

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        check_id(space, "space name")
        check_count("limit", limit, at_least=1)
        answer = self._connection.read(
            neo4j_cypher.since_statement(reading, with_edges=edges), space=space, seq=seq, limit=limit
        )
        last, until, now = max(row[:3] for row in answer) if answer else (0, 0, 0)
        found: dict[str, list[Row]] = {"n": [], "r": [], "d": []} | {what: rows for *_, what, rows in answer}
        return Changes(
            sorted(map(node_of, found["n"]), key=row_order),
            sorted(map(edge_of, found["r"]), key=row_order),
            sorted(map(dropped_of, found["d"]), key=row_order),
            until,
            has_more=until < now,
            # The server's indexes have rows a moment after it tells their seq.
            is_whole=until < last or not until,
        )

    def seq(self, space: str) -> int:
        """See Store.seq."""
        check_id(space, "space name")
        rows = self._connection.read(neo4j_cypher.SEQ, space=space)
        return int(rows[0][0]) if rows else 0

    def spaces(self) -> dict[str, int]:
        """See Store.spaces."""
        return {str(name): int(seq) for name, seq in self._connection.read(neo4j_cypher.SPACES)}

    def names(self) -> list[str]:
        """See Store.names."""
        return [str(row[0]) for row in self._connection.read(neo4j_cypher.NAMES)]

    def check(self) -> None:
        """See Store.check; one small read."""
        self.seq(PROBED_SPACE)

    def verify(self) -> None:
        """See Store.verify; the server watches over its own files."""

    def close(self) -> None:
        """See Store.close. Closing twice is no error."""
        self._connection.close()

    def _check_writable(self) -> None:
        if self._is_read_only:
            raise StoreError(f"store {self._connection.name} is open for reading only; open it for writing to do this")

    def _transact(self, work: Callable[[Transaction], int]) -> int:
        try:
            return self._connection.transact(work)
        except RolledBack as undone:
            return undone.seq

    def _new_name(self) -> str:
        return f"{self._process}:{next(self._writes)}"


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
