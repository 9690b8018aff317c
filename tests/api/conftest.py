"""A service in memory behind its web application."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.profiles.cast import Cast, told
from tests.api.recall_caller import Caller, calling
from tests.archivists.scripted import Scripted

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


@pytest.fixture
def service() -> Iterator[Service]:
    """A service whose clock stands still and whose threads do not run."""
    made = Service(Settings(store=":memory:"), KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
    yield made
    made.close()


@pytest.fixture
def client(service: Service) -> TestClient:
    """A caller on this machine; `ada` is a space."""
    caller = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    assert caller.post("/v1/spaces", json={"name": "ada"}).status_code == 201
    return caller


@pytest.fixture
def cast() -> Iterator[Cast]:
    """Characters in memory, without a model."""
    made = Cast().make()
    yield made
    made.close()


@pytest.fixture
def written() -> Iterator[Cast]:
    """The same with a model."""
    made = Cast(model=Scripted(told)).make()
    yield made
    made.close()


@pytest.fixture
def caller() -> Iterator[Caller]:
    """A caller without a model and without an embedder."""
    with calling() as found:
        yield found
