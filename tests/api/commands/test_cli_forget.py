"""`remembrancer forget`: what would go is told first, and is gone from the file afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app

CHAT = [
    {
        "role": "user",
        "name": "Ada",
        "content": "My sister Quilla moved to Zanzibar.",
        "sent_at": "2026-01-05T10:00:00Z",
    },
    {"role": "assistant", "content": "Shall I look for trains?", "sent_at": "2026-01-05T10:01:00Z"},
    {"role": "user", "name": "Ada", "content": "I'm allergic to walnuts.", "sent_at": "2026-02-05T10:00:00Z"},
]


def run(*arguments: str | Path, input: str | None = None) -> Result:
    """The outcome of a command."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with the space `ada`, which rounds have read."""
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps(CHAT))
    path = tmp_path / "store" / "memory.db"
    assert run("import", chat, "--space", "ada", "--store", path).exit_code == 0
    assert run("round", "ada", "--store", path).exit_code == 0
    return path


def held(store: Path) -> bytes:
    """All bytes of the store's files."""
    return b"".join(each.read_bytes() for each in store.parent.iterdir())


def test_dry_run_lists_what_would_go(store: Path) -> None:
    """Counts and ids are told, and nothing is written."""
    before = store.read_bytes()

    told = run("forget", "ada", "--message", "m00000001", "--dry-run", "--store", store)

    assert told.exit_code == 0
    assert "would go" in told.stdout
    assert "m00000001" in told.stdout
    assert b"Zanzibar" in before
    assert store.read_bytes() == before


def test_message_is_gone_from_the_file(store: Path) -> None:
    """Its words are in none of the store's files; the others are."""
    done = run("forget", "ada", "--until", "2026-01-05T10:00:30Z", "--yes", "--store", store)

    assert done.exit_code == 0
    assert "are gone" in done.stdout
    assert b"Zanzibar" not in held(store)
    assert b"walnuts" in held(store)


def test_space_is_gone_when_somebody_agrees(store: Path) -> None:
    """Without a yes nothing goes."""
    asked = run("forget", "ada", "--all", "--store", store, input="n\n")
    assert (asked.exit_code, b"walnuts" in held(store)) == (0, True)

    done = run("forget", "ada", "--all", "--store", store, input="y\n")

    assert done.exit_code == 0
    assert b"walnuts" not in held(store)
    assert "There are no spaces yet" in run("spaces", "--store", store).stdout


@pytest.mark.parametrize("wrong", [("--all", "--chat", "x"), (), ("--chat", "x", "--person", "y"), ("--since", "soon")])
def test_one_kind_is_named(store: Path, wrong: tuple[str, ...]) -> None:
    """Anything else is refused before the store is opened."""
    refused = run("forget", "ada", *wrong, "--yes", "--store", store)

    assert (refused.exit_code, "expected" in refused.stderr) == (2, True)
