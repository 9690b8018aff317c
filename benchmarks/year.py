"""`python -m benchmarks.year --days 365 --turns 40`: the cost of a space that is used every day.

Every turn is really taken, on a file, with rounds without a model; only the clock is simulated. Nothing is pruned
before the end, so that the costs before and after pruning can be compared. `--minutes 30` ends the year earlier.
"""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser
from contextlib import closing
from datetime import timedelta
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from api.settings import Settings
from api.wiring import Service
from benchmarks.synthetic import START, Speech, Talk
from context.exchange import TurnRequest
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.sqlite_schema import KINDS, LABELS
from graph.values.items import Role

SPACE = "year"
TURNS_PER_TALK = 15
REPLY_SENTENCES = 4
BLOCKS = 30
NAMES = 200
SIZES = {
    "of pages": "SELECT name, count(*), sum(pgsize) FROM dbstat GROUP BY 1 ORDER BY 3 DESC LIMIT 12",
    "of pages, that hold no row": "SELECT name, count(*), sum(unused) FROM dbstat GROUP BY 1 ORDER BY 3 DESC LIMIT 5",
    "of nodes": """
        SELECT label, count(*), sum(length(CAST(properties AS BLOB)) + coalesce(length(CAST(body AS BLOB)), 0)
            + coalesce(length(CAST(terms AS BLOB)), 0) + coalesce(length(vector), 0))
        FROM nodes GROUP BY 1 ORDER BY 3 DESC
    """,
    "of edges": """
        SELECT kind, count(*), sum(length(source) + length(target) + length(CAST(properties AS BLOB)))
        FROM edges GROUP BY 1 ORDER BY 3 DESC
    """,
}
"""What takes up the file: tables and indexes, and within them the rows of each label and kind."""


class Year:
    """A service on a file, somebody who talks to it, and the time."""

    def __init__(self, file: Path, *, turns_a_day: int) -> None:
        self.file, self.turns_a_day = file, turns_a_day
        self.random, self.now, self.turns = Random(0), START, 0
        self.speech = Speech(Random(0), names_count=NAMES)
        self.talk: Talk = self.speech.talk()
        self.service = self._opened()
        self.service.knowledge.create_space(SPACE, now=self.now)

    def live(self, days: int, *, until: float) -> int:
        """Live `days` days, or as many as there is time for; return how many. Rounds are done when they are due."""
        for day in range(days):
            if perf_counter() > until:
                return day
            self._live_day()
        return days

    def _live_day(self) -> None:
        for _ in range(self.turns_a_day):
            if self.turns % TURNS_PER_TALK == 0:
                self.talk = self.speech.talk()
            self.now += timedelta(days=1 / self.turns_a_day)
            self.turns += 1
            said = f"{self._sentence()} {self.speech.question(self.talk)}"
            self.service.turn(TurnRequest(space=SPACE, lines=(Line(role=Role.USER, sender="Maren", body=said),)))
            reply = " ".join(self._sentence() for _ in range(REPLY_SENTENCES))
            self.service.knowledge.append(SPACE, [Line(role=Role.ASSISTANT, body=reply)], now=self.now)
            self.service.round_if_due(SPACE)

    def tell(self, name: str) -> None:
        """Print what the space costs now: the file, its largest parts, the first block of a start, and later ones."""
        self.service.close()
        size = self.file.stat().st_size
        started = perf_counter()
        self.service = self._opened()
        times = []
        for _ in range(BLOCKS):
            request = TurnRequest(space=SPACE, query=self.speech.question(self.talk), visible=10, record=False)
            self.service.turn(request)
            times.append(perf_counter() - started)
            started = perf_counter()
        with closing(sqlite3.connect(self.file)) as db:
            nodes, edges = (db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("nodes", "edges"))
        _say(
            f"{name}: {self.turns:,} turns, {size / 1e6:,.0f} MB, {size / self.turns / 1e3:.1f} KB a turn, "
            f"{nodes / self.turns:.1f} nodes and {edges / self.turns:.1f} edges a turn; start and first block "
            f"{times[0]:.2f} s, block {median(times[1:]) * 1000:.1f} ms"
        )
        with closing(sqlite3.connect(self.file)) as db:
            for what, statement in SIZES.items():
                rows = db.execute(statement).fetchall()
                told = ", ".join(f"{_name(what, name)} {count:,} {size / 1e6:.2f}" for name, count, size in rows)
                _say(f"  MB {what}: {told}")

    def prune(self) -> None:
        """Prune as the service does once an hour, then as `remembrancer prune` does, which makes the file smaller."""
        started = perf_counter()
        pruned = self.service.prune(SPACE)
        seconds = perf_counter() - started
        self.service.knowledge.store.scrub()
        _say(f"{pruned} in {seconds:.1f} s; the file made smaller in {perf_counter() - started - seconds:.1f} s")

    def _sentence(self) -> str:
        return self.speech.sentence(self.talk.topic, self.talk.names, words=self.random.randint(8, 16))

    def _opened(self) -> Service:
        settings = Settings(store=str(self.file))
        return Service(settings, KnowledgeGraph(open_store(settings.store)), now=lambda: self.now)


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m benchmarks.year", description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--turns", type=int, default=40, help="turns a day")
    parser.add_argument("--minutes", type=float, default=inf)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        year = Year(Path(folder) / "memory.db", turns_a_day=given.turns)
        started = perf_counter()
        days = year.live(given.days, until=started + given.minutes * 60)
        _say(f"{days} days of {given.turns} turns took {perf_counter() - started:,.0f} s")
        year.tell("before pruning")
        year.prune()
        year.tell("after pruning")
        year.service.close()


def _name(what: str, name: object) -> str:
    """Labels and kinds are numbers in the file."""
    if isinstance(name, int):
        return str((LABELS if what == "of nodes" else KINDS)[name]).lower()
    return str(name)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
