"""Chats compressed over HTTP: one job for one order, watched, fetched, cancelled, and counted in its space."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from fastapi.testclient import TestClient

import api.transcript_jobs
from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Failure
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.call_outcome import CallOutcome
from tests.api.conftest import NOW
from tests.archivists.transcripts.making import Witness, chat_of, export_of, talk

SIZES = {"chunk_tokens": 100, "tail_tokens": 300, "live_tokens": 300}
EXPORT = export_of(chat_of(talk(0, 40)))


class Gate(Witness):
    """A model that answers as long as its gate is open."""

    def __init__(self, name: str, gate: Event) -> None:
        super().__init__(name)
        self.gate = gate
        self.refuses_at: int | None = None

    def complete(self, request):
        """An answer, once the gate is open."""
        self.gate.wait(10)
        if len(self.asked) == self.refuses_at:
            self.refuses_at = None
            return Failure(outcome=CallOutcome.REFUSED, detail="no money left", is_worth_repeating=False)
        return super().complete(request)


@pytest.fixture
def gate() -> Event:
    """Open, until a test closes it."""
    gate = Event()
    gate.set()
    return gate


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch, gate: Event) -> dict[str, Witness]:
    """The models that are opened, by name."""
    made: dict[str, Witness] = {}
    monkeypatch.setattr(api.transcript_jobs, "has_provider", lambda name: True)
    monkeypatch.setattr(api.transcript_jobs, "LiteLLMModel", lambda name: made.setdefault(name, Gate(name, gate)))
    return made


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service whose store is a file."""
    made = _service(tmp_path)
    yield made
    made.close()


def _service(folder: Path) -> Service:
    return Service(
        Settings(store=str(folder / "m.db")), KnowledgeGraph(open_store(str(folder / "m.db"))), now=lambda: NOW
    )


def send(client: TestClient, text: str = EXPORT, space: str = "ada", **query: object):
    """The answer to an order."""
    headers = {"Content-Type": "application/json"}
    return client.post(f"/v1/spaces/{space}/transcripts", content=text, params={**SIZES, **query}, headers=headers)


def ended(client: TestClient, id: str) -> dict[str, object]:
    """A job that is over."""
    for _ in range(500):
        found = client.get(f"/v1/spaces/ada/jobs/{id}").json()
        if found["state"] not in ("waiting", "running"):
            return found
        sleep(0.01)
    raise AssertionError(found)


def test_a_job(client: TestClient, models: dict[str, Witness]) -> None:
    """It is done once however often it is sent; its calls are in the ledger of the space; its result is the export."""
    # ACCEPTANCE 4.9
    sent = send(client, manager="small")
    done = ended(client, sent.json()["id"])
    again = send(client, manager="small")
    result = client.get(f"/v1/spaces/ada/jobs/{done['id']}/result")

    assert sent.status_code == 202 and sent.json()["total"] == 6
    assert done | {"id": ""} == {
        "id": "",
        "kind": "transcript",
        "state": "done",
        "total": 6,
        "done": 6,
        "taken": {
            "calls": 24,
            "tokens_in": 2400,
            "tokens_cached": 960,
            "tokens_out": 240,
            "cost": pytest.approx(0.24),
        },
        "notes": [],
        "error": None,
    }
    assert again.json() == done and {name: len(model.asked) for name, model in models.items()} == {
        "claude-test": 18,
        "small": 6,
    }
    assert result.headers["content-type"] == "application/json" and "69.224" in result.text
    assert len(result.json()["data"]["chats"][0]["messages"]) == 1 + 6 * 6 + 1 + 16
    cost = client.get("/v1/spaces/ada/cost").json()
    assert {(line["purpose"], line["calls"]) for line in cost["lines"]} == {
        *(("quote", 6), ("perspective", 6), ("summary", 6), ("refine", 6)),
    }
    assert cost["hour"]["calls"] == 24


def test_nobody_else_sees_a_job(client: TestClient, models: dict[str, Witness]) -> None:
    """A job belongs to its space."""
    id = send(client).json()["id"]
    client.post("/v1/spaces", json={"name": "nil"})

    assert client.get(f"/v1/spaces/nil/jobs/{id}").status_code == 404
    assert client.get("/v1/spaces/nobody/jobs/x").status_code == 404
    assert send(client, space="nobody").status_code == 404
    assert ended(client, id)["state"] == "done"


def test_cancel(client: TestClient, models: dict[str, Witness], gate: Event) -> None:
    """A job that is cancelled asks nobody any more, and is gone with what was sent."""
    gate.clear()
    id = send(client).json()["id"]
    early = client.get(f"/v1/spaces/ada/jobs/{id}/result")

    dropped = client.delete(f"/v1/spaces/ada/jobs/{id}")
    gate.set()
    sleep(0.1)

    assert early.status_code == 409 and dropped.status_code == 204
    assert client.get(f"/v1/spaces/ada/jobs/{id}").status_code == 404
    assert sum(len(model.asked) for model in models.values()) <= 1


def test_a_failed_job_goes_on_when_it_is_sent_again(
    client: TestClient, models: dict[str, Witness], gate: Event
) -> None:
    """What was answered before is not paid for again."""
    # ACCEPTANCE 4.18
    gate.clear()
    id = send(client).json()["id"]
    while not models:
        sleep(0.01)
    models["claude-test"].refuses_at = 7
    gate.set()
    failed = ended(client, id)

    again = send(client)

    assert failed["state"] == "failed" and "refuses the request, after 1 of 3 tries: no money left" in failed["error"]
    assert again.json()["id"] == id and ended(client, id)["state"] == "done"
    assert len(models["claude-test"].asked) == 24


def test_a_restarted_service_knows_its_jobs(tmp_path: Path, service: Service, models: dict[str, Witness]) -> None:
    """Results outlive the process, and a job that was under way is sent again."""
    client = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    client.post("/v1/spaces", json={"name": "ada"})
    id = send(client).json()["id"]
    ended(client, id)
    (result,) = tmp_path.rglob("result.json")
    service.close()

    restarted = _service(tmp_path)
    fresh = TestClient(create_app(restarted), base_url="http://127.0.0.1:8765")
    kept = fresh.get(f"/v1/spaces/ada/jobs/{id}/result")
    result.unlink()
    lost = fresh.get(f"/v1/spaces/ada/jobs/{id}").json()
    again = send(fresh)

    assert kept.status_code == 200 and lost["state"] == "stopped" and again.json()["state"] in ("waiting", "running")
    assert ended(fresh, id)["taken"]["calls"] == 24
    assert len(models["claude-test"].asked) == 24, "all of it was in the ledger"
    restarted.close()


@pytest.mark.parametrize(
    ("text", "query", "status", "told"),
    [
        ("{", {}, 422, "line 1 column 2"),
        ("[]x", {}, 422, "found x"),
        (EXPORT, {"chat": "Nobody"}, 422, "there is no chat Nobody"),
        (export_of(chat_of(talk(0, 40), model=None)), {}, 422, "name a model for the agent"),
        (EXPORT, {"live_tokens": 0}, 422, "live_tokens"),
        (EXPORT, {"agnet": "x"}, 422, "agnet"),
    ],
    ids=["broken", "trailing", "chat", "model", "range", "option"],
)
def test_refusals(
    client: TestClient, models: dict[str, Witness], text: str, query: dict[str, object], status: int, told: str
) -> None:
    """What cannot be compressed is refused at once, with the place."""
    # ACCEPTANCE 4.1
    answer = send(client, text, **query)

    assert answer.status_code == status and told in answer.json()["detail"]
    assert not any(model.asked for model in models.values())
