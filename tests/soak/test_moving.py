"""Large spaces move in little memory, and a killed import is begun again, again and again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event

import pytest

from graph.store.backends import open_store
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Store
from graph.transfer.lines import check, export_space, load
from graph.values.codec import properties_of
from graph.values.items import SPACE_ID, Message, Role, Space
from tests.contract.ops import whole
from tests.house.source import ROOT

ITEMS = 50_000
ROWS_AT_ONCE = 1_000
GROWTH_MIB_MAX = 60
KILLS = 20
VECTOR = bytes(768)
NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

IMPORT = """
import resource, sys
from graph.store.backends import open_store
from graph.transfer.lines import check, export_space, load
from pathlib import Path
class Lines:
    def __iter__(self):
        with Path(sys.argv[2]).open(encoding="utf-8", newline="\\n") as file:
            yield from file
store = open_store(sys.argv[1])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
load(store, Lines(), check(store, Lines()))
for _ in export_space(store, "large"):
    pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


class Lines:
    """The lines of a file, read anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        """Each line with its end."""
        with self.path.open(encoding="utf-8", newline="\n") as file:
            yield from file


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A space of 50,000 messages with texts and vectors, and twice as many edges, as a file."""
    folder = tmp_path_factory.mktemp("moving")
    store = open_store(str(folder / "large.db"))
    write_large(store)
    path = folder / "large.jsonl"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(export_space(store, "large"))
    store.close()
    return path


def said(number: int) -> Message:
    """The message of this number."""
    return Message(
        id=f"m{number}",
        conversation="c1",
        chat="",
        sender="user",
        role=Role.USER,
        body=f"Line {number}. " * 20,
        sent_at=NOW + timedelta(seconds=number),
        position=float(number),
        digest="",
    )


def write_large(store: Store) -> None:
    """The Space node first, so that every import waits for the end to load it."""
    space = properties_of(Space(name="large", created_at=NOW))
    store.load("large", Changes([Node(Label.SPACE, SPACE_ID, space, 1, 1)], [], [], 1, has_more=False))
    for first in range(0, ITEMS, ROWS_AT_ONCE):
        numbers = range(first, first + ROWS_AT_ONCE)
        nodes = [
            Node(Label.MESSAGE, f"m{number}", properties_of(said(number)) | {"vector": VECTOR}, 1, number + 2)
            for number in numbers
        ]
        edges = [
            Edge(f"m{number}", kind, f"m{number * 7 % (first + 1)}", {}, number + 2)
            for number in numbers
            for kind in (Kind.MENTIONS, Kind.SUPERSEDED_BY)
        ]
        store.load("large", Changes(nodes, edges, [], numbers[-1] + 2, has_more=False))


@pytest.mark.soak
def test_memory_does_not_grow_with_the_space(exported: Path, tmp_path: Path) -> None:
    """An import and an export of 50,000 items with vectors (80 MB of lines) take some tens of megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT, str(tmp_path / "other.db"), str(exported)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert exported.stat().st_size > 60_000_000
    assert int(done.stdout) < GROWTH_MIB_MAX


@pytest.mark.soak
def test_import_survives_every_kill(exported: Path, tmp_path: Path) -> None:
    """Killed with -9 at 20 random moments and begun again, nobody sees the space before it is whole, and then it is."""
    random, other = Random(0), tmp_path / "other.db"
    command = [sys.executable, "-c", IMPORT, str(other), str(exported)]
    for _ in range(KILLS):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ}) as importer:
            Event().wait(random.uniform(0.2, 8.0))
            importer.kill()
        store = open_store(str(other))
        seen = store.spaces()
        store.close()
        if seen:
            break

    store, source = open_store(str(other)), open_store(":memory:")
    load(store, Lines(exported), check(store, Lines(exported)))
    write_large(source)
    assert whole(store, "large") == whole(source, "large")
    assert list(export_space(store, "large")) == list(Lines(exported))
    store.close()
    source.close()
