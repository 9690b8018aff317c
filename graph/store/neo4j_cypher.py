"""Every Cypher statement except the schema's. Each uses an index and reads a bounded number of rows.

The statements are valid in Cypher 5 and 25. Names of labels, types and properties come from graph.store, never from
input. `ORDER BY` names all properties of an index from the first one on: only then does Neo4j use the order of the
index and stop at the limit. Hints name the index, so that a plan made for an empty database stays right when it grows.
Nodes and edges are returned as one list, since the driver needs 25 µs for each row of a result.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from graph.store.verbs import LONG, Kind, Label, ReadDepth

BASE = "Remembered"
"""The label that all our nodes have in addition to their own. The constraint on (space, id) uses it."""

ITEM = "ContextItem"
"""The label of nodes that a block can show, for people who look at the graph."""

KNOWLEDGE = "Knowledge"
"""The label of those items that are no messages: without it, a server mostly shows messages first."""

BEHIND = {
    name: f"x_{name}"
    for name in (
        *("compared_with", "digest", "first_position", "is_timed", "last_position", "missed_scores"),
        *("near_misses", "position", "scores", "terms", "unlinked", "vector", "vector_model"),
    )
}
"""Properties that only the program reads, with their names on a server: the Browser lists them last."""

OWN_NAMES = ("id", "space", "seq", "version")
"""The store's own properties of a node. Those of an edge are space, source, target and seq."""

WRITES_KEPT = 64
"""How many of its last writes a space remembers by name, so that a repeated write is recognised."""

SEQ = "MATCH (s:Sequence {space: $space}) RETURN s.seq"

SPACES = """
MATCH (n:Space)
USING INDEX n:Space(space, id)
WHERE n.space IS NOT NULL AND n.id IS NOT NULL
WITH DISTINCT n.space AS space
MATCH (s:Sequence {space: space})
RETURN space, s.seq
ORDER BY space
"""

NAMES = """
MATCH (s:Sequence)
WHERE s.space IS NOT NULL
RETURN s.space
ORDER BY s.space
"""

_BEGIN = f"""
MERGE (s:Sequence {{space: $space}})
  ON CREATE SET s.seq = 0, s.writes = []
SET s.seq = s.seq + 1
WITH s, s.seq AS seq, s.writes AS writes
SET s.writes = writes[-{WRITES_KEPT - 1}..] + $write
WITH seq, writes
"""
# The first part of a write locks the space: writers wait for each other here, so they cannot deadlock further down.
#
# A transaction may do this only once. A second SET of a value that depends on the node deadlocks with a transaction
# that is waiting in such a SET (observed on 5.26); a second SET of other values does not.

_BEGUN = "WITH $seq AS seq, [] AS writes\n"

BEGIN = f"{_BEGIN}RETURN seq, writes"
"""Locks the space until the transaction ends. Returns its next seq, and the names of earlier writes."""

_PUT_NODES = """
CALL (seq) {
  UNWIND $puts AS row
  MERGE (n:Remembered {space: $space, id: row.id})
  WITH seq, row, n, coalesce(n.version, 0) AS version, labels(n) AS labels
  SET n:$(row.labels), n += row.properties, n.version = version + 1, n.seq = seq
  WITH row, version, labels
  WHERE row.expect <> version OR (version > 0 AND NOT row.label IN labels)
  RETURN collect([row.id, version, labels])[..1] AS conflicts
}
CALL () {
  UNWIND $puts AS row
  MATCH (d:Dropped {space: $space, source: row.id, kind: '', target: ''})
  DELETE d
}
"""

_DROP_NODES = """
CALL (seq) {
  UNWIND $drops AS row
  MATCH (n:Remembered {space: $space, id: row.id})
  CALL (seq, n, row) {
    MATCH (n)-[r]-()
    WHERE NOT row.is_final
    WITH DISTINCT seq, r.source AS source, type(r) AS kind, r.target AS target
    MERGE (d:Dropped {space: $space, source: source, kind: kind, target: target})
    SET d.seq = seq
  }
  DETACH DELETE n
  MERGE (d:Dropped {space: $space, source: row.id, kind: '', target: ''})
  SET d.seq = seq
}
"""

DROP_EDGES = """
  UNWIND $edge_drops_{kind} AS row
  MATCH ()-[r:{kind}]->()
  USING INDEX SEEK r:{kind}(space, source, target)
  WHERE r.space = $space AND r.source = row.source AND r.target = row.target
  DELETE r
  MERGE (d:Dropped {{space: $space, source: row.source, kind: '{kind}', target: row.target}})
  SET d.seq = $seq
"""

ENDS = """
  UNWIND $ends AS id
  OPTIONAL MATCH (n:Remembered {space: $space, id: id})
  WITH id, n
  WHERE n IS NULL
  RETURN collect(id)[..1] AS missing
"""

