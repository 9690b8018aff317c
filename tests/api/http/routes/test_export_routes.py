"""A space is fetched as lines that make the same space elsewhere."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from api.http.routes import transfer_routes
from api.wiring import Service
from graph.store.backends import open_store
from graph.transfer.lines import export_space, import_space
from tests.contract.ops import whole


@pytest.mark.parametrize("count", [1, 3, 100])
def test_fetched_space_is_the_same_elsewhere(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """The lines are those of an export, whatever pieces they come in."""
    monkeypatch.setattr(transfer_routes, "PART_LINES", count)
    client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Işık İzmir'de.\u2028"}]})

    answer = client.get("/v1/spaces/ada/export")

    lines = [line.decode() for line in answer.content.splitlines(keepends=True)]
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''ada.jsonl"
    assert lines == list(export_space(service.knowledge.store, "ada"))
    other = open_store(":memory:")
    import_space(other, lines)
    assert whole(other, "ada") == whole(service.knowledge.store, "ada")
    other.close()


def test_unknown_space_is_not_found(client: TestClient) -> None:
    """The answer is a problem, not a broken file."""
    answer = client.get("/v1/spaces/nobody/export")

    assert (answer.status_code, answer.json()["type"]) == (404, "urn:remembrancer:not-found")
