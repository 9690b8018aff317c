"""The tables of a SQLite store, and how they are made and upgraded."""

import re
import sqlite3
from collections.abc import Mapping, Sequence

from graph.errors import StoreError, StoreTooNew
from graph.store.verbs import FINDABLE, Kind, Label

APPLICATION_ID = 0x524D4252  # "RMBR", in the header of each of our files.
OPEN_ID = 0x524D4257  # "RMBW": stands there instead in a file that lacks what its log holds (sqlite_lock.py).
SCHEMA_VERSION = 6  # Stored as user_version. Raise it if the schema or FINDABLE changes.

# Files contain these numbers. A new label or kind is the last one of its enum; none is ever moved or removed.
LABEL_NUMBERS: Mapping[Label, int] = {label: number for number, label in enumerate(Label, 1)}
KIND_NUMBERS: Mapping[Kind, int] = {kind: number for number, kind in enumerate(Kind, 1)}
LABELS: Mapping[int, Label] = {number: label for label, number in LABEL_NUMBERS.items()}
KINDS: Mapping[int, Kind] = {number: kind for kind, number in KIND_NUMBERS.items()}
NODE_KIND = 0  # The kind of a node's tombstone in table `dropped`.

FIND_NAMES: Sequence[str] = sorted({name for tuples in FINDABLE.values() for names in tuples for name in names})
"""The properties that have their own column, in addition to the JSON.

The indexes are not on expressions over the JSON: json_extract cuts a text at NUL and turns a bool into a number.
"""

_TABLES = """
CREATE TABLE spaces (
    no INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL
);
CREATE TABLE nodes (
    space_no INTEGER NOT NULL,
    id TEXT NOT NULL,
    label INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    properties TEXT NOT NULL,
    {find_columns},
    terms TEXT,
    vector BLOB,
    body TEXT,
    UNIQUE (space_no, id)
);
CREATE INDEX nodes_seq ON nodes (space_no, seq, id);
CREATE INDEX nodes_label ON nodes (space_no, label, id);
CREATE TABLE edges (
    space_no INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind INTEGER NOT NULL,
    target TEXT NOT NULL,
    seq INTEGER NOT NULL,
    properties TEXT NOT NULL,
    PRIMARY KEY (space_no, source, kind, target)
) WITHOUT ROWID;
CREATE INDEX edges_target ON edges (space_no, target, kind, source);
CREATE INDEX edges_seq ON edges (space_no, seq);
CREATE TABLE dropped (
    space_no INTEGER NOT NULL,
    source TEXT NOT NULL,
    kind INTEGER NOT NULL,
    target TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (space_no, source, kind, target)
) WITHOUT ROWID;
CREATE INDEX dropped_seq ON dropped (space_no, seq);
"""


def find_column(name: str) -> str:
    """The column of a findable property."""
    return f"find_{name}"


def statements() -> list[str]:
    """Every statement that makes the schema, in order."""
    tables = _TABLES.format(find_columns=", ".join(find_column(name) for name in FIND_NAMES))
    return [*(text.strip() for text in tables.split(";") if text.strip()), *_find_indexes()]


def ensure(db: sqlite3.Connection) -> None:
    """Make what the database lacks of the schema, in one transaction: a crash leaves it as it was.

    If existing nodes had a newly findable property, its column would have to be filled here. Files of version 3 and
    older still hold what was deleted from them, so they are written anew. Version 5 deleted the rows of dropped nodes
    later than it dropped them.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version == SCHEMA_VERSION:
        return
    if 0 < version < 4:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("VACUUM")
    db.execute("BEGIN IMMEDIATE")
    columns = {str(row[1]) for row in db.execute("PRAGMA table_info(nodes)")}
    for column in map(find_column, FIND_NAMES):
        if columns and column not in columns:
            db.execute(f"ALTER TABLE nodes ADD COLUMN {column}")
    if version == 5:
        for table, id in (("edges", "source"), ("edges", "target"), ("nodes", "id")):
            db.execute(f"DELETE FROM {table} WHERE (space_no, {id}) IN (SELECT space_no, id FROM leaving)")
        db.execute("DROP TABLE leaving")
    for statement in statements():
        db.execute(re.sub("^CREATE (TABLE|INDEX)", r"CREATE \1 IF NOT EXISTS", statement))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")


def has_dropped_rows(db: sqlite3.Connection) -> bool:
    """Whether a program of version 5 was killed before it deleted the rows of what it had dropped."""
    is_5 = int(db.execute("PRAGMA user_version").fetchone()[0]) == 5
    return is_5 and db.execute("SELECT 1 FROM leaving LIMIT 1").fetchone() is not None


def _find_indexes() -> list[str]:
    """One partial index for each tuple of FINDABLE, so that a node is only in the indexes of its own label."""
    made = []
    for label, tuples in FINDABLE.items():
        for names in tuples:
            columns = [find_column(name) for name in names]
            made.append(
                f"CREATE INDEX {label.value.lower()}_by_{'_and_'.join(names)} ON nodes"
                f" (space_no, {', '.join(columns)}, id)"
                f" WHERE label = {LABEL_NUMBERS[label]} AND {columns[-1]} IS NOT NULL"
            )
    return made


def is_ours(db: sqlite3.Connection, name: str) -> bool:
    """Whether the database has our schema; False for an empty one. Raises StoreError and StoreTooNew."""
    application_id = int(db.execute("PRAGMA application_id").fetchone()[0])
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if application_id == OPEN_ID:
        raise torn_copy(name)
    if application_id == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise StoreTooNew(
                f"store {name} has schema version {version}, expected at most {SCHEMA_VERSION};"
                " use the version of Remembrancer that wrote it, or a newer one"
            )
        return True
    if application_id or version or db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]:
        raise StoreError(f"{name} is a SQLite database of another program, expected one of Remembrancer or a new file")
    return False


def torn_copy(name: str) -> StoreError:
    """The error for a file whose last writes are in a log that is not beside it."""
    return StoreError(
        f"store {name} is incomplete: it was copied while a service was writing to it, and its own log ({name}-wal)"
        " is not beside it, so what was said last is missing; copy it again with the service stopped, let SQLite make"
        " a backup, or use `remembrancer export`"
    )
