"""Services and workers on one real server: what dies is replaced, what goes away comes back, and nothing is twice."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from api.wiring import utc_now
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.values.items import Role
from graph.values.write_plan import WritePlan
from tests.neo4j.fixtures import started
from tests.neo4j.server import Server

pytestmark = pytest.mark.xdist_group("running")  # They share a server.

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LINES = [
    Line(role=Role.USER, sender="Ada", body=f"My boat number {n} lies in Izmir.", sent_at=NOW - timedelta(hours=9 * n))
    for n in range(400, 0, -1)
]
WAIT_SECONDS = 90
FAST_SECONDS = 2.0  # What a turn may take during an outage.
PASSWORD = "sesame-sesame"

Run = Callable[..., "Program"]


class Program:
    """`remembrancer` in a process of its own."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        command = [sys.executable, "-c", "from api.cli import main; main()", *arguments]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.told = self.process.stdout.readline()

    @property
    def address(self) -> str:
        """Where a service listens."""
        found = re.search(r"http://[\d.]+:\d+", self.told)
        assert found is not None, self.told
        return found[0]

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """The exit code and what was logged."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=WAIT_SECONDS)
        return self.process.returncode, errors


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that asks for a password."""
    with started(password=PASSWORD) as server:
        yield server


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[Run]:
    """Starts programs on the server, which is empty; none is left at the end."""
    server.address.wipe()
    secret = tmp_path / "secret"
    secret.write_text(f"neo4j/{PASSWORD}\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REMEMBRANCER_")} | {
        "REMEMBRANCER_STORE": server.address.uri,
        "REMEMBRANCER_STORE_PASSWORD_FILE": str(secret),
        "REMEMBRANCER_SWEEP_SECONDS": "0.2",
        "REMEMBRANCER_LOG_FORMAT": "json",
        "REMEMBRANCER_PORT": "0",
    }
    programs: list[Program] = []

    def start(*arguments: str) -> Program:
        programs.append(Program(arguments, environment))
        return programs[-1]

    yield start
    for program in programs:
        program.process.kill()
        program.process.communicate()


def test_turns_fail_fast_and_come_back(server: Server, run: Run) -> None:
    """While the server is away a turn is refused within two seconds; then service and worker go on by themselves."""
    service, worker = run("serve", "--no-rounds"), run("work")
    ask(service, "POST", "/v1/spaces", {"name": "ada"})
    turn = {"messages": [{"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir."}]}
    assert ask(service, "POST", "/v1/spaces/ada/turns", turn)[0] == 200

    server.kill()
    answers = [ask(service, "POST", "/v1/spaces/ada/turns", turn) for _ in range(5)]
    ready, health = ask(service, "GET", "/ready"), ask(service, "GET", "/health")
    server.start()

    assert [status for status, _, _ in answers] == [503] * 5
    assert max(seconds for _, seconds, _ in answers) < FAST_SECONDS
    assert (ready[0], ready[2]["type"], health[0]) == (503, "urn:remembrancer:store-unavailable", 200)
    assert eventually(lambda: ask(service, "GET", "/ready")[0] == 200)
    more = [{"role": "user", "sender": "Ada", "content": f"Nil has seen {n} lighthouses."} for n in range(12)]
    assert ask(service, "POST", "/v1/spaces/ada/messages", {"messages": more})[0] == 200
    assert eventually(lambda: ask(service, "GET", "/v1/spaces/ada")[2]["round"]["rounded_to"] != "")
    for program in (service, worker):
        code, logged = program.end()
        events = Counter(json.loads(line)["event"] for line in logged.splitlines())
        assert code == 0, logged
        assert (events["store does not answer"], events["store answers again"]) == (1, 1), logged
        assert PASSWORD not in logged
        assert "Traceback" not in logged


