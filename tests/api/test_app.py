"""The application as a whole: its OpenAPI page holds, no request breaks it, and threads do not lose messages."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store

EXAMPLES = 10
THREADS = 16
LINES = 8


@pytest.fixture(scope="module")
def app() -> Any:
    """An application whose store lasts through all examples."""
    service = Service(Settings(store=":memory:"), KnowledgeGraph(open_store(":memory:")))
    service.knowledge.create_space("ada", now=service.now())
    yield create_app(service)
    service.close()


OTHER_TYPES = {
    "/export": ["application/x-ndjson", "application/graphml+xml"],
    "/typingmind/context": ["text/markdown"],
    "/metrics": ["text/plain"],
}
"""What routes answer that do not answer with JSON, by the end of their path."""

BROKEN = [
    ("post", "/v1/spaces"),
    ("post", "/v1/spaces/{space}/turns"),
    ("post", "/v1/spaces/{space}/messages"),
    ("get", "/v1/spaces/{space}/messages"),
    ("get", "/v1/spaces/{space}/items"),
    ("get", "/typingmind/context"),
    ("post", "/typingmind/context"),
]
"""Routes that can be asked wrongly: any text is a path."""

SOUND = [
    *BROKEN,
    ("get", "/v1/spaces/{space}"),
    ("get", "/v1/spaces/{space}/export"),
    ("get", "/v1/spaces/{space}/blocks/{id}"),
    ("get", "/v1/spaces/{space}/items/{id}"),
    ("get", "/v1/spaces/{space}/search"),
    ("post", "/v1/spaces/{space}/facts"),
    ("patch", "/v1/spaces/{space}/facts/{id}"),
    ("patch", "/v1/spaces/{space}/entities/{id}"),
    ("post", "/v1/spaces/{space}/entities/{id}/split"),
    ("post", "/v1/spaces/{space}/key-info/pin"),
    ("post", "/v1/spaces/{space}/rounds"),
]


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [
        *((*route, GenerationMode.POSITIVE) for route in SOUND),
        *((*route, GenerationMode.NEGATIVE) for route in BROKEN),
    ],
)
def test_no_request_breaks_the_service(app: FastAPI, method: str, path: str, mode: GenerationMode) -> None:
    """Whatever is sent, right or wrong, the answer is one that the OpenAPI page tells of, and never a 500."""
    operation = schemathesis.openapi.from_dict(app.openapi())[path][method]
    ours = {"space": "ada"} if "{space}" in path else {}

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy(mode), is_ours=st.booleans())
    def send(case: schemathesis.Case, is_ours: bool) -> None:
        if is_ours:
            case.path_parameters.update(ours)

        response = case.call(base_url="http://127.0.0.1", app=app)

        assert response.status_code < 500
        case.validate_response(response, checks=[status_code_conformance, response_schema_conformance])

    send()


def test_openapi_tells_everything(app: FastAPI) -> None:
    """Every route has a description, every field of a request has one too, and errors are problems."""
    page = app.openapi()

    for path, methods in page["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], f"{method} {path}"
            for status, response in operation["responses"].items():
                ends = [end for end in OTHER_TYPES if path.endswith(end)]
                sound = OTHER_TYPES[ends[0]] if ends else ["application/json"]
                wanted = ["application/problem+json"] if int(status) >= 400 else sound
                assert list(response.get("content", wanted)) == wanted, f"{method} {path} {status}"
    assert page["components"]["schemas"]["TurnBody"]["examples"]
    assert "HTTPValidationError" not in page["components"]["schemas"]


def test_sixteen_threads_lose_nothing(app: FastAPI) -> None:
    """Threads that append to one space and read blocks meanwhile get no error, and each message is there once."""
    client = TestClient(app, base_url="http://127.0.0.1")
    client.post("/v1/spaces", json={"name": "crowd"})

    def talk(thread: int) -> list[int]:
        statuses = []
        for number in range(LINES):
            message = {"role": "user", "content": f"Line {number} of {thread}.", "id": f"{thread}-{number}"}
            path = "turns" if number % 4 == 0 else "messages"
            statuses.append(client.post(f"/v1/spaces/crowd/{path}", json={"messages": [message]}).status_code)
        return statuses

    with ThreadPoolExecutor(THREADS) as pool:
        statuses = {status for each in pool.map(talk, range(THREADS)) for status in each}

    assert statuses == {200}
    assert client.get("/v1/spaces/crowd").json()["message_count"] == THREADS * LINES
    found: list[str] = []
    cursor = None
    while True:
        page = client.get("/v1/spaces/crowd/messages", params={"limit": 200} | ({"cursor": cursor} if cursor else {}))
        found += [each["item"]["body"] for each in page.json()["items"]]
        cursor = page.json()["next_cursor"]
        if cursor is None:
            break
    assert sorted(found) == sorted(f"Line {n} of {thread}." for n in range(LINES) for thread in range(THREADS))
