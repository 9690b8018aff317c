"""A fresh process that answers questions and tells how much memory it holds; `measure` starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store


@dataclass(frozen=True, slots=True)
class Resident:
    """How much memory a process holds after it has answered."""

    resident_mb: float
    own_mb: float  # without pages of files, which the system may take back and share


def measure(file: Path, space: str, chat: str, now: datetime, questions: Sequence[str]) -> Resident:
    """How much memory a process that uses the library without the service holds after these questions."""
    command = [sys.executable, "-m", "benchmarks.resident", str(file), space, chat, now.isoformat()]
    done = subprocess.run(command, input=json.dumps(list(questions)), capture_output=True, text=True, check=True)
    return Resident(**json.loads(done.stdout))


def resident_of(pid: int | str) -> tuple[float, float]:
    """Megabytes of memory that a process holds, and how many of them are not pages of files. Linux only."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    kilobytes = {name: value.split()[0] for name, _, value in (line.partition(":") for line in lines) if value.split()}
    return int(kilobytes["VmRSS"]) / 1024, int(kilobytes["RssAnon"]) / 1024


def answer(file: str, space: str, chat: str, now: datetime, questions: Sequence[str]) -> Resident:
    """Open the store and make a block for each question."""
    knowledge = KnowledgeGraph(open_store(file))
    for question in questions:
        request = TurnRequest(space=space, chat=chat, query=question, visible=10, record=False)
        take_turn(knowledge, request, now=now)
    resident = resident_of("self")
    knowledge.close()
    return Resident(*resident)


if __name__ == "__main__":
    file, space, chat, now = sys.argv[1:5]
    json.dump(asdict(answer(file, space, chat, datetime.fromisoformat(now), json.load(sys.stdin))), sys.stdout)
