"""The floor: bare sqlite3 and numpy fetch the rows and postings that a turn needs, and do nothing with them.

It knows beforehand which rows a turn needs, and fetches each by its key; it also knows from which nodes to look for
edges. It does not validate, choose, walk, render or count tokens. Each table that it writes has one index, its key.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.recording import Trace
from graph.index.index_state import SEARCHABLE
from graph.index.postings import K1, B
from graph.store.sqlite_schema import KIND_NUMBERS, LABEL_NUMBERS
from graph.store.verbs import LONG, Op, PutEdge, PutNode

Row = tuple[object, ...]
Statement = tuple[str, Row]


EDGES = """
SELECT e.properties, e.source, e.kind, e.target, e.seq
FROM json_each(?1) i CROSS JOIN json_each(?2) k CROSS JOIN edges e
ON e.space_no = ?3 AND e.{here} = i.value AND e.kind = k.value AND e.{there} IN (
    SELECT x.{there} FROM edges x WHERE x.space_no = ?3 AND x.{here} = i.value AND x.kind = k.value
    ORDER BY x.{there} DESC LIMIT ?4
)
"""
"""Nobody knows a node's edges beforehand. They are found from both ends, up to a limit for each kind."""

EDGES_OUT = EDGES.format(here="source", there="target")
EDGES_IN = EDGES.format(here="target", there="source")


@dataclass(frozen=True, slots=True)
class Lookup:
    """A search with its terms known."""

    terms: Sequence[str]
    limit: int  # 0: only the parts
    parts: NDArray[np.intp]  # the texts, in rising order, for which to tell what each term adds to the score


