"""`python -m benchmarks.sketch`: how many of the nearest vectors the sign sketch finds, and how much time it saves.

Vectors are made up (benchmarks/clouds.py), or come from a numpy file with a row of length 1 for each.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks.clouds import DIMENSION, Cloud
from benchmarks.report import table
from graph.index.vectors import Vectors

SIZES = (10_000, 20_000, 50_000, 100_000, 1_000_000)
COUNTS = (10, 50)

Matrix = NDArray[np.float32]
Found = tuple[NDArray[np.intp], NDArray[np.float32]]


def main() -> None:
    """Print a row for each size."""
    parser = ArgumentParser(prog="python -m benchmarks.sketch", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument(
        "--questions", type=int, default=100, help="vectors that are searched for, not among the others"
    )
    parser.add_argument("--vectors", type=Path, help="a .npy file")
    given = parser.parse_args()
    names = ["vectors", "exact ms", "sketch ms", *(f"recall@{count}" for count in COUNTS), f"worst@{COUNTS[-1]}"]
    rows = [_row(size, given.questions, _batches(given.vectors, size)) for size in given.sizes]
    sys.stdout.write(f"{table(names, rows)}\n")


def _batches(file: Path | None, size: int) -> Iterable[Matrix]:
    if file is None:
        return Cloud().rows(size)
    return [np.random.default_rng(0).permutation(np.load(file))[:size].astype(np.float32)]


def _row(size: int, questions: int, batches: Iterable[Matrix]) -> list[str]:
    exact, sketched = Vectors(DIMENSION, exact_max=size), Vectors(DIMENSION, exact_max=0)
    asked: list[Matrix] = []
    for slot, vector in enumerate(row for batch in batches for row in batch):
        if slot % (size // questions) == 0:
            asked.append(vector)
        else:
            half = vector.astype(np.float16).tobytes()
            exact.put(slot, half)
            sketched.put(slot, half)
    sketched.nearest(asked[0], 1)  # The sketch is made when it is first needed.
    times: tuple[list[float], list[float]] = [], []
    recalls: dict[int, list[float]] = {count: [] for count in COUNTS}
    for vector in asked:
        every = _timed(times[0], partial(exact.cosines, vector))
        some = _timed(times[1], partial(sketched.nearest, vector, COUNTS[-1]))
        for count in COUNTS:
            recalls[count].append(_recall(every[1], some[1], count))
    found = [f"{fmean(recalls[count]):.4f}" for count in COUNTS]
    return [f"{exact.count:,}", *(f"{median(each):.2f}" for each in times), *found, f"{min(recalls[COUNTS[-1]]):.2f}"]


def _timed(times: list[float], search: Callable[[], Found]) -> Found:
    started = perf_counter()
    found = search()
    times.append((perf_counter() - started) * 1000)
    return found


def _recall(every: NDArray[np.float32], some: NDArray[np.float32], count: int) -> float:
    """How many of the best cosines were found; among equal ones, any counts."""
    last = np.partition(every, -count)[-count]
    return min(float(np.count_nonzero(some >= last)) / count, 1.0)


if __name__ == "__main__":
    main()
