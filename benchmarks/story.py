"""What a game's memory costs: `python -m benchmarks.story --memories 50 5000 [--store bolt://…]`.

Scoring is the formula alone, on all memories; adding stores a line; a block is a whole turn that is kept.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from uuid import uuid4

import numpy as np

from api.profiles import GAME
from api.settings import Settings, login_of
from context.exchange import TurnRequest
from context.gather.gathering import Candidates
from context.gather.question import Question
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.changes import NewMemory
from graph.values.items import MemoryType, Role

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
INTERACTIONS = 15
WORDS = ("photo", "lamp", "fog", "keeper", "journal", "storm", "boat", "letter", "cellar", "mirror", "key", "song")
SCENE = {"place": "place_3", "present": ["aria"], "inventory": ["item_2", "item_5"]}


def main() -> None:
    """Measure each size and print the 95th percentiles, in milliseconds."""
    parser = ArgumentParser(prog="python -m benchmarks.story", description=__doc__)
    parser.add_argument("--memories", type=int, nargs="+", default=[50, 5000], help="significant memories of each game")
    parser.add_argument("--times", type=int, default=200, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--store", default="", help="the address of a Neo4j server; default: SQLite in a new folder")
    given = parser.parse_args()

    with TemporaryDirectory() as folder:
        settings = Settings(store=given.store or str(Path(folder) / "memory.db"))
        knowledge = KnowledgeGraph(open_store(settings.store, login=login_of(settings)))
        sys.stdout.write("memories         scoring          adding           block   p95 in ms: passed / at work\n")
        for count in given.memories:
            space = f"story-{count}-{uuid4().hex[:6]}"
            make(knowledge, space, count)
            times = (
                p95(given.times, scoring(knowledge, space)),
                p95(given.times, adding(knowledge, space)),
                p95(given.times, taking(knowledge, space)),
            )
            sys.stdout.write(f"{count:>8}{times[0]:>16}{times[1]:>16}{times[2]:>16}\n")
            if given.store:
                knowledge.delete_space(space, now=NOW)
        knowledge.close()


def make(knowledge: KnowledgeGraph, space: str, count: int) -> None:
    """Make a game with `count` memories and 15 interactions."""
    knowledge.create_space(space, now=NOW, profile=GAME.name, intake=GAME.intake)
    for number in range(INTERACTIONS):
        at = NOW - timedelta(minutes=INTERACTIONS - number)
        said = Line(role=Role.USER, body=f"look at the {WORDS[number % len(WORDS)]}", sent_at=at)
        told = Line(role=Role.ASSISTANT, body=f"You see field {number}, and a boat.", sent_at=at)
        knowledge.append(space, [said, told], now=at)
    for start in range(0, count, 500):
        memories = [memory(number) for number in range(start, min(count, start + 500))]
        apply_changes(knowledge, space, memories, now=NOW)


def memory(number: int) -> NewMemory:
    """A memory with five triggers, one of five types."""
    triggers = tuple(f"{WORDS[(number + step) % len(WORDS)]}{number % 40 or ''}" for step in range(5))
    return NewMemory(
        type=tuple(MemoryType)[number % 5],
        body=f"Player found out about the {triggers[0]} of the keeper, number {number}, and told ARIA",
        importance=1 + number % 10,
        participants=("aria", "player") if number % 2 else ("sara",),
        places=(f"place_{number % 9}",),
        items=(f"item_{number % 30}",),
        triggers=triggers,
    )


def scoring(knowledge: KnowledgeGraph, space: str) -> Callable[[int], None]:
    """Scores all memories by the formula."""
    moments, nothing = knowledge.index(space).moments(), np.zeros(0)
    candidates = Candidates(
        ids=(), entries=(), text=nothing, vector=nothing, around=nothing, asked=nothing, beside=nothing, spoken=nothing,
        tells_day=nothing, near={}, edges=(), speakers={}, helped=nothing, shown_before=frozenset(), moments=moments,
    )  # fmt: skip
    question = Question("search behind the photo of the keeper", (), "", {}, None, (), {}, SCENE)
    return lambda number: [*GAME.block.formula.score(candidates, question, now=NOW)].clear()


def adding(knowledge: KnowledgeGraph, space: str) -> Callable[[int], None]:
    """Stores a line."""

    def add(number: int) -> None:
        at = NOW + timedelta(minutes=number)
        knowledge.append(space, [Line(role=Role.USER, body=f"go north {number}", sent_at=at)], now=at)

    return add


def taking(knowledge: KnowledgeGraph, space: str) -> Callable[[int], None]:
    """Takes a turn whose block is kept, so that the memories in it count as accessed."""

    def take(number: int) -> None:
        line = Line(role=Role.USER, body=f"search the {WORDS[number % len(WORDS)]} again, {number}")
        request = TurnRequest(space=space, lines=(line,), scene=SCENE, budget_tokens=4000)
        take_turn(knowledge, request, profile=GAME.block, now=NOW + timedelta(days=1, minutes=number))

    return take


def p95(times: int, act: Callable[[int], None]) -> str:
    """The 95th percentiles of elapsed time and of processor time, after ten runs that do not count."""
    passed, worked = [], []
    for number in range(times + 10):
        started, before = perf_counter(), thread_time()
        act(number)
        passed.append((perf_counter() - started) * 1000)
        worked.append((thread_time() - before) * 1000)
    return " / ".join(f"{quantiles(found[10:], n=20)[-1]:.2f}" for found in (passed, worked))


if __name__ == "__main__":
    main()
