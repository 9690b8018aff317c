"""The installed program: how long it takes to start, and how much memory the service holds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import Request, urlopen

from benchmarks.resident import Resident, resident_of

PROGRAM = Path(sys.executable).with_name("remembrancer")
ADDRESS = re.compile(r"at (http://\S+);")
TIMES = 7
ANSWER_SECONDS_MAX = 30.0  # for a service to listen


def help_seconds() -> float:
    """Until `remembrancer --help` has ended: the median of seven."""
    return median(_help_seconds() for _ in range(TIMES))


def serve_seconds(folder: Path) -> float:
    """Until a new `remembrancer serve` on an empty store answers /health: the median of seven."""
    times = []
    for number in range(TIMES):
        started = perf_counter()
        with served(folder / f"start-{number}.db") as (address, _):
            _ask(f"{address}/health")
            times.append(perf_counter() - started)
    return median(times)


def resident(file: Path, space: str, chat: str, questions: Sequence[str]) -> Resident:
    """How much memory the service holds after it has answered these questions over HTTP."""
    with served(file) as (address, pid):
        _ask(f"{address}/health")
        for question in questions:
            _ask(
                f"{address}/v1/spaces/{space}/turns", {"query": question, "chat": chat, "visible": 10, "record": False}
            )
        return Resident(*resident_of(pid))


@contextmanager
def served(file: Path) -> Iterator[tuple[str, int]]:
    """The service on a store and a free port: its address and process id. Ended with SIGTERM."""
    command = [str(PROGRAM), "serve", "--port", "0", "--store", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            told = ADDRESS.search(process.stdout.readline())
            if told is None:
                raise RuntimeError(f"`{' '.join(command)}` told no address")
            yield told[1], process.pid
        finally:
            process.terminate()


def _help_seconds() -> float:
    started = perf_counter()
    subprocess.run([PROGRAM, "--help"], check=True, capture_output=True)
    return perf_counter() - started


def _ask(address: str, body: object = None) -> None:
    """Ask and wait for the answer. As long as nobody listens yet, ask again."""
    content = None if body is None else json.dumps(body).encode()
    request = Request(address, content, {"Content-Type": "application/json"})
    until = perf_counter() + ANSWER_SECONDS_MAX
    while True:
        try:
            with urlopen(request) as answer:
                answer.read()
                return
        except URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or perf_counter() > until:
                raise
            sleep(0.005)
