"""A copy of a file that was being written is refused unless it holds everything."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from graph.errors import StoreError
from graph.store.sqlite import SqliteStore
from graph.store.verbs import Label, PutNode

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere files are not signed")

WRITES = {"one write": 1, "more than the log takes": 90}
BODY = "x" * 60_000
TOLD = "was copied while a service was writing to it"


def put(store: SqliteStore, number: int) -> int:
    """Write one node of fifteen pages."""
    return store.write("ada", [PutNode(Label.MESSAGE, f"m{number}", {"body": BODY})])


def copied(file: Path, folder: Path, *parts: str) -> Path:
    """A copy of the file with these companions."""
    folder.mkdir()
    for part in ("", *parts):
        shutil.copyfile(f"{file}{part}", folder / f"memory.db{part}")
    return folder / "memory.db"


def opened(file: Path, *, read_only: bool) -> int:
    """What the store holds: the number of its last write."""
    store = SqliteStore(file, read_only=read_only)
    try:
        return store.seq("ada")
    finally:
        store.close()


@pytest.fixture(params=product([False, True], WRITES.values()), ids=str)
def running(request: pytest.FixtureRequest, tmp_path: Path) -> SqliteStore:
    """A store that is being written: a new one or one that was closed before; with one write, or many."""
    is_older, count = request.param
    if is_older:
        store = SqliteStore(tmp_path / "memory.db")
        put(store, 0)
        store.close()
    store = SqliteStore(tmp_path / "memory.db")
    for number in range(1, count + 1):
        put(store, number)
    request.addfinalizer(store.close)
    return store


@pytest.mark.parametrize("is_read_only", [False, True])
@pytest.mark.parametrize("parts", [(), ("-shm",)])
def test_file_without_its_log_is_refused(
    running: SqliteStore, tmp_path: Path, parts: tuple[str, ...], is_read_only: bool
) -> None:
    """Whether it would be empty or only older, also at the second try, and the copy is left as it is."""
    copy = copied(tmp_path / "memory.db", tmp_path / "copy", *parts)
    content = copy.read_bytes()

    for _ in range(2):
        with pytest.raises(StoreError, match=TOLD) as caught:
            opened(copy, read_only=is_read_only)
        assert str(copy) in str(caught.value) and "remembrancer export" in str(caught.value)

    assert copy.read_bytes() == content


@pytest.mark.parametrize("is_read_only", [False, True])
@pytest.mark.parametrize("parts", [("-wal",), ("-wal", "-shm")])
def test_file_with_its_log_holds_everything(
    running: SqliteStore, tmp_path: Path, parts: tuple[str, ...], is_read_only: bool
) -> None:
    """It is what a crash leaves."""
    copy = copied(tmp_path / "memory.db", tmp_path / "copy", *parts)

    assert opened(copy, read_only=is_read_only) == running.seq("ada")


def test_log_of_another_hour_is_refused(tmp_path: Path) -> None:
    """A file copied before its log began anew lacks what the log held until then."""
    store, file = SqliteStore(tmp_path / "memory.db"), tmp_path / "memory.db"
    put(store, 1)
    copy = copied(file, tmp_path / "copy")
    for number in range(2, 90):
        put(store, number)
    shutil.copyfile(f"{file}-wal", f"{copy}-wal")
    store.close()

    with pytest.raises(StoreError, match=TOLD):
        opened(copy, read_only=False)


@pytest.mark.parametrize("is_read_only", [False, True])
def test_copies_by_sqlite_are_complete(running: SqliteStore, tmp_path: Path, is_read_only: bool) -> None:
    """Its backup and VACUUM INTO read through the log, so that they hold no sign of it."""
    source = sqlite3.connect(tmp_path / "memory.db")
    backup, vacuumed = tmp_path / "backup.db", tmp_path / "vacuumed.db"
    target = sqlite3.connect(backup)
    source.backup(target)
    source.execute("VACUUM INTO ?", [str(vacuumed)])
    target.close()
    source.close()

    for copy in (backup, vacuumed):
        assert opened(copy, read_only=is_read_only) == running.seq("ada")


def test_file_is_complete_once_it_is_closed_or_scrubbed(running: SqliteStore, tmp_path: Path) -> None:
    """Then a copy needs no log, and the next write makes it incomplete again."""
    file, seq = tmp_path / "memory.db", running.seq("ada")

    assert running.connections.scrub()
    assert opened(copied(file, tmp_path / "scrubbed"), read_only=False) == seq
    put(running, 1000)
    with pytest.raises(StoreError, match=TOLD):
        opened(copied(file, tmp_path / "written"), read_only=False)
    running.close()
    assert opened(copied(file, tmp_path / "closed"), read_only=False) == seq + 1


def test_reader_keeps_the_log_from_completing_the_file(tmp_path: Path) -> None:
    """While somebody reads an old state, a checkpoint moves only that: the file stays incomplete, and says so."""
    file = tmp_path / "memory.db"
    store = SqliteStore(file)
    put(store, 1)
    with store.connections.snapshot() as db:
        db.execute("SELECT count(*) FROM nodes").fetchone()
        for number in range(2, 150):
            put(store, number)
        copy = copied(file, tmp_path / "copy")
        whole = copied(file, tmp_path / "whole", "-wal")
    store.close()

    with pytest.raises(StoreError, match=TOLD):
        opened(copy, read_only=False)
    assert opened(whole, read_only=False) == opened(file, read_only=True) == 149


@pytest.mark.parametrize("content", [None, b""])
def test_new_path_and_empty_file_are_new_stores(tmp_path: Path, content: bytes | None) -> None:
    """Nothing was ever there."""
    if content is not None:
        (tmp_path / "memory.db").write_bytes(content)

    assert opened(tmp_path / "memory.db", read_only=False) == 0


def test_store_of_a_killed_process_opens(tmp_path: Path) -> None:
    """Its own log is beside it, and nothing is lost, however often this happens."""
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from graph.store.sqlite import SqliteStore\n"
        "from tests.graph.store.test_sqlite_copies import put\n"
        "store = SqliteStore(Path(sys.argv[1]))\n"
        "put(store, int(sys.argv[2]))\n"
        "os._exit(9)\n"
    )
    for number in range(1, 4):
        killed = subprocess.run([sys.executable, "-c", program, tmp_path / "memory.db", str(number)], cwd=Path.cwd())
        assert killed.returncode == 9

    assert opened(tmp_path / "memory.db", read_only=True) == opened(tmp_path / "memory.db", read_only=False) == 3


def test_refused_copy_opens_by_the_line_of_the_manual(tmp_path: Path) -> None:
    """Whoever has nothing else gets what the file holds."""
    store = SqliteStore(tmp_path / "memory.db")
    put(store, 1)
    store.close()
    store = SqliteStore(tmp_path / "memory.db")
    put(store, 2)
    copy = copied(tmp_path / "memory.db", tmp_path / "copy")
    store.close()
    [number] = re.findall(r"PRAGMA application_id = (\d+)", Path("docs/how-to/data.md").read_text(encoding="utf-8"))

    db = sqlite3.connect(copy)
    db.execute(f"PRAGMA application_id = {number}")
    db.close()

    assert opened(copy, read_only=False) == 1
