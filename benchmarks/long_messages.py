"""`python -m benchmarks.long_messages`: how long turns take while another client sends long messages.

The service has its own process. One client asks for turns in a small space, another sends long messages to another.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep

from benchmarks.service import served
from benchmarks.synthetic import Speech

MESSAGES = 200
CHARS_ACCEPTED = 399_000
CHARS_REFUSED = 10_000_000
PAUSE_SECONDS = 0.02
LONG_EVERY_SECONDS = 0.5
START_SECONDS = 5.0


class Caller:
    """One connection to the service."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=120)

    def post(self, path: str, body: object) -> int:
        """The status of the answer; 0 if the connection was closed instead. Bytes are sent as they are."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self._connection.request("POST", path, content, {"Content-Type": "application/json"})
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            self._connection.close()
            return 0
        return answer.status


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m benchmarks.long_messages", description=__doc__)
    parser.add_argument("--turns", type=int, default=300)
    given = parser.parse_args()
    speech = Speech(Random(0), names_count=50)
    prose = " ".join(speech.sentence((), speech.names[:4], words=12) for _ in range(CHARS_ACCEPTED // 50))[
        :CHARS_ACCEPTED
    ]
    with TemporaryDirectory() as folder, served(Path(folder) / "memory.db") as (address, _):
        port = int(address.rpartition(":")[2])
        sleep(START_SECONDS)
        caller = Caller(port)
        for space in ("small", "long"):
            caller.post("/v1/spaces", {"name": space})
        lines = [{"role": "user", "content": speech.sentence((), speech.names[:4], words=15)} for _ in range(MESSAGES)]
        caller.post("/v1/spaces/small/messages", {"messages": lines})
        alone = _turn_ms(caller, speech, given.turns)
        _say("alone", alone, alone)
        for name, text, every in (
            ("beside 10 MB, refused", "x" * CHARS_REFUSED, 0.0),
            (f"beside {CHARS_ACCEPTED:,} characters, accepted", prose, 0.0),
            (f"the same, one every {LONG_EVERY_SECONDS} s", prose, LONG_EVERY_SECONDS),
        ):
            _say(name, _beside(port, text, every, lambda: _turn_ms(caller, speech, given.turns)), alone)


def _beside(port: int, text: str, every_seconds: float, measure: Callable[[], list[float]]) -> list[float]:
    """What is measured while another client sends this message, with a number so that it is new."""
    is_over = Event()

    def send() -> None:
        caller, number = Caller(port), 0
        # Made once: the measuring thread is in the same process, and would wait for it.
        begin, _, end = json.dumps({"messages": [{"role": "user", "content": f"@ {text}"}]}).encode().partition(b"@")
        while not is_over.is_set():
            number += 1
            caller.post("/v1/spaces/long/messages", begin + str(number).encode() + end)
            sleep(every_seconds)

    sender = Thread(target=send)
    sender.start()
    try:
        return measure()
    finally:
        is_over.set()
        sender.join()


def _turn_ms(caller: Caller, speech: Speech, count: int) -> list[float]:
    times = []
    for _ in range(count):
        body = {"query": speech.sentence((), speech.names[:4], words=8), "record": False}
        started = perf_counter()
        status = caller.post("/v1/spaces/small/turns", body)
        times.append((perf_counter() - started) * 1000)
        assert status == 200, status
        sleep(PAUSE_SECONDS)
    return times


def _say(name: str, times: list[float], alone: list[float]) -> None:
    (p50, p95), (_, p95_alone) = (_percentiles(each) for each in (times, alone))
    sys.stdout.write(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms ({p95 / p95_alone:.2f} of alone)\n")
    sys.stdout.flush()


def _percentiles(times: list[float]) -> tuple[float, float]:
    cuts = quantiles(times, n=20)
    return cuts[9], cuts[18]


if __name__ == "__main__":
    main()
