"""A caller of recall over HTTP, with a clock that can be set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.embedders.choice import Embedder
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store

TODAY = datetime(2024, 11, 2, 9, tzinfo=UTC)


@dataclass
class Caller:
    """A caller with a clock that can be set."""

    service: Service
    http: TestClient
    now: datetime

    def past(self, chat: str, on: datetime, *lines: str) -> str:
        """A conversation of that day, which the caller has closed: user and assistant in turn."""
        [conversation] = self.say(chat, on, *lines)
        closed = self.http.post(f"/v1/spaces/s/conversations/{conversation}/close")
        assert closed.status_code == 200, closed.text
        return str(closed.json()["id"])

    def say(self, chat: str, on: datetime, *lines: str) -> list[str]:
        """Messages of that day; the conversations that they are in."""
        roles = ("user", "assistant")
        messages = [
            {"role": roles[at % 2], "content": line, "sent_at": (on + timedelta(minutes=at)).isoformat()}
            for at, line in enumerate(lines)
        ]
        sent = self.http.post("/v1/spaces/s/messages", json={"chat": chat, "messages": messages})
        assert sent.status_code == 200, sent.text
        found: list[str] = sent.json()["conversations"]
        return found

    def items(self, chat: str) -> list[dict[str, Any]]:
        """The messages of a chat."""
        found: list[dict[str, Any]] = self.http.get("/v1/spaces/s/messages", params={"chat": chat}).json()["items"]
        return found

    def ask(self, message: str, **more: object) -> dict[str, Any]:
        """What recall answers."""
        answered = self.http.post("/v1/spaces/s/recall", json={"message": message, "chat": "now", **more})
        assert answered.status_code == 200, answered.text
        found: dict[str, Any] = answered.json()
        return found


@contextmanager
def calling(embedder: Embedder | None = None, *, redact: bool = True) -> Iterator[Caller]:
    """A space of the profile, and nothing in it."""
    knowledge = KnowledgeGraph(open_store(":memory:"), embedder)
    service = Service(Settings(store=":memory:", redact=redact), knowledge, now=lambda: found.now)
    found = Caller(service, TestClient(create_app(service), base_url="http://127.0.0.1:8765"), TODAY)
    assert found.http.post("/v1/spaces", json={"name": "s", "profile": "recall"}).status_code == 201
    yield found
    service.close()


def on(month: int, day: int) -> datetime:
    """A day of this year, at ten."""
    return datetime(2024, month, day, 10, tzinfo=UTC)
