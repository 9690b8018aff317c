"""Which files are ours, and that their schema does not change by accident."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from context.block_record import read_turn
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.errors import StoreError, StoreTooNew
from graph.knowledge import KnowledgeGraph
from graph.store import sqlite_schema
from graph.store.backends import open_store
from graph.store.sqlite_schema import KIND_NUMBERS, KINDS, LABEL_NUMBERS, LABELS, SCHEMA_VERSION, statements
from graph.store.verbs import Kind, Label, PutEdge, PutNode
from graph.transfer.lines import check, export_space, load

OLD = Path(__file__).with_name("version_3")
NOW = datetime(2026, 3, 3, 9, tzinfo=UTC)

DIGESTS = {
    1: "d5b68c7499210c34fa729e0827b36d6c68e0751785bb6645681efce52b534966",
    2: "bd86ac30f4c4455341f6c83141f67a25da3370d8d9c6878c5bbd1916bd5866c3",
    3: "b73a8ab5c2d780636b80913d14fdf5c5b0bdf18129cc7811034c19ba25225833",
    4: "3f3aeb087f6d6f3f946650671edc51d3da2b9cf9f292db6108263eda056b8259",
    5: "68232d2833d0faf95660d85544466bec46dfbf7e7bdfcfd1196e4bcc191ca5ea",
    6: "3f3aeb087f6d6f3f946650671edc51d3da2b9cf9f292db6108263eda056b8259",
}


def test_schema_of_a_version_never_changes() -> None:
    """A change of the tables or of FINDABLE raises SCHEMA_VERSION and adds its digest here."""
    assert DIGESTS[SCHEMA_VERSION] == sha256(";".join(statements()).encode()).hexdigest()


def test_the_numbers_in_files_stay_what_they_are() -> None:
    """A number is an order in an enum, which new labels and kinds only continue; none is that of a node's tombstone."""
    labels = (
        "Space Conversation Message Summary Entity Alias Fact Reflection SignificantMemory KeyInfo Block Request Change"
        " ModelCall Meter Receipt Offer"
    )
    kinds = (
        "IN SAID_BY MENTIONS BRANCHES_FROM TOOK_PART_IN ALSO_KNOWN_AS ABOUT STATED_IN EVIDENCE PART_OF SUPERSEDED_BY"
        " SUMMARIZES COVERS PRESENTED ANSWERED_BY CONTRADICTS CHANGED"
    )

    assert dict(enumerate(labels.split(), 1)).items() <= LABELS.items()
    assert dict(enumerate(kinds.split(), 1)).items() <= KINDS.items()
    assert {label: number for number, label in LABELS.items()} == LABEL_NUMBERS
    assert {kind: number for number, kind in KINDS.items()} == KIND_NUMBERS
    assert sqlite_schema.NODE_KIND not in KINDS


def test_a_file_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """What is missing in an older file is made when a writer opens it; what it holds stays."""
    path = tmp_path / "store.db"
    store = open_store(str(path))
    store.write("home", [PutNode(Label.SPACE, "space", {"name": "home"})])
    store.close()
    with closing(sqlite3.connect(path)) as db:
        today = _schema(db)
        db.execute("DROP INDEX change_by_created_at")
        db.execute("DROP INDEX message_by_external_id")
        db.execute("ALTER TABLE nodes DROP COLUMN find_external_id")
        db.execute("PRAGMA user_version = 1")

    store = open_store(str(path))
    spaces = [*store.spaces()]
    store.close()

    with closing(sqlite3.connect(path)) as db:
        assert (_schema(db), db.execute("PRAGMA user_version").fetchone()) == (today, (SCHEMA_VERSION,))
    assert spaces == ["home"]


