"""Histories that programs really send are stored as a person would expect, whichever door they come through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions
from api.proxy.chat_body import ChatBody
from api.wiring import Service
from graph.intake.recognise import Line
from remembrancer_client import Memory
from tests.api.real_histories import HISTORIES, PICTURE, QUESTION, History

EACH = pytest.mark.parametrize("history", HISTORIES.values(), ids=[*HISTORIES])


def said(lines: list[Line]) -> list[tuple[str, str]]:
    """Roles and texts."""
    return [(line.role.value, line.body) for line in lines]


def sent(client: TestClient, route: str, **body: object) -> dict[str, Any]:
    """The answer to a body, which is sent with escapes, as most clients do."""
    content = json.dumps(body).encode()
    answer = client.post(f"/v1/spaces/ada/{route}", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_there_are_forty() -> None:
    """Of one oddity each."""
    assert len(HISTORIES) >= 40


@EACH
def test_turn(client: TestClient, service: Service, history: History) -> None:
    """A turn takes the history; all that is not stored is said with its reason."""
    told = sent(client, "turns", messages=history.messages)["appended"]

    stored = [(each.role.value, each.body) for each in service.knowledge.messages("ada", limit=50)]
    assert stored == history.said
    assert [each["index"] for each in told["not_stored"]] == [n for n, id in enumerate(told["messages"]) if id is None]
    assert all(each["reason"] for each in told["not_stored"])


@EACH
def test_proxy(history: History) -> None:
    """A chat through the proxy is remembered the same way."""
    body = ChatBody.of(json.dumps({"messages": history.messages}).encode())

    assert body is not None
    assert said([line for line in body.said if line is not None]) == history.said


@EACH
def test_import(tmp_path: Path, history: History) -> None:
    """A file with it has the same messages."""
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(history.messages))

    found = read_file(file, ImportFormat.AUTO, ImportOptions())[1]

    assert said([each.line for each in found if isinstance(each, Imported)]) == history.said


def test_client(tmp_path: Path) -> None:
    """The client sends all of them as they are."""
    with Memory.open(tmp_path / "s.db", space="ada") as memory:
        for name, history in HISTORIES.items():
            stored = memory.add(history.messages, chat=name)
            assert len([id for id in stored.messages if id]) == len(history.said), name


@pytest.mark.parametrize(
    "name", [name for name in HISTORIES if name.split(",")[0] in ("open webui", "librechat", "sillytavern")]
)
def test_side_requests_are_known(name: str) -> None:
    """What a chat program asks for itself is recognised as a whole; the same chat without it is not."""
    messages = HISTORIES[name].messages
    whole, chat = (ChatBody.of(json.dumps({"messages": each}).encode()) for each in (messages, messages[:-1]))

    assert whole is not None and chat is not None
    assert (whole.is_side_request, chat.is_side_request) == (True, False)


@pytest.mark.parametrize(
    "text", ["### Task: buy milk", "Generate a title for my essay.", "Summarize our chat, please."]
)
def test_words_like_them_are_the_users(client: TestClient, text: str) -> None:
    """A person's own request is stored."""
    told = client.post("/v1/spaces/ada/messages", json={"messages": [{**QUESTION, "content": text}]}).json()

    assert len(told["new"]) == 1


def test_answer_says_what_was_changed_and_ignored(client: TestClient) -> None:
    """Characters that no store takes, and fields that nobody reads, do not disappear silently."""
    messages = [
        {**QUESTION, "colour": "red", "sentAt": "2026-01-01"},
        {"role": "user"},
        {"role": "assistant", "content": [{"type": "text", "text": "half \ud83d"}], "reasoning_content": "x\0"},
    ]

    told = sent(client, "messages", messages=messages)

    assert (told["replaced"], told["ignored_fields"]) == ([2], ["colour", "reasoning_content", "sentAt"])
    assert told["not_stored"] == [{"index": 1, "reason": "it has no content"}]


@pytest.mark.parametrize(
    ("picture", "reference"),
    [
        ({"type": "image_url", "image_url": {"url": "https://x.org/h.png"}}, "https://x.org/h.png"),
        ({"type": "input_image", "image_url": "https://x.org/h.png"}, "https://x.org/h.png"),
        ({"type": "input_image", "file_id": "file-1"}, "file-1"),
        ({"type": "image", "source": {"type": "file", "file_id": "file-1"}}, "file-1"),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
            "sha256:63c1dd951f",
        ),
        (PICTURE, "sha256:"),
    ],
)
def test_reference_is_kept(client: TestClient, service: Service, picture: object, reference: str) -> None:
    """Where a picture is, is kept with the message and shown with it; what was sent in it is kept as its hash."""
    words = {"type": "text", "text": "The house in Izmir is a red house."}
    sent(client, "turns", messages=[{"role": "user", "content": [words, picture]}], scene={"place": "here"})

    (message,) = service.knowledge.messages("ada", limit=50)
    told = json.loads(message.extra or "")
    assert message.body == words["text"] and told["scene"] == {"place": "here"}
    assert told["attachments"][0]["kind"] == "picture" and told["attachments"][0]["reference"].startswith(reference)


def test_block_names_pictures(client: TestClient) -> None:
    """A picture is found by what is said of it, and a block says that it is one."""
    picture = {"type": "image_url", "caption": "Nil on the ferry", "image_url": {"url": "https://x.org/f.png"}}
    sent(client, "messages", messages=[{"role": "user", "content": [picture]}])

    told = sent(client, "turns", query="Who was on the ferry?")

    assert "[picture: Nil on the ferry]" in told["block"]["text"]


@pytest.mark.parametrize("route", ["messages", "turns"])
def test_bad_message_is_named_or_skipped(client: TestClient, route: str) -> None:
    """Nothing of the batch is stored, unless the caller wants the rest."""
    messages = [
        QUESTION,
        {"role": "robot", "content": "Beep."},
        5,
        {"role": "assistant", "content": "x" * 400_001},
        QUESTION,
    ]
    refused = client.post(f"/v1/spaces/ada/{route}", json={"messages": messages})
    before = client.get("/v1/spaces/ada").json()["message_count"]

    taken = sent(client, route, messages=messages, skip_invalid=True)

    assert (refused.status_code, before) == (422, 0)
    assert refused.json()["errors"][0]["where"] == "messages[1].role"
    told = taken.get("appended", taken)
    assert [id is None for id in told["messages"]] == [False, True, True, True, False]
    assert [each["index"] for each in told["not_stored"]] == [1, 2, 3]
    assert "'user'" in told["not_stored"][0]["reason"] and "an object" in told["not_stored"][1]["reason"]
    assert "400,000" in told["not_stored"][2]["reason"]


@pytest.mark.parametrize("letter", ["🌊", "ğ", "漢"])
def test_limit_counts_characters(client: TestClient, letter: str) -> None:
    """A long message is as long with escapes as without: 390,000 emoji have 4.7 MB of them."""
    told = sent(client, "messages", messages=[{**QUESTION, "content": "Sea " + letter * 390_000}])

    assert len(told["new"]) == 1
