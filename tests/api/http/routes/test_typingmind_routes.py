"""TypingMind's dynamic context: what it asks, as a browser sends it, and a block within what it takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.access_keys import KeyScope, Rights
from api.app import create_app
from api.settings import TYPINGMIND, Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.text.tokens import count_tokens
from tests.api.conftest import NOW

PATH = "/typingmind/context"
OWNER = "the-owner-of-the-service"
TOLD = [
    "My sister Nil moved to Izmir in March. She is allergic to walnuts.",
    *(f"On day {day} of the journey we saw {day} storks and {day + 3} boats near the harbour." for day in range(60)),
]


@pytest.fixture
def told(client: TestClient) -> TestClient:
    """A caller; the user has said something in another chat."""
    messages = [{"role": "user", "content": text} for text in TOLD]
    assert client.post("/v1/spaces/ada/messages", json={"chat": "old", "messages": messages}).status_code == 200
    return client


def test_question_is_answered_as_text(told: TestClient) -> None:
    """The answer is the block alone, in Markdown, both ways; GET stores nothing, POST stores the message once."""
    asked = {"space": "ada", "chat": "c1", "message": "What is Nil allergic to?", "sender": "Ada"}

    got = told.get(PATH, params=asked)
    count = told.get("/v1/spaces/ada").json()["message_count"]
    posted = [told.post(PATH, json=asked) for _ in range(2)]

    assert [answer.status_code for answer in (got, *posted)] == [200, 200, 200]
    assert {answer.headers["content-type"] for answer in (got, *posted)} == {"text/markdown; charset=utf-8"}
    assert "walnuts" in got.text
    assert "walnuts" in posted[0].text
    assert count == len(TOLD)
    assert told.get("/v1/spaces/ada").json()["message_count"] == len(TOLD) + 1
    assert told.get("/v1/spaces/ada/messages?chat=c1").json()["items"][0]["item"]["sender"] == "Ada"


def test_chat_is_not_repeated(told: TestClient) -> None:
    """What was said in this chat the model sees anyway; what was said elsewhere it does not."""
    first = "I will bake a cake with cinnamon on Sunday for Nil."
    told.post(PATH, json={"space": "ada", "chat": "c1", "message": first})
    told.post(PATH, json={"space": "ada", "chat": "c1", "message": "It is her birthday."})

    here = told.get(PATH, params={"space": "ada", "chat": "c1", "message": "What do I bake with cinnamon?"}).text
    elsewhere = told.get(PATH, params={"space": "ada", "chat": "c2", "message": "What do I bake with cinnamon?"}).text

    assert "cinnamon" not in here
    assert "cinnamon" in elsewhere


@pytest.mark.parametrize(("context_tokens", "most"), [(1000, 150), (4000, 600), (1_000_000, 2048)])
def test_block_is_never_cut(told: TestClient, context_tokens: int, most: int) -> None:
    """A block takes 15 % of the model's context at most, and the setting's budget however large the context is."""
    asked = {"space": "ada", "message": "What did we see on the journey?", "context_tokens": context_tokens}

    assert most * 0.5 < count_tokens(told.get(PATH, params=asked).text) <= most


def test_budget_is_the_callers(told: TestClient) -> None:
    """A budget in the URL takes the place of the setting's, within the 15 %."""
    asked = {"space": "ada", "message": "What did we see?", "context_tokens": 1000, "budget_tokens": 100}

    assert count_tokens(told.get(PATH, params=asked).text) <= 100
    assert count_tokens(told.get(PATH, params=asked | {"budget_tokens": 900}).text) <= 150


def test_nothing_said_yet(told: TestClient) -> None:
    """TypingMind may ask before the first message: no error, and nothing is stored."""
    for answer in (told.get(PATH, params={"space": "ada"}), told.post(PATH, json={"space": "ada", "chat": "c1"})):
        assert answer.status_code == 200
    assert told.get("/v1/spaces/ada").json()["message_count"] == len(TOLD)


