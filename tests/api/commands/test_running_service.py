"""Commands that change something while a service has the store open."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.commands.running_service import told_where
from tests.api.serving import serving
from tests.api.test_cli import remembrancer

KEY = "k" * 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Path]:
    """A store with the space `ada b/c`, which a service has open. The service wants a key."""
    path = tmp_path / "my memory.db"
    with serving(store=str(path), api_keys=KEY) as (address, service):
        service.knowledge.create_space("ada b", now=service.now())
        with told_where(service.settings, address):
            yield path


def pasted(printed: str) -> str:
    """What a printed command prints when it is typed as it stands."""
    name, *words = shlex.split(printed[printed.rindex("remembrancer ") :])
    assert name == "remembrancer"
    told = remembrancer(*words)
    assert told.exit_code == 0, told.output
    return told.stdout


def test_hands_go_through_the_service(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What people change while a service runs is done by the service, and told as always; hints work when pasted."""
    monkeypatch.setenv("REMEMBRANCER_API_KEYS", KEY)

    def run(*words: str) -> str:
        done = remembrancer(*words, "--store", store)
        assert done.exit_code == 0, done.output
        return done.stdout

    added = run("fact", "add", "ada b", "Zoe sings.", "--about", "Zoe", "--about", "Zoey", "--by", "Ada")
    fact = added.splitlines()[-2].split("(")[-1].rstrip(")")
    rows = run("items", "ada b", "--label", "Entity").splitlines()
    ids = {row.split("\t")[-1]: row.split("\t")[0] for row in rows}

    assert "Revised" in run("fact", "edit", "ada b", fact, "--text", "Zoe dances.", "--from", "2026-05-01T00:00Z")
    merged = run("entity", "merge", "ada b", ids["Zoe"], ids["Zoey"])
    assert pasted(pasted(merged)).startswith("Done again: ")
    assert run("pin", "ada b", "Be brief.").startswith("Pinned: Be brief. (key-info)")
    assert "Be brief." in run("pin", "ada b", "Be brief.", "--off")
    assert pasted(run("pause", "ada b")) == "ada b goes on.\n"
    key = run("keys", "create", "notes", "--all").strip()
    assert f"Key {key[5:17]} (notes) is revoked." in run("keys", "revoke", key[5:17])
    assert "Fact" in run("forget", "ada b", "--all", "--yes")
    assert run("spaces").startswith("There are no spaces yet")


def test_the_service_refuses_as_the_command_would(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is unknown is told in the same words, and a service with keys says where the command's key comes from."""
    without = remembrancer("undo", "ada b", "h99999999", "--store", store)
    monkeypatch.setenv("REMEMBRANCER_API_KEYS", KEY)
    unknown = remembrancer("undo", "ada b", "h99999999", "--store", store)

    assert (without.exit_code, "the command takes its key from REMEMBRANCER_API_KEYS" in without.stderr) == (1, True)
    told = "remembrancer: change 'h99999999' does not exist in space 'ada b'\n"
    assert (unknown.exit_code, unknown.stderr) == (2, told)


def test_a_service_that_is_not_found_is_told(tmp_path: Path) -> None:
    """A store that somebody else has open, and an address at which nobody answers, are named."""
    path = tmp_path / "memory.db"
    with serving(store=str(path)) as (_, service):
        service.knowledge.create_space("ada", now=service.now())
        unnamed = remembrancer("pause", "ada", "--store", path)
        with told_where(service.settings, "http://127.0.0.1:9"):
            gone = remembrancer("pause", "ada", "--store", path)

    assert (unnamed.exit_code, gone.exit_code) == (1, 1)
    assert "is writing to" in unnamed.stderr
    assert "it does not answer at http://127.0.0.1:9" in gone.stderr
    assert not path.with_name("memory.db.address").exists()
