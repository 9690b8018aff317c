"""What is kept beside a store belongs to it alone, and goes with what is forgotten."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.long_jobs import BEGUN
from api.settings import Settings
from api.side_files import SideFiles, index_folder

AT = datetime(2026, 3, 3, 9, tzinfo=UTC)


def test_stores_in_one_folder_share_nothing(tmp_path: Path) -> None:
    """What is kept for a space of one store stays when the space of this name goes from another."""
    one, other = (SideFiles(Settings(store=str(tmp_path / name))) for name in ("one.db", "other.db"))
    for files in (one, other):
        _kept(files, "archive/chunks/a.json", AT)

    one.drop("ada")

    assert not one.transcripts_of("ada").exists()
    assert other.transcripts_of("ada").is_dir()


def test_names_of_one_file_have_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is deleted under one name of a store is deleted under the others, wherever the program was started."""
    (tmp_path / "here").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "memory.db")
    monkeypatch.chdir(tmp_path / "here")
    names = [str(tmp_path / "memory.db"), "../memory.db", "../link.db", f"sqlite:{tmp_path}/here/../link.db"]

    made = [SideFiles(Settings(store=name)) for name in names]

    assert {files.transcripts_of("ada") for files in made} == {made[0].transcripts_of("ada")}
    assert {files.transfers.folder_of("ada") for files in made} == {made[0].transfers.folder_of("ada")}
    assert {index_folder(Settings(store=name), is_service=True) for name in names} == {tmp_path / "memory.db.indexes"}


def test_databases_of_servers_share_nothing() -> None:
    """Servers have no folder of their own: their addresses and databases tell them apart."""
    stores = [("bolt://a", "neo4j"), ("bolt://a", "other"), ("bolt://b", "neo4j")]
    made = [SideFiles(Settings(store=store, store_database=database)) for store, database in stores]

    assert len({files.transcripts_of("ada") for files in made}) == 3


def test_nothing_is_kept_of_a_space_that_was_deleted_elsewhere(tmp_path: Path) -> None:
    """Its raw messages neither, which nobody would look for any more."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    gone = _kept(files, "archive/chunks/a.json", AT)
    files.transcripts_of("nil").mkdir(parents=True)

    files.drop_others(lambda: ["nil"], dict, now=AT)
    assert gone.exists()  # The store may have been restored, and nobody has deleted anything.

    files.drop_others(lambda: ["nil"], lambda: {"ada": AT, "nil": AT}, now=AT)

    assert (gone.exists(), files.transcripts_of("nil").is_dir()) == (False, True)


def test_jobs_of_a_space_that_is_not_there_stay_as_long_as_others(tmp_path: Path) -> None:
    """An import may be about to make it. What was begun before the space was deleted goes, and what is old."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db"), request_keep_hours=2))
    hours = {"import-1": 1, "import-2": 3}
    for space in ("ada", "nil"):
        for id, age in hours.items():
            _begun(files, space, id, AT - timedelta(hours=age))

    files.drop_others(list, lambda: {"nil": AT - timedelta(minutes=30)}, now=AT)

    left = [files.transfers.folder(space, id).exists() for space in ("ada", "nil") for id in hours]
    assert (left, files.transfers.folder_of("nil").exists()) == ([True, False, False, False], False)


def test_what_another_process_makes_meanwhile_stays(tmp_path: Path) -> None:
    """A space that is made, with chats, after it was looked for is none that is gone."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    _begun(files, "nil", "import-1", AT)

    def make_ada() -> list[str]:
        _kept(files, "archive/chunks/a.json", AT)
        return []

    files.drop_others(make_ada, lambda: {"ada": AT}, now=AT)

    assert files.transcripts_of("ada").exists()


def test_what_was_kept_before_a_forgetting_elsewhere_goes(tmp_path: Path) -> None:
    """Another process has forgotten something: raw messages of before go from this one's archive, later ones stay."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    before = _kept(files, "archive/chunks/a.json", AT - timedelta(minutes=1))
    after = _kept(files, "archive/chunks/b.json", AT + timedelta(minutes=1))
    broken_off = _kept(files, "archive/chunks/c.new", AT - timedelta(minutes=1))
    lock = _kept(files, "archive/lock", AT - timedelta(days=1))

    files.drop_old("ada", now=AT + timedelta(hours=1), forgotten_at=None)
    untouched = before.exists()
    files.drop_old("ada", now=AT + timedelta(hours=1), forgotten_at=AT)

    assert untouched
    assert [path.exists() for path in (before, after, broken_off, lock)] == [False, True, False, True]


def _kept(files: SideFiles, name: str, at: datetime) -> Path:
    path = files.transcripts_of("ada") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    os.utime(path, times=(at.timestamp(), at.timestamp()))
    return path


def _begun(files: SideFiles, space: str, id: str, at: datetime) -> None:
    begun = files.transfers.folder(space, id) / BEGUN
    begun.parent.mkdir(parents=True, exist_ok=True)
    begun.touch()
    os.utime(begun, times=(at.timestamp(), at.timestamp()))
