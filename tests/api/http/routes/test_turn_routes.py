"""A turn stores what is new and answers with a block that says why it holds what it holds."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import PutNode
from tests.api.conftest import NOW
from tests.archivists.scripted import Said, Scripted

HISTORY = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March. She is allergic to walnuts."},
    {"role": "assistant", "content": "Noted. Shall I look for trains to Izmir?"},
    {"role": "user", "sender": "Ada", "content": "Yes, for the second weekend of May, please."},
    {"role": "assistant", "content": "There is a night train on Friday."},
]
QUESTION = {"role": "user", "sender": "Ada", "content": "What should I not bake for my sister?"}


def take(client: TestClient, **fields: Any) -> dict[str, Any]:
    """A turn that is taken."""
    answer = client.post("/v1/spaces/ada/turns", json=fields)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_block_answers_from_what_is_no_longer_visible(client: TestClient) -> None:
    """What was said before the visible part comes back, with its reason, inside the budget."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})

    told = take(client, messages=[*HISTORY, QUESTION], visible=1, budget_tokens=300)

    assert "walnuts" in told["block"]["text"]
    assert told["block"]["tokens"] <= 300
    assert all(item["reason"] for item in told["items"])
    assert told["visible_from"] == {"message": told["appended"]["messages"][-1], "index": 5}
    assert told["appended"]["new"] == told["appended"]["messages"][-1:]
    assert told["appended"]["not_stored"] == [{"index": 0, "reason": "instructions are not stored"}]


def test_visible_from_counts_the_messages_of_the_request(client: TestClient) -> None:
    """Instructions are messages of the request too, though they are not stored."""
    assert take(client, messages=HISTORY)["visible_from"]["index"] == 1
    assert take(client, messages=HISTORY, visible=2)["visible_from"]["index"] == 3
    assert take(client, messages=HISTORY, visible=0)["visible_from"] is None


