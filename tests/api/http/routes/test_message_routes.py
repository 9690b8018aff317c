"""Messages are stored once and read page by page."""

from fastapi.testclient import TestClient

HISTORY = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
    {"role": "assistant", "content": "Noted."},
]


def bodies(answer: object) -> list[str]:
    """The texts of a page."""
    assert isinstance(answer, dict)
    return [each["item"]["body"] for each in answer["items"]]


def test_a_message_replaces_another(client: TestClient) -> None:
    """Its id stays, with the new text; what it said before is listed with what replaces it, and found no more."""
    sent = [{"role": "user", "content": "I was born in Lyon.", "id": "a"}]
    edit = {"role": "user", "content": "I was born in Lille.", "replaces": "a"}
    ids = client.post("/v1/spaces/ada/messages", json={"messages": sent}).json()["messages"]
    again = client.post("/v1/spaces/ada/messages", json={"messages": [edit]}).json()

    assert again["messages"] == ids == again["new"]
    items = client.get("/v1/spaces/ada/messages").json()["items"]
    assert {item["item"]["body"]: item["item"]["replaced_by"] for item in items} == {
        "I was born in Lyon.": ids[0],
        "I was born in Lille.": None,
    }
    found = client.get("/v1/spaces/ada/search", params={"q": "born in Lyon"}).json()["items"]
    assert [item["item"]["body"] for item in found] == ["I was born in Lille."]


def test_messages_are_stored(client: TestClient) -> None:
    """Each message has its id in the answer; what is not stored has none."""
    answer = client.post("/v1/spaces/ada/messages", json={"messages": HISTORY})

    assert answer.status_code == 200
    told = answer.json()
    assert (told["messages"][0], told["messages"][2], len(told["not_stored"])) == (None, None, 2)
    assert told["new"] == [told["messages"][1], told["messages"][3]]
    assert told["tip"] == told["messages"][3]
    assert len(told["conversations"]) == 1


def test_resent_history_writes_nothing(client: TestClient) -> None:
    """The same messages again have the same ids, and none is new."""
    first = client.post("/v1/spaces/ada/messages", json={"messages": HISTORY}).json()

    second = client.post("/v1/spaces/ada/messages", json={"messages": HISTORY}).json()

    assert (second["messages"], second["new"]) == (first["messages"], [])
    assert client.get("/v1/spaces/ada").json()["message_count"] == 2


def test_only_instructions_write_nothing(client: TestClient) -> None:
    """A request without conversation is no error."""
    told = client.post("/v1/spaces/ada/messages", json={"messages": HISTORY[:1]}).json()

    assert (told["messages"], told["new"], told["conversations"], told["tip"]) == ([None], [], [], None)


def test_an_empty_line_is_passed_over(client: TestClient) -> None:
    """Whoever sent it, it does not refuse the history that it stands in; it is counted."""
    empty = [{"role": role, "content": text} for role in ("user", "narrator", "tool") for text in ("", " \u200b", None)]

    told = client.post("/v1/spaces/ada/messages", json={"messages": [*empty, HISTORY[1]]}).json()

    assert (len(told["not_stored"]), len(told["new"])) == (9, 1)


def test_id_with_other_content_is_a_conflict(client: TestClient) -> None:
    """A caller's id stands for one text."""
    client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "One.", "id": "x"}]})

    answer = client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Two.", "id": "x"}]})

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:id-reused")
    assert "'x'" in answer.json()["detail"]


def test_retry_under_a_key_gets_the_first_answer(client: TestClient) -> None:
    """The same key and body writes nothing more, whatever was said since."""
    body = {"messages": [{"role": "user", "content": "Yes."}]}
    first = client.post("/v1/spaces/ada/messages", json=body, headers={"Idempotency-Key": "k1"})
    client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "No."}]})
    before = client.get("/v1/spaces/ada/messages").json()

    second = client.post("/v1/spaces/ada/messages", json=body, headers={"Idempotency-Key": "k1"})

    assert (second.status_code, second.json()) == (200, first.json())
    assert (first.headers.get("idempotency-replayed"), second.headers["idempotency-replayed"]) == (None, "true")
    assert client.get("/v1/spaces/ada/messages").json() == before


def test_key_with_another_body_is_a_conflict(client: TestClient) -> None:
    """A key stands for one request, on one route."""
    body = {"messages": [{"role": "user", "content": "Yes."}]}
    client.post("/v1/spaces/ada/messages", json=body, headers={"Idempotency-Key": "k1"})

    other = client.post(
        "/v1/spaces/ada/messages",
        json={"messages": [{"role": "user", "content": "No."}]},
        headers={"Idempotency-Key": "k1"},
    )
    turn = client.post("/v1/spaces/ada/turns", json=body, headers={"Idempotency-Key": "k1"})

    assert (other.status_code, turn.status_code) == (409, 409)
    assert client.get("/v1/spaces/ada").json()["message_count"] == 1


