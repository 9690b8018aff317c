"""How an address becomes a store, and what an address may not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.errors import BadInput, StoreError, StoreLocked
from graph.store.backends import (
    SERVER_SCHEMES,
    Check,
    Login,
    StoreReport,
    is_server,
    open_store,
    report_on,
    size_in_words,
)
from graph.store.verbs import Label, PutNode


@pytest.mark.parametrize("address", ["{path}", "sqlite://{path}", "sqlite:{path}"])
def test_address_of_a_file(tmp_path: Path, address: str) -> None:
    """A path opens that file, with or without the scheme; folders on the way are made."""
    path = tmp_path / "new folder" / "mémoire %20?#.db"
    store = open_store(address.format(path=path))
    store.write("s", [PutNode(Label.SPACE, "space", {})])
    store.close()

    store = open_store(str(path), read_only=True)
    assert [*store.spaces()] == ["s"]
    store.close()
    assert path.is_file()


def test_home_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that begins with ~ lies in the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))

    open_store("~/store.db").close()

    assert (tmp_path / "store.db").is_file()


@pytest.mark.parametrize("address", ["redis://localhost", "postgres://x", "", " ", "sqlite://", "sqlite:", "a\0b"])
def test_unknown_address_is_refused(address: str) -> None:
    """An address that no backend knows is bad input, and the message says what is expected."""
    with pytest.raises(BadInput, match="expected a path, sqlite://path or :memory:"):
        open_store(address)


@pytest.mark.parametrize("scheme", sorted(SERVER_SCHEMES))
def test_address_of_a_server(scheme: str) -> None:
    """Each scheme of Neo4j means a server, with a port or without, and with its routing context."""
    for host in ("localhost", "localhost:7687", "[::1]:7687", "db.example.org?policy=eu"):
        assert is_server(f"{scheme}://{host}")


@pytest.mark.parametrize("address", ["memory.db", ":memory:", "sqlite://bolt.db", "http://localhost", "neo4jdb", "a@b"])
def test_address_of_no_server(address: str) -> None:
    """Everything else is not asked for over the network."""
    assert not is_server(address)


@pytest.mark.parametrize(
    "address",
    [
        "neo4j://ada:sesame@localhost:7687",
        "bolt+s://:sesame@db.example.org",
        "neo4j+ssc://ada:a/b@sesame@host",
        "bolt:ada:sesame@localhost",
    ],
)
def test_address_with_a_password_is_refused(address: str) -> None:
    """A password in an address would stand in logs and lists of processes: it is refused, and not repeated."""
    with pytest.raises(BadInput, match="contains a user or a password") as caught:
        open_store(address)

    assert "sesame" not in str(caught.value)
    assert "ada" not in str(caught.value)


@pytest.mark.parametrize("address", ["neo4j://", "bolt:", "bolt+s:localhost", "neo4j:// ", "bolt://a\0b"])
def test_address_without_a_host_is_refused(address: str) -> None:
    """An address that begins as a server's never becomes a file of a strange name."""
    with pytest.raises(BadInput, match="has no host"):
        open_store(address)


@pytest.mark.parametrize("address", ["{}/m.db", "sqlite:{}/m.db", "sqlite://{}/m.db"])
def test_report_of_an_address(address: str, tmp_path: Path) -> None:
    """A report is asked for by the address that the store is opened with."""
    open_store(address.format(tmp_path)).close()

    assert report_on(address.format(tmp_path)).is_readable


def test_report_of_memory() -> None:
    """What lasts nowhere is told, and cannot be looked at."""
    assert report_on(":memory:") == StoreReport((Check("store", "note", "in memory: nothing lasts"),), False)


@pytest.mark.parametrize("address", ["~nobody-has-this-name/a.db", "loop.db", f"{'x' * 300}.db"])
def test_address_that_leads_nowhere_is_refused(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that is nobody's, a link to itself and a name that no disk takes are told in a sentence."""
    monkeypatch.chdir(tmp_path)
    Path("loop.db").symlink_to("loop.db")

    with pytest.raises(BadInput, match=r"store address .* leads to no file .*; expected a path"):
        open_store(address)


def test_two_names_of_one_file_are_one_store(tmp_path: Path) -> None:
    """A link to a file that is being written is refused as the file itself is."""
    store = open_store(str(tmp_path / "store.db"))
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")

    with pytest.raises(StoreLocked):
        open_store(str(tmp_path / "link.db"))
    store.close()


def test_memory_cannot_be_read_only() -> None:
    """A database in memory that nobody wrote has nothing to read."""
    with pytest.raises(StoreError):
        open_store(":memory:", read_only=True)


def test_password_is_not_printed() -> None:
    """Whoever prints a login, in a log or a traceback, does not print the password."""
    login = Login("ada", "sesame")

    assert "sesame" not in f"{login} {login!r}"
    assert login == Login("ada", "sesame", "neo4j")


@pytest.mark.parametrize(
    ("count_bytes", "told"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (1024, "1.0 KB"),
        (1536 * 1024, "1.5 MB"),
        (100 * 1024**2, "100 MB"),
        (5000 * 1024**3, "5,000 GB"),
    ],
)
def test_sizes_are_told_in_words(count_bytes: int, told: str) -> None:
    """A size has one decimal while it is small, and none where nobody reads it."""
    assert size_in_words(count_bytes) == told
