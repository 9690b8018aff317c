"""A space that is being written moves as it stood after one of its writes, and moving takes no more memory for more."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.sqlite import SqliteStore
from graph.store.verbs import Changes, Label, Op, PutNode, Store
from graph.transfer import lines as transfer
from graph.transfer.lines import export_space, import_space
from graph.values.items import SPACE_ID, Role
from tests.contract.ops import link, put, whole

SPACE = "ada"
WRITERS = 4
LINES_EACH = 30


class Logged(SqliteStore):
    """A store in a file that remembers what each write was."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.log: dict[int, Sequence[Op]] = {}

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write."""
        seq = super().write(space, ops)
        self.log[seq] = ops
        return seq


def say_lines(knowledge: KnowledgeGraph, writer: int, now: datetime) -> None:
    """One line after another in a chat of the writer's own."""
    for number in range(LINES_EACH):
        line = Line(role=Role.USER, sender=f"Ada{writer}", body=f"Line {number} of {writer}: Nil moved to Izmir.")
        knowledge.append(SPACE, [line], chat=f"chat {writer}", now=now)


def replayed(log: dict[int, Sequence[Op]], until: int) -> Changes:
    """The space after the write of this number, made anew from what was written."""
    store = open_store(":memory:")
    for seq in range(1, until + 1):
        store.write(SPACE, log[seq])
    found = whole(store, SPACE)
    store.close()
    return found


def test_export_beside_writers_is_a_moment_of_the_history(
    tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While four threads append, every file imports to the space as it was after the write that the file names."""
    monkeypatch.setattr(transfer, "PAGE_ROWS", 20)
    store = Logged(tmp_path / "memory.db")
    knowledge = KnowledgeGraph(store)
    knowledge.create_space(SPACE, now=now)
    has_ended = Event()
    files: list[list[str]] = []

    def export() -> None:
        while not has_ended.is_set():
            files.append(list(export_space(store, SPACE)))

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        exporting = pool.submit(export)
        writing = [pool.submit(say_lines, knowledge, writer, now) for writer in range(WRITERS)]
        for each in writing:
            each.result()
        has_ended.set()
        exporting.result()
    files.append(list(export_space(store, SPACE)))

    for lines in (files[0], files[len(files) // 2], files[-1]):
        other = open_store(":memory:")
        arrival = import_space(other, lines)
        assert whole(other, SPACE) == replayed(store.log, arrival.end.seq)
        other.close()
    assert arrival.end.seq == store.seq(SPACE) == 1 + WRITERS * LINES_EACH
    knowledge.close()


class Made:
    """Lines of a space that nobody holds: they are made while they are read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __iter__(self) -> Iterator[str]:
        """The lines of an export."""
        return export_space(self._store, SPACE)


def peak_of_moving(path: Path, count: int) -> int:
    """The most bytes that an export and an import of so many items hold at a time."""
    source, target = open_store(str(path / f"source{count}.db")), open_store(str(path / f"target{count}.db"))
    source.write(SPACE, [PutNode(Label.SPACE, SPACE_ID, {"name": SPACE})])
    for first in range(0, count, 100):
        ids = [f"m{number}" for number in range(first, first + 100)]
        source.write(
            SPACE, [put(id, body="text " * 40, vector=bytes(768)) for id in ids] + [link(id, "m0") for id in ids]
        )
    tracemalloc.start()
    import_space(target, Made(source))  # type: ignore[arg-type]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert target.seq(SPACE) == source.seq(SPACE)
    source.close()
    target.close()
    return peak


def test_memory_does_not_grow_with_the_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six times the items move in the same memory; `make soak` does 50,000."""
    monkeypatch.setattr(transfer, "PAGE_ROWS", 200)
    monkeypatch.setattr(transfer, "LOAD_ROWS", 100)
    monkeypatch.setattr(transfer, "check_readable", lambda row: None)
    peak_of_moving(tmp_path, 100)  # What is made once, such as prepared statements.

    small, large = peak_of_moving(tmp_path, 300), peak_of_moving(tmp_path, 1_800)

    # How many pages are at hand at a time is the threads' luck (0.5 to 0.75 MB); held, the items would be 2 MB more.
    assert large < 2 * small
