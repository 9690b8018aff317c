"""What `doctor` is told of a store's file: size, schema, lock and damage, without a change to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from graph.errors import StoreError, StoreTooNew
from graph.store import Label, PutNode
from graph.stores import open_store
from graph.stores.sqlite_report import path_of, report_on
from graph.stores.sqlite_schema import SCHEMA_VERSION


def test_report_of_a_store(tmp_path: Path) -> None:
    """A store that is whole is told with its size and schema, also while a process writes to it."""
    path = tmp_path / "memory.db"
    store = open_store(str(path))
    store.write("a", [PutNode(Label.SPACE, "space", {"name": "a"})])

    during = report_on(path)
    store.close()
    after = report_on(path)

    assert (during.is_being_written, after.is_being_written) == (True, False)
    assert (after.schema, after.is_writable, after.damage) == (SCHEMA_VERSION, True, None)
    assert after.size_bytes == path.stat().st_size
    open_store(str(path)).close()


def test_damage_is_told(tmp_path: Path) -> None:
    """A file whose pages are overwritten is told as damaged, or cannot be opened at all."""
    path = tmp_path / "memory.db"
    open_store(str(path)).close()
    content = bytearray(path.read_bytes())
    content[4096 : 4096 + 2000] = b"\xff" * 2000
    path.write_bytes(content)

    try:
        found = report_on(path).damage
    except StoreError as error:
        found = str(error)

    assert found is not None


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    """Another program's database, and one of a newer version, are refused by name."""
    other, newer = tmp_path / "other.db", tmp_path / "newer.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE letters (text TEXT)")
    open_store(str(newer)).close()
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")

    with pytest.raises(StoreError, match="another program"):
        report_on(other)
    with pytest.raises(StoreTooNew):
        report_on(newer)
    with pytest.raises(StoreError, match="cannot be opened"):
        report_on(tmp_path / "none.db")


@pytest.mark.parametrize("address", ["{}/m.db", "sqlite:{}/m.db", "sqlite://{}/m.db"])
def test_address_of_a_file(address: str, tmp_path: Path) -> None:
    """All addresses of one file mean the same path, and a store in memory has none."""
    assert path_of(address.format(tmp_path)) == tmp_path / "m.db"
    assert path_of(":memory:") is None