def test_pages_hold_each_message_once(client: TestClient) -> None:
    """Following the cursors gives the whole chat, in either order."""
    texts = [f"Line {number}." for number in range(7)]
    client.post(
        "/v1/spaces/ada/messages",
        json={"chat": "main", "messages": [{"role": "user", "content": text} for text in texts]},
    )
    client.post("/v1/spaces/ada/messages", json={"chat": "b", "messages": [{"role": "user", "content": "Other."}]})

    for newest_first in (True, False):
        asked = {"chat": "main", "limit": 3, "newest_first": newest_first}
        found: list[str] = []
        page = client.get("/v1/spaces/ada/messages", params=asked).json()
        found += bodies(page)
        while page["next_cursor"]:
            page = client.get("/v1/spaces/ada/messages", params=asked | {"cursor": page["next_cursor"]}).json()
            found += bodies(page)
        assert found == (texts[::-1] if newest_first else texts)


def test_messages_of_a_conversation_and_of_all_chats(client: TestClient) -> None:
    """A list is of one conversation, of one chat, or of everything."""
    first = client.post("/v1/spaces/ada/messages", json={"messages": HISTORY}).json()
    client.post("/v1/spaces/ada/messages", json={"chat": "b", "messages": [{"role": "user", "content": "Other."}]})

    (conversation,) = first["conversations"]
    asked = {"conversation": conversation, "newest_first": False}

    assert bodies(client.get("/v1/spaces/ada/messages", params=asked).json()) == [HISTORY[1]["content"], "Noted."]
    assert len(bodies(client.get("/v1/spaces/ada/messages").json())) == 3
    assert bodies(client.get("/v1/spaces/ada/messages", params={"chat": "none"}).json()) == []


def test_conversations_are_listed_with_their_titles(client: TestClient) -> None:
    """Newest first, page by page, of one chat or of all."""
    days = [("a", "2026-01-01T10:00:00Z"), ("b", "2026-01-02T10:00:00Z"), ("a", "2026-01-03T10:00:00Z")]
    for number, (chat, at) in enumerate(days):
        said = [{"role": "user", "sender": "Ada", "content": f"What about boat number {number}?", "sent_at": at}]
        client.post("/v1/spaces/ada/messages", json={"chat": chat, "messages": said})
    client.post("/v1/spaces/ada/rounds")

    first = client.get("/v1/spaces/ada/conversations", params={"limit": 2}).json()
    rest = client.get("/v1/spaces/ada/conversations", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    of_a = client.get("/v1/spaces/ada/conversations", params={"chat": "a"}).json()["conversations"]

    found = first["conversations"] + rest["conversations"]
    assert [(each["chat"], each["last_at"], each["message_count"]) for each in found] == [
        (chat, at, 1) for chat, at in reversed(days)
    ]
    assert [each["chat"] for each in of_a] == ["a", "a"]
    assert found[0]["participants"] == ["Ada"]
    assert "boat number 2" in str(found[0]["title"]) or found[0]["title"] is None
    assert rest["next_cursor"] is None


def test_only_what_is_wanted_is_kept(client: TestClient) -> None:
    """Each way to say how long, and for whom, a message is kept comes through: on the message, or the request."""
    sent = [
        {"role": "user", "content": "The gate code is 4711.", "expires_at": "2036-05-01T00:00:00+03:00"},
        {"role": "user", "content": "I resign in May.", "remember": False},
        {"role": "user", "content": "I like tea."},
    ]
    client.post("/v1/spaces/ada/messages", json={"messages": sent})
    client.post("/v1/spaces/ada/turns", json={"messages": sent[2:], "chat": "off", "remember": False})
    client.post("/v1/spaces/ada/messages", json={"messages": sent[2:], "chat": "own", "alone": True})

    pages = [
        client.get("/v1/spaces/ada/messages", params={"chat": chat}).json()["items"] for chat in ("", "off", "own")
    ]
    kept = [[(each["item"]["is_alone"], each["item"]["expires_at"]) for each in page[::-1]] for page in pages]

    assert [kept[0][0], kept[0][2], kept[2][0]] == [(False, "2036-04-30T21:00:00Z"), (False, None), (True, None)]
    assert [kept[0][1][0], kept[1][0][0]] == [True, True]
    assert kept[0][1][1] is not None and kept[1][0][1] is not None
    wrong = client.post("/v1/spaces/ada/messages", json={"messages": [sent[0] | {"expires_at": "2036-05-01"}]})
    assert wrong.status_code == 422 and "expires_at" in wrong.text
