"""Spaces, conversations, messages and whatever else is named are deleted over HTTP."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.conftest import NOW

LINES = [
    {"role": "user", "name": "Nil", "content": "Zanzibar is where my aunt Quilla lives.", "id": "one"},
    {"role": "assistant", "content": "That sounds lovely."},
    {"role": "user", "name": "Nil", "content": "I like tea."},
]


def said(client: TestClient) -> list[str]:
    """Three messages are stored; their ids."""
    answer = client.post("/v1/spaces/ada/turns", json={"messages": LINES, "chat": "x"})
    assert answer.status_code == 200
    return sorted(each["id"] for each in client.get("/v1/spaces/ada/messages", params={"chat": "x"}).json()["items"])


def test_message_is_deleted(client: TestClient) -> None:
    """It is in no list, in no block and in no export; a second time it is not found."""
    first, *rest = said(client)

    would = client.delete(f"/v1/spaces/ada/messages/{first}", params={"dry_run": True}).json()
    answer = client.delete(f"/v1/spaces/ada/messages/{first}")

    assert (answer.status_code, answer.json()["counts"]["Message"], answer.json()["asked"]) == (200, 1, "messages")
    assert (would["id"], would["done_at"], would["counts"]["Message"]) == ("", None, 1)
    left = client.get("/v1/spaces/ada/messages", params={"chat": "x"}).json()["items"]
    assert sorted(each["id"] for each in left) == rest
    assert "Zanzibar" not in client.get("/v1/spaces/ada/export").text
    assert client.delete(f"/v1/spaces/ada/messages/{first}").status_code == 404
    assert [each["id"] for each in client.get("/v1/spaces/ada/receipts").json()["receipts"]] == [answer.json()["id"]]
    assert client.get("/v1/spaces/ada").json()["message_count"] == 2


def test_conversation_is_deleted(client: TestClient) -> None:
    """It goes with all of its messages."""
    first, *_ = said(client)
    conversation = client.get(f"/v1/spaces/ada/items/{first}").json()["item"]["conversation"]

    answer = client.delete(f"/v1/spaces/ada/conversations/{conversation}")

    assert answer.json()["counts"] == {"Block": 1, "Conversation": 1, "Entity": 1, "Message": 3} or (
        answer.json()["counts"] == {"Conversation": 1, "Entity": 1, "Message": 3}
    )
    assert client.get("/v1/spaces/ada/items").json()["items"] == []


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ({"person": "Nil"}, 2),
        ({"chat": "x"}, 3),
        ({"since": "2026-01-01T00:00:00Z"}, 3),
        ({"messages": ["m00000002", "m00000003"]}, 2),
    ],
)
def test_what_is_named_is_forgotten(client: TestClient, body: dict[str, object], count: int) -> None:
    """A person, a chat, a span of time or several messages; a dry run first says the same."""
    said(client)

    would = client.post("/v1/spaces/ada/forget", json=body | {"dry_run": True}).json()
    answer = client.post("/v1/spaces/ada/forget", json=body).json()

    assert (would["counts"]["Message"], answer["counts"]["Message"]) == (count, count)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"person": "Nil", "chat": "x"}, 422),
        ({"person": "Nobody"}, 404),
        ({"conversation": "c9"}, 404),
        ({"since": "2026-01-01"}, 422),
        ({"whom": "Nil"}, 422),
    ],
)
def test_what_is_not_named_is_refused(client: TestClient, body: dict[str, object], status: int) -> None:
    """One kind of thing that is there, or nothing is deleted."""
    said(client)

    assert client.post("/v1/spaces/ada/forget", json=body).status_code == status
    assert client.get("/v1/spaces/ada").json()["message_count"] == 3


def test_a_space_that_does_not_exist_is_not_deleted(client: TestClient) -> None:
    """Whoever deletes it is not told to create it."""
    for params in ({}, {"dry_run": True}):
        answer = client.delete("/v1/spaces/eve", params=params)

        assert answer.status_code == 404
        assert answer.json()["detail"] == "space 'eve' does not exist; there is nothing to delete"


def test_space_is_deleted(client: TestClient) -> None:
    """It is in no list, and its name is free."""
    said(client)

    would = client.delete("/v1/spaces/ada", params={"dry_run": True})
    assert would.json()["counts"]["Message"] == 3
    assert client.get("/v1/spaces/ada").json()["message_count"] == 3
    answer = client.delete("/v1/spaces/ada")

    assert (answer.status_code, answer.json()["asked"], answer.json()["counts"]) == (
        200,
        "space",
        would.json()["counts"],
    )
    assert client.get("/v1/spaces").json()["spaces"] == []
    for path in ("/v1/spaces/ada", "/v1/spaces/ada/items", "/v1/spaces/ada/export", "/v1/spaces/ada/receipts"):
        assert client.get(path).status_code == 404
    assert client.post("/v1/spaces/ada/turns", json={"query": "tea?", "record": False}).status_code == 404
    assert client.delete("/v1/spaces/ada").status_code == 404
    assert client.post("/v1/spaces", json={"name": "ada"}).status_code == 201
    assert said(client)[0] == "m00000001"


def test_request_sent_again_stores_nothing_anew(client: TestClient) -> None:
    """A retry under its Idempotency-Key does not bring back what was deleted, and its first answer is not kept."""
    headers = {"Idempotency-Key": "k"}
    body = {"messages": LINES, "chat": "x"}
    client.post("/v1/spaces/ada/messages", json=body, headers=headers)
    client.delete("/v1/spaces/ada/messages/m00000002")

    again = client.post("/v1/spaces/ada/messages", json=body, headers=headers)

    assert again.status_code == 200
    assert client.get("/v1/spaces/ada").json()["message_count"] == 2


@pytest.mark.parametrize("what", ["space", "chat", "prune"])
def test_files_of_jobs_go_too(what: str, tmp_path: Path) -> None:
    """The folder of a space's jobs, beside the store, goes with what is deleted in it; by age, old jobs do."""
    settings = Settings(store=str(tmp_path / "memory.db"))
    service = Service(settings, KnowledgeGraph(open_store(settings.store)), now=lambda: NOW)
    client = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    client.post("/v1/spaces", json={"name": "ada"})
    client.post("/v1/spaces", json={"name": "nil"})
    folders = [service.files.jobs.folder_of(name) for name in ("ada", "nil")]
    for folder in folders:
        (folder / "import-1").mkdir(parents=True)
        (folder / "import-1" / "upload").write_text("Zanzibar")
        os.utime(folder / "import-1", times=(0, 0))
        (folder / "import-2").mkdir()

    match what:
        case "space":
            client.delete("/v1/spaces/ada")
        case "chat":
            client.post(
                "/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Ahoy."}], "chat": "boat"}
            )
            client.post("/v1/spaces/ada/forget", json={"chat": "boat"})
        case _:
            service.prune("ada")

    left = [sorted(path.name for path in folder.glob("*")) for folder in folders]
    assert left == [["import-2"] if what == "prune" else [], ["import-1", "import-2"]]
    service.close()
