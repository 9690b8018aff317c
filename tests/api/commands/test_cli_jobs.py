"""`remembrancer jobs` shows every space that has something to do, and what stands in its way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.printing import out
from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.leases import ATTEMPTS_MAX, claim, give_up, put_off
from graph.values.changes import NewFact, ReviseFact
from graph.values.items import Author, Role

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
    at, present = datetime(2026, 1, 5, 10, tzinfo=UTC), datetime.now(UTC)
    knowledge = KnowledgeGraph(open_store(str(path)))
    for space in ("aside", "busy", "due", "empty", "failing", "imported", "later", "put-off", "stale"):
        knowledge.create_space(space, now=at)
    for space in ("due", "imported", "stale"):
        knowledge.append(space, said(12, at), now=at, is_import=space == "imported")
    knowledge.append("later", said(3, present), now=present)
    for attempt in range(ATTEMPTS_MAX):
        claim(knowledge, "aside", owner="me", now=at, seconds=60)
        give_up(knowledge, "aside", owner="me", error="no such luck", now=at)
        if not attempt:
            claim(knowledge, "failing", owner="me", now=at, seconds=60)
            give_up(knowledge, "failing", owner="me", error="no luck yet", now=at)
    claim(knowledge, "busy", owner="me:1", now=FUTURE - timedelta(hours=1), seconds=3600)
    claim(knowledge, "put-off", owner="me", now=at, seconds=60)
    put_off(knowledge, "put-off", owner="me", reason="120 of 120 calls", until=FUTURE)
    run_rounds(knowledge, "stale", owner="me", now=present, policy=RoundPolicy())
    source = knowledge.index("stale").last_messages(12)[0]
    noted = NewFact(ref="new:boats", body="Nil has boats.", sources=(source,), author=Author.MODEL)
    fact = apply_changes(knowledge, "stale", [noted], now=present).ids["new:boats"]
    apply_changes(knowledge, "stale", [ReviseFact(fact=fact, body="Nil sold her boats.")], now=present)
    knowledge.close()
    return path


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console that was made narrow by whoever imported it first would wrap what is told."""
    monkeypatch.setattr(out, "width", 400)


def rows(*arguments: str | Path) -> list[list[str]]:
    """What the command prints, line by line, the words of the table parted."""
    done = CliRunner().invoke(app, ["jobs", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    told = [" ".join(line.split()) for line in done.stdout.splitlines()]
    return [line.replace(f" --store {arguments[-1]}", "").split(" ", 1) for line in told]


def test_every_state_is_told(store: Path) -> None:
    """What needs somebody stands first; what has nothing to do is counted."""
    shown = rows("--store", store)

    assert shown == [
        ["space", "round unread stale"],
        [
            "aside",
            "set aside 0 0 failed 5 times: no such luck; set aside after 5, start it with remembrancer round aside",
        ],
        ["failing", "failing 0 0 failed 1 time: no luck yet; next attempt at 2026-01-05 10:00"],
        ["put-off", "put off 0 0 until 2999-01-01 00:00: 120 of 120 calls"],
        ["busy", "under way 0 0 by me:1 until 2999-01-01 00:00"],
        ["due", "due 12 0"],
        ["stale", "due 0 1"],
        ["imported", "waiting 12 0 old or imported messages are not read yet: remembrancer round imported --backfill"],
        ["later", "waiting 3 0 for more messages, or silence"],
        ["Nothing", "to do in 1 space."],
    ]


def test_one_space_is_told(store: Path) -> None:
    """Only that, also if it has nothing to do."""
    assert rows("due", "--store", store)[1:] == [["due", "due 12 0"]]
    assert rows("empty", "--store", store) == [["Nothing", "to do in 1 space."]]


def test_a_profile_that_is_not_known_needs_somebody_first(store: Path) -> None:
    """A space of a later version is told before all others, and holds none of them up."""
    knowledge = KnowledgeGraph(open_store(str(store)))
    knowledge.create_space("young", now=FUTURE, profile="later")
    knowledge.close()

    shown = rows("--store", store)

    assert shown[1][1].startswith("unknown 0 0 space 'young' has the profile 'later', and this program knows only:")
    assert [space for space, *_ in shown[2:4]] == ["aside", "failing"]


def test_a_store_without_spaces(tmp_path: Path) -> None:
    """It says how one is made."""
    path = tmp_path / "memory.db"
    open_store(str(path)).close()

    assert rows("--store", path) == [["There", "are no spaces yet; remembrancer import makes one."]]
