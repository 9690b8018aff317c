"""How much memory a process takes that is asked about many spaces in turn, with a limit for their indexes.

`python -m benchmarks.index_memory [--spaces 300] [--items 1000] [--limits 1000000 50 25]`. Each limit has a process of
its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.resident import resident_of
from benchmarks.spaces import CHAT, SPACE, make_space
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.transfer.lines import export_space, import_space

QUESTION = "What does Maren think of the boat?"


def main() -> None:
    """Print a line for each limit."""
    parser = ArgumentParser(prog="python -m benchmarks.index_memory", description=__doc__)
    parser.add_argument("--spaces", type=int, default=300)
    parser.add_argument("--items", type=int, default=1_000)
    parser.add_argument("--limits", type=float, nargs="+", default=(1_000_000, 50, 25), help="megabytes")
    parser.add_argument("--in", dest="file", help=None)
    given = parser.parse_args()
    if given.file:
        json.dump(_asked(given.file, given.limits[0]), sys.stdout)
        return
    with TemporaryDirectory() as folder:
        file = str(Path(folder) / "memory.db")
        _make(file, given.spaces, given.items)
        sys.stdout.write("limit MB | indexes kept | MB as told | MB of the process, before and after | ms a block\n")
        for limit in given.limits:
            command = [sys.executable, "-m", "benchmarks.index_memory", "--in", file, "--limits", str(limit)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            sys.stdout.write(f"{limit:g} | {' | '.join(json.loads(done.stdout))}\n")


def _make(file: str, spaces: int, items: int) -> None:
    """Copies of one space."""
    store = open_store(file)
    make_space(KnowledgeGraph(store), items)
    lines = [*export_space(store, SPACE)]
    for number in range(1, spaces):
        import_space(store, lines, space=f"{SPACE} {number}")
    store.close()


def _asked(file: str, limit_mb: float) -> list[str]:
    """A block of each space, twice."""
    knowledge = KnowledgeGraph(open_store(file), indexes_mb_max=limit_mb)
    names = knowledge.spaces()
    now = knowledge.messages(names[0], limit=1)[0].sent_at
    before = resident_of("self")[1]
    began = perf_counter()
    for name in [*names, *names]:
        take_turn(knowledge, TurnRequest(space=name, chat=CHAT, query=QUESTION, record=False), now=now)
    each_ms = (perf_counter() - began) * 1000 / len(names) / 2
    told = [str(knowledge.indexes_count), f"{knowledge.indexes_mb:.0f}", f"{before:.0f}, {resident_of('self')[1]:.0f}"]
    knowledge.close()
    return [*told, f"{each_ms:.0f}"]


if __name__ == "__main__":
    main()
