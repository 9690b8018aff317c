"""`python -m benchmarks`: every figure of docs/benchmarks.md, measured here and now."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import report, resident, service
from benchmarks.races import Course
from benchmarks.report import Figures, Startup
from benchmarks.spaces import CHAT, SPACE
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store

SIZES = (1_000, 10_000, 100_000, 1_000_000)
COLD_TIMES = 5  # once if a space consists of copies, since that takes a minute
RESIDENT_QUESTIONS = 20
LOAD_MAX = 0.7


def main() -> None:
    """Measure and print; with --write, the docs show the new figures."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="items of each space")
    parser.add_argument("--questions", type=int, default=240, help="of each kind, for each size (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    given = parser.parse_args()

    if os.getloadavg()[0] > LOAD_MAX:
        _say(f"load {os.getloadavg()[0]:.1f}: others use this machine, so all times will be too long")
    with TemporaryDirectory() as name:
        folder = Path(name)
        startup = Startup(service.help_seconds(), service.serve_seconds(folder))
        all_figures = [_measured(folder, size, given.questions) for size in given.sizes]
    tables = report.report(all_figures, startup)
    sys.stdout.write(f"{tables}\n")
    if given.write:
        report.write(tables)


def _measured(folder: Path, size: int, questions_count: int) -> Figures:
    _say(f"{size:,} items: making the space")
    course = Course(folder, size)
    made, file = course.made, course.file
    _say(f"{size:,} items: blocks and appends")
    blocks = course.blocks(questions_count)
    shape = str(course.shape)
    recorded_blocks = course.recorded_blocks(questions_count)
    turns = course.turns(questions_count)
    appends = course.appends(questions_count)
    course.close()
    _say(f"{size:,} items: cold starts and memory")
    questions = [course.question(number) for number in range(RESIDENT_QUESTIONS)]
    cold_times = 1 if course.is_copied else COLD_TIMES
    return Figures(
        items_count=course.items_count,
        messages_count=course.messages_count,
        file_mb=course.file_mb,
        append_seconds=0.0 if course.is_copied else made.append_seconds,
        apply_seconds=0.0 if course.is_copied else made.apply_seconds,
        blocks=blocks,
        recorded_blocks=recorded_blocks,
        turns=turns,
        appends=appends,
        shape=shape,
        cold_ms=_cold_ms(file, course.now, questions[:cold_times]),
        library=resident.measure(file, SPACE, CHAT, course.now, questions),
        service=service.resident(file, SPACE, CHAT, questions),
    )


def _cold_ms(file: Path, now: datetime, questions: Sequence[str]) -> list[float]:
    """The first block of a store just opened: its index is made from the file."""
    times = []
    for question in questions:
        knowledge = KnowledgeGraph(open_store(str(file)))
        request = TurnRequest(space=SPACE, chat=CHAT, query=question, visible=10, record=False)
        started = perf_counter()
        take_turn(knowledge, request, now=now)
        times.append((perf_counter() - started) * 1000)
        knowledge.close()
    return times


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    main()
