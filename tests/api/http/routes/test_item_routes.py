"""What is remembered is listed by label, and each item tells where it comes from."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.wiring import Service
from graph.changing.apply import apply_changes
from graph.values.changes import NewEntity, NewFact, SetKeyInfo
from graph.values.items import EntityType, FactKind

MESSAGES = [
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."},
    {"role": "assistant", "content": "Noted. Shall I look for trains to Izmir?"},
    {"role": "user", "sender": "Ada", "content": "Remember that Nil is allergic to walnuts."},
    {"role": "user", "sender": "Ada", "content": "I want to visit Nil in May."},
]


@pytest.fixture
def known(client: TestClient, service: Service) -> TestClient:
    """A caller whose space knows some entities and facts."""
    ids = client.post("/v1/spaces/ada/messages", json={"messages": MESSAGES}).json()["messages"]
    apply_changes(
        service.knowledge,
        "ada",
        [
            NewEntity(name="Nil", type=EntityType.PERSON),
            NewEntity(name="Izmir", type=EntityType.PLACE),
            NewFact(body="Nil lives in Izmir.", about=("Nil", "Izmir"), sources=(ids[0],)),
            NewFact(body="Nil is allergic to walnuts.", about=("Nil",), sources=(ids[2],)),
            NewFact(body="Ada visits Nil in May.", kind=FactKind.OBJECTIVE, sources=(ids[3],)),
            SetKeyInfo(lines=("Nil must not eat walnuts.",), sources=(ids[2],)),
        ],
        now=service.now(),
    )
    return client


def listed(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    """All items, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        answer = client.get("/v1/spaces/ada/items", params=asked)
        assert answer.status_code == 200, answer.text
        found += answer.json()["items"]
        if answer.json()["next_cursor"] is None:
            return found
        asked["cursor"] = answer.json()["next_cursor"]


@pytest.mark.parametrize("limit", [1, 2, 200])
def test_pages_hold_each_item_once(known: TestClient, limit: int) -> None:
    """Whatever the size of a page, everything is listed once, label by label."""
    found = listed(known, limit=limit)

    ids = [item["id"] for item in found]
    assert len(ids) == len(set(ids))
    assert list(dict.fromkeys(item["label"] for item in found)) == ["KeyInfo", "Fact", "Entity", "Message"]
    assert [item["id"] for item in found] == [item["id"] for item in listed(known)]


def test_filters(known: TestClient) -> None:
    """A list holds only what was asked for."""
    assert len(listed(known, label="Fact")) == 3
    assert len(listed(known, kind="fact", status="current")) == 2
    assert [each["item"]["body"] for each in listed(known, kind="objective")] == ["Ada visits Nil in May."]
    assert listed(known, status="superseded") == []
    assert [each["item"]["name"] for each in listed(known, label="Entity", type="place")] == ["Izmir"]


@pytest.mark.parametrize(
    "asked",
    [
        {"label": "Robot"},
        {"label": "Space"},
        {"kind": "robot"},
        {"label": "Entity", "kind": "fact"},
        {"type": "person"},
        {"label": "Fact", "type": "person"},
        {"label": "Entity", "type": "promise"},
        {"id": "f00000001", "label": "Fact"},
        {"id": "f00000001", "limit": 10},
        {"id": "f00000001", "cursor": "x"},
        {"limit": 0},
        {"limit": 201},
        {"limit": "many"},
        {"cursor": "x"},
        {"cursor": "é" * 3000},
    ],
)
def test_bad_filters_are_refused(client: TestClient, asked: dict[str, Any]) -> None:
    """What no item has cannot be asked for."""
    answer = client.get("/v1/spaces/ada/items", params=asked)

    assert answer.status_code == 422
    assert "expected" in answer.json()["detail"] or "cursor" in answer.json()["detail"]


def test_item_tells_where_it_comes_from(known: TestClient) -> None:
    """A fact names its message, and both are neighbours of each other."""
    (fact,) = [item for item in listed(known, label="Fact") if "walnuts" in item["item"]["body"]]

    told = known.get(f"/v1/spaces/ada/items/{fact['id']}").json()

    (source,) = told["history"]["sources"]
    assert told["item"] == fact["item"]
    assert told["version"] == fact["version"]
    assert told["history"]["created_at"] == "2026-03-01T18:30:00Z"
    assert [(each["kind"], each["direction"], each["name"]) for each in told["neighbours"]] == [
        ("ABOUT", "out", "Nil"),
        ("STATED_IN", "out", "Remember that Nil is allergic to walnut…"),
    ]
    assert [(each["kind"], each["what"], each["evidence"]) for each in told["history"]["changes"]] == [
        ("NewFact", "New fact: Nil is allergic to walnuts.", [source])
    ]
    message = known.get(f"/v1/spaces/ada/items/{source}").json()
    assert message["item"]["body"] == MESSAGES[2]["content"]
    assert ("STATED_IN", "in", fact["id"]) in [(n["kind"], n["direction"], n["id"]) for n in message["neighbours"]]


def test_items_are_asked_for_by_id(known: TestClient) -> None:
    """They come once each, in the order of the ids, as a list shows them; what is no item or not there is left out."""
    all_of_them = {item["id"]: item for item in listed(known)}
    ids = [*reversed(all_of_them)]
    conversation = all_of_them[ids[0]]["item"]["conversation"]

    answer = known.get("/v1/spaces/ada/items", params={"id": [*ids, ids[0], conversation, "space", "f00009999", ""]})

    assert answer.json() == {"items": [all_of_them[id] for id in ids], "next_cursor": None}


