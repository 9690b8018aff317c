"""What has changed is listed with its grounds, and taken back on request."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.wiring import Service
from graph.changing.apply import apply_changes
from graph.values.changes import MergeEntities, NewEntity, NewFact
from graph.values.items import Author

LIST = "/v1/spaces/ada/changes"


@pytest.fixture
def changed(client: TestClient, service: Service) -> TestClient:
    """A caller whose space has met Nil twice, under two names, and knows a fact."""
    message = {"role": "user", "sender": "Ada", "content": "Nil, whom we call Nilüfer, moved to Izmir."}
    (id,) = client.post("/v1/spaces/ada/messages", json={"messages": [message]}).json()["messages"]
    made = [
        NewEntity(name="Nil"),
        NewEntity(name="Nilüfer"),
        NewFact(
            body="Nil lives in Izmir.",
            about=("Nil",),
            sources=(id,),
            author=Author.MODEL,
            archivist="facts",
            prompt_version="3",
            why="Ada said so.",
        ),
    ]
    apply_changes(service.knowledge, "ada", made, now=service.now())
    (nil,), (other,) = (service.knowledge.index("ada").entities_named(name) for name in ("Nil", "Nilüfer"))
    apply_changes(
        service.knowledge, "ada", [MergeEntities(keep=nil, lose=other, reason="a short form")], now=service.now()
    )
    return client


def listed(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    """All changes, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        answer = client.get(LIST, params=asked)
        assert answer.status_code == 200, answer.text
        found += answer.json()["changes"]
        if answer.json()["next_cursor"] is None:
            return found
        asked["cursor"] = answer.json()["next_cursor"]


@pytest.mark.parametrize("limit", [1, 2, 200])
def test_changes_are_listed_newest_first(changed: TestClient, limit: int) -> None:
    """Whatever the size of a page, each change is listed once, with who made it, why and on what evidence."""
    found = listed(changed, limit=limit)

    assert [each["kind"] for each in found] == ["MergeEntities", "NewFact", "NewEntity", "NewEntity"]
    fact = found[1]
    (message,) = fact["evidence"]
    assert message.startswith("m") and {message} < set(fact["touched"])
    assert {name: fact[name] for name in ("what", "why", "author", "archivist", "prompt_version")} == {
        "what": "New fact: Nil lives in Izmir.",
        "why": "Ada said so.",
        "author": "model",
        "archivist": "facts",
        "prompt_version": "3",
    }


def test_undo_is_a_change_too(changed: TestClient) -> None:
    """The answer names what was taken back, the list shows both, and a second undo is a conflict."""
    merged = listed(changed)[0]

    answer = changed.post(f"{LIST}/{merged['id']}/undo")
    again = changed.post(f"{LIST}/{merged['id']}/undo")

    assert answer.status_code == 200
    assert (answer.json()["kind"], answer.json()["undoes"], answer.json()["author"]) == ("Undo", merged["id"], "caller")
    assert [each["undone_by"] for each in listed(changed)][:2] == [None, answer.json()["id"]]
    assert (again.status_code, again.json()["type"]) == (409, "urn:remembrancer:conflict")
    names = [each["item"]["name"] for each in changed.get("/v1/spaces/ada/items?label=Entity").json()["items"]]
    assert {"Nil", "Nilüfer"} < set(names)


def test_refusal_names_the_later_change(changed: TestClient) -> None:
    """What something stands on is a conflict that says what to undo first."""
    merged, fact, *_, nil = listed(changed)

    answer = changed.post(f"{LIST}/{nil['id']}/undo")

    assert answer.status_code == 409
    assert f"cannot be undone: {merged['id']} (MergeEntities" in answer.json()["detail"]
    assert fact["undone_by"] is None


def test_unknown_change_is_not_found(changed: TestClient) -> None:
    """Neither an id that was never given nor one of something else is a change."""
    item = changed.get("/v1/spaces/ada/items?label=Fact").json()["items"][0]["id"]

    assert [changed.post(f"{LIST}/{id}/undo").status_code for id in ("h99999999", item)] == [404, 404]
    assert changed.get("/v1/spaces/nobody/changes").status_code == 404
