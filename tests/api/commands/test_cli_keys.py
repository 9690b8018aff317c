"""`remembrancer keys`: a key is shown once, listed without its secret, and revoked."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.access_keys import KEY, KeyScope, Rights
from api.cli import app
from api.settings import Settings
from api.wiring import build


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Where the store will be."""
    return tmp_path / "memory.db"


def run(store: Path, *arguments: str) -> Result:
    """The outcome of a command."""
    return CliRunner().invoke(app, ["keys", *arguments, "--store", str(store)])


def test_key_is_made_listed_and_revoked(store: Path) -> None:
    """The key alone is on stdout; the service knows it; the file does not have it."""
    made = run(store, "create", "notes app", "--space", "ada", "--space", "bo", "--until", "2099-01-01T00:00Z")
    text = made.stdout.strip()

    assert KEY.fullmatch(text)
    assert "REMEMBRANCER_API_KEYS" in made.stderr
    assert text[18:].encode() not in store.read_bytes()
    service = build(Settings(store=str(store)))
    assert service.keys.rights_of(text) == Rights(KeyScope.WRITE, ("ada", "bo"))
    service.close()
    listed = run(store, "list").stdout
    assert text[5:17] in listed
    assert text not in listed

    assert "(notes app) is revoked" in run(store, "revoke", text[5:17]).stdout

    assert "There are no keys yet" in run(store, "list").stdout
    assert run(store, "revoke", text[5:17]).exit_code == 2


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["--all", "--space", "ada"],
        ["--all", "--scope", "root"],
        ["--space", "a/b"],
        ["--all", "--until", "soon"],
    ],
)
def test_wrong_keys_are_not_made(store: Path, wrong: list[str]) -> None:
    """Which spaces it opens is said, one way or the other; nothing is made of a mistake."""
    assert run(store, "create", "notes", *wrong).exit_code == 2
    assert not store.exists()
