"""What is kept beside a store belongs to it alone, and goes with what is forgotten."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.long_jobs import BEGUN, SideFiles, index_folder
from api.settings import Settings

AT = datetime(2026, 3, 3, 9, tzinfo=UTC)


def test_stores_in_one_folder_share_nothing(tmp_path: Path) -> None:
    """What is kept for a space of one store stays when the space of this name goes from another."""
    one, other = (SideFiles(Settings(store=str(tmp_path / name))) for name in ("one.db", "other.db"))
    for files in (one, other):
        _begun(files, "ada", "import-1", AT)

    one.drop("ada")

    assert not one.jobs.folder_of("ada").exists()
    assert other.jobs.folder_of("ada").is_dir()


def test_chats_that_an_earlier_version_kept_go_with_their_space(tmp_path: Path) -> None:
    """Services used to compress chats, and kept their raw messages beside the store."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    kept = {name: tmp_path / "memory.db.transcripts" / files.jobs.folder_of(name).name for name in ("ada", "nil")}
    for folder in kept.values():
        (folder / "archive").mkdir(parents=True)

    files.drop("ada")

    assert [folder.exists() for folder in kept.values()] == [False, True]


def test_names_of_one_file_have_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is deleted under one name of a store is deleted under the others, wherever the program was started."""
    (tmp_path / "here").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "memory.db")
    monkeypatch.chdir(tmp_path / "here")
    names = [str(tmp_path / "memory.db"), "../memory.db", "../link.db", f"sqlite:{tmp_path}/here/../link.db"]

    made = [SideFiles(Settings(store=name)) for name in names]

    assert {files.jobs.folder_of("ada") for files in made} == {made[0].jobs.folder_of("ada")}
    assert {index_folder(Settings(store=name), is_service=True) for name in names} == {tmp_path / "memory.db.indexes"}


def test_databases_of_servers_share_nothing() -> None:
    """Servers have no folder of their own: their addresses and databases tell them apart."""
    stores = [("bolt://a", "neo4j"), ("bolt://a", "other"), ("bolt://b", "neo4j")]
    made = [SideFiles(Settings(store=store, store_database=database)) for store, database in stores]

    assert len({files.jobs.folder_of("ada") for files in made}) == 3


def test_jobs_of_a_space_that_is_not_there_stay_as_long_as_others(tmp_path: Path) -> None:
    """An import may be about to make it. What was begun before the space was deleted goes, and what is old."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db"), request_keep_hours=2))
    hours = {"import-1": 1, "import-2": 3}
    for space in ("ada", "nil"):
        for id, age in hours.items():
            _begun(files, space, id, AT - timedelta(hours=age))

    files.drop_others(list, lambda: {"nil": AT - timedelta(minutes=30)}, now=AT)

    left = [files.jobs.folder(space, id).exists() for space in ("ada", "nil") for id in hours]
    assert (left, files.jobs.folder_of("nil").exists()) == ([True, False, False, False], False)


def test_what_another_process_makes_meanwhile_stays(tmp_path: Path) -> None:
    """A space that is made, with a job, after it was looked for is none that is gone."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    _begun(files, "nil", "import-1", AT)

    def make_ada() -> list[str]:
        _begun(files, "ada", "import-1", AT - timedelta(minutes=1))
        return []

    files.drop_others(make_ada, lambda: {"ada": AT}, now=AT)

    assert files.jobs.folder_of("ada").exists()


def test_what_was_begun_before_a_forgetting_elsewhere_goes(tmp_path: Path) -> None:
    """Another process has forgotten something: jobs of before go, later ones stay."""
    files = SideFiles(Settings(store=str(tmp_path / "memory.db")))
    for id, minutes in (("import-1", -1), ("import-2", 1)):
        _begun(files, "ada", id, AT + timedelta(minutes=minutes))

    files.drop_old("ada", now=AT + timedelta(hours=1), forgotten_at=None)
    untouched = files.jobs.folder("ada", "import-1").exists()
    files.drop_old("ada", now=AT + timedelta(hours=1), forgotten_at=AT)

    assert untouched
    assert [path.name for path in files.jobs.folder_of("ada").iterdir()] == ["import-2"]


def _begun(files: SideFiles, space: str, id: str, at: datetime) -> None:
    begun = files.jobs.folder(space, id) / BEGUN
    begun.parent.mkdir(parents=True, exist_ok=True)
    begun.touch()
    os.utime(begun, times=(at.timestamp(), at.timestamp()))
