"""During an outage of a store's server nobody waits longer than the first to notice, and the log says it once."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getmembers, isfunction, signature
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from api.workers.outages import HANG_SECONDS, PAUSE_SECONDS, GuardedStore
from graph.errors import Conflict, StoreBusy, StoreError, StoreUnavailable
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.sqlite import SqliteStore
from graph.store.verbs import Changes, Label, PutNode, Store
from tests.api.captured import capture_logs

SPACE = PutNode(Label.SPACE, "space", {"name": "a"}, expect=0)


class Server(SqliteStore):
    """A store in memory that plays a server: it may be away, and counts who asks."""

    def __init__(self) -> None:
        super().__init__(None)
        self.is_away = False
        self.asked = 0

    def seq(self, space: str) -> int:
        """The store's, if the server is there."""
        self._answer()
        return super().seq(space)

    def since(self, space: str, seq: int, **options: Any) -> Changes:
        """The store's, if the server is there."""
        self._answer()
        return super().since(space, seq, **options)

    def _answer(self) -> None:
        self.asked += 1
        if self.is_away:
            raise StoreUnavailable(f"bolt://db does not answer, asked {self.asked} times")


class World:
    """A server, who guards it, and a clock."""

    def __init__(self) -> None:
        self.server = Server()
        self.seconds = 100.0
        self.guarded = GuardedStore(lambda: self.server, clock=lambda: self.seconds)


@pytest.fixture
def world() -> Iterator[World]:
    """A server that answers."""
    made = World()
    yield made
    made.guarded.close()
    made.server.close()


def test_every_verb_is_passed_on(world: World) -> None:
    """The guarded store is a store, with the parameters of one, and gives the server's answers."""
    verbs = {name: signature(verb) for name, verb in getmembers(Store, isfunction) if not name.startswith("_")}
    guarded: Store = world.guarded

    assert {name: signature(getattr(GuardedStore, name)) for name in verbs} == verbs
    assert guarded.write("a", [SPACE]) == 1
    assert (guarded.seq("a"), [*guarded.spaces()], list(guarded.nodes("a", ["space"]))) == (1, ["a"], ["space"])
    assert guarded.since("a", 0) == world.server.since("a", 0)
    assert guarded.find("a", Label.SPACE, limit=1) == world.server.find("a", Label.SPACE, limit=1)
    assert guarded.edges("a", ["space"], [], 1) == []
    guarded.load("b", guarded.since("a", 0))
    guarded.clear("b")
    guarded.clear("b", 1)
    guarded.drop_tombstones("b", 1)
    assert ([*guarded.spaces()], guarded.scrub()) == (["a"], True)


def test_only_one_asks_a_server_that_is_away(world: World) -> None:
    """After a failure the others are refused unasked, and after a pause one may try."""
    world.server.is_away = True
    for _ in range(5):
        with pytest.raises(StoreUnavailable, match="asked 1 times"):
            world.guarded.seq("a")
    world.seconds += PAUSE_SECONDS
    for _ in range(5):
        with pytest.raises(StoreUnavailable, match="asked 2 times"):
            world.guarded.seq("a")

    assert world.server.asked == 2