def test_items_by_id_cost_one_read(known: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are asked for: besides, the space is read."""
    ids = [item["id"] for item in listed(known)]
    store, reads = service.knowledge.store, []
    read = store.nodes
    monkeypatch.setattr(store, "nodes", lambda *asked: reads.append(asked) or read(*asked))

    known.get("/v1/spaces/ada/items", params={"id": ids})

    assert [len(asked[1]) for asked in reads if asked[1] != ["space"]] == [len(ids)]


@pytest.mark.parametrize(("count", "status"), [(0, 422), (1, 200), (200, 200), (201, 422)])
def test_edges_have_a_bound(known: TestClient, count: int, status: int) -> None:
    """A request names at least one item and at most two hundred."""
    ids = [f"f{number:08}" for number in range(count)]

    assert known.get("/v1/spaces/ada/edges", params={"id": ids}).status_code == status
    assert known.get("/v1/spaces/ada/items", params={"id": ids}).status_code == (status if count else 200)


def test_edges_of_several_items(known: TestClient) -> None:
    """They are those that each item tells as its neighbours, but each once, and of the wanted kinds."""
    facts = [item["id"] for item in listed(known, label="Fact")]
    names = {item["id"]: item["item"]["name"] for item in listed(known, label="Entity")}

    asked = {"id": facts, "kind": ["ABOUT"]}
    edges = known.get("/v1/spaces/ada/edges", params=asked).json()["edges"]
    everything = known.get("/v1/spaces/ada/edges", params={"id": [*facts, *names]}).json()["edges"]

    told = [(one["source"], one["kind"], names[one["target"]]) for one in edges]
    assert sorted(told) == sorted(
        (fact, each["kind"], each["name"])
        for fact in facts
        for each in known.get(f"/v1/spaces/ada/items/{fact}").json()["neighbours"]
        if each["kind"] == "ABOUT"
    )
    assert [edge for edge in everything if edge["kind"] == "ABOUT"] == edges
    kinds = {edge["kind"] for edge in everything}
    assert {"ABOUT", "STATED_IN"} < kinds and "CHANGED" not in kinds


def test_conversation_is_told_too(known: TestClient) -> None:
    """A message's conversation is one step away."""
    message = listed(known, label="Message")[0]

    told = known.get(f"/v1/spaces/ada/items/{message['item']['conversation']}").json()

    assert (told["label"], told["item"]["message_count"]) == ("Conversation", 4)


@pytest.mark.parametrize("id", ["f99999999", "space", "x" * 3000])
def test_item_that_is_none_is_not_found(known: TestClient, id: str) -> None:
    """The space itself, blocks and what does not exist are no items."""
    assert known.get(f"/v1/spaces/ada/items/{id}").status_code == 404


def found(client: TestClient, q: str, **asked: Any) -> list[dict[str, Any]]:
    """What a search finds, page by page."""
    asked, items = {"q": q, **asked}, []
    while True:
        answer = client.get("/v1/spaces/ada/search", params=asked)
        assert answer.status_code == 200, answer.text
        items += answer.json()["items"]
        if answer.json()["next_cursor"] is None:
            return items
        asked["cursor"] = answer.json()["next_cursor"]


def test_a_search_tells_why_it_found_what(known: TestClient) -> None:
    """What has words like the question's comes first, with its score, its terms and a reason in words."""
    first, *others = found(known, "What is Nil allergic to?")

    assert first["item"]["body"] == "Nil is allergic to walnuts."
    assert first["score"] >= max(each["score"] for each in others)
    assert first["terms"]["text"] > 0
    assert "has words like the question's" in first["reason"]


def test_a_search_finds_only_what_is_tied_to_it(known: TestClient) -> None:
    """What has nothing to do with the words is not found."""
    assert found(known, "zeppelin") == []
    assert found(known, "?") == []


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        ({"label": "Entity"}, {"Entity"}),
        ({"label": ["Entity", "Message"]}, {"Entity", "Message"}),
        ({"kind": "objective"}, {"Fact"}),
        ({"status": "current"}, {"Fact"}),
        ({"label": "Entity", "status": "current"}, set()),
    ],
)
def test_a_search_keeps_to_labels_kinds_and_status(known: TestClient, asked: dict[str, Any], labels: set[str]) -> None:
    """Filters leave out everything else, whatever its score."""
    assert {each["label"] for each in found(known, "Nil in May in Izmir", **asked)} == labels


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_of_a_search_are_one_list(known: TestClient, limit: int) -> None:
    """Page by page, everything comes once and in the order of one long page."""
    whole = [each["id"] for each in found(known, "Nil Izmir")]

    assert [each["id"] for each in found(known, "Nil Izmir", limit=limit)] == whole
    assert len(set(whole)) == len(whole) > 3


def test_a_cursor_of_another_search_is_refused(known: TestClient) -> None:
    """A cursor belongs to its words and filters; one that a list has given is none of a search."""
    cursor = known.get("/v1/spaces/ada/search", params={"q": "Nil", "limit": 1}).json()["next_cursor"]
    of_list = known.get("/v1/spaces/ada/items", params={"limit": 1}).json()["next_cursor"]

    assert known.get("/v1/spaces/ada/search", params={"q": "Izmir", "cursor": cursor}).status_code == 422
    assert known.get("/v1/spaces/ada/search", params={"q": "Nil", "cursor": of_list}).status_code == 422
    assert known.get("/v1/spaces/ada/search", params={"q": ""}).status_code == 422
