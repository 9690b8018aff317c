"""`remembrancer spaces` tells of every space what stands in the way of its rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.printing import out
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.leases import ATTEMPTS_MAX, claim, give_up, put_off
from graph.values.items import Role

FUTURE = datetime(2999, 1, 1, tzinfo=UTC)


def said(count: int, at: datetime) -> list[Line]:
    """So many lines, a minute apart."""
    return [
        Line(role=Role.USER, sender="Ada", body=f"My sister Nil has {n} boats.", sent_at=at + timedelta(minutes=n))
        for n in range(count)
    ]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a space in each state."""
    path = tmp_path / "memory.db"
    at = datetime(2026, 1, 5, 10, tzinfo=UTC)
    knowledge = KnowledgeGraph(open_store(str(path)))
    for space in ("aside", "busy", "empty", "failing", "imported", "put-off"):
        knowledge.create_space(space, now=at)
    knowledge.append("imported", said(12, at), now=at, is_import=True)
    for attempt in range(ATTEMPTS_MAX):
        claim(knowledge, "aside", owner="me", now=at, seconds=60)
        give_up(knowledge, "aside", owner="me", error="no such luck", now=at)
        if not attempt:
            claim(knowledge, "failing", owner="me", now=at, seconds=60)
            give_up(knowledge, "failing", owner="me", error="no luck yet", now=at)
    claim(knowledge, "busy", owner="me:1", now=FUTURE - timedelta(hours=1), seconds=3600)
    claim(knowledge, "put-off", owner="me", now=at, seconds=60)
    put_off(knowledge, "put-off", owner="me", reason="120 of 120 calls", until=FUTURE)
    knowledge.close()
    return path


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console that was made narrow by whoever imported it first would wrap what is told."""
    monkeypatch.setattr(out, "width", 400)


def test_what_stands_in_the_way_is_told(store: Path) -> None:
    """Failures with their reason and what to do, whatever waits, and nothing where nothing does."""
    done = CliRunner().invoke(app, ["spaces", "--store", str(store)])

    assert done.exit_code == 0, done.output
    told = [" ".join(line.split()).replace(f" --store {store}", "") for line in done.stdout.splitlines()]
    assert told == [
        "space profile messages gap since rounds",
        "aside assistant 0 6 h 2026-01-05 10:00 failed 5 times: no such luck; set aside after 5, start it with "
        "remembrancer round aside",
        "busy assistant 0 6 h 2026-01-05 10:00 under way by me:1 until 2999-01-01 00:00",
        "empty assistant 0 6 h 2026-01-05 10:00",
        "failing assistant 0 6 h 2026-01-05 10:00 failed 1 time: no luck yet; next attempt at 2026-01-05 10:00",
        "imported assistant 12 6 h 2026-01-05 10:00 old or imported messages are not read yet: "
        "remembrancer round imported --backfill",
        "put-off assistant 0 6 h 2026-01-05 10:00 put off until 2999-01-01 00:00: 120 of 120 calls",
    ]


def test_a_store_without_spaces(tmp_path: Path) -> None:
    """It says how one is made."""
    path = tmp_path / "memory.db"
    open_store(str(path)).close()

    done = CliRunner().invoke(app, ["spaces", "--store", str(path)])

    assert done.stdout == "There are no spaces yet; remembrancer import makes one.\n"
