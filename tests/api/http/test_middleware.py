"""Nobody comes in without a key, no body is larger than the limit, and every error is a problem."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

from api.access_keys import AccessKeys
from api.http.middleware import Middleware, RequestIds
from api.logs import configure_logs, request_id
from api.metrics import Metrics
from api.settings import Settings
from api.wiring import utc_now
from graph.store.backends import open_store
from tests.api.captured import capture_logs

KEY = "a-key-of-sixteen-letters"
LIMIT = 2048
JSON = {"Content-Type": "application/json"}


def app_of(**settings: object) -> FastAPI:
    """An app of two routes behind the entrance."""
    app = FastAPI()
    known = Settings(**{"body_bytes_max": LIMIT} | settings)  # type: ignore[arg-type]
    keys = AccessKeys(open_store(":memory:"), now=utc_now)
    app.add_middleware(Middleware, settings=known, keys=keys, metrics=Metrics())
    app.add_middleware(RequestIds)

    @app.post("/echo")
    async def echo(request: Request) -> int:
        return len(await request.body())

    @app.get("/health")
    async def health() -> str:
        return "ok"

    @app.get("/broken")
    async def broken() -> None:
        raise ZeroDivisionError("a secret of the service")

    return app


def client_of(**settings: object) -> TestClient:
    """A caller on this machine."""
    return TestClient(app_of(**settings), base_url="http://127.0.0.1:8765")


@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        (f"Bearer {KEY}", 200),
        (f"bearer {KEY}", 200),
        (f"Bearer {KEY}2", 200),
        (f"Bearer {KEY}3", 401),
        (f"Bearer {KEY[:-1]}", 401),
        ("Bearer ", 401),
        (f"Basic {KEY}", 401),
        (KEY, 401),
        ("Bearer ığüş", 401),
    ],
)
def test_keys_open_the_door(authorization: str, status: int) -> None:
    """Each of the keys is taken, and nothing else."""
    client = client_of(api_keys=(KEY, KEY + "2"))

    answer = client.post("/echo", content="{}", headers=JSON | {"Authorization": authorization.encode()})  # type: ignore[dict-item]

    assert answer.status_code == status
    assert KEY not in answer.text


def test_without_a_key_only_health_answers() -> None:
    """A monitor needs no key; the answer to anything else says what is wanted."""
    client = client_of(api_keys=(KEY,))

    assert client.get("/health").status_code == 200
    answer = client.post("/echo", content="{}", headers=JSON)

    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "Authorization is nothing, expected 'Bearer' and a key" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200),
        ("LOCALHOST:8765", 200),
        ("[::1]:80", 200),
        ("[::1]", 200),
        ("evil.example", 421),
        ("", 421),
    ],
)
def test_other_names_of_this_machine_are_refused_without_keys(host: str, status: int) -> None:
    """A web page whose name was pointed at 127.0.0.1 does not get in."""
    assert client_of().get("/health", headers={"Host": host}).status_code == status


def test_with_keys_any_name_is_taken() -> None:
    """Behind a proxy the service has the proxy's name; its keys guard it."""
    client = client_of(api_keys=(KEY,))

    assert client.get("/health", headers={"Host": "memory.example.org"}).status_code == 200


@pytest.mark.parametrize(("size", "status"), [(LIMIT - 1, 200), (LIMIT, 200), (LIMIT + 1, 413), (LIMIT * 40, 413)])
@pytest.mark.parametrize("is_told", [True, False])
def test_bodies_end_at_the_limit(size: int, status: int, is_told: bool) -> None:
    """A body of exactly the limit is taken, whether or not its length is told first."""
    content = b"1" * size
    chunks = (content[at : at + 500] for at in range(0, size, 500))

    answer = client_of().post("/echo", content=content if is_told else chunks, headers=JSON)

    assert answer.status_code == status
    if status == 413:
        assert f"expected at most {LIMIT}" in answer.json()["detail"]
    else:
        assert answer.json() == size


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "application/json"}, 200),
        ({"Content-Type": "application/json; charset=utf-8"}, 200),
        ({"Content-Type": "application/merge+json"}, 200),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({}, 415),
    ],
)
def test_bodies_are_json(headers: dict[str, str], status: int) -> None:
    """Any other type is refused, so that no form of a web page is ever a request."""
    answer = client_of().post("/echo", content=b"{}", headers=headers)

    assert answer.status_code == status


def test_no_body_needs_no_type() -> None:
    """A request that sends nothing is let through."""
    assert client_of().post("/echo").json() == 0


def test_unforeseen_errors_are_logged_and_told_without_their_cause() -> None:
    """The caller learns that it was not its fault; the log knows why, the client's connection stays."""
    with capture_logs() as logs:
        answer = client_of().get("/broken")

    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "secret" not in answer.text
    assert [(line["event"], line.get("status")) for line in logs] == [("request failed", None), ("request", 500)]


def test_requests_are_logged_without_their_content() -> None:
    """A line has method, path, status and time; neither body, question nor key."""
    client = client_of(api_keys=(KEY,))

    with capture_logs() as logs:
        client.post("/echo?chat=hush", content='"hush"', headers=JSON | {"Authorization": f"Bearer {KEY}"})

    (line,) = logs
    assert (line["method"], line["path"], line["status"]) == ("POST", "/echo", 200)
    assert "hush" not in str(line)
    assert KEY not in str(line)


def test_each_request_has_an_id_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """All that is logged while it is answered has it, and nothing after it."""
    configure_logs(level="info", style="json")
    client = client_of()

    for path in ("/broken", "/echo", "/echo"):
        client.request("POST" if path == "/echo" else "GET", path)

    lines = map(json.loads, capsys.readouterr().err.splitlines())
    ids = [line["request_id"] for line in lines if "path" in line]  # Others are the client's.
    assert (len(ids), len(set(ids)), ids[0]) == (4, 3, ids[1])
    assert request_id.get() == ""


@contextmanager
def served(app: FastAPI) -> Iterator[int]:
    """The app behind a real socket; its port."""
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none"))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def test_client_that_is_still_writing_gets_the_answer() -> None:
    """A body of 10 MB is answered with 413, not with a connection that breaks."""
    with served(app_of(body_bytes_max=4_194_304)) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("POST", "/echo", body=b"1" * 10_000_000, headers=JSON)
        answer = connection.getresponse()

        assert answer.status == 413
        assert json.loads(answer.read())["title"] == "Content Too Large"
        connection.close()