# The type is not a parameter: while a database has few edges, Neo4j plans such a MERGE as a scan of all edges.
PUT_EDGES = """
  UNWIND $edge_puts_{kind} AS row
  MATCH (a:Remembered {{space: $space, id: row.source}})
  WITH row, a
  MATCH (b:Remembered {{space: $space, id: row.target}})
  WITH row, a, b
  MERGE (a)-[r:{kind} {{space: $space, source: row.source, target: row.target}}]->(b)
  SET r = row.properties, r.seq = {seq}
  WITH row
  MATCH (d:Dropped {{space: $space, source: row.source, kind: '{kind}', target: row.target}})
  DELETE d
"""


INLINE: Sequence[tuple[Kind, ...]] = (
    (),
    (Kind.PRESENTED,),
    (Kind.BRANCHES_FROM, Kind.IN, Kind.MENTIONS, Kind.SAID_BY, Kind.TOOK_PART_IN),
)
"""Sets of edge kinds that the statement which locks the space can write, so that a turn writes in one round trip.

Edges of other kinds have one statement for each kind. A statement for any set of kinds would have to be planned for
each set, and planning one for all kinds takes seconds.
"""


@cache
def write_statement(*, is_begun: bool, puts: bool, drops: bool, edges: tuple[Kind, ...]) -> str:
    """The first statement of a write: it locks the space, takes its next seq, and writes nodes and INLINE edges.

    If BEGIN has run in the transaction before, it takes no lock, and seq is a parameter.

    With $is_final it is a whole transaction: a division by zero rolls it back if the write is not allowed. Otherwise
    the caller rolls back. Returns seq, the names of earlier writes, at most one conflict and at most one missing end
    of the write's edges. Parameters: space, write, is_final, zero, and those of its parts.
    """
    return "".join(
        [
            _BEGUN if is_begun else _BEGIN,
            _PUT_NODES if puts else "CALL () { RETURN [] AS conflicts }\n",
            _DROP_NODES if drops else "",
            f"CALL () {{{ENDS}}}\n",
            *(f"CALL (seq) {{{PUT_EDGES.format(kind=kind, seq='seq')}}}\n" for kind in edges),
            "RETURN seq, writes, conflicts, missing, CASE WHEN $is_final"
            " AND (size(conflicts) > 0 OR size(missing) > 0 OR $write IN writes) THEN 1 / $zero END AS undone",
        ]
    )


LOAD_BEGIN = """
MERGE (s:Sequence {space: $space})
  ON CREATE SET s.seq = 0
SET s.locks = coalesce(s.locks, 0) + 1
WITH s, s.seq AS seq
SET s.seq = CASE WHEN seq < $seq THEN $seq ELSE seq END, s.writes = []
"""
"""Locks the space until the transaction ends, and raises its seq. Setting an equal value would not lock."""

# A key has a node or a tombstone, never both: the newer one removes the other.
LOAD_NODES = """
UNWIND $rows AS row
WITH row.labels AS labels, row.properties AS row
OPTIONAL MATCH (d:Dropped {space: $space, source: row.id, kind: '', target: ''})
WITH labels, row, d
WHERE d IS NULL OR d.seq < row.seq
MERGE (n:Remembered {space: $space, id: row.id})
WITH labels, row, d, n
WHERE n.seq IS NULL OR n.seq < row.seq
CALL (n, labels, row) {
  WITH n, labels, row
  WHERE n.seq IS NOT NULL AND NOT labels[1] IN labels(n)
  REMOVE n:$(labels(n))
}
SET n:$(labels), n = row
DELETE d
"""

LOAD_DROPPED = """
UNWIND $rows AS row
OPTIONAL MATCH (n:Remembered {space: $space, id: row.source})
WITH row, n
WHERE n IS NULL OR n.seq < row.seq
MERGE (d:Dropped {space: $space, source: row.source, kind: '', target: ''})
SET d.seq = CASE WHEN coalesce(d.seq, 0) < row.seq THEN row.seq ELSE d.seq END
DETACH DELETE n
"""

LOAD_DROPPED_EDGES = """
UNWIND $rows AS row
OPTIONAL MATCH ()-[r:{kind} {{space: $space, source: row.source, target: row.target}}]->()
WITH row, r
WHERE r IS NULL OR r.seq < row.seq
MERGE (d:Dropped {{space: $space, source: row.source, kind: '{kind}', target: row.target}})
SET d.seq = CASE WHEN coalesce(d.seq, 0) < row.seq THEN row.seq ELSE d.seq END
DELETE r
"""

