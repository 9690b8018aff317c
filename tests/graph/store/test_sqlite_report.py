"""What `doctor` is told of a store's file: size, schema, lock and damage, without a change to it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from graph.store.backends import Check, open_store, size_in_words
from graph.store.sqlite_report import report_on_file
from graph.store.sqlite_schema import SCHEMA_VERSION
from graph.store.verbs import Label, PutNode


def texts(path: Path) -> dict[str, str]:
    """What is told of the file, by the name of each check."""
    return {check.name: check.text for check in report_on_file(path).checks}


def test_report_of_a_store(tmp_path: Path) -> None:
    """A store that is whole is told with its size and schema, also while a process writes to it."""
    path = tmp_path / "memory.db"
    store = open_store(str(path))
    store.write("a", [PutNode(Label.SPACE, "space", {"name": "a"})])

    during = texts(path)
    store.close()
    after = texts(path)

    assert (during["lock"], after["lock"]) == ("a service or a command is writing now", "free")
    assert after["schema"] == f"version {SCHEMA_VERSION}"
    assert after["store"] == f"{path}, {size_in_words(path.stat().st_size)}, undamaged"
    open_store(str(path)).close()


def test_damage_is_told(tmp_path: Path) -> None:
    """A file whose pages are overwritten is told as damaged, or cannot be opened at all."""
    path = tmp_path / "memory.db"
    open_store(str(path)).close()
    content = bytearray(path.read_bytes())
    content[4096 : 4096 + 2000] = b"\xff" * 2000
    path.write_bytes(content)

    assert "damaged" in texts(path)["store"]


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    """Another program's database, and one of a newer version, are refused by name."""
    other, newer = tmp_path / "other.db", tmp_path / "newer.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE letters (text TEXT)")
    open_store(str(newer)).close()
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")

    assert "another program" in texts(other)["store"]
    assert f"has schema version {SCHEMA_VERSION + 1}" in texts(newer)["store"]


def test_report_for_a_person(tmp_path: Path) -> None:
    """A store that is whole is told with its engine, schema and lock, and its spaces can be looked at."""
    path = tmp_path / "memory.db"
    open_store(str(path)).close()

    report = report_on_file(path)

    assert report.is_readable
    assert [check.name for check in report.checks] == ["disk", "store", "engine", "schema", "lock"]
    assert report.checks[-2:] == (Check("schema", "ok", f"version {SCHEMA_VERSION}"), Check("lock", "ok", "free"))
    assert [check for check in report.checks[1:] if check.state != "ok"] == []


def test_report_of_no_file(tmp_path: Path) -> None:
    """A file that is not there is no mistake, and is not made."""
    report = report_on_file(tmp_path / "new" / "memory.db")

    assert not report.is_readable
    assert [check.state for check in report.checks if check.name == "store"] == ["note"]
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(("free_mb", "state"), [(99, "wrong"), (100, "note"), (1023, "note"), (1024, "ok")])
def test_full_disk_is_told(free_mb: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without room for SQLite's log is wrong, one that fills up is worth a note."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free_mb * 1024**2))

    assert report_on_file(tmp_path / "memory.db").checks[0].state == state