def test_query_without_messages(client: TestClient) -> None:
    """A block may be asked for without saying anything."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})

    told = take(client, query="walnuts", visible=0)

    assert (told["appended"], told["visible_from"]) == (None, None)
    assert "walnuts" in told["block"]["text"]


def test_only_instructions_make_a_block_too(client: TestClient) -> None:
    """A turn whose messages are all passed over is no error."""
    told = take(client, messages=HISTORY[:1])

    assert told["appended"]["messages"] == [None]
    assert told["block"]["id"] is not None


def test_recorded_block_is_read_with_its_near_misses(client: TestClient) -> None:
    """A block that was given can be explained later."""
    told = take(client, messages=[*HISTORY, QUESTION], visible=1, chat="main")

    answer = client.get(f"/v1/spaces/ada/blocks/{told['block']['id']}")

    assert answer.status_code == 200
    kept = answer.json()
    assert (kept["block"], kept["items"], kept["block"]["chat"]) == (told["block"], told["items"], "main")
    assert kept["block"]["query"] == told["appended"]["messages"][-1]
    assert isinstance(kept["near_misses"], list)


def test_recorded_blocks_are_listed(client: TestClient) -> None:
    """Page by page, without their texts; what was only read is not among them."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})
    ids = [take(client, messages=[{**QUESTION, "content": f"What of {n} walnuts?"}])["block"]["id"] for n in range(3)]
    take(client, query="walnuts", record=False)

    first = client.get("/v1/spaces/ada/blocks", params={"limit": 2}).json()
    second = client.get("/v1/spaces/ada/blocks", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [each["id"] for each in first["blocks"] + second["blocks"]] == sorted(ids, reverse=True)
    assert second["next_cursor"] is None
    block = client.get(f"/v1/spaces/ada/blocks/{max(ids)}").json()
    head = {name: value for name, value in block["block"].items() if name != "text"}
    assert first["blocks"][0] == head


def test_block_keeps_the_question_that_was_asked(client: TestClient) -> None:
    """It is read and listed with the block, and goes when what it names is forgotten."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})
    told = take(client, query="What is Nil allergic to?", visible=0)

    read = client.get(f"/v1/spaces/ada/blocks/{told['block']['id']}").json()
    listed = client.get("/v1/spaces/ada/blocks").json()["blocks"]
    client.post("/v1/spaces/ada/forget", json={"person": "Nil"})

    assert read["block"]["question"] == listed[0]["question"] == "What is Nil allergic to?"
    assert client.get("/v1/spaces/ada/blocks").json()["blocks"] == []


def test_near_misses_come_where_they_cannot_be_read_later(client: TestClient) -> None:
    """A block that is not recorded has them in the answer; one that is has them when it is read."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})

    read = take(client, query="walnuts for my sister", visible=0, budget_tokens=90, record=False)
    kept = take(client, query="walnuts for my sister", visible=0, budget_tokens=90)

    assert read["block"]["id"] is None and all(miss["reason"] for miss in read["near_misses"])
    assert read["near_misses"] == client.get(f"/v1/spaces/ada/blocks/{kept['block']['id']}").json()["near_misses"] != []
    assert kept["near_misses"] is None


@pytest.mark.parametrize("id", ["b99999999", "space", "m00000001", "x" * 3000])
def test_block_that_is_none_is_not_found(client: TestClient, id: str) -> None:
    """Only blocks are blocks."""
    take(client, messages=HISTORY)

    assert client.get(f"/v1/spaces/ada/blocks/{id}").status_code == 404


def test_record_off_writes_nothing(client: TestClient, service: Service) -> None:
    """Looking leaves no trace, not even of the messages."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})
    before = service.knowledge.store.seq("ada")

    answer = client.post(
        "/v1/spaces/ada/turns",
        json={"messages": [*HISTORY, QUESTION], "visible": 1, "record": False},
        headers={"Idempotency-Key": "k1"},
    )

    assert (answer.json()["block"]["id"], answer.json()["appended"]) == (None, None)
    assert answer.json()["visible_from"] == {"message": None, "index": 5}
    assert "walnuts" in answer.json()["block"]["text"]
    assert service.knowledge.store.seq("ada") == before


def test_retry_under_a_key_gets_the_first_block(client: TestClient, service: Service) -> None:
    """The same key and body returns the first answer and writes nothing."""
    body = {"messages": [QUESTION]}
    first = client.post("/v1/spaces/ada/turns", json=body, headers={"Idempotency-Key": "k1"})
    before = service.knowledge.store.seq("ada")

    second = client.post("/v1/spaces/ada/turns", json=body, headers={"Idempotency-Key": "k1"})

    assert (second.json(), second.headers["idempotency-replayed"]) == (first.json(), "true")
    assert service.knowledge.store.seq("ada") == before


def test_retry_after_a_crash_doubles_no_message(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the service dies between storing the messages and keeping the answer, a retry stores nothing again."""
    body = {"messages": [QUESTION]}
    write = service.knowledge.store.write

    def dies(space: str, ops: list[Any]) -> int:
        if any(isinstance(op, PutNode) and "request:" in op.id and "body" in op.properties for op in ops):
            raise MemoryError
        return write(space, ops)

    monkeypatch.setattr(service.knowledge.store, "write", dies)
    assert client.post("/v1/spaces/ada/turns", json=body, headers={"Idempotency-Key": "k1"}).status_code == 500
    monkeypatch.undo()
    client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Hello?"}]})

    told = client.post("/v1/spaces/ada/turns", json=body, headers={"Idempotency-Key": "k1"})

    assert told.status_code == 200
    assert client.get("/v1/spaces/ada").json()["message_count"] == 2


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_bad_keys_are_refused(client: TestClient, key: str) -> None:
    """A key has 1 to 255 characters."""
    answer = client.post("/v1/spaces/ada/turns", json={"query": "x"}, headers={"Idempotency-Key": key})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["where"] == "header Idempotency-Key"


def filtering(said: Said, **settings: Any) -> tuple[TestClient, Service, Scripted]:
    """A caller of a service with a model for all purposes."""
    model = Scripted(said)
    made = Service(
        Settings(store=":memory:", model="openai/small", rounds_enabled=False, **settings),
        KnowledgeGraph(open_store(":memory:")),
        models=dict.fromkeys(Purpose, model),
        now=lambda: NOW,
    )
    caller = TestClient(create_app(made), base_url="http://127.0.0.1:8765")
    assert caller.post("/v1/spaces", json={"name": "ada"}).status_code == 201
    later = [
        {"role": "user", "sender": "Ada", "content": f"Lighthouse {n} stands on a rock of its own."} for n in range(40)
    ]
    caller.post("/v1/spaces/ada/messages", json={"messages": [*HISTORY, *later]})
    return caller, made, model


EVERYTHING = json.dumps({"remove": [{"n": n, "why": "off the point"} for n in range(1, 50)]})
CAKE = {"messages": [QUESTION], "visible": 1, "budget_tokens": 200, "query": "walnuts"}


def test_no_model_is_asked_by_default() -> None:
    """A service with models for everything asks none in a turn."""
    client, service, model = filtering(EVERYTHING)

    told = take(client, **CAKE)

    assert "walnuts" in told["block"]["text"]
    assert model.asked == []
    service.close()


def test_a_pre_filter_takes_items_out_if_it_is_wanted() -> None:
    """The block comes without what the model took out, and says so; `record` off asks nobody."""
    client, service, model = filtering(EVERYTHING, prefilter_seconds=30)
    whole = take(client, **CAKE, record=False)
    assert model.asked == []

    told = take(client, **CAKE)

    excerpts = [item["id"] for item in whole["items"] if item["section"] == "excerpts"]
    assert excerpts
    assert not {item["id"] for item in told["items"]}.intersection(excerpts)
    stored = client.get(f"/v1/spaces/ada/blocks/{told['block']['id']}").json()
    assert [miss["reason"] for miss in stored["near_misses"] if miss["id"] in excerpts] == [
        "left out by the pre-filter: off the point"
    ] * len(excerpts)
    (line,) = client.get("/v1/spaces/ada/cost").json()["lines"]
    assert (line["purpose"], line["calls"]) == ("filter", 1)
    service.close()


def test_a_pre_filter_leaves_half_of_the_hour_to_rounds() -> None:
    """Of four calls an hour turns ask two; then blocks come as they are."""
    client, service, model = filtering(EVERYTHING, prefilter_seconds=30, space_calls_hour_max=4)

    blocks = [take(client, query=f"walnuts {n}", visible=0, budget_tokens=200)["block"]["text"] for n in range(3)]

    assert ["walnuts" in block for block in blocks] == [False, False, True]
    assert len(model.asked) == 2
    service.close()


def test_a_caller_says_what_a_block_was_good_for(client: TestClient) -> None:
    """What the reply used is useful from then on, and says so in the change log; twice is once."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})
    told = take(client, messages=[*HISTORY, QUESTION], visible=1)
    used = next(item["id"] for item in told["items"] if item["label"] == "Message")
    path = f"/v1/spaces/ada/blocks/{told['block']['id']}/verdicts"

    answer = client.post(path, json={"used": [used], "why": "quoted"})

    assert answer.status_code == 200 and answer.json()["changes"]
    assert client.get(f"/v1/spaces/ada/items/{used}").json()["item"]["usefulness"] == 1.0
    assert client.get("/v1/spaces/ada/changes").json()["changes"][0]["author"] == "caller"
    assert client.post(path, json={"used": [used]}).json() == {"changes": []}
    assert client.post(path, json={"thumbs": "down"}).json()["changes"]
    assert client.post(path, json={"harmful": ["m99999999"]}).status_code == 404
    assert client.post(path, json={}).status_code == 422


def test_a_draft_is_checked(client: TestClient) -> None:
    """A draft that the block supports is fine; one of something else gets a block for one more try."""
    client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})
    block = take(client, messages=[*HISTORY, QUESTION], visible=1)["block"]["id"]

    fine = client.post(f"/v1/spaces/ada/turns/{block}/check", json={"draft": "Nothing with walnuts for your sister."})
    drifts = client.post(f"/v1/spaces/ada/turns/{block}/check", json={"draft": "Zelda won 500 medals on Mars."})

    assert (fine.json()["verdict"], fine.json()["turn"]) == ("fine", None)
    told = drifts.json()
    assert (told["verdict"], told["is_second"], told["turn"]["appended"]) == ("invented", False, None)
    again = client.post(f"/v1/spaces/ada/turns/{told['turn']['block']['id']}/check", json={"draft": "Zelda of Mars."})
    assert (again.json()["is_second"], again.json()["turn"]) == (True, None)
    assert client.post("/v1/spaces/ada/turns/b1/check", json={"draft": "x"}).status_code == 404


def test_a_model_judges_drafts_above_the_gate_unless_the_request_or_the_settings_say_no() -> None:
    """ACCEPTANCE, seed 3, learning 9: `is_judged` off, or no model for `drift`, asks nobody: all of them drift."""
    client, service, model = filtering('{"verdict": "fine", "why": "small talk"}')
    block = take(client, messages=[*HISTORY, QUESTION], visible=1)["block"]["id"]
    path, draft = f"/v1/spaces/ada/turns/{block}/check", "Zelda won 500 medals on Mars."

    fine = client.post(path, json={"draft": draft}).json()
    (line,) = client.get("/v1/spaces/ada/cost").json()["lines"]
    always = client.post(path, json={"draft": draft, "is_judged": False}).json()

    assert (fine["verdict"], fine["judged"], fine["why"], fine["turn"]) == ("fine", True, "small talk", None)
    assert (line["purpose"], line["calls"], len(model.asked)) == ("drift", 1, 1)
    assert (always["verdict"], always["judged"], always["why"]) == ("invented", False, "")
    assert always["turn"] is not None
    service.close()
