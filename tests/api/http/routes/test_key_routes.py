"""Keys are made, used and revoked over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access_keys import KeyScope
from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.errors import StoreUnavailable
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.conftest import NOW

OWNER = "the-owner-of-the-service"
ASKED = {"name": "notes", "scope": "write", "spaces": ["ada"], "ends_at": "2027-01-01T00:00:00Z"}


@pytest.fixture
def owner() -> TestClient:
    """Who has the key of the settings."""
    settings = Settings(store=":memory:", api_keys=(OWNER,))  # type: ignore[arg-type]
    service = Service(settings, KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
    client = TestClient(create_app(service), headers={"Authorization": f"Bearer {OWNER}"})
    client.post("/v1/spaces", json={"name": "ada"})
    return client


def test_key_is_made_used_and_revoked(owner: TestClient) -> None:
    """It is shown once, opens its space until it is revoked, and its last use is noted."""
    made = owner.post("/v1/keys", json=ASKED)
    text = made.json()["key"]
    headers = {"Authorization": f"Bearer {text}"}
    listed = made.json() | {"key": None}

    assert (made.status_code, listed["scope"], listed["spaces"]) == (201, KeyScope.WRITE, ["ada"])
    assert owner.get("/v1/keys").json() == {"keys": [listed], "next_cursor": None}
    assert owner.get("/v1/spaces/ada", headers=headers).status_code == 200
    assert owner.get("/v1/keys").json()["keys"] == [listed | {"used_at": "2026-03-01T18:30:00Z"}]
    assert text not in owner.get("/v1/keys").text

    assert owner.delete(f"/v1/keys/{listed['id']}").json()["name"] == "notes"

    assert owner.get("/v1/spaces/ada", headers=headers).status_code == 401
    assert owner.delete(f"/v1/keys/{listed['id']}").status_code == 404
    assert owner.get("/v1/keys").json()["keys"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"scope": "root"},
        {"spaces": []},
        {"spaces": ["/keys"]},
        {"spaces": "ada"},
        {"name": ""},
        {"ends_at": "2020-01-01T00:00:00Z"},
        {"ends_at": "tomorrow"},
        {"more": 1},
    ],
)
def test_wrong_keys_are_not_made(owner: TestClient, wrong: dict[str, object]) -> None:
    """Whatever is not as it should be is a 422, and no key comes of it."""
    assert owner.post("/v1/keys", json=ASKED | wrong).status_code == 422
    without = {name: value for name, value in ASKED.items() if name != "spaces"}
    assert owner.post("/v1/keys", json=without).status_code == 422  # All spaces are asked for, never guessed.
    assert owner.get("/v1/keys").json()["keys"] == []


def test_outage_is_not_a_wrong_key(owner: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store does not answer, keys of spaces get a 503, and the one of the settings is still known."""
    text = owner.post("/v1/keys", json=ASKED).json()["key"]

    def fail(text: str) -> None:
        raise StoreUnavailable("the server at bolt://secret does not answer")

    monkeypatch.setattr(owner.app.state.service.keys, "rights_of", fail)  # type: ignore[attr-defined]
    answer = owner.get("/v1/spaces", headers={"Authorization": f"Bearer {text}"})

    assert (answer.status_code, "Retry-After" in answer.headers, "secret" in answer.text) == (503, True, False)
    assert owner.get("/v1/spaces").json()["spaces"] == ["ada"]


def test_without_a_key_in_the_settings_nobody_is_asked(client: TestClient, service: Service) -> None:
    """A service of this machine alone opens all spaces, whether or not there are keys."""
    assert client.post("/v1/keys", json=ASKED).status_code == 201
    assert client.get("/v1/spaces/ada").status_code == 200


def test_lists_come_in_pages(owner: TestClient) -> None:
    """Keys, spaces and receipts: each entry once, in order, whatever goes between two pages."""
    for name in ("bo", "cem", "dil", "eda"):
        owner.post("/v1/spaces", json={"name": name})
        owner.post("/v1/keys", json=ASKED | {"name": name})
        owner.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": f"Hi, {name}."}]})
    for number in range(1, 5):
        assert owner.delete(f"/v1/spaces/ada/messages/m{number:08}").status_code in (200, 404)

    def pages(path: str, field: str, limit: int) -> list[list[Any]]:
        found, cursor = [], None
        while not found or cursor:
            answer = owner.get(path, params={"limit": limit} | ({"cursor": cursor} if cursor else {})).json()
            found.append(answer[field])
            cursor = answer["next_cursor"]
        return found

    for path, field in (("/v1/spaces", "spaces"), ("/v1/keys", "keys"), ("/v1/spaces/ada/receipts", "receipts")):
        (whole,) = pages(path, field, 200)
        assert len(whole) > 2 and pages(path, field, 2) == [whole[at : at + 2] for at in range(0, len(whole), 2)]
    first = owner.get("/v1/keys", params={"limit": 2}).json()
    owner.delete(f"/v1/keys/{first['keys'][1]['id']}")
    after = owner.get("/v1/keys", params={"cursor": first["next_cursor"]})

    assert len(after.json()["keys"]) == 2
    assert pages("/v1/spaces", "spaces", 3) == [["ada", "bo", "cem"], ["dil", "eda"]]
    for wrong in ({"limit": 0}, {"limit": 201}, {"cursor": "x"}, {"page": 2}):
        assert owner.get("/v1/spaces", params=wrong).status_code == 422, wrong
    assert owner.get("/v1/spaces", params={"cursor": first["next_cursor"]}).status_code == 422