def test_space_is_made_by_the_first_message(client: TestClient) -> None:
    """POST needs no preparation; GET of what is not there says so."""
    assert client.get(PATH, params={"space": "nil", "message": "Hello"}).status_code == 404
    assert client.post(PATH, json={"space": "nil", "message": "Hello, I am Nil."}).text == ""
    assert client.get("/v1/spaces/nil").json()["message_count"] == 1


def test_mistakes_are_told(client: TestClient) -> None:
    """A name that the route does not have is an error, in URL and body: it would be lost silently."""
    assert client.get(PATH, params={"space": "ada", "lastUserMessage": "Hello"}).status_code == 422
    assert client.post(PATH, json={"space": "ada", "lastUserMessage": "Hello"}).status_code == 422
    assert client.post(PATH, content='{"space": "ada"', headers={"Content-Type": "application/json"}).status_code == 400


@pytest.fixture
def guarded() -> Iterator[tuple[Service, TestClient]]:
    """A service that asks for keys, with the spaces `ada` and `bo`, and a caller from elsewhere."""
    settings = Settings(store=":memory:", api_keys=(OWNER,))  # type: ignore[arg-type]
    service = Service(settings, KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
    for name in ("ada", "bo"):
        service.knowledge.create_space(name, now=NOW)
    yield service, TestClient(create_app(service), base_url="https://memory.example.org")
    service.close()


def test_key_opens_its_spaces_only(guarded: tuple[Service, TestClient]) -> None:
    """Without a key nothing is answered; a key's other spaces are not there; reading does not write."""
    service, client = guarded
    _, text = service.keys.create("typingmind", Rights(KeyScope.READ, ("ada",)))
    headers = {"Authorization": f"Bearer {text}"}

    assert client.get(PATH, params={"space": "ada"}).status_code == 401
    assert client.get(PATH, params={"space": "ada"}, headers=headers).status_code == 200
    assert client.get(PATH, params={"space": "bo"}, headers=headers).status_code == 404
    assert client.post(PATH, json={"space": "bo"}, headers=headers).status_code == 403
    _, text = service.keys.create("typingmind", Rights(KeyScope.WRITE, ("ada",)))
    assert client.post(PATH, json={"space": "bo"}, headers={"Authorization": f"Bearer {text}"}).status_code == 404


@pytest.mark.parametrize(
    ("origin", "is_open"), [*((origin, True) for origin in TYPINGMIND), ("https://evil.example", False)]
)
def test_browsers_may_ask_from_typingmind(guarded: tuple[Service, TestClient], origin: str, is_open: bool) -> None:
    """A preflight needs no key; the answer and errors may be read by TypingMind's pages, and by no other page."""
    _, client = guarded
    preflight = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
        "Access-Control-Request-Private-Network": "true",
    }

    asked = client.options(PATH, headers=preflight)
    sent = {"Origin": origin, "Authorization": f"Bearer {OWNER}"}
    got = client.get(PATH, params={"space": "ada"}, headers=sent)
    refused = client.get(PATH, params={"space": "ada"}, headers={"Origin": origin})

    assert asked.status_code == (200 if is_open else 400)
    told = [each.headers.get("access-control-allow-origin") for each in (asked, got, refused)]
    assert told == ([origin] * 3 if is_open else [None] * 3)
    if is_open:
        assert asked.headers["access-control-allow-private-network"] == "true"
        assert "authorization" in asked.headers["access-control-allow-headers"].lower()


def test_other_routes_are_closed_to_pages(guarded: tuple[Service, TestClient]) -> None:
    """A page of TypingMind reads no memories by another way."""
    _, client = guarded
    headers = {"Origin": TYPINGMIND[0], "Authorization": f"Bearer {OWNER}"}

    assert "access-control-allow-origin" not in client.get("/v1/spaces", headers=headers).headers
