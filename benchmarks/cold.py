"""How long the first block of a space takes after a start: with a snapshot, an old one, a damaged one, or none.

`python -m benchmarks.cold [--uri URI] [ITEMS…]`. Each figure is the median of three starts. With --uri the space is
first copied to that server, as `bench`, and deleted afterwards.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import closing
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
from graph.transfer.lines import export_space, import_space
from graph.values.items import Role

SIZES = (1_000, 10_000, 100_000)
WARM_BLOCKS = 20
STARTS = 3


def main(sizes: Sequence[int], uri: str | None) -> None:
    """Print a line for each size."""
    typer.echo("items | warm ms | snapshot | 1,000 messages older | damaged | none | snapshot in warm blocks | file MB")
    for size in sizes:
        with TemporaryDirectory() as folder:
            typer.echo(_line(Path(folder), size, uri))


def _line(folder: Path, size: int, uri: str | None) -> str:
    course = Course(folder, size)
    request = TurnRequest(space=SPACE, chat=CHAT, query=course.question(1), budget_tokens=2048, record=False)
    place, now = uri or str(course.file), course.now
    if uri is not None:
        with closing(open_store(uri)) as server:
            import_space(server, [*export_space(course.store, SPACE)])
    course.close()
    kept = folder / "indexes"

    def start(prepare: Callable[[], None]) -> float:
        prepare()
        knowledge = KnowledgeGraph(open_store(place), snapshots=Snapshots(kept, is_writable=False))
        began = perf_counter()
        take_turn(knowledge, request, now=now)
        taken = perf_counter() - began
        knowledge.close()
        return taken * 1000

    def keep() -> None:
        knowledge = KnowledgeGraph(open_store(place), snapshots=Snapshots(kept))
        knowledge.index(SPACE)
        knowledge.close()

    def write_more() -> None:
        lines = [Line(role=Role.USER, body=f"{course.question(number)} ({number})") for number in range(1000)]
        knowledge = KnowledgeGraph(open_store(place))
        knowledge.append(SPACE, lines, chat="later", now=now)
        knowledge.close()

    def damage() -> None:
        for path in kept.iterdir():
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)

    knowledge = KnowledgeGraph(open_store(place))
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
    if uri is not None:
        with closing(open_store(uri)) as server:
            server.clear(SPACE)
    return (
        f"{size:,} | {warm:.1f} | {with_it:.0f} | {older:.0f} | {damaged:.0f} | {none:.0f} | {with_it / warm:.0f} | "
        f"{megabytes:.1f}"
    )


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.cold", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--uri", help="of a server without a password")
    given = parser.parse_args()
    main(given.sizes, given.uri)
