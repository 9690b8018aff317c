"""`remembrancer forget`: what would go is told first, and is gone from the file afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from api.commands.forget import IDS_SHOWN_MAX

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


def test_long_lists_of_ids_are_cut(tmp_path: Path) -> None:
    """A terminal is not flooded with the ids of a whole history, neither of what goes nor of what is told anew."""
    chat, path = tmp_path / "chat.json", tmp_path / "memory.db"
    said = [
        {"role": "user", "name": ("Ada", "Bea")[number % 2], "content": f"I like boat {number}."}
        | {"sent_at": f"2026-{1 + number // 25:02}-{1 + number % 25:02}T{10 + part}:00:00Z"}
        for number in range(60)
        for part in (0, 1)
    ]
    chat.write_text(json.dumps(said))
    assert run("import", chat, "--space", "ada", "--store", path).exit_code == 0
    assert run("round", "ada", "--store", path).exit_code == 0

    told = run("forget", "ada", "--person", "Bea", "--dry-run", "--store", path)
    all_of_it = run("forget", "ada", "--person", "Bea", "--dry-run", "--json", "--store", path)

    ids, *rebuilt = (line for line in told.stdout.splitlines() if "0000" in line)
    assert len(ids.split()) == IDS_SHOWN_MAX + len(["and", "41", "more"]) and ids.endswith(" more")
    assert all(len(line.split("rounds: ")[-1].split()) <= IDS_SHOWN_MAX + 3 for line in rebuilt)
    assert len(json.loads(all_of_it.stdout)["ids"]) > IDS_SHOWN_MAX


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
