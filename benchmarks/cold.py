"""How long the first block of a space takes after a start: with a snapshot, with an old or damaged one, with none.

`python -m benchmarks.cold [ITEMS…]`. Each figure is the median of three starts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import typer

from benchmarks.races import Course
from benchmarks.spaces import CHAT, SPACE
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.index.snapshots import Snapshots
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

SIZES = (1_000, 10_000, 100_000)
WARM_BLOCKS = 20
STARTS = 3


def main(sizes: tuple[int, ...]) -> None:
    """Print a line for each size."""
    typer.echo("items | warm ms | snapshot | 1,000 messages older | damaged | none | snapshot in warm blocks | file MB")
    for size in sizes:
        with TemporaryDirectory() as folder:
            typer.echo(_line(Path(folder), size))


def _line(folder: Path, size: int) -> str:
    course = Course(folder, size)
    request = TurnRequest(space=SPACE, chat=CHAT, query=course.question(1), budget_tokens=2048, record=False)
    file, now = course.file, course.now
    course.close()
    kept = folder / "indexes"

    def start(prepare: Callable[[], None]) -> float:
        prepare()
        knowledge = KnowledgeGraph(open_store(str(file)), snapshots=Snapshots(kept, is_writable=False))
        began = perf_counter()
        take_turn(knowledge, request, now=now)
        taken = perf_counter() - began
        knowledge.close()
        return taken * 1000

    def keep() -> None:
        knowledge = KnowledgeGraph(open_store(str(file)), snapshots=Snapshots(kept))
        knowledge.index(SPACE)
        knowledge.close()

    def write_more() -> None:
        lines = [Line(role=Role.USER, body=f"{course.question(number)} ({number})") for number in range(1000)]
        knowledge = KnowledgeGraph(open_store(str(file)))
        knowledge.append(SPACE, lines, chat="later", now=now)
        knowledge.close()

    def damage() -> None:
        for path in kept.iterdir():
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)

    knowledge = KnowledgeGraph(open_store(str(file)))
    take_turn(knowledge, request, now=now)
    began = perf_counter()
    for _ in range(WARM_BLOCKS):
        take_turn(knowledge, request, now=now)
    warm = (perf_counter() - began) / WARM_BLOCKS * 1000
    knowledge.close()

    none = median(start(lambda: None) for _ in range(STARTS))
    keep()
    megabytes = sum(path.stat().st_size for path in kept.iterdir()) / 1e6 if kept.exists() else 0
    with_it = median(start(lambda: None) for _ in range(STARTS))
    write_more()
    older = median(start(lambda: None) for _ in range(STARTS))
    damaged = start(damage) if megabytes else none
    return (
        f"{size:,} | {warm:.1f} | {with_it:.0f} | {older:.0f} | {damaged:.0f} | {none:.0f} | {with_it / warm:.0f} | "
        f"{megabytes:.1f}"
    )


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
