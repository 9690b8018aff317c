"""Two keys for two spaces of one service, used by 16 threads at once: nothing crosses."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.access_keys import KeyScope, Rights
from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Store

if TYPE_CHECKING:
    from tests.neo4j.server import Address

START = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
THREADS = 16
LONG = (pytest.mark.soak, pytest.mark.timeout(7200))
SECRETS = {"north": "Quittenmus", "south": "Zwergpalme"}
ASKED = "What of {}?"  # A block has its question.
"""Of each space the word that is in all of its messages, and in nothing that the other's key gets."""


class Caller:
    """Somebody with the key of one space who asks for everything, the other space included."""

    def __init__(self, service: Service, space: str, key: str, number: int) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        self.client = TestClient(create_app(service), base_url="http://memory.example.org", headers=headers)
        self.client.get("/nowhere")  # FastAPI builds its routes here, which threads must not do at one time.
        self.space, self.number, self.random = space, number, Random(number)
        self.other = next(name for name in SECRETS if name != space)
        self.seen: Counter[int] = Counter()
        self.sent = 0

    def act(self) -> None:
        """One request: to the own space in the half of all cases, and else to the other."""
        is_own = self.random.random() < 0.5
        answer = self._ask(self.space if is_own else self.other)
        self.seen[answer.status_code] += 1
        assert SECRETS[self.other] not in answer.text.replace(ASKED.format(SECRETS[self.other]), "")
        if is_own:
            assert answer.status_code in (200, 404, 409), answer.text
            return
        assert answer.status_code == 404, answer.text
        assert answer.json()["detail"] == f"space {self.other!r} does not exist; create it first"

    def check_own(self) -> None:
        """The space has exactly what its callers were told is stored, and no other space is listed."""
        assert self.client.get("/v1/spaces").json()["spaces"] == [self.space]

    def _ask(self, space: str) -> Response:
        url, random = f"/v1/spaces/{space}", self.random
        number = random.randint(1, 400)
        word = SECRETS[self.space]
        match random.randrange(8):
            case 0:
                self.sent += space == self.space
                line = {"role": "user", "sender": f"Ada{self.number}", "content": f"My {word} {self.sent} is ripe."}
                return self.client.post(f"{url}/messages", json={"messages": [line], "chat": f"chat {self.number}"})
            case 1:
                about = random.choice([*SECRETS.values()])
                keeps = about == word and random.random() < 0.4  # A recorded block has its question.
                return self.client.post(f"{url}/turns", json={"query": ASKED.format(about), "record": keeps})
            case 2:
                return self.client.get(f"{url}/items/m{number:08d}")
            case 3:
                return self.client.get(f"{url}/items", params={"limit": 20})
            case 4:
                return self.client.get(f"{url}/changes", params={"limit": 20})
            case 5:
                return self.client.get(url)
            case 6:
                return self.client.get(f"{url}/items/e{number:08d}")
            case _:
                return self.client.get(f"{url}/receipts")


def nothing_crosses(store: Store, operations: int) -> None:
    """So many requests with two keys: no answer has a word of the other space, and nothing is lost or doubled."""
    settings = Settings(store=":memory:", api_keys=("the-owner-of-the-service",))  # type: ignore[arg-type]
    service = Service(settings, KnowledgeGraph(store), now=lambda: START)
    callers = []
    for space in SECRETS:
        service.knowledge.create_space(space, now=START)
        _, key = service.keys.create(space, Rights(KeyScope.ADMIN, (space,)))
        callers += [Caller(service, space, key, number) for number in range(THREADS // len(SECRETS))]
    service.start()

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda caller: [caller.act() for _ in range(operations // THREADS)], callers))

    service.stop()
    for caller in callers:
        caller.check_own()
        own = service.knowledge.messages(caller.space, chat=f"chat {caller.number}", limit=100_000)
        expected = [f"My {SECRETS[caller.space]} {sent} is ripe." for sent in range(1, caller.sent + 1)]
        assert [message.body for message in own] == expected
    for space, word in SECRETS.items():
        other = next(each for name, each in SECRETS.items() if name != space)
        text = repr(store.since(space, 0, limit=10_000_000))
        assert word in text and other not in text
    assert sum((caller.seen for caller in callers), Counter()).total() == operations // THREADS * THREADS


@pytest.mark.parametrize(
    "operations", [1_600, pytest.param(100_000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])]
)
def test_nothing_crosses(tmp_path: Path, operations: int) -> None:
    """On a SQLite file, beside rounds."""
    store = open_store(str(tmp_path / "memory.db"))

    nothing_crosses(store, operations)

    store.close()


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nothing_crosses_on_a_server(neo4j_server: Address) -> None:
    """On a Neo4j server, where a request waits for round trips."""
    neo4j_server.wipe()
    store = open_store(neo4j_server.uri, login=neo4j_server.login)

    nothing_crosses(store, 10_000)

    store.close()
