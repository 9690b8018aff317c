"""`remembrancer work`: rounds without a service, once or until it is stopped, and never beside one on SQLite."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from archivists.rounds import round as rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

SECONDS_MAX = 20.0


def remembrancer(*arguments: str | Path) -> Result:
    """The command's outcome, run in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two spaces; what was said in January is read by nobody yet."""
    path = tmp_path / "memory.db"
    at = datetime(2026, 1, 5, 10, tzinfo=UTC)
    lines = [
        Line(role=Role.USER, sender="Ada", body=f"My sister Nil has {n} boats.", sent_at=at + timedelta(minutes=n))
        for n in range(12)
    ]
    knowledge = KnowledgeGraph(open_store(str(path)))
    for space in ("ada", "nil"):
        knowledge.create_space(space, now=at)
        knowledge.append(space, lines, now=at)
    knowledge.close()
    return path


def rounded_to(path: Path) -> list[str]:
    """How far the rounds of all spaces are."""
    knowledge = KnowledgeGraph(open_store(str(path), read_only=True))
    found = [knowledge.space(name).rounded_to for name in knowledge.spaces()]
    knowledge.close()
    return found


@pytest.mark.parametrize(
    "command",
    [
        ("work", "--once"),
        ("round", "ada"),
        ("prune", "ada"),
        ("forget", "ada", "--all", "--yes"),
        ("forget", "ada", "--all", "--dry-run"),
        ("pause", "ada"),
        ("reembed", "ada"),
        ("undo", "ada", "c1"),
        ("spaces",),
    ],
)
def test_mistyped_store_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Nothing is made where no store is; the path is named."""
    done = remembrancer(*command, "--store", tmp_path / "typo.db")

    assert done.exit_code != 0
    assert f"there is no store {tmp_path / 'typo.db'}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_once_does_what_is_due(store: Path) -> None:
    """All spaces are worked in and told in a table, and the next time nothing is left."""
    first = remembrancer("work", "--once", "--store", store)
    second = remembrancer("work", "--once", "--store", store)

    assert (first.exit_code, second.exit_code) == (0, 0), first.output
    rows = [line.split() for line in first.stdout.splitlines()]
    assert [row[0] for row in rows if row][:1] == ["space"]
    assert [row[:5] for row in rows if row[0] in ("ada", "nil")] == [
        [space, "1", "0", "12", "messages"] for space in ("ada", "nil")
    ]
    assert second.stdout == "Nothing is due in 2 spaces.\n"
    assert rounded_to(store) == ["m00000012", "m00000012"]


def test_failing_space_stops_no_other(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other spaces are done, the error is told, and the exit code says so to cron."""
    read_window = rounds.read_window

    def fail(knowledge: KnowledgeGraph, space: rounds.Space, **rest: object) -> object:
        if space.name == "ada":
            raise ZeroDivisionError("no such luck")
        return read_window(knowledge, space, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(rounds, "read_window", fail)
    done = remembrancer("work", "--once", "--store", store)

    assert done.exit_code == 1
    assert "failed: ZeroDivisionError: no such luck" in " ".join(done.stdout.split())
    assert rounded_to(store) == ["", "m00000012"]


def test_worker_beside_a_service_is_refused(store: Path) -> None:
    """With SQLite one process writes, and that is the service, which does the rounds itself."""
    service = open_store(str(store))

    done = remembrancer("work", "--once", "--store", store)

    assert done.exit_code == 1
    assert done.stderr == (
        f"remembrancer: a service or another command is writing to {store}; with SQLite the service itself does the "
        "rounds and needs no worker\n"
    )
    service.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.walk)])
def test_worker_ends_in_order(store: Path, number: signal.Signals) -> None:
    """A worker that is told to stop finishes its piece, frees the store and ends well."""
    program = "from api.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "work", "--store", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = process.stdout.readline()

    process.send_signal(number)
    _, errors = process.communicate(timeout=SECONDS_MAX)

    assert told.startswith(f"Remembrancer works on {store} as ")
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    open_store(str(store)).close()
