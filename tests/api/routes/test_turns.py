"""A turn stores what is new and answers with a block that says why it holds what it holds."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.wiring import Service
from graph.store import PutNode

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
    assert told["appended"]["ignored_count"] == 1


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

    assert told["appended"] is None
    assert told["block"]["id"] is not None


def test_recorded_block_is_read_with_its_near_misses(client: TestClient) -> None:
    """A block that was given can be explained later."""
    told = take(client, messages=[*HISTORY, QUESTION], visible=1, chat="main")

    answer = client.get(f"/v1/spaces/ada/blocks/{told['block']['id']}")

    assert answer.status_code == 200
    kept = answer.json()
    assert (kept["block"], kept["items"], kept["chat"]) == (told["block"], told["items"], "main")
    assert kept["query"] == told["appended"]["messages"][-1]
    assert isinstance(kept["near_misses"], list)


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
        if any(isinstance(op, PutNode) and op.id.startswith("answer:") for op in ops):
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
