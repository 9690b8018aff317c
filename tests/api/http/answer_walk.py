"""Asks every route for the answer that the pages of the API show. `make examples` keeps them in the package."""

from __future__ import annotations

import json
from time import sleep
from typing import Any

from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.conftest import NOW
from tests.house.source import ROOT

FILE = ROOT / "api" / "samples" / "answers.json"
OWNER = "the-owner-of-the-service"

LIST_MAX, LINES_MAX, TEXT_MAX = 3, 12, 800
"""What is longer is cut: a page of examples is for reading."""

SAID = [
    ("user", "Ada", "My sister Nil moved to Izmir in March, and I am allergic to walnuts."),
    ("assistant", "", "Noted: no walnuts, and Nil lives in Izmir."),
    ("user", "Ada", "Nil loves sour cherries. Remind me to book a table at Kordon for her birthday on 12 May."),
    ("assistant", "", "I will remind you of the table."),
]

Answers = dict[str, dict[str, Any]]
"""Of each operation an answer, by its media type."""


class Walk:
    """A caller who keeps what is answered."""

    def __init__(self) -> None:
        self.answers: Answers = {}
        settings = Settings(store=":memory:", api_keys=(OWNER,))  # type: ignore[arg-type]
        self.service = Service(settings, KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
        self.service.owner = "memory-1:4711:c003f9"  # And not the name of this machine.
        self._client = TestClient(create_app(self.service), headers={"Authorization": f"Bearer {OWNER}"})
        self._ids = {
            (method.upper(), path): each["operationId"]
            for path, found in self._client.get("/openapi.json").json()["paths"].items()
            for method, each in found.items()
        }

    def ask(self, route: str, body: object = None, **asked: Any) -> Any:
        """The answer to a request of this route, such as "GET /v1/spaces/{space}"; `asked` are its parameters."""
        method, path = route.split()
        names = {name: asked.pop(name) for name in [*asked] if f"{{{name}}}" in path}
        content = body if isinstance(body, str) else None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"} if content else {}
        answer = self._client.request(method, path.format(**names), params=asked, content=content, headers=headers)
        assert answer.is_success, (route, answer.text)
        if not answer.content:
            return None
        media_type = answer.headers["Content-Type"].split(";")[0]
        lines = [line for line in answer.text.splitlines() if "_seconds" not in line]  # They are others each time.
        told = answer.json() if media_type == "application/json" else "\n".join(lines[:LINES_MAX])
        self.answers.setdefault(self._ids[method, path], {}).setdefault(media_type, shortened(told))
        return told

    def ended(self, route: str, id: str) -> None:
        """The job is over."""
        for _ in range(500):
            if self._client.get(route.format(space="ada", id=id)).json()["state"] not in ("waiting", "running"):
                return
            sleep(0.01)
        raise AssertionError(route)


def shortened(told: Any) -> Any:
    """The same with long lists and texts cut."""
    if isinstance(told, dict):
        return {name: shortened(value) for name, value in told.items()}
    if isinstance(told, list):
        return [shortened(value) for value in told[:LIST_MAX]]
    return f"{told[:TEXT_MAX]}…" if isinstance(told, str) and len(told) > TEXT_MAX else told


def walk() -> Answers:
    """An answer of every route."""
    found = Walk()
    try:
        _talk(found)
        _change_by_hand(found)
        _play(found)
        _come_back(found)
        _work_long(found)
        _look(found)
        _delete(found)
    finally:
        found.service.close()
    return found.answers


def _talk(found: Walk) -> None:
    said = [{"role": role, "content": text} | ({"sender": who} if who else {}) for role, who, text in SAID]
    found.ask("POST /v1/spaces", {"name": "ada"})
    found.ask("POST /v1/spaces/{space}/messages", {"messages": said[:2]}, space="ada")
    found.ask("GET /v1/spaces/{space}/rounds", space="ada")
    found.ask("POST /v1/spaces/{space}/messages", {"messages": said}, space="ada")
    found.ask("POST /v1/spaces/{space}/rounds", space="ada")
    found.ask("GET /v1/spaces/{space}/items", space="ada", label="Fact")
    question = {"role": "user", "sender": "Ada", "content": "What can I bake for Nil, and where does she live?"}
    turn = found.ask("POST /v1/spaces/{space}/turns", {"chat": "another day", "messages": [question]}, space="ada")
    block, items = turn["block"]["id"], [each["id"] for each in turn["items"]]
    found.ask("POST /v1/spaces/{space}/blocks/{id}/verdicts", {"used": items[:1]}, space="ada", id=block)
    found.ask("GET /v1/spaces/{space}/blocks", space="ada")
    found.ask("GET /v1/spaces/{space}/conversations", space="ada")
    found.ask("GET /v1/spaces/{space}/blocks/{id}", space="ada", id=block)
    draft = {"draft": "Zelda won 500 medals on Mars."}
    found.ask("POST /v1/spaces/{space}/turns/{block}/check", draft, space="ada", block=block)
    told = {"space": "ada", "chat": "Hj3kP0qWzx", "message": "Where is Nil?"}
    found.ask("GET /typingmind/context", **told)
    found.ask("POST /typingmind/context", told)


def _change_by_hand(found: Walk) -> None:
    def change(route: str, id: str = "", **body: object) -> Any:
        path = route.replace(" ", " /v1/spaces/{space}/")
        return found.ask(path, {"by": "Ada", **body}, space="ada", **({"id": id} if id else {}))

    fact = change("POST facts", text="Nil sings in a choir.", about=["Nil"])["id"]
    change("PATCH facts/{id}", fact, text="Nil sings in the choir of Izmir.", importance=6)
    told = change("POST facts/{id}/withdraw", fact, why="That was her friend.")
    change("POST changes/{id}/undo", told["changes"][0]["id"], why="It was right before.")
    sings = change("POST facts", text="Nilüfer sings.", about=["Nilüfer", "Kordon"])["id"]
    asked = change("POST facts", text="Where does Nil sing?", kind="question", about=["Nil"])["id"]
    change("POST facts/{id}/answer", asked, other=fact)
    aim = change("POST facts", text="Ada wants to hear Nil sing.", kind="objective", about=["Nil"])["id"]
    change("POST facts/{id}/complete", aim)
    change("POST facts/{id}/replace", fact, other=sings, why="She goes by her whole name now.")
    entities = found.ask("GET /v1/spaces/{space}/items", space="ada", label="Entity")["items"]
    ids = {each["item"]["name"]: each["id"] for each in entities}
    change("PATCH entities/{id}", ids["Nil"], name="Nil Hanım", type="person")
    change("POST entities/{id}/apart", ids["Nil"], other=ids["Kordon"])
    change("POST entities/{id}/merge", ids["Nil"], other=ids["Nilüfer"])
    change("POST entities/{id}/split", ids["Nil"], name="Nilüfer", facts=[fact])
    change("POST key-info/pin", text="Always answer in metric units.")
    change("POST key-info/unpin", text="Always answer in metric units.")
    found.ask("GET /v1/spaces/{space}/items/{id}", space="ada", id=fact)
    found.ask("GET /v1/spaces/{space}/edges", space="ada", id=fact, kind=["ABOUT", "STATED_IN"])
    found.ask("GET /v1/spaces/{space}/search", space="ada", q="What is Ada allergic to?")
    found.ask("GET /v1/spaces/{space}/changes", space="ada")


def _play(found: Walk) -> None:
    found.ask("POST /v1/spaces", {"name": "lamp", "profile": "game"})
    said = {"role": "user", "content": "go north"}
    scene = {"place": "salt_gate", "current_scene": "The Salt Gate", "emotional_context": "calm"}
    found.ask("POST /v1/spaces/{space}/turns", {"messages": [said], "scene": scene}, space="lamp")
    reply = {"role": "assistant", "content": "You reach the Salt Gate."}
    found.ask("POST /v1/spaces/{space}/messages", {"messages": [reply]}, space="lamp")
    promise = {"type": "promise", "summary": "Mirela promised Dragos to meet him at the Salt Gate."}
    found.ask("POST /v1/spaces/{space}/memories", promise, space="lamp")
    found.ask("GET /v1/spaces/{space}/state", space="lamp")
    found.ask("GET /v1/spaces/{space}/stats", space="lamp")
    found.ask("POST /v1/spaces/{space}/reset", space="lamp")
    found.ask("POST /v1/spaces", {"name": "barge", "profile": "character"})
    lines = [
        {"role": "user", "sender": "Dragos", "content": "Mirela, does the ferry cross tonight?"},
        {"role": "assistant", "sender": "Mirela", "content": "Not before the fog lifts, Dragos."},
    ]
    found.ask("POST /v1/spaces/{space}/messages", {"messages": lines}, space="barge")
    prompt = {"biography": "You are Mirela, who runs the ferry.", "request": "What does Mirela say?"}
    found.ask("POST /v1/spaces/{space}/characters/{name}/prompt", prompt, space="barge", name="Mirela")


def _come_back(found: Walk) -> None:
    found.ask("POST /v1/spaces", {"name": "clinic", "profile": "recall"})
    lines = [
        ("user", "What is the difference between the dawn phenomenon and the Somogyi effect?"),
        ("assistant", "The Somogyi effect follows a low at night; the dawn phenomenon comes without one."),
    ]
    messages = [{"role": role, "content": text, "sent_at": "2026-02-05T10:00:00Z"} for role, text in lines]
    sent = found.ask("POST /v1/spaces/{space}/messages", {"chat": "past", "messages": messages}, space="clinic")
    (conversation,) = sent["conversations"]
    found.ask("POST /v1/spaces/{space}/conversations/{id}/close", space="clinic", id=conversation)
    question = {"chat": "now", "message": "What was that effect that is confused with the dawn phenomenon?"}
    found.ask("POST /v1/spaces/{space}/recall", question, space="clinic")


def _work_long(found: Walk) -> None:
    chat = "Ada: My brother Ali keeps bees in Foça.\nAssistant: Noted.\n"
    job = found.ask("POST /v1/spaces/{space}/import", chat, space="ada", player="Ada")
    found.ended("/v1/spaces/{space}/jobs/{id}", job["id"])
    found.ask("GET /v1/spaces/{space}/jobs/{id}", space="ada", id=job["id"])
    for format in ("jsonl", "graphml"):
        found.ask("GET /v1/spaces/{space}/export", space="ada", format=format)
    found.ask("GET /v1/spaces/{space}/jobs", space="ada")


def _look(found: Walk) -> None:
    for path in ("/health", "/ready", "/metrics", "/v1/spaces"):
        found.ask(f"GET {path}")
    found.ask("GET /v1/spaces/{space}", space="ada")
    found.ask("PATCH /v1/spaces/{space}", {"paused": True}, space="ada")
    found.ask("GET /v1/spaces/{space}/messages", space="ada")
    found.ask("GET /v1/spaces/{space}/weights", space="ada")
    found.ask("PUT /v1/spaces/{space}/weights", {"learn": False}, space="ada")
    found.ask("GET /v1/spaces/{space}/calls", space="ada")
    found.ask("GET /v1/spaces/{space}/cost", space="ada")
    wanted = {"name": "notes", "scope": "write", "spaces": ["ada"], "ends_at": "2027-01-01T00:00:00Z"}
    made = found.ask("POST /v1/keys", wanted)
    found.ask("GET /v1/keys")
    found.ask("DELETE /v1/keys/{id}", id=made["id"])
    found.answers["create_key"]["application/json"]["key"] = "rmbr_…"  # A real one looks like a secret that leaked.
    for operation in ("create_key", "revoke_key"):
        found.answers[operation]["application/json"]["id"] = "ce04a955d88c"  # It is another one each time.
    found.answers["list_keys"]["application/json"]["keys"][0]["id"] = "ce04a955d88c"


def _delete(found: Walk) -> None:
    messages = found.ask("GET /v1/spaces/{space}/messages", space="ada")["items"]
    newest, oldest = messages[0], messages[-1]
    found.ask("DELETE /v1/spaces/{space}/messages/{id}", space="ada", id=oldest["id"])
    conversation = newest["item"]["conversation"]
    found.ask("DELETE /v1/spaces/{space}/conversations/{id}", space="ada", id=conversation)
    found.ask("POST /v1/spaces/{space}/forget", {"person": "Kordon"}, space="ada")
    found.ask("GET /v1/spaces/{space}/receipts", space="ada")
    found.ask("DELETE /v1/spaces/{space}", space="barge")


if __name__ == "__main__":
    FILE.write_text(json.dumps(dict(sorted(walk().items())), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
