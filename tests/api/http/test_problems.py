"""Every error is a problem that names the thing, what was found and what was expected."""

import asyncio
import json
import sys

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from api.http.problems import answer_error
from api.wiring import Service
from graph.errors import (
    BadAnswer,
    BadInput,
    Conflict,
    EmbedderError,
    IdReused,
    MissingExtra,
    ModelError,
    NotFound,
    RemembrancerError,
    StoreBusy,
    StoreError,
    StoreLocked,
    StoreUnavailable,
    TooLarge,
)

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (BadInput("x"), 422, "bad-input"),
        (TooLarge("x"), 413, "too-large"),
        (NotFound("x"), 404, "not-found"),
        (Conflict("x"), 409, "conflict"),
        (IdReused("x"), 409, "id-reused"),
        (StoreError("/home/ada/memory.db"), 503, "store-error"),
        (StoreLocked("/home/ada/memory.db"), 503, "store-locked"),
        (StoreUnavailable("bolt://ada.example.org does not answer"), 503, "store-unavailable"),
        (StoreBusy("bolt://ada.example.org is busy"), 503, "store-busy"),
        (EmbedderError("/home/ada/model"), 503, "embedder-error"),
        (BadAnswer("small answered twice"), 503, "bad-answer"),
        (MissingExtra("x"), 503, "missing-extra"),
        (RemembrancerError("/home/ada"), 500, "remembrancer-error"),
    ],
)
def test_each_error_has_its_status(error: RemembrancerError, status: int, kind: str) -> None:
    """Our errors keep their names over HTTP; what is inside the server is not told."""
    answer = asyncio.run(answer_error(Request({"type": "http"}), error))

    told = json.loads(bytes(answer.body))
    assert (answer.status_code, told["status"], told["type"]) == (status, status, f"urn:remembrancer:{kind}")
    wait = "5" if type(error) is StoreUnavailable else "30" if isinstance(error, ModelError) else "1"
    assert answer.headers.get("retry-after") == (wait if status == 503 else None)
    assert "ada" not in told["detail"]


@pytest.mark.parametrize(
    ("body", "where", "found", "expected"),
    [
        ({"messages": [{"role": "robot", "content": "Hi."}]}, "messages[0].role", '"robot"', "'user'"),
        ({"messages": [{"content": "Hi."}]}, "messages[0].role", "nothing", "a value"),
        ({"messages": "Hi."}, "messages", '"Hi."', "a list"),
        ({"messages": {"role": "user"}}, "messages", "an object", "a list"),
        ({"messages": []}, "messages", "a list of 0", "at least 1 item"),
        ({"messages": [5]}, "messages[0]", "5", "an object"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content", "5", "text, a list of parts"),
        ({"messages": [{"role": "user", "id": "a\0"}]}, "messages[0].id", '"a\\u0000"', "without NUL"),
        ({"messages": [{"role": "user", "id": "\ud800"}]}, "messages[0].id", '"\\ud800"', "half surrogate"),
        ({"messages": [{"role": "user"}], "colour": 1}, "colour", "1", "no field"),
        ({"messages": [{"role": "user", "content": "a", "sent_at": "x" * 99}]}, "messages[0].sent_at", "(99 c", "ISO"),
        ([], "the body", "a list of 0", "an object"),
        ("Hi.", "the body", '"Hi."', "an object"),
        (None, "the body", "null", "an object"),
    ],
)
def test_bad_body_is_named(client: TestClient, body: object, where: str, found: str, expected: str) -> None:
    """Each mistake has its place in the body."""
    answer = client.post("/v1/spaces/ada/messages", content=json.dumps(body), headers=JSON)

    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    told = answer.json()["errors"][0]
    assert told["where"] == where
    assert found in told["found"]
    assert expected in told["expected"]
    assert answer.json()["detail"].startswith(f"{where} is {told['found']}, expected ")


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"",
        b"not json",
        b"\xff\xfe{}",
        b'{"messages": [{"role": "user", "content": "\xff"}]}',
        b"[" * 100_000,
        b'{"messages":' * 50_000,
        b'{"visible": ' + b"9" * 5000 + b"}",
        b'{"query": "x", "visible": ' + b"9" * 4000 + b"}",
        b'{"query": "x", "budget_tokens": NaN}',
        b'{"query": "x", "budget_tokens": 1e999}',
        b'{"query": "x", "budget_tokens": -Infinity}',
        b'{"messages": [{"role": "user", "content": "a", "world_time": 1e999}]}',
        b'{"messages": [{"role": "user", "content": "a", "tool_calls": ' + b"[" * 500 + b"]" * 500 + b"}, 5]}",
        b'{"\\ud800": 1}',
        b'"\\ud800"',
    ],
)
def test_body_that_no_one_can_read_is_refused(client: TestClient, content: bytes) -> None:
    """Broken JSON and numbers without an end are the caller's mistake, never the service's."""
    answer = client.post("/v1/spaces/ada/turns", content=content, headers=JSON)

    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]


def test_half_a_body_tells_where_it_breaks_off(client: TestClient) -> None:
    """In one sentence, whatever the parser's own words end with."""
    answer = client.post("/v1/spaces/ada/turns", content=b'{"messages": [{"role": "us', headers=JSON)

    assert answer.status_code == 400
    assert answer.json()["detail"] == "the body is not JSON: Unterminated string starting at character 23"


def test_many_mistakes_are_counted(client: TestClient) -> None:
    """The first twenty are named."""
    answer = client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "robot"}] * 30})

    assert len(answer.json()["errors"]) == 20
    assert answer.json()["detail"].endswith("(and 29 more)")


def test_first_unknown_route_loads_nothing(client: TestClient) -> None:
    """It is refused as fast as any other: what it needs was made when the service started."""
    client.get("/health")
    loaded = {*sys.modules}

    assert client.get("/v1/nothing").status_code == 404
    assert {*sys.modules} == loaded


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/", 404, "there is no route /"),
        ("GET", "/v1/space", 404, "there is no route /v1/space"),
        ("GET", "/v1/spaces/", 404, "there is no route /v1/spaces/"),
        ("DELETE", "/v1/spaces", 405, "expected "),
        ("PUT", "/v1/spaces/ada", 405, "PUT is not allowed at /v1/spaces/ada, expected GET, PATCH, DELETE"),
    ],
)
def test_unknown_routes_and_methods(client: TestClient, method: str, path: str, status: int, detail: str) -> None:
    """What the framework refuses is a problem like any other."""
    answer = client.request(method, path)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert detail in answer.json()["detail"]


def test_long_names_are_shortened(client: TestClient) -> None:
    """An unknown field of half a megabyte is not sent back."""
    answer = client.post("/v1/spaces", json={"name": "b", "x" * 500_000: 1})

    assert (answer.status_code, len(answer.text) < 1_000) == (422, True)
    assert answer.json()["errors"][0]["where"] == "x" * 80 + "…"


def test_store_that_fails_is_told_to_wait_for(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store cannot do its work the service is alive and not ready."""

    def fails() -> None:
        raise StoreError("disk /dev/sda1 is full")

    monkeypatch.setattr(service.knowledge.store, "check", fails)

    assert client.get("/health").status_code == 200
    answer = client.get("/ready")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "sda1" not in answer.text