@pytest.mark.soak  # test_round_kills.py kills one of two workers in any run.
def test_worker_that_died_is_replaced(server: Server, run: Run) -> None:
    """A worker is killed in the middle of a backlog: the other ends it, and the graph is as if one had done it all."""
    store = open_store(server.address.uri, login=server.address.login)
    knowledge, alone = KnowledgeGraph(store), KnowledgeGraph(open_store(":memory:"))
    for graph in (knowledge, alone):
        graph.create_space("ada", now=NOW)
        graph.append("ada", LINES, now=NOW)
    run_rounds(alone, "ada", owner="me", now=NOW, policy=RoundPolicy())
    first, second = run("work"), run("work")

    assert eventually(lambda: knowledge.space("ada").rounded_to != "")
    first.end(signal.SIGKILL)
    knowledge.change("ada", deadline_passed)

    assert eventually(lambda: not is_due(knowledge, "ada", now=utc_now(), policy=RoundPolicy()))
    assert second.end()[0] == 0
    assert told(knowledge) == told(alone)
    knowledge.close()
    alone.close()


@pytest.mark.soak
def test_any_one_may_die(server: Server, run: Run) -> None:
    """Two services and two workers share a server; one of each is killed: all that was said is there once, and read."""
    services, workers = [run("serve", "--no-rounds"), run("serve", "--no-rounds")], [run("work"), run("work")]
    ask(services[0], "POST", "/v1/spaces", {"name": "ada"})

    def speak(chat: str) -> None:
        for number in range(30):
            if number == 10 and chat == "a":
                services[0].process.kill()
                workers[0].process.kill()
            said = {
                "role": "user",
                "sender": "Ada",
                "content": f"{chat}: boat {number} lies in Izmir.",
                "sent_at": sent(number),
            }
            turn = {"chat": chat, "messages": [said]}
            acknowledged = False
            while not acknowledged:
                # A caller that gets no answer asks again, elsewhere.
                for service in (services[number % 2], services[1]):
                    with suppress(OSError, HTTPException):
                        acknowledged = ask(service, "POST", "/v1/spaces/ada/turns", turn)[0] == 200 or acknowledged

    threads = [Thread(target=speak, args=(chat,)) for chat in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    knowledge = KnowledgeGraph(open_store(server.address.uri, login=server.address.login))
    knowledge.change("ada", deadline_passed)
    assert eventually(lambda: not is_due(knowledge, "ada", now=utc_now(), policy=RoundPolicy()))
    messages = knowledge.messages("ada", limit=100)
    expected = [f"{chat}: boat {number} lies in Izmir." for chat in "ab" for number in range(30)]
    assert sorted(message.body for message in messages) == sorted(expected)
    assert knowledge.space("ada").rounded_to != ""
    summarised = Counter(
        edge.target for edge in knowledge.store.edges("ada", [m.id for m in messages], [Kind.SUMMARIZES], 9)
    )
    assert max(summarised.values(), default=1) == 1
    assert workers[1].end()[0] == 0
    knowledge.close()


def sent(number: int) -> str:
    """When a line was said."""
    return (NOW + timedelta(minutes=number)).isoformat()


def deadline_passed(plan: WritePlan) -> None:
    """The lease that the dead worker may hold has run out: tests do not wait two minutes."""
    if plan.space.lease_owner is not None:
        plan.space = replace(plan.space, lease_until=NOW)


def told(knowledge: KnowledgeGraph) -> list[tuple[str, object]]:
    """Every message with its summary, and every text that rounds have made: ids, order and bodies."""
    nodes = knowledge.store.since("ada", 0, limit=1_000_000).nodes
    labels = (Label.MESSAGE, Label.SUMMARY, Label.FACT, Label.ENTITY, Label.KEY_INFO)
    shown = ("container", "body", "brief", "dossier", "status")
    return sorted(
        (node.id, tuple(node.properties.get(name) for name in shown)) for node in nodes if node.label in labels
    )


def ask(service: Program, method: str, path: str, body: object = None) -> tuple[int, float, dict[str, object]]:
    """Status, seconds and body of an answer."""
    content = None if body is None else json.dumps(body).encode()
    request = Request(service.address + path, content, {"Content-Type": "application/json"}, method=method)
    started = monotonic()
    try:
        with urlopen(request, timeout=WAIT_SECONDS) as answer:
            return answer.status, monotonic() - started, json.load(answer)
    except HTTPError as error:
        return error.code, monotonic() - started, json.load(error)


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something holds before the time is up."""
    pause, until = Event(), monotonic() + WAIT_SECONDS
    while not holds():
        if monotonic() > until:
            return False
        pause.wait(0.1)
    return True
