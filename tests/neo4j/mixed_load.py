"""`python -m tests.neo4j.mixed_load URI --minutes 20`: two services and two workers on one server, killed at random.

Clients append, ask, judge, undo and forget meanwhile, each request at one of the services. What one has acknowledged
the other one shows at once; in the end each message is there once, and rounds have read each of them once.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from signal import SIGKILL, SIGTERM, Signals
from tempfile import TemporaryDirectory
from threading import Event, Lock
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role
from tests.simulation.expected import Expected, check

SPACES = tuple(f"load-{number}" for number in range(6))
CHANGING = SPACES[:3]
"""Somebody forgets and undoes here. In the others each message is read by one round, and never again."""

CLIENTS = 6
CHAT_LINES_MAX = 40
PAUSE_SECONDS = 0.2
KILL_SECONDS = (10.0, 40.0)
ANSWER_SECONDS_MAX = 600.0
SERVICES = 2
PROGRAMS = (*[("serve", "--no-rounds")] * SERVICES, ("work",), ("work",))
RUN = "import graph.index.snapshots as kept; kept.ITEMS_MIN = 20; from api.cli import main; main()"


@dataclass(slots=True)
class Program:
    """One of the programs, now and after it was killed."""

    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    address: str = ""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """It runs, and a service listens."""
        command = [sys.executable, "-c", RUN, *self.arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=dict(self.environment), stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        told = self.process.stdout.readline().decode()
        self.address = found[0] if (found := re.search(r"http://[\d.]+:\d+", told)) else ""

    def end(self, how: Signals) -> int:
        """It is gone; its exit code."""
        assert self.process is not None
        with self.process:  # Closes its pipe, too.
            self.process.send_signal(how)
            return self.process.wait(ANSWER_SECONDS_MAX)


class Load:
    """The programs, what their callers know, and what was done."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.programs = programs
        self.expected = {name: Expected(f"Mark{number}of{name}") for number, name in enumerate(SPACES)}
        self.done: Counter[str] = Counter()
        self.slowest: dict[str, float] = {}
        self.stop = Event()
        self._lock = Lock()

    def ask(self, at: int, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """The answer that a caller gets in the end, from one service or from the other."""
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        content, began = None if body is None else json.dumps(body).encode(), monotonic()
        while monotonic() - began < ANSWER_SECONDS_MAX:
            request = Request(f"{self.programs[at].address}/v1/spaces/{path}", content, headers, method=method)
            try:
                with urlopen(request, timeout=120) as answer:
                    found = answer.status, json.load(answer)
                self._note(f"{method} {path.split('/')[1]}", monotonic() - began)
                return found
            except HTTPError as error:
                if error.code not in (409, 503):
                    return error.code, error.read()
                self.count(str(error.code))
                if error.code == 409 and "undo" in path:
                    return error.code, None
            except (OSError, HTTPException, ValueError):
                self.count("no answer")
            self.stop.wait(0.2)
            at = (at + 1) % SERVICES
        raise AssertionError(f"no answer to {method} {path} in {ANSWER_SECONDS_MAX} s")

    def count(self, what: str) -> None:
        """It was done once more."""
        with self._lock:
            self.done[what] += 1

    def _note(self, kind: str, seconds: float) -> None:
        with self._lock:
            self.done[kind] += 1
            self.slowest[kind] = max(seconds, self.slowest.get(kind, 0.0))


@dataclass(slots=True)
class Client:
    """Somebody who writes chats of their own into all spaces, and looks at the other service for what was written."""

    load: Load
    number: int
    random: Random
    said: int = 0
    held: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # by chat: ids and words of its lines

    def talk(self) -> None:
        """Until the load ends."""
        while not self.load.stop.wait(PAUSE_SECONDS):
            space = self.random.choice(SPACES)
            chat = f"{self.number}-{self.said // CHAT_LINES_MAX}"
            act = self.random.choices((self.say, self.turn, self.forget, self.undo), (5, 3, 1, 1))[0]
            if act in (self.say, self.turn) or space in CHANGING:
                act(space, chat)

    def say(self, space: str, chat: str) -> None:
        """A line is stored at one service, and stands in a block of the other."""
        at, expected = self.random.randrange(SERVICES), self.load.expected[space]
        line = self._line(expected)
        word = str(line.external_id)
        body = {"chat": chat, "messages": [{"role": "user", "sender": "Ada", "content": line.body, "id": word}]}
        status, told = self.load.ask(at, "POST", f"{space}/messages", body, key=word)
        assert status == 200, told
        expected.lines[word] = chat, line
        self.held.setdefault(f"{space} {chat}", []).append((told["messages"][0], word))
        assert word in self._block(1 - at, space, chat, word), f"{word} is acknowledged and not shown in {space}"

    def turn(self, space: str, chat: str) -> None:
        """A question is stored, and its block is judged."""
        at, expected = self.random.randrange(SERVICES), self.load.expected[space]
        line = self._line(expected)
        word = str(line.external_id)
        body = {"chat": chat, "messages": [{"role": "user", "sender": "Bo", "content": line.body, "id": word}]}
        status, told = self.load.ask(at, "POST", f"{space}/turns", body, key=word)
        assert status == 200, told
        expected.lines[word] = chat, line
        others = [each.mark for name, each in self.load.expected.items() if name != space]
        assert not [mark for mark in others if mark in told["block"]["text"]]
        if told["items"]:
            verdict = {"thumbs": self.random.choice(("up", "down"))}
            self.load.ask(1 - at, "POST", f"{space}/blocks/{told['block']['id']}/verdicts", verdict)

    def forget(self, space: str, chat: str) -> None:
        """A line of one's own is nowhere any more."""
        held = self.held.get(f"{space} {chat}")
        if not held:
            return
        at, expected = self.random.randrange(SERVICES), self.load.expected[space]
        id, word = held.pop(self.random.randrange(len(held)))
        status, told = self.load.ask(at, "DELETE", f"{space}/messages/{id}")
        assert status in (200, 404), told  # It is gone, or was, and the answer was lost.
        del expected.lines[word]
        expected.gone.append(word)
        for other in range(SERVICES):
            assert word not in self._block(other, space, chat, word), f"{word} is forgotten and shown in {space}"

    def undo(self, space: str, chat: str) -> None:
        """One of the last changes is taken back, or that is refused."""
        at = self.random.randrange(SERVICES)
        _, told = self.load.ask(at, "GET", f"{space}/changes?limit=10")
        if told["changes"]:
            change = self.random.choice(told["changes"])["id"]
            status, said = self.load.ask(1 - at, "POST", f"{space}/changes/{change}/undo", {})
            assert status in (200, 404, 409), said

    def _block(self, at: int, space: str, chat: str, word: str) -> str:
        asked = {"chat": chat, "query": f"What of the {word}?", "record": False, "visible": 0}
        status, told = self.load.ask(at, "POST", f"{space}/turns", asked)
        assert status == 200, told
        return str(told["block"]["text"])

    def _line(self, expected: Expected) -> Line:
        self.said += 1
        word = f"Qorb{self.number}x{self.said:05d}"
        place = self.random.choice(("Oslo", "Bergen", "Izmir"))
        body = f"My sister Maren moved to {place} with the {word} {expected.mark}."
        return Line(role=Role.USER, body=body, external_id=word)


def run(uri: str, seconds: float, folder: Path, *, seed: int = 0) -> Load:
    """The load for so long, and then what must hold."""
    random, until = Random(seed), monotonic() + seconds
    with _programs(uri, folder) as programs:
        load = Load(programs)
        for name in SPACES:
            load.ask(0, "POST", f"{name}/messages?create=true", {"messages": [{"role": "system", "content": "Hello."}]})
        with ThreadPoolExecutor(CLIENTS) as pool:
            clients = [pool.submit(Client(load, number, Random(seed * 100 + number)).talk) for number in range(CLIENTS)]
            while monotonic() < until and not any(client.done() for client in clients):
                load.stop.wait(random.uniform(*KILL_SECONDS))
                program = random.choice(programs)
                program.end(SIGKILL)
                load.count(f"killed {program.arguments[0]}")
                program.start()
            load.stop.set()
        for client in clients:
            client.result()
        codes = [program.end(SIGTERM) for program in programs]
    assert codes == [0] * len(programs), codes
    _check(uri, load, folder)
    return load


@contextmanager
def _programs(uri: str, folder: Path) -> Iterator[Sequence[Program]]:
    """Each has a cache folder of its own, as on a machine of its own."""
    programs = []
    for number, arguments in enumerate(PROGRAMS):
        own = {name: value for name, value in os.environ.items() if not name.startswith("REMEMBRANCER_")}
        given = {
            "XDG_CACHE_HOME": str(folder / f"cache {number}"),
            "REMEMBRANCER_STORE": uri,
            "REMEMBRANCER_PORT": "0",
            "REMEMBRANCER_SWEEP_SECONDS": "1",
            "REMEMBRANCER_ROUND_EVERY_MESSAGES": "4",
            "REMEMBRANCER_INDEXES_MB_MAX": "1",
            "REMEMBRANCER_LOG_FORMAT": "json",
        }
        programs.append(Program(arguments, own | given, folder / f"{number}.log"))
    try:
        for program in programs:
            program.start()
        yield programs
    finally:
        for program in programs:
            if program.process is not None:
                program.process.kill()
                program.process.wait()


def _check(uri: str, load: Load, folder: Path) -> None:
    """Nothing is lost, doubled, crossed or left, and no message was read by two rounds."""
    read: Counter[str] = Counter()
    for path in folder.glob("*.log"):
        for line in path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):  # A line that was cut by a kill.
                event = json.loads(line)
                load.count(f"log: {event['event']}")
                read[str(event.get("space"))] += event["messages"] if event["event"] == "round" else 0
            assert not line.startswith("Traceback"), path
    marks = {name: expected.mark for name, expected in load.expected.items()}
    knowledge = KnowledgeGraph(open_store(uri))
    for name, expected in load.expected.items():
        if name in CHANGING:  # Blocks are forgotten with their verdicts.
            expected.rebase(knowledge.store, name)
        check(knowledge, name, expected, marks)
        assert name in CHANGING or read[name] <= len(expected.lines), f"{name}: a message was read twice"
    knowledge.close()
    for path in folder.glob("cache */**/*"):
        content = path.read_bytes().lower() if path.is_file() else b""
        for expected in load.expected.values():
            left = [word for word in expected.gone if word.lower().encode() in content]
            if left:
                load.count("snapshots with forgotten words")


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m tests.neo4j.mixed_load", description=__doc__)
    parser.add_argument("uri", help="of a server without a password; the spaces load-0 to load-5 must not be there")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        load = run(given.uri, given.minutes * 60, Path(folder), seed=given.seed)
    for what, count in sorted(load.done.items()):
        slowest = f", the slowest {load.slowest[what]:.1f} s" if what in load.slowest else ""
        sys.stdout.write(f"{what}: {count:,}{slowest}\n")
    messages = sum(len(expected.lines) for expected in load.expected.values())
    sys.stdout.write(f"messages held: {messages:,}, forgotten: {sum(len(e.gone) for e in load.expected.values()):,}\n")


if __name__ == "__main__":
    main()
