"""A snapshot answers as the index that it was made of, or is not taken."""

import os
import pickle
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.index import index_state
from graph.index import snapshots as made_by_us
from graph.index.snapshots import Snapshots
from graph.index.space_index import SpaceIndex
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Op, Store
from graph.values.items import Role
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.puts import put
from tests.contract.ops import whole
from tests.graph.changing.cases import scene
from tests.graph.index.test_space_index import (
    BATCHES,
    MODEL,
    QUERIES,
    Reference,
    answers,
    check_answers,
    message,
    own,
    refreshed,
)

LINES = [message("m1", "kahve ve deniz"), message("m2", "kitaplar"), message("m3", "where is the sea?")]
NOW = datetime(2026, 6, 14, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def keeps_small_ones() -> Iterator[None]:
    """What is worth keeping is a question of time, not of what is right."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(made_by_us, "ITEMS_MIN", 1)
        yield


@pytest.fixture
def store() -> Iterator[Store]:
    """A store with three messages."""
    store = open_store(":memory:")
    store.write("s", LINES)
    yield store
    store.close()


def file_in(folder: Path) -> Path:
    """The only file of a folder."""
    (path,) = folder.iterdir()
    return path


def loaded(folder: Path, store: Store) -> SpaceIndex | None:
    """The index as another process finds it."""
    return Snapshots(folder).load(store, "s", None, 0)


@settings(max_examples=25, deadline=None)
@given(BATCHES)
def test_index_that_is_kept_between_writes_equals_a_reading_of_everything(
    batches: list[tuple[list[Op], bool]],
) -> None:
    """Whenever it is written to its file and read again, and whatever is gone by then."""
    store = open_store(":memory:")
    store.write("s", [own()])
    index = SpaceIndex("s", MODEL)
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(index_state, "PROBED_MAX", 1)
        for ops, is_kept in batches:
            store.write("s", ops)
            index.refresh(store)
            if is_kept:
                index.saved = None
                Snapshots(Path(folder)).keep(index)
                index = Snapshots(Path(folder)).load(store, "s", MODEL, 0) or index
        index.refresh(store)

        check_answers(index, Reference(store))
        assert answers(index) == answers(refreshed(store, MODEL))
    store.close()


def test_what_was_written_since_is_read(store: Store, tmp_path: Path) -> None:
    """The rest comes from the file."""
    Snapshots(tmp_path).keep(refreshed(store))
    store.write("s", [message("m4", "kahve"), message("m2", "deniz")])

    index = loaded(tmp_path, store)

    assert index is not None and index.saved is not None
    assert (index.saved.seq, index.seq) == (1, 2)
    assert [hit.id for hit in index.search_words("kahve", 9)] == ["m4", "m1"]
    assert index.search_words("kitaplar", 9) == []


def test_what_was_learned_is_in_the_snapshot(store: Store, tmp_path: Path) -> None:
    """A service that starts again weighs as it did before."""
    learned = LearnedWeights(outcome=LearningOutcome.ADOPTED, weights='{"kind": 0.2}', updated_at=NOW)
    store.write("s", [put(learned)])
    Snapshots(tmp_path).keep(refreshed(store))

    found = loaded(tmp_path, store)

    assert found is not None and found.learned == learned


def test_damaged_file_is_not_taken(store: Store, tmp_path: Path) -> None:
    """Whichever byte is another, and wherever the file ends."""
    Snapshots(tmp_path).keep(refreshed(store))
    path = file_in(tmp_path)
    whole = path.read_bytes()

    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        assert loaded(tmp_path, store) is None
    for length in (0, 1, 7, 8, 100, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert loaded(tmp_path, store) is None
    path.write_bytes(whole)
    assert loaded(tmp_path, store) is not None


def test_other_history_is_not_taken(store: Store, tmp_path: Path) -> None:
    """A backup was put back, and other messages have the ids and the seqs of those that are gone."""
    Snapshots(tmp_path).keep(refreshed(store))
    other = open_store(":memory:")
    other.write("s", [message("m1", "kahve ve deniz"), message("m2", "kitaplar"), message("m3", "another line")])
    other.write("s", [message("m4")])

    assert loaded(tmp_path, other) is None
    other.close()


def test_shorter_history_is_not_taken(store: Store, tmp_path: Path) -> None:
    """A backup was put back, and nothing has been written since."""
    before = open_store(":memory:")
    before.write("s", [message("m1", "kahve ve deniz")])
    Snapshots(tmp_path).keep(refreshed(store))

    assert loaded(tmp_path, before) is None
    assert not [*tmp_path.iterdir()], "what is not taken is of no use, and may tell what is forgotten later"
    before.close()


@pytest.mark.parametrize("changed", ["embedder", "code", "space"])
def test_snapshot_of_something_else_is_not_taken(
    store: Store, tmp_path: Path, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another embedder, another version, or another space whose file was renamed."""
    Snapshots(tmp_path).keep(refreshed(store))
    space = "s"
    if changed == "code":
        monkeypatch.setattr(made_by_us, "_made_by", lambda: "another version")
    if changed == "space":
        space = "t"
        file_in(tmp_path).rename(Snapshots(tmp_path)._path("t", 0))
        store.write(
            "t", [message("m1", "kahve ve deniz"), message("m2", "kitaplar"), message("m3", "where is the sea?")]
        )

    assert Snapshots(tmp_path).load(store, space, MODEL if changed == "embedder" else None, 0) is None


def test_file_makes_nothing_but_an_index() -> None:
    """Whoever can write the folder cannot have a program run."""
    with pytest.raises(pickle.UnpicklingError, match=r"posix.system|nt.system"):
        made_by_us._Unpickler(BytesIO(pickle.dumps(os.system, protocol=5)), buffers=()).load()


def test_small_growth_writes_nothing(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twentieth more is read from the store as fast."""
    monkeypatch.setattr(made_by_us, "GROWTH_PART", 2)
    index = refreshed(store)
    Snapshots(tmp_path).keep(index)
    first = file_in(tmp_path).read_bytes()

    store.write("s", [message("m4")])
    index.refresh(store)
    Snapshots(tmp_path).keep(index)
    assert file_in(tmp_path).read_bytes() == first

    for number in range(5, 30):
        store.write("s", [message(f"m{number}")])
    index.refresh(store)
    Snapshots(tmp_path).keep(index)
    assert file_in(tmp_path).read_bytes() != first


def test_reader_writes_nothing(store: Store, tmp_path: Path) -> None:
    """A process that opened the store for reading leaves the folder as it is, and no folder where there was none."""
    reader = Snapshots(tmp_path / "new", is_writable=False)
    reader.keep(refreshed(store))
    reader.drop("s")
    assert not (tmp_path / "new").exists()


def test_full_disk_is_no_error(store: Store, tmp_path: Path) -> None:
    """The next start is slower, that is all."""
    (tmp_path / "file").write_text("in the way")
    snapshots = Snapshots(tmp_path / "file")

    snapshots.keep(refreshed(store))

    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "in the way"


def lines(*bodies: str) -> list[Line]:
    """What Selin says."""
    return [Line(role=Role.USER, body=body, sender="Selin") for body in bodies]


def open_graph(path: Path) -> KnowledgeGraph:
    """A graph whose indexes are kept beside its file."""
    return KnowledgeGraph(open_store(str(path)), snapshots=Snapshots(path.parent / "indexes"))


def test_next_start_finds_the_index(tmp_path: Path) -> None:
    """A graph that is closed leaves its indexes, and the next one answers the same."""
    knowledge = open_graph(tmp_path / "memory.db")
    knowledge.create_space("s", now=NOW)
    knowledge.append("s", lines("kahve ve deniz", "kitaplar"), now=NOW)
    before = [knowledge.index("s").search_words(query, 9) for query in QUERIES]
    knowledge.close()

    knowledge = open_graph(tmp_path / "memory.db")
    index = knowledge.index("s")
    assert index.saved is not None
    assert [index.search_words(query, 9) for query in QUERIES] == before
    knowledge.append("s", lines("kahve"), now=NOW)
    assert len(knowledge.index("s").search_words("kahve", 9)) == 2
    knowledge.close()


def test_what_is_forgotten_is_in_no_snapshot(tmp_path: Path) -> None:
    """When forgetting returns, the file has none of the words, and all that is left."""
    knowledge = open_graph(tmp_path / "memory.db")
    knowledge.create_space("s", now=NOW)
    hers = Line(role=Role.USER, body="zanzibar", sender="Ottoline")
    appended = knowledge.append("s", [hers, *lines("kitaplar")], now=NOW)
    knowledge.keep_index("s")
    assert b"zanzi" in file_in(tmp_path / "indexes").read_bytes()

    forget(knowledge, "s", Target(messages=(appended.messages[0],)), now=NOW)

    held = file_in(tmp_path / "indexes").read_bytes()
    assert b"zanzi" not in held
    assert b"Ottoline" not in held
    assert b"kitap" in held
    knowledge.close()


def test_deleted_space_leaves_no_snapshot(tmp_path: Path) -> None:
    """Nor does one of the same name find that of the old one."""
    knowledge = open_graph(tmp_path / "memory.db")
    knowledge.create_space("s", now=NOW)
    knowledge.append("s", lines("kahve"), now=NOW)
    knowledge.keep_index("s")
    assert file_in(tmp_path / "indexes")

    knowledge.delete_space("s", now=NOW)
    assert list((tmp_path / "indexes").iterdir()) == []
    knowledge.create_space("s", now=NOW)
    assert knowledge.index("s").search_words("kahve", 9) == []
    knowledge.close()


def test_what_another_process_forgot_goes_with_the_next_look(tmp_path: Path) -> None:
    """Each process has a folder of its own, and tends it even for spaces that nobody asks about."""
    store = open_store(str(tmp_path / "memory.db"))
    one = KnowledgeGraph(store, snapshots=Snapshots(tmp_path / "one"))
    one.create_space("s", now=NOW)
    appended = one.append("s", lines("zanzibar", "kitaplar"), now=NOW)
    other = KnowledgeGraph(store, snapshots=Snapshots(tmp_path / "other"))
    other.index("s")
    third = KnowledgeGraph(store, snapshots=Snapshots(tmp_path / "other"))
    assert b"zanzi" in file_in(tmp_path / "other").read_bytes()

    forget(one, "s", Target(messages=(appended.messages[0],)), now=NOW)
    third.keep_index("s")
    assert list((tmp_path / "other").iterdir()) == []
    other.index("s")
    other.keep_index("s")
    assert b"zanzi" not in file_in(tmp_path / "other").read_bytes()
    store.close()


def test_a_look_from_before_a_forgetting_drops_the_file(store: Store, tmp_path: Path) -> None:
    """A process that has not the index in memory asks for its snapshot first: an old one has forgotten words."""
    Snapshots(tmp_path).keep(refreshed(store))
    assert loaded(tmp_path, store) is not None

    assert Snapshots(tmp_path).load(store, "s", None, 1) is None

    assert list(tmp_path.iterdir()) == []


def test_everything_that_a_space_may_hold_is_taken(tmp_path: Path) -> None:
    """Nothing in it is unknown to whoever reads the file."""
    home = scene()
    index = home.knowledge.index("home")
    Snapshots(tmp_path).keep(index)

    found = Snapshots(tmp_path).load(home.knowledge.store, "home", index.embedder, index.as_of.forgettings)

    assert found is not None
    ids = [node.id for node in whole(home.knowledge.store, "home").nodes]
    assert found.entries(ids) == index.entries(ids)
    assert found.moments() == index.moments()
    home.knowledge.close()


def test_what_another_process_deleted_goes_with_the_next_look(store: Store, tmp_path: Path) -> None:
    """So does what a killed process left half-written; files of other programs stay."""
    Snapshots(tmp_path).keep(refreshed(store))
    kept = file_in(tmp_path)
    half = tmp_path / f"{kept.name.partition('-')[0]}-x8s7"
    half.write_bytes(b"kahve")
    (tmp_path / "notes-1.txt").write_text("mine")

    Snapshots(tmp_path).drop_others(["s"])
    assert {path.name for path in tmp_path.iterdir()} == {kept.name, half.name, "notes-1.txt"}
    Snapshots(tmp_path).drop_before("s", 0)
    assert {path.name for path in tmp_path.iterdir()} == {kept.name, "notes-1.txt"}
    Snapshots(tmp_path).drop_others(["t"])
    assert {path.name for path in tmp_path.iterdir()} == {"notes-1.txt"}


@pytest.mark.parametrize("ends", ["closes", "needs the memory"])
def test_index_that_goes_leaves_nothing_that_was_forgotten(tmp_path: Path, ends: str) -> None:
    """A process that has not looked since another one has forgotten something reads that first."""
    store = open_store(str(tmp_path / "memory.db"))
    one = KnowledgeGraph(store)
    one.create_space("s", now=NOW)
    one.create_space("t", now=NOW)
    appended = one.append("s", lines("zanzibar", "kitaplar"), now=NOW)
    other = KnowledgeGraph(ForwardingStore(store), snapshots=Snapshots(tmp_path / "other"), indexes_mb_max=0.001)
    index = other.index("s")
    other.drop_other_snapshots([])
    index.saved = None  # It is due again.

    forget(one, "s", Target(messages=(appended.messages[0],)), now=NOW)
    if ends == "closes":
        other.close()
    else:
        other.index("t")

    assert b"kitap" in file_in(tmp_path / "other").read_bytes()
    assert b"zanzi" not in file_in(tmp_path / "other").read_bytes()
    store.close()
