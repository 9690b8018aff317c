"""`python -m benchmarks.servers`: the same space and questions on SQLite and on a Neo4j server, side by side.

The server is the one that `make neo4j` put together, or the one at --uri, whose database is written to. Each figure is
a median; both stores answer the same question one after the other.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import uuid4

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from benchmarks.spaces import CHAT, SPACE, Made, make_space
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.neo4j_connection import Connection
from graph.store.verbs import Store
from graph.transfer.lines import export_space, import_space
from tests.neo4j.releases import LTS, Missing
from tests.neo4j.server import Server

WARM_UP = 10
SETTINGS = {"server.memory.pagecache.size": "1g"}
"""As in docker-compose.yml, like the heap. As there, Java compiles in its default way."""

TRIPS = {"_run": 1, "transact": 2}
"""Round trips of each use of a connection: one for a statement, two for a commit, to which each statement adds one."""


class Side:
    """One store with the space in it."""

    def __init__(self, name: str, store: Store, space: str) -> None:
        self.name = name
        self.knowledge = KnowledgeGraph(store)
        self.space = space
        self.times: dict[str, list[float]] = {}
        self.trips: dict[str, list[int]] = {}
        self._trips = 0

    def timed(self, what: str, do: Callable[[], object]) -> object:
        """What `do` returns. Notes its time and round trips."""
        self._trips = 0
        started = perf_counter()
        answer = do()
        self.times.setdefault(what, []).append((perf_counter() - started) * 1000)
        self.trips.setdefault(what, []).append(self._trips)
        return answer

    def count_trips(self) -> None:
        """From now on, count each use of a connection."""
        side = self
        for name, trips in TRIPS.items():
            old = getattr(Connection, name)

            def counted(
                self: Connection, *args: object, old: Callable[..., object] = old, trips: int = trips
            ) -> object:
                side._trips += trips
                return old(self, *args)

            setattr(Connection, name, counted)

    def median(self, what: str) -> float:
        """Milliseconds, without the warm-up."""
        return median(self.times[what][WARM_UP:] or self.times[what])


def main() -> None:
    """Make the space, copy it to the server, ask both sides, print a table."""
    parser = ArgumentParser(prog="python -m benchmarks.servers", description=__doc__)
    parser.add_argument("--uri", help="of another server, one that asks for no password")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=100)
    given = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        _server(Path(folder), given.uri) as uri,
        _sides(Path(folder), uri, given.items) as (made, sides),
    ):
        _ask(made, sides, given.questions)
        _append_and_round(made, sides, given.questions)
        sys.stdout.write(_table(sides))


@contextmanager
def _server(folder: Path, uri: str | None) -> Iterator[str]:
    if uri is not None:
        yield uri
        return
    try:
        server = Server(LTS, folder / "server", heap="1g", is_short=False, settings=SETTINGS)
    except Missing as missing:
        raise SystemExit(f"{missing}; or name a server with --uri") from missing
    try:
        yield server.start().address.uri
    finally:
        server.stop()


@contextmanager
def _sides(folder: Path, uri: str, items: int) -> Iterator[tuple[Made, list[Side]]]:
    """The space on both sides. It gets to the server by export and import."""
    file = open_store(str(folder / "bench.db"))
    made = make_space(KnowledgeGraph(file), items)
    here = Side("SQLite", file, SPACE)  # its index is not built yet, as on the other side
    lines = list(export_space(here.knowledge.store, SPACE))
    store = open_store(uri)
    there = Side("Neo4j", store, f"bench-{uuid4().hex[:8]}")
    started = perf_counter()
    import_space(store, lines, space=there.space)
    seconds = perf_counter() - started
    sys.stderr.write(
        f"import: {len(lines):,} rows in {seconds:.1f} s, {len(lines) / seconds:,.0f} rows/s, "
        f"{made.items_count / seconds:,.0f} items/s\n"
    )
    there.count_trips()
    try:
        yield made, [here, there]
    finally:
        store.clear(there.space)
        store.close()
        here.knowledge.close()


def _ask(made: Made, sides: Sequence[Side], questions: int) -> None:
    for number in range(WARM_UP + questions):
        question = made.speech.question(made.talks[number * 7919 % len(made.talks)])
        now = made.now + timedelta(seconds=number)
        for what, is_recorded in (("block, nothing written", False), ("block, kept", True)):
            bodies = []
            for side in sides:
                request = TurnRequest(space=side.space, chat=CHAT, query=question, visible=10, record=is_recorded)
                asked = what if side.times else "first block of a cold space"
                turn = side.timed(asked, partial(take_turn, side.knowledge, request, now=now))
                assert isinstance(turn, Turn)
                bodies.append(turn.block.body)
            if bodies[0] != bodies[1]:
                raise SystemExit(f"the blocks of question {number} differ between the stores")


def _append_and_round(made: Made, sides: Sequence[Side], count: int) -> None:
    for number in range(WARM_UP + count):
        now = made.now + timedelta(hours=1, seconds=number * 30)
        line = replace(made.speech.line(), sent_at=now)
        for side in sides:
            side.timed("append", partial(side.knowledge.append, side.space, [line], chat=CHAT, now=now))
            if number % 10 == 9:
                policy = RoundPolicy()
                done = partial(run_round, side.knowledge, side.space, owner="bench", now=now, policy=policy)
                side.timed("round of ten messages", done)


def _table(sides: Sequence[Side]) -> str:
    here, there = sides
    rows = [f"| what | {here.name} ms | {there.name} ms | round trips |", "|---|---|---|---|"]
    for what in there.times:
        if there.times[what]:
            trips = median(there.trips[what])
            rows.append(f"| {what} | {here.median(what):.1f} | {there.median(what):.1f} | {trips:.0f} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
