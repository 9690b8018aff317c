"""People add, edit and withdraw facts, rename, merge and split entities, and pin lines; each change can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access_keys import KeyScope
from api.wiring import Service
from tests.api.corrected import DANGER, known_from
from tests.api.http.test_route_scopes import caller, guarded

__all__ = ["guarded"]

ADA = "/v1/spaces/ada"
MESSAGES = [
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."},
    {"role": "user", "sender": "Ada", "content": "Kath bakes bread, and Katharina sings."},
]


def change(client: TestClient, method: str, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    """A change by hand, and what the answer says."""
    answer = client.request(method, f"{ADA}{path}", json=body)
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found


def item(client: TestClient, id: str) -> dict[str, Any]:
    """An item as it is now."""
    found = client.get(f"{ADA}/items/{id}").json()["item"]
    assert isinstance(found, dict)
    return found


def undo(client: TestClient, done: dict[str, Any]) -> None:
    """Undo all changes of an answer, the last first."""
    for each in reversed(done["changes"]):
        assert client.post(f"{ADA}/changes/{each['id']}/undo").status_code == 200


@pytest.fixture
def messages(client: TestClient) -> list[str]:
    """The ids of what was said."""
    ids = client.post(f"{ADA}/messages", json={"messages": MESSAGES}).json()["messages"]
    assert isinstance(ids, list)
    return ids


def test_a_fact_is_added_edited_and_withdrawn(client: TestClient, messages: list[str]) -> None:
    """A fact that nobody said needs no message; each change is signed, has its reason, and can be undone."""
    added = change(
        client,
        "POST",
        "/facts",
        201,
        text="Nil is allergic to walnuts.",
        about=["Nil", "Walnuts"],
        by="Ada",
        why="asked",
    )
    id = added["id"]
    edited = change(client, "PATCH", f"/facts/{id}", text="Nil is allergic to nuts.", importance=9)
    withdrawn = change(client, "POST", f"/facts/{id}/withdraw", why="a mistake")

    assert [(each["kind"], each["by"], each["why"]) for each in added["changes"]] == [
        ("NewEntity", "Ada", "asked"),
        ("NewEntity", "Ada", "asked"),
        ("NewFact", "Ada", "asked"),
    ]
    assert (item(client, id)["status"], item(client, id)["reason"]) == ("withdrawn", "a mistake")
    undo(client, withdrawn)
    assert (item(client, id)["body"], item(client, id)["status"]) == ("Nil is allergic to nuts.", "current")
    undo(client, edited)
    assert (item(client, id)["body"], item(client, id)["importance"]) == ("Nil is allergic to walnuts.", 5)
    found = client.get(f"{ADA}/search", params={"q": "walnuts", "label": "Fact"}).json()["items"]
    assert [each["id"] for each in found] == [id]
    undo(client, added)
    assert client.get(f"{ADA}/items/{id}").status_code == 404


CORRECTIONS = {
    "withdrawn": ("POST", "/facts/{fact}/withdraw", {}),
    "edited": ("PATCH", "/facts/{fact}", {"text": "Ada: I am allergic to pollen."}),
    "over": ("PATCH", "/facts/{fact}", {"valid_to": "2026-02-01T00:00Z"}),
    "forgotten": ("POST", "/forget", {"messages": ["{message}"]}),
}


@pytest.mark.parametrize("way", CORRECTIONS)
def test_what_was_corrected_is_in_no_block(client: TestClient, service: Service, messages: list[str], way: str) -> None:
    """Key info, briefs and dossiers change in the same write; undo restores them."""
    fact = known_from(service.knowledge, "ada")

    def block() -> str:
        asked = {"role": "user", "sender": "Ada", "content": "What did the clinic say Ada is allergic to?"}
        turn = client.post(f"{ADA}/turns", json={"messages": [*MESSAGES, asked], "record": False})
        return str(turn.json()["block"]["text"])

    before = block()
    method, path, body = CORRECTIONS[way]
    sent = {name: [messages[0]] if name == "messages" else value for name, value in body.items()}
    done = client.request(method, f"{ADA}{path.format(fact=fact)}", json=sent)
    assert done.status_code == 200, done.text

    assert before.count("penicillin") >= 2 and f"- Ada: {DANGER}" in before
    # A fact that is over is shown with its end.
    assert not [line for line in block().splitlines() if "penicillin" in line and "until " not in line]
    if way == "edited":
        assert "- Ada: I am allergic to pollen." in block()
    if way != "forgotten":
        undo(client, done.json())
        assert block() == before


def test_what_is_set_by_hand_is_shown_in_the_next_block(client: TestClient, messages: list[str]) -> None:
    """A fact and a pinned line stand in it; withdrawn and taken out they do not."""
    fact = change(client, "POST", "/facts", 201, text="Nil plays the cello in Izmir.", about=["Nil"])
    change(client, "POST", "/key-info/pin", text="Answer in Turkish.")
    asked = {"query": "What does Nil play?", "visible": 0, "record": False}

    before = client.post(f"{ADA}/turns", json=asked).json()["block"]["text"]
    change(client, "POST", f"/facts/{fact['id']}/withdraw")
    change(client, "POST", "/key-info/unpin", text="answer in turkish")
    after = client.post(f"{ADA}/turns", json=asked).json()["block"]["text"]

    assert "cello" in before and "Answer in Turkish." in before
    assert "cello" not in after and "Turkish" not in after


def test_entities_are_renamed_merged_split_and_kept_apart(client: TestClient, messages: list[str]) -> None:
    """The names lead to the right one each time, and undo goes back step by step."""
    kath = change(client, "POST", "/facts", 201, text="Kath bakes.", about=["Kath"], sources=[messages[1]])
    song = change(client, "POST", "/facts", 201, text="Katharina sings.", about=["Katharina"])
    one, other = (made["changes"][0]["touched"][0] for made in (kath, song))

    renamed = change(client, "PATCH", f"/entities/{one}", name="Katherine", type="person")
    merged = change(client, "POST", f"/entities/{one}/merge", other=other)
    assert (item(client, one)["name"], set(item(client, one)["aliases"])) == ("Katherine", {"Kath", "Katharina"})
    split = change(client, "POST", f"/entities/{one}/split", name="Katharina", facts=[song["id"]])
    assert (item(client, split["id"])["name"], item(client, one)["aliases"]) == ("Katharina", ["Kath"])
    about = [n["id"] for n in client.get(f"{ADA}/items/{song['id']}").json()["neighbours"] if n["kind"] == "ABOUT"]
    assert about == [split["id"]]
    undo(client, split)
    undo(client, merged)
    apart = change(client, "POST", f"/entities/{one}/apart", other=other)

    assert item(client, other)["name"] == "Katharina"
    assert [each["kind"] for each in apart["changes"]] == ["KeepApart"]
    assert change(client, "POST", f"/entities/{one}/apart", other=other)["changes"] == []
    undo(client, apart)
    undo(client, renamed)
    assert item(client, one)["name"] == "Kath"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/facts", {"text": " "}, 422),
        ("POST", "/facts", {"text": "x", "sources": ["m9"]}, 404),
        ("POST", "/facts", {"text": "x", "importance": 11}, 422),
        ("PATCH", "/facts/f9", {"text": "x"}, 404),
        ("PATCH", "/facts/f9", {}, 422),
        ("PATCH", "/facts/f9", {"by": "Ada"}, 422),
        ("POST", "/facts/f9/withdraw", {}, 404),
        ("PATCH", "/entities/e9", {"name": ""}, 422),
        ("PATCH", "/entities/e9", {"name": "x"}, 404),
        ("POST", "/entities/e9/merge", {"other": "e8"}, 404),
        ("POST", "/entities/e9/split", {"name": "x"}, 404),
        ("POST", "/key-info/pin", {"text": "x" * 401}, 422),
        ("POST", "/key-info/unpin", {"text": "x"}, 404),
    ],
)
def test_what_cannot_be_done_is_refused(
    client: TestClient, method: str, path: str, body: dict[str, Any], status: int
) -> None:
    """With a status that says why, and nothing written."""
    change(client, method, path, status, **body)

    assert client.get(f"{ADA}/changes").json()["changes"] == []


def test_a_change_is_signed_with_the_key(guarded: Service) -> None:
    """The name of the key stands in the log, also beside a name that was given; undo is signed, too."""
    client = caller(guarded, KeyScope.WRITE, "ada")

    own = change(client, "POST", "/facts", 201, text="Nil sings.")["changes"][0]
    given = change(client, "POST", "/facts", 201, text="Nil dances.", by="Ada")["changes"][0]
    undone = client.post(f"{ADA}/changes/{own['id']}/undo", json={"why": "no", "by": "Bo"}).json()

    assert (own["by"], given["by"]) == ("test", "Ada (key test)")
    assert (undone["by"], undone["why"]) == ("Bo (key test)", "no")


def test_a_fact_ends_after_it_began(client: TestClient, messages: list[str]) -> None:
    """A beginning after the end is refused; what ended before it was said was so before."""
    early, late = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"
    past = change(client, "POST", "/facts", 201, text="Nil lives in Izmir.", valid_to=early)["id"]
    reversed_times = {"valid_from": late, "valid_to": early}

    made = client.post(f"{ADA}/facts", json={"text": "Nil lives in Bursa.", **reversed_times})
    edits = [client.patch(f"{ADA}/facts/{past}", json=each) for each in (reversed_times, {"valid_from": late})]

    assert item(client, past)["valid_from"] == item(client, past)["valid_to"] == early
    for refused in (made, *edits):
        assert refused.status_code == 422 and "is after valid_to" in refused.text


def test_what_is_true_now_replaces_what_was(client: TestClient, messages: list[str]) -> None:
    """A fact ends when its successor began; undo brings it back."""
    old, new = (
        change(client, "POST", "/facts", 201, text=f"Nil lives in {place}.", valid_from=f"2026-0{month}-01T00:00:00Z")[
            "id"
        ]
        for place, month in (("Izmir", 3), ("Ankara", 6))
    )

    told = change(client, "POST", f"/facts/{old}/replace", other=new, by="Ada")

    assert (item(client, old)["status"], item(client, old)["valid_to"]) == ("superseded", "2026-06-01T00:00:00Z")
    assert client.get(f"{ADA}/items/{old}").json()["history"]["superseded_by"] == [new]
    again = client.post(f"{ADA}/facts/{old}/replace", json={"other": new, "by": "Ada"})
    assert (again.status_code, again.json()["changes"]) == (200, [])
    undo(client, told)
    assert item(client, old)["status"] == "current"


@pytest.mark.parametrize(
    ("kind", "hand", "body", "reason"),
    [
        ("question", "answer", {}, "closed by hand"),
        ("question", "answer", {"why": "It no longer matters."}, "It no longer matters."),
        ("objective", "complete", {"is_reached": False}, "closed by hand"),
        ("objective", "complete", {}, "closed by hand"),
    ],
)
def test_what_is_open_is_closed_and_reopened(
    client: TestClient, messages: list[str], kind: str, hand: str, body: dict[str, Any], reason: str
) -> None:
    """A question and an objective are closed for a reason; undo opens them again. Other kinds cannot be closed."""
    id = change(client, "POST", "/facts", 201, text="Nil buys a boat", kind=kind)["id"]
    fact = change(client, "POST", "/facts", 201, text="Nil has a boat.")["id"]

    told = change(client, "POST", f"/facts/{id}/{hand}", **body)

    assert (item(client, id)["status"], item(client, id)["reason"]) == ("closed", reason)
    undo(client, told)
    assert item(client, id)["status"] == "current"
    change(client, "POST", f"/facts/{fact}/{hand}", 422)


def test_an_answer_is_tied_to_its_question(client: TestClient, messages: list[str]) -> None:
    """Who looks at a closed question finds the fact that answered it."""
    id = change(client, "POST", "/facts", 201, text="Where is Nil?", kind="question")["id"]
    fact = change(client, "POST", "/facts", 201, text="Nil is in Izmir.")["id"]

    change(client, "POST", f"/facts/{id}/answer", other=fact)

    edges = client.get(f"{ADA}/edges", params={"id": id, "kind": "ANSWERED_BY"}).json()["edges"]
    assert [(edge["source"], edge["target"]) for edge in edges] == [(id, fact)]


@pytest.mark.parametrize("hand", ["edit", "withdraw", "rename"])
def test_nobody_overwrites_what_was_set_meanwhile(client: TestClient, messages: list[str], hand: str) -> None:
    """A change that names the version that was seen is refused once somebody else has changed the item."""
    path, body, status = {
        "edit": ("/facts/{fact}", {"text": "Nil is in Ankara."}, 200),
        "withdraw": ("/facts/{fact}/withdraw", {}, 200),
        "rename": ("/entities/{entity}", {"name": "Nilüfer"}, 200),
    }[hand]
    fact = change(client, "POST", "/facts", 201, text="Nil is in Izmir.", about=["Nil"])["id"]
    [edge] = client.get(f"{ADA}/edges", params={"id": fact, "kind": "ABOUT"}).json()["edges"]
    path = path.format(fact=fact, entity=edge["target"])
    id = fact if "facts" in path else edge["target"]
    method = "POST" if "withdraw" in path else "PATCH"
    seen = client.get(f"{ADA}/items/{id}").json()["version"]
    other = {"importance": 9} if id == fact else {"type": "person"}
    change(client, "PATCH", path.removesuffix("/withdraw"), **other)

    refused = change(client, method, path, 409, version=seen, **body)

    assert f"{id} is version {seen + 1}, expected {seen}" in refused["detail"]
    change(client, method, path, status, version=seen + 1, **body)
