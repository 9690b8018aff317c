"""Workers in processes of their own that end themselves with SIGKILL at a named write of the store, and their model."""

from __future__ import annotations

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from threading import Event
from urllib.request import Request as Post
from urllib.request import urlopen

from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Failure, Purpose, Reply, Request
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import run_round
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import Login, open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Label, Store
from graph.upkeep.ledger import calls_of
from graph.values.call_outcome import CallOutcome
from graph.values.items import Role
from graph.values.write_plan import WritePlan
from tests.archivists.scripted_server import Say, ScriptedServer

SPACE = "mortal"
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOW = START + timedelta(days=9)
WIDE = Ceiling(calls=10_000, tokens=100_000_000)
POLICY = RoundPolicy(window_messages_max=25, lease_seconds=1)
SECONDS_MAX = 60.0
PAUSE_SECONDS = 0.02
ID = r"\b[a-z]\d{8}\b"
DIGEST = r"(?<=left\\\":\\\")[0-9a-f]{16}"  # Of a state, ids included.

_PROCESSES = get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])


@dataclass(frozen=True)
class Place:
    """Where a store is."""

    uri: str
    login: Login | None = None

    def open(self) -> KnowledgeGraph:
        """The graph there."""
        return KnowledgeGraph(open_store(self.uri, login=self.login))

    def change(self, decide: Callable[[WritePlan], None]) -> None:
        """The space's own node is changed."""
        graph = self.open()
        graph.change(SPACE, decide)
        graph.close()


@dataclass(frozen=True)
class Death:
    """A worker ends before its write of this number, from 1, or right behind it."""

    write: int
    is_behind: bool = False


class Deadly(ForwardingStore):
    """A store that counts what is written to it; its process dies at one of the writes."""

    def __init__(self, store: Store, death: Death | None) -> None:
        super().__init__(store)
        self._death = death
        self.writes = 0

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The store's own answer, unless a write kills the process."""
        if verb not in ("write", "write_alone"):
            return super().call(verb, *args, **kwargs)
        self.writes += 1
        self._die(is_behind=False)
        seq = super().call(verb, *args, **kwargs)
        self._die(is_behind=True)
        return seq

    def _die(self, *, is_behind: bool) -> None:
        if self._death == Death(self.writes, is_behind):
            os.kill(os.getpid(), signal.SIGKILL)


class Distant:
    """A model behind a real connection."""

    name = "distant"

    def __init__(self, url: str) -> None:
        self._url = url

    def complete(self, request: Request) -> Reply | Failure:
        """One request."""
        messages = [{"role": line.role, "content": line.text} for line in request.lines]
        post = Post(f"{self._url}/chat/completions", json.dumps({"messages": messages}).encode())
        with urlopen(post, timeout=SECONDS_MAX) as answer:
            said = json.load(answer)
        return Reply(text=said["choices"][0]["message"]["content"], tokens_in=100, tokens_out=20)


class Answering(ScriptedServer):
    """A server that makes its answers from what it is asked, the same to the same; `hears` is told of each first."""

    def __init__(self, hears: Callable[[int], None] = lambda number: None) -> None:
        super().__init__(Say("{}"))
        self._hears = hears

    def next_step(self, request: dict[str, object]) -> Say:
        """The answer to this request."""
        super().next_step(request)
        self._hears(len(self.requests))
        return Say(json.dumps(answer_to(json.loads(self.prompt_of(request)))))

    @staticmethod
    def prompt_of(request: Mapping[str, object]) -> str:
        """What the model was asked last."""
        messages = request["messages"]
        assert isinstance(messages, list)
        return str(messages[-1]["content"])

    def prompts(self) -> Counter[str]:
        """How often each was asked."""
        return Counter(map(self.prompt_of, self.requests))


def answer_to(asked: Mapping[str, Sequence[Mapping[str, object]]]) -> dict[str, object]:
    """A fact of the first message, nothing that is the same, a sentence for each text."""
    if "texts" in asked:
        return {
            "texts": [{"n": each["n"], "text": "They spoke of boats.", "title": "Boats"} for each in asked["texts"]]
        }
    if "messages" not in asked:
        return {"claims": [{"n": each["n"], "said": True} for each in asked.get("claims", ())]}
    said = asked["messages"][0].partition(": ")[2]
    return {"facts": [{"words": said, "text": f"It is so: {said}"}]}