LOAD_EDGES = """
UNWIND $rows AS row
OPTIONAL MATCH (d:Dropped {{space: $space, source: row.source, kind: '{kind}', target: row.target}})
WITH row, d
WHERE d IS NULL OR d.seq < row.seq
OPTIONAL MATCH (a:Remembered {{space: $space, id: row.source}})
OPTIONAL MATCH (b:Remembered {{space: $space, id: row.target}})
CALL (row, a, b) {{
  WITH row, a, b
  WHERE a IS NOT NULL AND b IS NOT NULL
  MERGE (a)-[r:{kind} {{space: $space, source: row.source, target: row.target}}]->(b)
  WITH row, r
  WHERE r.seq IS NULL OR r.seq < row.seq
  SET r = row.properties, r.seq = row.seq
}}
DELETE d
WITH row, CASE WHEN a IS NULL THEN row.source WHEN b IS NULL THEN row.target END AS missing
WHERE missing IS NOT NULL
OPTIONAL MATCH (gone:Dropped {{space: $space, kind: '', target: ''}})
WHERE gone.source IN [row.source, row.target] AND gone.seq > row.seq
WITH missing, gone
WHERE gone IS NULL
RETURN collect(missing)[..1] AS missing
"""


_DELETE_NODES = """
MATCH (n:Remembered)
USING INDEX SEEK n:Remembered(space, seq, id)
WHERE n.space = $space AND n.seq > 0 AND n.id IS NOT NULL{condition}
WITH n
LIMIT 1000
CALL (n) {{
  MATCH (n)-[r]-()
  WITH r
  LIMIT 100
  DELETE r
}}
CALL (n) {{
  WITH n
  WHERE NOT (n)--()
  DELETE n
}}
RETURN count(*) AS gone
"""
"""Deletes some nodes with few edges, and a hundred edges of each node with more. A server of 3 GB has no memory to
delete all edges of an entity that 400,000 messages name in one transaction."""

_DELETE_DROPPED = """
MATCH (d:Dropped)
USING INDEX SEEK d:Dropped(space, seq)
WHERE d.space = $space AND d.seq > 0{condition}
WITH d
LIMIT 1000
DELETE d
RETURN count(*) AS gone
"""

DROP_TOMBSTONES = _DELETE_DROPPED.format(condition=" AND d.seq <= $seq AND d.source <> 'space'")
"""Deletes some tombstones. Parameters: space, seq."""

_WHILE_HELD = """
MATCH (held:Space {space: $space, id: 'space'})
SET held.lock = true
REMOVE held.lock
WITH held
WHERE held.seq = $seq
"""

CLEAR = (
    _WHILE_HELD + _DELETE_NODES.format(condition=" AND n.id <> 'space'"),
    _WHILE_HELD + _DELETE_DROPPED.format(condition=""),
)
"""Each statement is repeated until it deletes nothing. It locks the Space node, and then looks at its seq."""

CLEAR_ALL = (
    """
MATCH (n:Space {space: $space})
USING INDEX SEEK n:Space(space, id)
WHERE n.id IS NOT NULL
WITH n
LIMIT 1
DETACH DELETE n
RETURN count(*) AS gone
""",
    _DELETE_NODES.format(condition=""),
    _DELETE_DROPPED.format(condition=""),
    "MATCH (s:Sequence {space: $space}) DELETE s RETURN count(*) AS gone",
)
"""Each statement is repeated until it deletes nothing. The Space node goes first, so no list shows the rest."""


@cache
def nodes_statement(reading: ReadDepth) -> str:
    """Nodes by id. Parameters: space, ids."""
    return f"UNWIND $ids AS id\nMATCH (n:{BASE} {{space: $space, id: id}})\nRETURN collect([{_node_columns(reading)}])"


@cache
def find_statement(
    label: Label, names: tuple[str, ...], order: str, is_descending: bool, is_behind: bool, reading: ReadDepth
) -> str:
    """Nodes equal to any of `rows` in `names`, in order. Parameters: space, rows, limit, after_value and after_id.

    Each row reads at most `limit` nodes from the index, so many rows never require sorting all matches.
    """
    order = BEHIND.get(order, order)
    keys = ["id"] if order == "id" else [order, "id"]
    names = tuple(BEHIND.get(name, name) for name in names)
    indexed = ["space", *names, *keys]
    direction = " DESC" if is_descending else ""
    beyond, not_beyond = ("<", ">=") if is_descending else (">", "<=")
    conditions = ["n.space = $space", *(f"n.{name} = row[{place}]" for place, name in enumerate(names))]
    if is_behind and order == "id":
        conditions.append(f"n.id {beyond} $after_id")
    elif is_behind:
        # An OR would be read from the index as two ranges and sorted.
        conditions.append(f"n.{order} {beyond}= $after_value")
        conditions.append(f"NOT (n.{order} = $after_value AND n.id {not_beyond} $after_id)")
        conditions.append("n.id IS NOT NULL")
    else:
        conditions += [f"n.{key} IS NOT NULL" for key in keys]
    return (
        "UNWIND $rows AS row\n"
        "CALL (row) {\n"
        f"  MATCH (n:{label})\n"
        f"  USING INDEX SEEK n:{label}({', '.join(indexed)})\n"
        f"  WHERE {' AND '.join(conditions)}\n"
        "  RETURN n\n"
        f"  ORDER BY {', '.join(f'n.{name}{direction}' for name in indexed)}\n"
        "  LIMIT $limit\n"
        "}\n"
        "WITH DISTINCT n\n"
        f"ORDER BY {', '.join(f'n.{key}{direction}' for key in keys)}\n"
        "LIMIT $limit\n"
        f"RETURN collect([{_node_columns(reading)}])"
    )


