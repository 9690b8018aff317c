"""What was acknowledged survives the death of its process, and one process at a time writes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graph.errors import StoreError, StoreLocked
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, PutEdge, PutNode

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