class BareReader:
    """The rows of one space by key, and their decoded properties."""

    def __init__(self, file: Path, space: str) -> None:
        self._db = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None)
        self._space = space
        self.space_no: int = self._db.execute("SELECT no FROM spaces WHERE name = ?", (space,)).fetchone()[0]

    def statements(self, trace: Trace) -> list[Statement]:
        """The statements that read the rows of a trace, one for each time the store was asked."""
        made: list[Statement] = [("SELECT seq FROM spaces WHERE no = ?", (self.space_no,))] * trace.seqs
        for ids, reading in trace.nodes:
            columns = ", ".join(("properties", "id", "label", "version", "seq", *reading.value))
            asked = f"SELECT {columns} FROM nodes WHERE space_no = ? AND id IN (SELECT value FROM json_each(?))"
            made.append((asked, (self.space_no, json.dumps(ids))))
        for read in trace.edges:
            kinds = json.dumps([KIND_NUMBERS[kind] for kind in read.kinds])
            values = (json.dumps(read.ids), kinds, self.space_no, read.cap)
            made += [(EDGES_OUT, values), (EDGES_IN, values)]
        return made

    def run(self, statements: Sequence[Statement]) -> int:
        """Fetch every row and read its JSON; return how many there were."""
        count = 0
        for statement, values in statements:
            rows = self._db.execute(statement, values).fetchall()
            count += len(rows)
            for row in rows:
                if isinstance(row[0], str) and row[0] != "{}":
                    json.loads(row[0])
        return count

    def size_mb(self) -> float:
        """The size of the database, including what is still in its log."""
        pages, page_bytes = (self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return float(pages * page_bytes) / 1e6

    def terms(self) -> list[tuple[str, str]]:
        """Id and terms of everything that can be searched."""
        labels = ", ".join(str(LABEL_NUMBERS[label]) for label in SEARCHABLE)
        asked = f"SELECT id, terms FROM nodes WHERE space_no = ? AND label IN ({labels}) AND terms <> '' ORDER BY id"
        return self._db.execute(asked, (self.space_no,)).fetchall()

    def close(self) -> None:
        """The file is free."""
        self._db.close()


class BareSearch:
    """BM25 over arrays made beforehand: for each term, the texts that contain it and how often."""

    def __init__(self, texts: Sequence[tuple[str, str]]) -> None:
        self._slots = {id: slot for slot, (id, _) in enumerate(texts)}
        counts = [Counter(terms.split()) for _, terms in texts]
        lengths = np.array([count.total() for count in counts], dtype=np.float64)
        held: dict[str, tuple[list[int], list[int]]] = {}
        for slot, count in enumerate(counts):
            for term, times in count.items():
                slots, all_times = held.setdefault(term, ([], []))
                slots.append(slot)
                all_times.append(times)
        self._norms = K1 * (1 - B + B * lengths / lengths.mean())
        self._size = len(texts)
        self._postings: dict[str, tuple[NDArray[np.intp], NDArray[np.float64]]] = {
            term: (np.array(slots, dtype=np.intp), np.array(all_times, dtype=np.float64))
            for term, (slots, all_times) in held.items()
        }

    def lookups(self, trace: Trace) -> list[Lookup]:
        """The searches of a trace, and its scores of single items."""
        nowhere = np.zeros(0, dtype=np.intp)
        found = [Lookup(terms, limit, nowhere) for terms, limit in trace.searches]
        for terms, measured in trace.measured:
            slots = sorted(self._slots[id] for id in measured() if id in self._slots)
            found.append(Lookup(terms, 0, np.array(slots, dtype=np.intp)))
        return found

    def run(self, lookups: Sequence[Lookup]) -> int:
        """Find the best hits of each search, in order, and the parts that are asked for; return how many there were."""
        return sum(self._best(lookup) if lookup.limit else self._parts(lookup) for lookup in lookups)

    def _best(self, lookup: Lookup) -> int:
        scores = np.zeros(self._size)
        for term in lookup.terms:
            if term in self._postings:
                at, times = self._postings[term]
                scores[at] += self._weight(at) * times / (times + self._norms[at])
        if lookup.limit >= self._size:
            return len(np.argsort(-scores).tolist())
        # On negated scores: with the many zeros in front, it would take five times as long.
        best = np.argpartition(-scores, lookup.limit)[: lookup.limit]
        return len(best[np.argsort(-scores[best])].tolist())

    def _parts(self, lookup: Lookup) -> int:
        norms = self._norms[lookup.parts]
        found = []
        for term in lookup.terms:
            if term in self._postings:
                at, times = self._postings[term]
                near = np.minimum(np.searchsorted(at, lookup.parts), len(at) - 1)
                held = np.where(at[near] == lookup.parts, times[near], 0.0)
                found.append(self._weight(at) * held / (held + norms))
        return len(np.array(found))

    def _weight(self, at: NDArray[np.intp]) -> float:
        return log(1 + (self._size - len(at) + 0.5) / (len(at) + 0.5)) * (K1 + 1)


class BareWriter:
    """A file of its own with the same columns, and no index except the keys."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE nodes (space_no INTEGER, id TEXT, label INTEGER, version INTEGER, seq INTEGER,"
            " properties TEXT, terms TEXT, body TEXT, PRIMARY KEY (space_no, id)) WITHOUT ROWID"
        )
        self._db.execute(
            "CREATE TABLE edges (space_no INTEGER, source TEXT, kind INTEGER, target TEXT, seq INTEGER,"
            " properties TEXT, PRIMARY KEY (space_no, source, kind, target)) WITHOUT ROWID"
        )

    def run(self, writes: Sequence[Sequence[Op]]) -> None:
        """Put the rows of each write on disk: one transaction and one fsync for each."""
        for ops in writes:
            nodes = [_node_row(op) for op in ops if isinstance(op, PutNode)]
            edges = [_edge_row(op) for op in ops if isinstance(op, PutEdge)]
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", nodes)
            self._db.executemany("INSERT OR REPLACE INTO edges VALUES (?, ?, ?, ?, ?, ?)", edges)
            self._db.execute("COMMIT")

    def close(self) -> None:
        """The file is free."""
        self._db.close()


def _node_row(put: PutNode) -> Row:
    short = {name: value for name, value in put.properties.items() if name not in LONG and value is not None}
    long = put.properties.get("terms"), put.properties.get("body")
    return (1, put.id, LABEL_NUMBERS[put.label], 1, 1, json.dumps(short, ensure_ascii=False), *long)


def _edge_row(put: PutEdge) -> Row:
    return (1, put.source, KIND_NUMBERS[put.kind], put.target, 1, json.dumps(dict(put.properties)))
