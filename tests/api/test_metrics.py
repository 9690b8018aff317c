"""What happens is counted, and no label says whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.access_keys import KeyScope, Rights
from api.app import create_app
from api.metrics import Metrics
from api.settings import Settings
from api.wiring import Service, build
from archivists.models.provider import Failure, Purpose, Reply, Request
from graph.errors import StoreUnavailable
from graph.values.call_outcome import CallOutcome
from tests.api.proxy.scripted_upstream import ScriptedUpstream, completed
from tests.api.proxy.test_passage import CHAT, ask, chat, eventually, stored
from tests.api.serving import serving

KEY = "a-key-of-sixteen-letters"
SAID = {"messages": [{"role": "user", "content": "My sister Nil moved to Izmir."}]}


@pytest.fixture
def measured() -> Iterator[Service]:
    """A service that is counted, as `serve` opens it."""
    service = build(Settings(store=":memory:"), metrics=Metrics())
    yield service
    service.close()


def values(text: str) -> dict[str, float]:
    """Every sample of a page by its name and labels."""
    samples = re.findall(r"^(remembrancer_\S+?(?:{.*})?) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in samples}


def page_of(service: Service) -> dict[str, float]:
    """What Prometheus reads now."""
    answer = TestClient(create_app(service), base_url="http://127.0.0.1").get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return values(answer.text)


def test_turns_rounds_and_requests_are_counted(measured: Service) -> None:
    """By what came of them, with the time that they took."""
    client = TestClient(create_app(measured), base_url="http://127.0.0.1")
    client.post("/v1/spaces/ada/turns?create=true", json=SAID)
    client.post("/v1/spaces/nobody/turns", json=SAID)
    client.post("/v1/spaces/ada/rounds")
    client.head("/v1/spaces/ada")

    page = page_of(measured)

    route = 'method="POST",route="/v1/spaces/{space}/turns"'
    assert page[f'remembrancer_request_seconds_count{{{route},status="200"}}'] == 1
    assert page[f'remembrancer_request_seconds_count{{{route},status="404"}}'] == 1
    assert page['remembrancer_request_seconds_count{method="HEAD",route="/v1/spaces/{space}",status="200"}'] == 1
    assert page['remembrancer_turn_seconds_count{result="ok"}'] == 1
    assert page['remembrancer_round_seconds_count{result="ok"}'] >= 1
    assert page['remembrancer_store_seconds_count{verb="write"}'] >= 3
    assert page['remembrancer_queue_spaces{work="rounds"}'] == 1
    assert page['remembrancer_cache_entries{cache="indexes"}'] == 1
    assert 0 < page['remembrancer_cache_megabytes{cache="indexes"}'] < 1
    assert [name for name in page if "ada" in name or "nobody" in name] == []


def test_outages_are_counted_once() -> None:
    """Each failed verb is an error; the first of several in a row is the outage."""
    metrics = Metrics()

    class Away:
        """A server that does not answer."""

        def seq(self, space: str) -> int:
            """Fail unless the space is there."""
            if space == "away":
                raise StoreUnavailable
            return 7

    store = metrics.store_of(Away())  # type: ignore[arg-type]
    for space in ("away", "away", "here", "away"):
        try:
            assert store.seq(space) == 7
        except StoreUnavailable:
            assert space == "away"

    page = values(metrics.text().decode())
    assert page['remembrancer_store_errors_total{error="StoreUnavailable"}'] == 3
    assert page["remembrancer_store_outages_total"] == 2


def test_calls_to_models_are_counted() -> None:
    """With tokens and what they cost, where that is known."""
    metrics = Metrics()
    paid, free = Reply(text="x", tokens_in=100, tokens_out=20, cost=0.5), Reply(text="x", tokens_in=10, tokens_out=2)
    said = iter([paid, free, Failure(outcome=CallOutcome.BUSY, detail="")])

    class Scripted:
        """A model."""

        name = "openai/small"

        def complete(self, request: Request) -> Reply | Failure:
            """The next of the script."""
            return next(said)

    model = metrics.model_of(Scripted(), Purpose.READ)
    for _ in range(3):
        model.complete(Request(lines=(), tokens_max=10, timeout_seconds=1.0))  # type: ignore[call-arg]

    page = values(metrics.text().decode())
    labels = 'model="openai/small",purpose="read"'
    assert page[f'remembrancer_model_call_seconds_count{{{labels},result="answered"}}'] == 2
    assert page[f'remembrancer_model_call_seconds_count{{{labels},result="busy"}}'] == 1
    assert page[f'remembrancer_model_tokens_total{{direction="in",{labels}}}'] == 110
    assert page[f'remembrancer_model_tokens_total{{direction="out",{labels}}}'] == 22
    assert page[f"remembrancer_model_cost_dollars_total{{{labels}}}"] == 0.5


def test_only_keys_for_all_spaces_read_them() -> None:
    """Whoever may see some spaces is not told how busy the others are."""
    service = build(Settings(store=":memory:", api_keys=(KEY,)), metrics=Metrics())  # type: ignore[arg-type]
    client = TestClient(create_app(service), base_url="http://memory.example.org")
    _, all_spaces = service.keys.create("prometheus", Rights(KeyScope.READ, None))
    _, one_space = service.keys.create("app", Rights(KeyScope.ADMIN, ("ada",)))

    def status(key: str) -> int:
        return client.get("/metrics", headers={"Authorization": f"Bearer {key}"}).status_code

    found = [status(key) for key in (all_spaces, KEY, one_space, "wrong")]

    service.close()
    assert found == [200, 200, 403, 401]


def test_chats_are_counted() -> None:
    """What memory did, what the upstream answered, and what became of the reply."""
    with (
        ScriptedUpstream(completed("Noted.")).serving() as upstream,
        serving(upstream=upstream.address) as (address, service),
    ):
        ask(address, CHAT, chat("Hello?"))
        eventually(lambda: len(stored(service)), 2)
        page = values(ask(address, "/metrics").body.decode())

    assert page['remembrancer_proxy_chats_total{memory="empty"}'] == 1
    assert page['remembrancer_proxy_answers_total{status="200"}'] == 1
    assert page["remembrancer_proxy_memory_seconds_count"] == 1
    assert page["remembrancer_proxy_under_way"] == 0
