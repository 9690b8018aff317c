"""What pages of a file do not use is zeroed, and what they use is not touched."""

from __future__ import annotations

import os
import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from graph.store import sqlite_connections
from graph.store.backends import open_store
from graph.store.sqlite import SqliteStore
from graph.store.sqlite_connections import SCRUBBED_PAGES
from graph.store.verbs import DropNode
from tests.contract.ops import SPACE, link, put, whole


def test_scrubbed_file_is_whole_and_has_nothing_else(tmp_path: Path) -> None:
    """After thousands of puts and drops of all lengths each word that is left is there, and none of the others."""
    chance, path = random.Random(7), tmp_path / "memory.db"
    store = open_store(str(path))
    here: set[int] = set()
    for step in range(60):
        numbers = chance.sample(range(400), 40)
        ops = [put(f"m{i}", body=f"zq{i:04d}x " * chance.choice((1, 9, 90, 900)), step=step) for i in numbers]
        store.write(SPACE, [*ops, *(link(f"m{numbers[0]}", f"m{i}") for i in numbers[1:])])
        gone = chance.sample(range(400), 30)
        store.write(SPACE, [DropNode(f"m{i}") for i in gone])
        here = (here | set(numbers)) - set(gone)
    before = whole(store)

    assert store.scrub()

    assert whole(store) == before
    content = b"".join(each.read_bytes() for each in tmp_path.glob("memory.db*"))
    assert {i for i in range(400) if f"zq{i:04d}x".encode() in content} == here
    store.write(SPACE, [put("m1", body="again")])
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    again = open_store(str(path))
    assert again.nodes(SPACE, ["m1"])["m1"].properties["body"] == "again"
    again.close()


def test_pages_are_given_back_many_at_once(tmp_path: Path) -> None:
    """A file becomes small again in few writes: each costs a wait for the disk."""
    store = SqliteStore(tmp_path / "memory.db")
    store.write(SPACE, [put(f"m{i}", body="zq" * 50_000) for i in range(100)])
    store.write(SPACE, [DropNode(f"m{i}") for i in range(100)])
    asked: list[str] = []
    with store.connections.writing() as db:
        (pages,) = db.execute("PRAGMA freelist_count").fetchone()
    db.set_trace_callback(asked.append)

    store.scrub()

    steps = sum("incremental_vacuum" in each for each in asked)
    assert pages > 2 * SCRUBBED_PAGES
    assert steps == pages // SCRUBBED_PAGES + 1
    assert (tmp_path / "memory.db").stat().st_size < 500_000
    store.close()


def test_nobody_waits_for_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody reads for long, the log cannot be emptied: others write meanwhile, and are not kept waiting."""
    store = SqliteStore(tmp_path / "memory.db")
    store.write(SPACE, [put("m1", body="zq" * 5_000)])
    monkeypatch.setattr(sqlite_connections, "BUSY_SECONDS", 0.5)
    with ThreadPoolExecutor() as pool, store.connections.snapshot() as reader:
        reader.execute("SELECT count(*) FROM nodes").fetchone()
        store.write(SPACE, [DropNode("m1")])

        scrubbed, waits = pool.submit(store.scrub), []
        while not scrubbed.done():
            started = monotonic()
            store.write(SPACE, [put("m2", body="meanwhile", at=len(waits))])
            waits.append(monotonic() - started)

        assert not scrubbed.result()
    assert len(waits) > 1
    assert max(waits) < 2  # A tenth of it on a quiet machine.
    assert store.scrub()
    store.close()


def test_nobody_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others write while the disk takes what was zeroed."""
    store = SqliteStore(tmp_path / "memory.db")
    store.write(SPACE, [put(f"m{i}", body="zq" * 999) for i in range(50)])
    store.write(SPACE, [DropNode(f"m{i}") for i in range(0, 50, 2)])
    kept, written = os.fsync, []

    with ThreadPoolExecutor() as pool:

        def slow(file: int) -> None:
            written.append(pool.submit(store.write, SPACE, [put("m1", body="meanwhile")]).result(10))
            kept(file)

        monkeypatch.setattr(os, "fsync", slow)

        assert store.scrub()

    assert written
    store.close()
