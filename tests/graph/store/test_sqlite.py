"""What was acknowledged survives the death of its process, and one process at a time writes."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from graph.errors import StoreError, StoreLocked
from graph.store.backends import open_store
from graph.store.checks import FINDS
from graph.store.sqlite import SqliteStore, find_statement
from graph.store.verbs import DropEdge, DropNode, Kind, Label, PutEdge, PutNode, ReadDepth

ROOT = Path(__file__).parents[3]
NUMBERED_WRITES = """
import sys
from itertools import count
from graph.store.verbs import Kind, Label, PutEdge, PutNode
from graph.store.backends import open_store

store = open_store(sys.argv[1])
for number in count(store.seq("s")):
    nodes = [PutNode(Label.MESSAGE, f"m{number}", {"position": float(number)}, 0), PutNode(Label.SPACE, "space", {})]
    store.write("s", [*nodes, PutEdge("space", Kind.COVERS, f"m{number}", {})])
    print(number, flush=True)
"""
WRITE_WHEN_TOLD = """
import sys
from graph.store.verbs import Label, PutNode
from graph.store.backends import open_store

store = open_store(sys.argv[1])
print("open", flush=True)
for line in sys.stdin:
    store.write("s", [PutNode(Label.MESSAGE, line.strip(), {})])
    print("written", flush=True)
"""

Start = Callable[[str, Path], "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts Python programs; none of them outlives the test."""
    running: list[subprocess.Popen[str]] = []

    def run(program: str, path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", program, str(path)]
        pipe = subprocess.PIPE
        running.append(subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True))
        return running[-1]

    yield run
    for process in running:
        process.kill()
        process.communicate()


