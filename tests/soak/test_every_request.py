"""Every operation of the OpenAPI document, asked rightly and wrongly thousands of times: nothing breaks the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store

REQUESTS = 20_000

IDS = ("m00000001", "e00000003", "key-info", "h00000004")
"""Ids that a space has after its first message, or may have."""

OURS = {"space": "ada", "name": "Ada", "model:path": "gpt-5"}
"""What stands in a path besides ids."""

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]


@pytest.fixture
def app() -> Iterator[FastAPI]:
    """An application of its own."""
    service = Service(Settings(store=":memory:"), KnowledgeGraph(open_store(":memory:")))
    yield create_app(service)
    service.close()


def test_no_request_breaks_the_service(app: FastAPI) -> None:
    """Whatever is sent to whatever route, the answer is one that the document tells of, and never a 500."""
    document = app.openapi()
    schema = schemathesis.openapi.from_dict(document)
    operations = [(path, method) for path, found in document["paths"].items() for method in found]
    asked: Counter[int] = Counter()
    broken: dict[str, str] = {}

    for path, method in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            # Routes with few ways to be asked need fewer, so the others get some more.
            examples = REQUESTS // len(operations) * 3 // 4
            try:
                _ask(app, schema[path][method], mode, asked, examples=examples)
            except Unsatisfiable:
                continue  # Nothing is wrong to ask of a route without parameters.
            except Exception as error:  # noqa: BLE001 - All of them are told at once.
                broken[f"{method} {path} {mode.value}"] = f"{type(error).__name__}: {error}"[:2000]
    print(f"{asked.total():,} requests to {len(operations)} operations: {dict(sorted(asked.items()))}")  # noqa: T201

    assert broken == {}
    assert asked.total() >= REQUESTS


def _ask(app: FastAPI, operation: Any, mode: GenerationMode, asked: Counter[int], *, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy(mode), is_ours=st.booleans(), id=st.sampled_from(IDS))
    def send(case: schemathesis.Case, is_ours: bool, id: str) -> None:
        if is_ours and case.path_parameters:
            case.path_parameters.update({name: OURS.get(name, id) for name in case.path_parameters})
            _remember(app)

        response = case.call(base_url="http://127.0.0.1", app=app)
        asked[response.status_code] += 1

        assert response.status_code < 500 or response.status_code == 503
        case.validate_response(response, checks=[status_code_conformance, response_schema_conformance])

    send()


def _remember(app: FastAPI) -> None:
    """The space is there, and has a message: it may have been deleted just now."""
    body = {"messages": [{"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir.", "id": "1"}]}
    TestClient(app, base_url="http://127.0.0.1").post("/v1/spaces/ada/messages?create=true", json=body)