def test_a_store_of_the_version_before_loses_nothing(tmp_path: Path) -> None:
    """A file that the code of version 3 has written (commit 09341f5): it exports the same bytes, and goes on."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.with_suffix(".sql").read_text(encoding="utf-8"))
        db.execute(f"PRAGMA application_id = {sqlite_schema.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 3")
    exported = OLD.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines(keepends=True)

    knowledge = KnowledgeGraph(open_store(str(path)))

    assert list(export_space(knowledge.store, "home")) == exported
    blocks = [read_turn(knowledge, "home", node.id) for node in knowledge.store.find("home", Label.BLOCK, limit=10)]
    assert [len(each.items) for each in blocks] == [len(each.block.shown) for each in blocks] != [0] * len(blocks)
    turn = take_turn(knowledge, TurnRequest(space="home", query="Where does Maren live?"), now=NOW)
    assert "Maren moved to Oslo." in turn.block.body
    knowledge.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    other = open_store(":memory:")
    load(other, exported, check(other, exported))
    assert list(export_space(other, "home")) == exported


@pytest.mark.parametrize("is_killed", [False, True])
def test_version_5_deleted_later_than_it_dropped(tmp_path: Path, is_killed: bool) -> None:
    """Rows that it has left are gone when a writer opens the file; until then nobody reads them."""
    path = tmp_path / "store.db"
    store = open_store(str(path))
    nodes = [
        PutNode(Label.SPACE, "space", {"name": "home"}),
        PutNode(Label.FACT, "f1", {}),
        PutNode(Label.FACT, "f2", {}),
    ]
    store.write("home", [*nodes, PutEdge("f1", Kind.CONTRADICTS, "f2"), PutEdge("f2", Kind.PART_OF, "f1")])
    store.close()
    with closing(sqlite3.connect(path)) as db:
        today = _schema(db)
        db.execute("CREATE TABLE leaving (space_no INTEGER, id TEXT, PRIMARY KEY (space_no, id)) WITHOUT ROWID")
        db.execute("INSERT INTO leaving SELECT space_no, id FROM nodes WHERE id = 'f1' AND ?", (is_killed,))
        db.execute("PRAGMA user_version = 5")
        db.commit()

    with pytest.raises(StoreError, match="still holds what was deleted") if is_killed else nullcontext():
        open_store(str(path), read_only=True).close()
    open_store(str(path)).close()

    with closing(sqlite3.connect(path)) as db:
        assert _schema(db) == today
        left = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("nodes", "edges")]
    assert left == ([2, 0] if is_killed else [3, 2])


@pytest.mark.parametrize("read_only", [False, True])
def test_newer_file_is_refused(tmp_path: Path, read_only: bool) -> None:
    """A file of a newer schema is left alone; the message names both versions."""
    path = tmp_path / "store.db"
    open_store(str(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")

    with pytest.raises(StoreTooNew, match=f"version {SCHEMA_VERSION + 1}, .* at most {SCHEMA_VERSION}"):
        open_store(str(path), read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("statement", ["CREATE TABLE t (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"])
def test_database_of_another_program_is_left_alone(tmp_path: Path, statement: str, read_only: bool) -> None:
    """A SQLite file that is not ours is refused and stays as it was, byte by byte."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
    before = path.read_bytes()

    with pytest.raises(StoreError, match="another program"):
        open_store(str(path), read_only=read_only)

    assert path.read_bytes() == before
    assert not path.with_name("other.db-wal").exists()


@pytest.mark.parametrize("read_only", [False, True])
def test_file_that_is_no_database_is_left_alone(tmp_path: Path, read_only: bool) -> None:
    """A text file is refused and stays as it was."""
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 100)

    with pytest.raises(StoreError, match="not a SQLite database"):
        open_store(str(path), read_only=read_only)

    assert path.read_text() == "Dear diary, " * 100


def test_refused_file_is_not_kept_locked(tmp_path: Path) -> None:
    """After a refusal the file's lock is free again."""
    path = tmp_path / "store.db"
    path.write_text("not yet a store, " * 100)
    with pytest.raises(StoreError):
        open_store(str(path))
    path.write_bytes(b"")

    open_store(str(path)).close()


def test_creation_is_whole_or_nothing(tmp_path: Path) -> None:
    """A file on which creation stopped half-way is as empty as before, and opens."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("BEGIN IMMEDIATE")
        for statement in statements()[:5]:
            db.execute(statement)

    store = open_store(str(path))
    assert store.spaces() == {}
    store.close()


def _schema(db: sqlite3.Connection) -> tuple[set[str], set[str]]:
    """The names of indexes, and of the columns of nodes."""
    indexes = {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    return indexes, {str(row[1]) for row in db.execute("PRAGMA table_info(nodes)")}
