"""One process writes a file, by whatever name it found it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graph.errors import StoreError, StoreLocked
from graph.store import sqlite_lock
from graph.store.backends import open_store, report_on
from graph.store.sqlite_lock import WriteLock
from graph.store.verbs import Label, PutNode
from tests.house.source import ROOT

WRITER = """
import sys
from pathlib import Path
from graph.errors import StoreLocked
from graph.store.sqlite_lock import WriteLock

try:
    WriteLock(Path(sys.argv[1]))
    print("locked")
except StoreLocked as error:
    print(error)
"""


def other_process(path: Path) -> str:
    """What another process is told that would write the file."""
    command = [sys.executable, "-c", WRITER, str(path)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems lock the name only")
def test_file_is_locked_whatever_its_name(tmp_path: Path) -> None:
    """A file that got another name while a process writes it is refused to a second writer, and free afterwards."""
    path, renamed = tmp_path / "memory.db", tmp_path / "other.db"
    lock = WriteLock(path)
    path.rename(renamed)

    during = other_process(renamed)
    lock.release()

    assert during.startswith(f"another process writes to store {renamed}, perhaps under another name")
    assert other_process(renamed) == "locked"


@pytest.mark.parametrize("read_only", [False, True])
def test_file_with_two_names_is_refused(tmp_path: Path, read_only: bool) -> None:
    """Its log stands beside one of them only: whoever opens the other one would not see what was acknowledged."""
    path, link = tmp_path / "memory.db", tmp_path / "link.db"
    open_store(str(path)).close()
    link.hardlink_to(path)

    for name in (path, link):
        with pytest.raises(StoreError, match="has 2 names"):
            open_store(str(name), read_only=read_only)
    assert "has 2 names" in report_on(str(link)).checks[-1].text
    link.unlink()
    open_store(str(path), read_only=read_only).close()


def test_file_mounted_alone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container's volume of one file leaves the log in the container, which loses it with its end."""
    path, mounts = tmp_path / "my memory.db", tmp_path / "mountinfo"
    path.touch()
    escaped = str(path.resolve()).replace(" ", r"\040")
    mounts.write_text(f"36 35 98:0 /mnt {escaped} rw,noatime master:1 - ext3 /dev/root rw\n")
    monkeypatch.setattr(sqlite_lock, "MOUNTS", mounts)

    with pytest.raises(StoreError, match="is mounted by itself; mount its folder"):
        open_store(str(path))


def test_refused_file_is_not_kept_locked(tmp_path: Path) -> None:
    """After a refusal neither the name nor the file is locked."""
    path, renamed = tmp_path / "memory.db", tmp_path / "other.db"
    lock = WriteLock(path)
    with pytest.raises(StoreLocked, match="has locked store"):
        WriteLock(path)
    lock.release()

    WriteLock(path).release()
    path.rename(renamed)
    WriteLock(renamed).release()


def test_refused_file_gets_no_lock_file(tmp_path: Path) -> None:
    """Neither a file with two names nor one of another program; a lock file that was there stays."""
    linked, other, ours = (tmp_path / name for name in ("linked.db", "other.db", "ours.db"))
    linked.touch()
    (tmp_path / "link.db").hardlink_to(linked)
    other.write_bytes(b"no database at all" * 100)
    open_store(str(ours)).close()
    (tmp_path / "ours2.db").hardlink_to(ours)

    for path in (linked, other, ours):
        with pytest.raises(StoreError):
            open_store(str(path))

    assert [path.name for path in tmp_path.glob("*.lock")] == ["ours.db.lock"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not let a file be moved")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_file_that_was_moved_is_not_written(tmp_path: Path, is_replaced: bool) -> None:
    """Nobody would look for what is written there. It is told, and goes on when the file is back."""
    path, moved = tmp_path / "memory.db", tmp_path / "moved.db"
    store = open_store(str(path))
    put = PutNode(Label.SPACE, "space", {"name": "ada"})
    store.write("ada", [put])
    path.rename(moved)
    if is_replaced:
        path.touch()

    for verb in (store.check, lambda: store.write("ada", [put])):
        with pytest.raises(StoreError, match="was moved, deleted or replaced while it was open"):
            verb()

    moved.rename(path)
    assert store.write("ada", [put]) == 2
    store.check()
    store.close()