def tell(process: subprocess.Popen[str], id: str) -> str:
    """What the process answers when it is told to write a node."""
    assert process.stdin and process.stdout
    process.stdin.write(f"{id}\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


@pytest.mark.parametrize("kills", [10, pytest.param(50, marks=pytest.mark.soak)])
def test_kill_loses_nothing_acknowledged(start: Start, tmp_path: Path, kills: int) -> None:
    """However often the writing process is killed, each acknowledged write is there once and whole, no other half."""
    path = tmp_path / "store.db"
    chance = random.Random(kills)
    for _ in range(kills):
        process = start(NUMBERED_WRITES, path)
        assert process.stdout
        acknowledged = [int(process.stdout.readline()) for _ in range(chance.randint(1, 60))][-1]
        process.kill()
        # Not by communicate(), which passes over what readline() has read ahead.
        acknowledged = int(([acknowledged, *process.stdout.read().split()])[-1])

        store = open_store(str(path))
        written = store.seq("s")
        changes = store.since("s", 0, limit=1_000_000)
        store.close()

        assert written in (acknowledged + 1, acknowledged + 2)
        assert [(node.id, node.version) for node in changes.nodes if node.label is Label.MESSAGE] == [
            (f"m{number}", 1) for number in range(written)
        ]
        assert sorted(edge.seq for edge in changes.edges) == list(range(1, written + 1))
        assert [node.version for node in changes.nodes if node.label is Label.SPACE] == [written]


def test_second_writing_process_is_refused(start: Start, tmp_path: Path) -> None:
    """While a process writes, another can read along but not write; the holder's death frees the file."""
    path = tmp_path / "store.db"
    holder = start(WRITE_WHEN_TOLD, path)
    assert holder.stdout and holder.stdout.readline() == "open\n"

    with pytest.raises(StoreLocked, match=r"store\.db\.lock"):
        open_store(str(path))

    reader = open_store(str(path), read_only=True)
    for id in ("m1", "m2"):
        assert tell(holder, id) == "written"
        assert list(reader.nodes("s", [id])) == [id]
    with pytest.raises(StoreError, match="reading only"):
        reader.write("s", [PutNode(Label.MESSAGE, "m3", {})])

    holder.kill()
    holder.wait()
    assert list(reader.nodes("s", ["m1", "m2"])) == ["m1", "m2"]
    store = open_store(str(path))
    assert store.write("s", [PutNode(Label.MESSAGE, "m3", {})]) == 3
    assert reader.seq("s") == 3
    store.close()
    reader.close()


def test_closed_store_opens_as_it_was(tmp_path: Path) -> None:
    """A store that is closed and opened again, for writing or reading, holds the same."""
    path = str(tmp_path / "store.db")
    store = open_store(path)
    store.write("s", [PutNode(Label.SPACE, "space", {"body": "ışık"}), PutNode(Label.MESSAGE, "m1", {"vector": b"\0"})])
    store.write("s", [PutEdge("space", Kind.COVERS, "m1", {"rank": 1})])
    before = store.since("s", 0)
    store.close()

    for read_only in (False, True):
        store = open_store(path, read_only=read_only)
        assert store.since("s", 0) == before
        store.close()


SCANS = re.compile(r"SCAN (n|e|x|nodes|edges|dropped)\b")


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    """An empty database in memory."""
    opened = SqliteStore(None)
    yield opened
    opened.close()


def plan(store: SqliteStore, statement: str) -> list[str]:
    """The steps that SQLite takes, parameters being unknown."""
    count = max(map(int, re.findall(r"\?(\d+)", statement)), default=0)
    with store.connections.reading() as db:
        return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", [None] * count)]


@pytest.mark.parametrize(
    ("label", "names", "order"), [(label, *find) for label, finds in FINDS.items() for find in finds], ids=str
)
def test_find_goes_by_its_index(store: SqliteStore, label: Label, names: tuple[str, ...], order: str) -> None:
    """Every find starts at its place in an index that already has its order, and sorts nothing."""
    columns = [*names, *([] if order == "id" else [order])]
    wanted = f"{label.value.lower()}_by_{'_and_'.join(columns)}" if columns else "nodes_label"
    for descending, has_after in product([False, True], [False, True]):
        after_count = has_after * (1 if order == "id" else 2)
        statement = find_statement(label, names, order, descending, after_count, ReadDepth.BODY, 1)
        steps = plan(store, statement)

        assert any(step.startswith("SEARCH n") and f"INDEX {wanted} " in step for step in steps), steps
        assert not any(SCANS.search(step) or "TEMP B-TREE" in step for step in steps), steps


def test_no_statement_scans(store: SqliteStore) -> None:
    """Whatever the verbs run, no step of it passes over all nodes, edges or tombstones."""
    statements: list[str] = []
    with store.connections.reading() as db:
        db.set_trace_callback(statements.append)
        for ops in (
            [PutNode(Label.MESSAGE, f"m{n}", {"chat": "a", "position": 1.0 * n}) for n in range(4)],
            [PutNode(Label.MESSAGE, "m1", {"chat": "b", "body": "x"}), PutEdge("m1", Kind.MENTIONS, "m2")],
            [DropEdge("m1", Kind.MENTIONS, "m2"), DropNode("m3")],
        ):
            store.write("s", ops)
        store.seq("s")
        store.nodes("s", ["m1"], ReadDepth.ALL)
        store.edges("s", ["m1"], list(Kind), 3)
        store.since("s", 0, limit=10, reading=ReadDepth.INDEX)
        for chats in ("a", ("a", "b")):
            store.find("s", Label.MESSAGE, {"chat": chats}, order="position", limit=5)
        store.spaces()
        db.set_trace_callback(None)

    assert len(statements) > 20
    for statement in statements:
        steps = plan(store, statement)
        assert not any(SCANS.search(step) for step in steps), (statement, steps)


def test_edges_cost_their_cap_and_not_the_hub(store: SqliteStore) -> None:
    """Twenty edges of a node with ten thousand take no more steps than twenty of a node with fifty."""
    steps = {}
    for count in (50, 10_000):
        spokes = [f"m{n:05}" for n in range(count)]
        ops = [PutNode(Label.ENTITY, "e1", {}), *(PutNode(Label.MESSAGE, id, {}) for id in spokes)]
        store.write(f"hub of {count}", ops)
        store.write(f"hub of {count}", [PutEdge(id, Kind.MENTIONS, "e1") for id in spokes])
        with store.connections.reading() as db:
            ticks: list[int] = []
            db.set_progress_handler(lambda ticks=ticks: ticks.append(1), 10)
            found = store.edges(f"hub of {count}", ["e1"], [Kind.MENTIONS, Kind.COVERS], 20)
            db.set_progress_handler(None, 1)
        assert [edge.source for edge in found] == spokes[-20:]
        steps[count] = len(ticks)

    assert steps[10_000] <= 1.1 * steps[50]