@cache
def edges_statement(kinds: tuple[Kind, ...]) -> str:
    """Edges of these kinds at some nodes, at most $cap for each direction. Parameters: space, ids, cap.

    Edges have the ids of their ends as properties, so no node is read, and the cap ends the reading of the index.
    """
    branches = [
        f"  MATCH ()-[r:{kind}]->()\n"
        f"  USING INDEX SEEK r:{kind}(space, {here}, {there})\n"
        f"  WHERE r.space = $space AND r.{here} = id AND r.{there} IS NOT NULL\n"
        "  RETURN r\n"
        f"  ORDER BY r.space DESC, r.{here} DESC, r.{there} DESC\n"
        "  LIMIT $cap\n"
        for kind, (here, there) in product(kinds, (("source", "target"), ("target", "source")))
    ]
    union = "  UNION ALL\n".join(branches)
    return f"UNWIND $ids AS id\nCALL (id) {{\n{union}}}\nWITH DISTINCT r\nRETURN collect([{EDGE_COLUMNS}])"


@cache
def since_statement(reading: ReadDepth, *, with_edges: bool) -> str:
    """One page of changes. Parameters: space, seq, limit.

    Returns the space's last seq, the last seq of the page, the space's last seq after reading, and nodes, edges,
    tombstones or an empty row. Writes of a space commit in the order of their seqs, so all before the last one are
    whole. A row that is written meanwhile leaves this page, and comes with the next one.
    """
    kinds = tuple(Kind) if with_edges else ()
    tombstones = "" if with_edges else " AND d.kind = ''"
    sources = [
        ("n", f"(n:{BASE})", f"n:{BASE}(space, seq, id)", " AND n.id IS NOT NULL", f"[{_node_columns(reading)}]"),
        *(("r", f"()-[r:{kind}]->()", f"r:{kind}(space, seq)", "", f"[{EDGE_COLUMNS}]") for kind in kinds),
        ("d", "(d:Dropped)", "d:Dropped(space, seq)", tombstones, "[d.source, d.kind, d.target, d.seq]"),
    ]
    union = "    UNION ALL\n"
    counted = [
        f"{_match_changed(name, pattern, index, condition, 'last')}"
        f"    RETURN {name}.seq AS changed\n    ORDER BY {name}.space, {name}.seq\n    LIMIT $limit\n"
        for name, pattern, index, condition, _ in sources
    ]
    read = [
        f"{_match_changed(name, pattern, index, condition, 'until')}    RETURN '{name}' AS what, {columns} AS row\n"
        for name, pattern, index, condition, columns in sources
    ]
    return (
        "MATCH (s:Sequence {space: $space})\n"
        "WITH s.seq AS last\n"
        "CALL (last) {\n"
        f"  CALL (last) {{\n{union.join(counted)}  }}\n"
        "  WITH changed\n  ORDER BY changed\n  SKIP $limit - 1\n  LIMIT 1\n"
        "  RETURN collect(changed) AS cut\n"
        "}\n"
        "WITH last, coalesce(head(cut), last) AS until\n"
        f"CALL (until) {{\n    RETURN '' AS what, [] AS row\n{union}{union.join(read)}}}\n"
        "WITH last, until, what, collect(row) AS rows\n"
        "MATCH (now:Sequence {space: $space})\n"
        "RETURN last, until, now.seq, what, rows"
    )


EDGE_COLUMNS = "r.source, type(r), r.target, r.seq, r {.*, space: null, source: null, target: null, seq: null}"


def _match_changed(name: str, pattern: str, index: str, condition: str, until: str) -> str:
    return (
        f"    MATCH {pattern}\n    USING INDEX SEEK {index}\n"
        f"    WHERE {name}.space = $space AND {name}.seq > $seq AND {name}.seq <= {until}{condition}\n"
    )


def _node_columns(reading: ReadDepth) -> str:
    hidden = [*OWN_NAMES, *(BEHIND.get(name, name) for name in sorted(LONG - set(reading.value)))]
    return f"n.id, labels(n), n.version, n.seq, n {{.*, {', '.join(f'{name}: null' for name in hidden)}}}"