def talk(place: Place) -> None:
    """The space with two talks that are over, of twelve lines each."""
    graph = place.open()
    graph.create_space(SPACE, now=START)
    lines = [
        Line(
            role=Role.USER,
            sender=("Nora", "Ola")[n % 2],
            body=f"Boat {n} of the harbour in Tromsø needs {n + 3} planks.",
            sent_at=START + timedelta(days=n // 12, minutes=n),
        )
        for n in range(24)
    ]
    graph.append(SPACE, lines, now=START)
    graph.close()


def worker(place: Place, url: str, *, death: Death | None = None, policy: RoundPolicy = POLICY) -> ForkServerProcess:
    """A process that does the rounds of the space until none is due, waiting for a lease that another holds."""
    process = _PROCESSES.Process(target=_work, args=(place, url, death, policy))
    process.start()
    return process


def begun(place: Place, process: ForkServerProcess) -> None:
    """The process has a lease, or has had one."""
    pause, graph = Event(), place.open()
    while process.is_alive() and graph.space(SPACE).lease_owner is None:
        pause.wait(PAUSE_SECONDS)
    graph.close()


def exit_code(process: ForkServerProcess) -> int | None:
    """How it ended."""
    process.join(SECONDS_MAX)
    return process.exitcode


def writes_of(place: Place, url: str) -> int:
    """How many writes a worker makes that nobody disturbs; it works in this process."""
    deadly = Deadly(place.open().store, None)
    _rounds(deadly, url, POLICY)
    deadly.close()
    return deadly.writes


def _work(place: Place, url: str, death: Death | None, policy: RoundPolicy) -> None:
    deadly = Deadly(place.open().store, death)
    _rounds(deadly, url, policy)
    deadly.close()


def _rounds(deadly: Deadly, url: str, policy: RoundPolicy) -> None:
    knowledge = KnowledgeGraph(deadly)
    governor = Governor(knowledge.store, Ceilings(space=WIDE, total=WIDE))
    asker = Asker(knowledge, dict.fromkeys(Purpose, Distant(url)), governor)
    pause, tries = Event(), 0
    while is_due(knowledge, SPACE, now=NOW, policy=policy) and tries < SECONDS_MAX / PAUSE_SECONDS:
        if run_round(knowledge, SPACE, owner=str(os.getpid()), now=NOW, policy=policy, asker=asker) is None:
            pause.wait(PAUSE_SECONDS)
            tries += 1


def graph_of(place: Place) -> list[str]:
    """Everything that is remembered, without the ledger and versions; ids by the order of birth."""
    graph = place.open()
    found = graph.store.since(SPACE, 0, limit=100_000)
    graph.close()
    kept = [node for node in found.nodes if node.label is not Label.CALL]
    ids = {node.id for node in kept if re.fullmatch(ID, node.id)}
    places = {id: f"{id[0]}#{place}" for place, id in enumerate(sorted(ids, key=lambda id: id[1:]))}

    def told(*values: object) -> str:
        text = json.dumps(values, sort_keys=True, default=str)
        text = re.sub(ID, lambda found: places.get(found[0], found[0]), text)
        return re.sub(DIGEST, "", text)

    nodes = [
        told(node.label, node.id, {name: value for name, value in node.properties.items() if name != "next_id"})
        for node in kept
    ]
    return sorted(nodes) + sorted(
        told(edge.source, edge.kind, edge.target, dict(edge.properties)) for edge in found.edges
    )


def deadline_passed(plan: WritePlan) -> None:
    """The lease of a dead worker has run out: tests do not wait for it."""
    if plan.space.lease_owner is not None:
        plan.space = replace(plan.space, lease_until=START)


def outcomes_of(place: Place) -> Counter[CallOutcome]:
    """The ledger: what came of the calls."""
    graph = place.open()
    found = Counter(call.outcome for call in calls_of(graph, SPACE))
    graph.close()
    return found
