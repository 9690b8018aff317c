"""Idle means idle: what nothing is due in costs next to nothing, however much of it there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from time import monotonic, process_time
from typing import TYPE_CHECKING

import pytest

from api.commands import work
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import ROUND_PURPOSES
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Label, Store
from graph.values.items import ConversationStatus, Role
from tests.api.serving import serving
from tests.archivists.scripted import Scripted
from tests.topic_embedder import TopicEmbedder

if TYPE_CHECKING:
    from tests.neo4j.server import Address

WAIT_SECONDS = 60
CORE_MAX = 0.005
"""The share of a core that an idle process may take."""

STRETCH_SECONDS = 3.0
"""As long as from one sweep to the next, so that each stretch has one of each kind: ten times as many as by default."""


class Counted(ForwardingStore):
    """A store that counts its verbs."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.counts: Counter[str] = Counter()

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The other store's answer."""
        self.counts[verb] += 1
        return super().call(verb, *args, **kwargs)


def fill(store: Store, count: int, at: datetime) -> None:
    """So many spaces, each with a conversation that goes on and too few messages for a round."""
    knowledge = KnowledgeGraph(store)
    knowledge.create_space("first", now=at)
    lines = [Line(role=Role.USER, sender="Ada", body=f"Boat {n} lies in Izmir.", sent_at=at) for n in range(3)]
    knowledge.append("first", lines, now=at)
    rows = store.since("first", 0)
    for number in range(1, count):
        named = [
            replace(node, properties={**node.properties, "name": f"s{number}"}) if node.label is Label.SPACE else node
            for node in rows.nodes
        ]
        store.load(f"s{number}", replace(rows, nodes=named))


@contextmanager
def sweeping(store: Store, now: Callable[[], datetime]) -> Iterator[Service]:
    """A service with an embedder, whose threads look at all spaces again and again."""
    settings = Settings(store=":memory:", sweep_seconds=0.02)
    service = Service(settings, KnowledgeGraph(store, TopicEmbedder(("boat",))), now=now)
    service.start()
    try:
        yield service
    finally:
        service.close()


def eventually(is_so: Callable[[], bool], *, seconds: float = WAIT_SECONDS) -> bool:
    """Whether something becomes so in time."""
    until = monotonic() + seconds
    while not is_so():
        if monotonic() > until:
            return False
        Event().wait(0.01)
    return True


def taken() -> float:
    """The processor time of a stretch, in seconds."""
    before = process_time()
    Event().wait(STRETCH_SECONDS)
    return process_time() - before


def comes_to_rest(*, besides: float = 0.0) -> bool:
    """Whether some stretch takes less than CORE_MAX `besides` this, once the process has looked at everything."""
    return eventually(lambda: taken() < CORE_MAX * STRETCH_SECONDS + besides)


def test_sweep_reads_what_was_written(now: datetime) -> None:
    """Spaces without anything new cost one read together; the one with a new message is looked at again."""
    store = Counted(open_store(":memory:"))
    fill(store, 5, now)
    with sweeping(store, lambda: now) as service:
        assert eventually(lambda: set(service._embedded_to) == {*store.spaces()})
        assert eventually(lambda: _is_only_listed(store))

        service.knowledge.append("s3", [Line(role=Role.USER, body="A fourth.", sent_at=now)], now=now)
        store.counts.clear()
        assert eventually(lambda: store.counts["find"] > 0)
        assert eventually(lambda: _is_only_listed(store))


def _is_only_listed(store: Counted) -> bool:
    """Whether the next sweeps ask for nothing but the list of spaces."""
    store.counts.clear()
    assert eventually(lambda: store.counts["spaces"] >= 8)
    return {*store.counts} == {"spaces"}


def test_silence_is_noticed_though_nothing_is_written(now: datetime) -> None:
    """A quiet space is looked at again when its conversation has been silent for the gap."""
    store, clock = Counted(open_store(":memory:")), [now]
    fill(store, 2, now)
    with sweeping(store, lambda: clock[0]):
        assert eventually(lambda: _is_only_listed(store))
        clock[0] = now + timedelta(hours=5, minutes=59)
        assert eventually(lambda: _is_only_listed(store))
        assert _is_active(store)

        clock[0] = now + timedelta(hours=6)
        assert eventually(lambda: not _is_active(store))


def _is_active(store: Store) -> bool:
    where = {"status": str(ConversationStatus.ACTIVE)}
    return bool(store.find("s1", Label.CONVERSATION, where, order="last_at", limit=1))


ON_A_SERVER = pytest.param("neo4j", marks=pytest.mark.xdist_group("neo4j_server"))


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a store with a thousand spaces (thirty on a server), for programs that have a model."""
    models = dict.fromkeys(ROUND_PURPOSES, Scripted("{}"))
    monkeypatch.setattr("api.wiring.open_models", lambda default, others: models)
    address: Address | None = request.getfixturevalue("neo4j_server") if request.param == "neo4j" else None
    found = address.uri if address else str(tmp_path / "memory.db")
    if address:
        address.wipe()
        monkeypatch.setenv("REMEMBRANCER_STORE_PASSWORD", address.password)
    store = open_store(found, login=address.login if address else None)
    fill(store, 30 if address else 1_000, datetime.now(UTC) - timedelta(hours=1))
    store.close()
    yield found
    if address:
        address.wipe()


@pytest.mark.embedded
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_idle_service_takes_next_to_nothing(place: str) -> None:
    """With four threads for rounds, and nothing due in any space, it leaves the processor to others.

    Uvicorn looks at its sockets ten times a second, which on some machines alone takes a hundredth of a core.
    """
    with serving(store=place, rounds_enabled=True, sweep_seconds=STRETCH_SECONDS) as (_, service):
        by_uvicorn = max(taken(), taken())
        service.start()

        assert comes_to_rest(besides=by_uvicorn)


@pytest.mark.embedded
@pytest.mark.parametrize("place", [ON_A_SERVER], indirect=True)
def test_idle_worker_takes_next_to_nothing(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same holds for `remembrancer work`, and with a store on a server."""
    found: list[bool] = []

    class Stopping(Event):
        def wait(self, timeout: float | None = None) -> bool:
            found.append(comes_to_rest())
            return True

    @contextmanager
    def stop_event() -> Iterator[Event]:
        yield Stopping()

    monkeypatch.setattr(work, "_stop_event", stop_event)
    monkeypatch.setenv("REMEMBRANCER_SWEEP_SECONDS", str(STRETCH_SECONDS))
    work.run(is_once=False, store=place)

    assert found == [True]
