"""`python -m benchmarks.curves`: what append, block and search cost from a thousand to a million items.

The space is on SQLite, or on the server at --uri. The search of vectors is measured separately, without a store.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from benchmarks import report
from benchmarks.ask import HITS, WARM_UP, Answers
from benchmarks.clouds import DIMENSION, Cloud
from benchmarks.series import percentile
from benchmarks.tiles import BASE_ITEMS, Base, Tile, load_tiles, now_of
from graph.index.vectors import Vectors
from graph.store.backends import open_store
from graph.store.verbs import Store

SIZES = (1_000, 10_000, 100_000, 1_000_000)
DOCS = report.DOCS.parent / "benchmarks" / "curves.md"
AUTHOR = "`python -m benchmarks.curves --write`"


@dataclass(frozen=True, slots=True)
class Point:
    """One size: how it was made, and what it costs to ask."""

    made_seconds: float
    file_mb: float  # 0 on a server
    answers: Answers
    vectors: Sequence[float]  # milliseconds of each search among as many vectors; none on a server

    @property
    def times(self) -> dict[str, Sequence[float]]:
        """Milliseconds of each kind of work."""
        found = {
            "first block of a cold space": self.answers.cold,
            "block, nothing written": self.answers.blocks,
            "append": self.answers.appends,
            "search by words": self.answers.words,
            "search by vectors": self.vectors,
        }
        return {name: times for name, times in found.items() if times}


def main() -> None:
    """Measure and print; with --write, the docs show the new figures."""
    parser = ArgumentParser(prog="python -m benchmarks.curves", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="items of each space")
    parser.add_argument("--questions", type=int, default=60, help="of each kind, for each size (default: %(default)s)")
    parser.add_argument("--uri", help="of a server without a password; the spaces are gone afterwards")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks/curves.md")
    given = parser.parse_args()
    bases = {items: Base(items) for items in sorted({min(size, BASE_ITEMS) for size in given.sizes})}
    points = [_point(bases[min(size, BASE_ITEMS)], size, given.questions, given.uri) for size in given.sizes]
    table = _table(points)
    sys.stdout.write(f"{table}\n")
    if given.write and given.uri:
        report.write(table, DOCS, f"{AUTHOR}, Neo4j")
    elif given.write:
        report.write(f"{table}\n\n![Medians over items](../pictures/curves.png)", DOCS, f"{AUTHOR}, SQLite")
        sys.stderr.write("the picture of the curves is older now; `make pictures` draws it anew\n")


def _point(base: Base, size: int, questions: int, uri: str | None) -> Point:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "curves.db"
        place, space = uri or str(file), f"curves-{uuid4().hex[:8]}"
        sys.stderr.write(f"{size:,} items: making the space\n")
        started = perf_counter()
        with _open(place) as store:
            tiles = load_tiles(store, space, base, size)
        made_seconds = perf_counter() - started
        sys.stderr.write(f"{size:,} items: made in {made_seconds:.0f} s; asking it\n")
        answers = _answers({"uri": place, "space": space, **_given(base, tiles, WARM_UP + questions)})
        if uri:
            with _open(uri) as store:
                store.clear(space)
        file_mb = 0.0 if uri else file.stat().st_size / 1e6
    return Point(made_seconds, file_mb, answers, () if uri else _vector_times(size, questions))


@contextmanager
def _open(place: str) -> Iterator[Store]:
    store = open_store(place)
    try:
        yield store
    finally:
        store.close()


def _given(base: Base, tiles: Sequence[Tile], count: int) -> dict[str, object]:
    """Questions about talks from the whole length of the space, and lines that follow its last one."""
    random, speech = Random(1), base.made.speech
    every = [Tile(base, 0), *tiles]
    questions = [random.choice(every).text(speech.question(random.choice(base.made.talks))) for _ in range(count)]
    lines = [speech.line().body for _ in range(count)]
    return {"questions": questions, "lines": lines, "now": now_of(base, tiles).isoformat()}


def _answers(given: dict[str, object]) -> Answers:
    command = [sys.executable, "-m", "benchmarks.ask"]
    done = subprocess.run(command, input=json.dumps(given), stdout=subprocess.PIPE, text=True, check=True)
    return Answers(**json.loads(done.stdout))


def _vector_times(size: int, questions: int) -> list[float]:
    """Milliseconds of each search among `size` made-up vectors, exact or by sketch as the index does it."""
    vectors, asked, slot = Vectors(DIMENSION), [], 0
    for batch in Cloud().rows(size + WARM_UP + questions):
        for vector in batch:
            if slot < size:
                vectors.put(slot, vector.astype(np.float16).tobytes())
                slot += 1
            else:
                asked.append(vector)
    return [_searched(vectors, vector) for vector in asked][WARM_UP:]


def _searched(vectors: Vectors, vector: NDArray[np.float32]) -> float:
    started = perf_counter()
    vectors.nearest(vector, HITS)
    return (perf_counter() - started) * 1000


def _table(points: Sequence[Point]) -> str:
    names = ["p50 / p95 in ms", *(f"{point.answers.items_count:,} items" for point in points)]
    rows = [[name, *(_cell(point.times.get(name, ())) for point in points)] for name in points[0].times]
    rows.append(
        ["library: resident MB (own)", *(f"{p.answers.resident_mb:.0f} ({p.answers.own_mb:.0f})" for p in points)]
    )
    if points[0].file_mb:  # Not known of a server.
        rows.append(["file MB", *(f"{point.file_mb:,.0f}" for point in points)])
    rows.append(["made in s", *(f"{point.made_seconds:.0f}" for point in points)])
    return report.table(names, rows)


def _cell(times: Sequence[float]) -> str:
    if len(times) == 1:
        return f"{times[0]:,.0f}"
    return f"{median(times):.1f} / {percentile(times, 0.95):.1f}"


if __name__ == "__main__":
    main()
