"""A closed conversation of recall gets its title from the model, whichever way it was closed."""

from __future__ import annotations

import json
from datetime import timedelta

from archivists.models.provider import Purpose, Request
from graph.store.verbs import Label
from graph.upkeep.ledger import calls_of
from graph.values.codec import item_of
from graph.values.items import Conversation
from tests.api.recall_caller import Caller, calling
from tests.archivists.scripted import Scripted, noting

TITLE = "How the body uses it"
ASKED = (
    "glucagon",
    "Dawn",
    "insulin",
    "ketones",
    "aspirin",
    "ibuprofen",
    "vitamins",
    "caffeine",
    "melatonin",
    "cortisol",
)
ASKED += ("statins", "magnesium")
WAYS = ("silence", "close", "New topic", "Thanks, that's all")
CALLS_MAX = 0.30


def answer(request: Request) -> str:
    """Everything said is noted and judged as said, and each text has a title."""
    asked = json.loads(request.lines[1].text)
    if "texts" in asked:
        told = [{"n": each["n"], "title": TITLE, "text": "It changes how the body works."} for each in asked["texts"]]
        return json.dumps({"texts": told})
    claims = [{"n": each["n"], "said": True} for each in asked.get("claims", ())]
    return noting(request) if "messages" in asked else json.dumps({"claims": claims})


def talk(caller: Caller, of: str, way: str) -> None:
    """Ten messages about one thing, which are over in this way."""
    body: list[dict[str, str]] = []
    for number in range(5):
        lines = (f"What does {of} do in hour {number}?", f"In hour {number}, {of} changes how the body works.")
        body += ({"role": role, "content": line} for role, line in zip(("user", "assistant"), lines, strict=True))
    sent = caller.http.post("/v1/spaces/s/messages", json={"chat": "now", "messages": body})
    caller.now += timedelta(minutes=1)
    if way == "close":
        assert (
            caller.http.post(f"/v1/spaces/s/conversations/{sent.json()['conversations'][0]}/close").status_code == 200
        )
    elif way != "silence":
        caller.ask(way)


def test_twelve_conversations_get_twelve_titles() -> None:
    """Each within the rounds that are due once it is closed, and all questions within the budget of calls."""
    with calling() as caller:
        service, knowledge = caller.service, caller.service.knowledge
        service.asker.models = dict.fromkeys((Purpose.READ, Purpose.LINK, Purpose.WRITE), Scripted(answer))
        for number, of in enumerate(ASKED, start=1):
            talk(caller, of, WAYS[number % len(WAYS)])
            caller.now += timedelta(hours=2)
            while service.is_due("s"):
                service.run_round("s")

            nodes = knowledge.store.find("s", Label.CONVERSATION, limit=99)
            titles = [item_of(node, Conversation).title for node in nodes]
            assert titles.count(TITLE) == number
        messages = len(knowledge.store.find("s", Label.MESSAGE, limit=999))
        assert len([*calls_of(knowledge, "s")]) <= CALLS_MAX * messages