def test_the_others_do_not_wait_for_the_one_that_asks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one caller tries again, the rest are refused at once, however long it takes."""
    world.server.is_away = True
    with pytest.raises(StoreUnavailable):
        world.guarded.seq("a")
    world.seconds += PAUSE_SECONDS
    world.server.is_away = False
    refused: list[str] = []

    def slowly(space: str) -> int:
        world.seconds += 2 * PAUSE_SECONDS
        with pytest.raises(StoreUnavailable) as caught:
            world.guarded.seq("a")
        refused.append(str(caught.value))
        return 7

    monkeypatch.setattr(world.server, "seq", slowly)

    assert world.guarded.seq("a") == 7
    assert refused == ["bolt://db does not answer, asked 1 times"]


@pytest.mark.parametrize(("seconds", "is_refused"), [(HANG_SECONDS, False), (HANG_SECONDS + 0.1, True)])
def test_nobody_joins_a_line_that_does_not_move(
    world: World, monkeypatch: pytest.MonkeyPatch, seconds: float, is_refused: bool
) -> None:
    """When a server takes a question and gives no answer, those who come later are refused at once."""
    world.guarded.write("a", [SPACE])
    seq, refused = world.server.seq, []

    def hangs(space: str) -> int:
        world.seconds += seconds
        try:
            world.guarded.spaces()
        except StoreUnavailable:
            refused.append(space)
        return seq(space)

    monkeypatch.setattr(world.server, "seq", hangs)

    assert world.guarded.seq("a") == 1
    assert refused == ["a"] * is_refused
    assert [*world.guarded.spaces()] == ["a"]


def test_server_that_is_back_is_used_again(world: World) -> None:
    """One answer ends the outage for everybody; beginning and end are one line each in the log."""
    with capture_logs() as lines:
        world.server.is_away = True
        for _ in range(9):
            world.seconds += PAUSE_SECONDS
            with pytest.raises(StoreUnavailable):
                world.guarded.seq("a")
        world.seconds += PAUSE_SECONDS
        world.server.is_away = False
        assert [world.guarded.seq("a") for _ in range(3)] == [0, 0, 0]

    assert [line["event"] for line in lines] == ["store does not answer", "store answers again"]
    assert lines[1]["away_seconds"] == 9.0


def test_other_errors_are_no_outage(world: World) -> None:
    """A conflict is an answer: the next call goes through, also when the one that asked again has met it."""
    world.guarded.write("a", [SPACE])
    with pytest.raises(Conflict):
        world.guarded.write("a", [SPACE])
    assert world.guarded.seq("a") == 1

    world.server.is_away = True
    with pytest.raises(StoreUnavailable):
        world.guarded.seq("a")
    world.seconds += PAUSE_SECONDS
    world.server.is_away = False
    with pytest.raises(Conflict):
        world.guarded.write("a", [SPACE])
    assert world.guarded.seq("a") == 1


def test_busy_server_is_there(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much for a server now concerns one caller: the others are not refused for it."""

    def too_much() -> list[str]:
        raise StoreBusy("a transaction took too long")

    monkeypatch.setattr(world.server, "spaces", too_much)
    with capture_logs() as lines, pytest.raises(StoreBusy):
        world.guarded.spaces()

    assert world.guarded.seq("a") == 0
    assert lines == []


def test_server_that_was_away_at_the_start_is_opened_later() -> None:
    """Opening is tried again with the next question; another error than an outage is told as it is."""
    answers: Iterator[Exception | Store] = iter(
        [StoreUnavailable("away"), StoreError("the password is wrong"), open_store(":memory:")]
    )
    seconds = 0.0

    def open_server() -> Store:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    guarded = GuardedStore(open_server, clock=lambda: seconds)
    with pytest.raises(StoreUnavailable):
        guarded.open()
    guarded.close()
    seconds += PAUSE_SECONDS
    with pytest.raises(StoreError, match="password"):
        guarded.seq("a")

    assert guarded.spaces() == {}
    guarded.close()


def test_service_lives_through_an_outage(world: World) -> None:
    """A turn is refused with 503 and a time to wait, the process is alive and not ready, and then all is as before."""
    knowledge = KnowledgeGraph(world.guarded)
    service = Service(Settings(store="bolt://db"), knowledge)
    caller = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    assert caller.post("/v1/spaces", json={"name": "ada"}).status_code == 201
    body = {"messages": [{"role": "user", "content": "My sister moved to Izmir."}]}

    world.server.is_away = True
    turn, ready, health = caller.post("/v1/spaces/ada/turns", json=body), caller.get("/ready"), caller.get("/health")
    world.seconds += PAUSE_SECONDS
    world.server.is_away = False

    for answer in (turn, ready):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.json()["type"] == "urn:remembrancer:store-unavailable"
        assert "bolt" not in answer.text
    assert health.status_code == 200
    assert caller.get("/ready").status_code == 200
    again = caller.post("/v1/spaces/ada/turns", json=body)
    assert (again.status_code, len(again.json()["appended"]["new"])) == (200, 1)
    service.close()
