"""A space of characters behind its web application, and the rows of the document that the profile comes from."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from api.app import create_app
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, identified
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose, Request
from graph.intake.append import NEW_MESSAGES_MAX
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Store
from graph.values.codec import item_of
from graph.values.items import Conversation, Summary
from tests.archivists.scripted import Scripted

SPEECH = Path(__file__).with_name("speech.csv")
GAP = 72_000.0
NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def rows_of(path: Path = SPEECH, player: str = "Prisoner") -> list[Line]:
    """The rows of a table, in the order of game time, without the ids of their conversations."""
    return [replace(line, conversation=None) for line in rows_with_ids(path, player)]


def rows_with_ids(path: Path = SPEECH, player: str = "Prisoner") -> list[Line]:
    """The rows of a table as its importer reads them."""
    _, found = read_file(path, ImportFormat.CHIM, ImportOptions(chat="", player=player))
    return [each.line for each in identified(found) if isinstance(each, Imported)]


def given_ids() -> dict[str, str]:
    """The id of each row's conversation in the document, by its text."""
    with SPEECH.open(newline="") as file:
        return {row["speech"]: row["conversationid"] for row in csv.DictReader(file)}


_SPEAKER = re.compile(r"^(?:\d{4}-\d\d-\d\d: )?[^:]*: ")
"""What comes before the words of a message in a prompt: its day, if it is another one, and its speaker."""


def told(request: Request) -> str:
    """What a model answers that writes: each text names its subject and how many entries it is made of."""
    asked = json.loads(request.lines[1].text)
    if "texts" not in asked:
        return json.dumps(
            {"text": " ".join(filter(None, (asked["now"], *(each["text"] for each in asked["from"]))))[:900]}
        )
    return json.dumps(
        {
            "texts": [
                {
                    "n": text["n"],
                    "text": " ".join(_SPEAKER.sub("", source, count=1) for source in text["from"][:2])[:400],
                    "title": "What was said that day",
                    "topics": [],
                    "covers": [],
                }
                for text in asked["texts"]
            ]
        }
    )


class Cast:
    """A space of characters; nothing works in the background, and time stands still on the wall."""

    def __init__(self, *, store: Store | None = None, model: Scripted | None = None, name: str = "tale") -> None:
        self.name, self.model = name, model
        models = {Purpose.WRITE: model, Purpose.REFLECT: model} if model else {}
        knowledge = KnowledgeGraph(store or open_store(":memory:"))
        self.service = Service(Settings(store=":memory:"), knowledge, models=models, now=lambda: NOW)
        self.client = TestClient(create_app(self.service), base_url="http://127.0.0.1:8765")
        self.at = 0.0

    def make(self, **more: object) -> Cast:
        """The space is there."""
        assert self.post("", name=self.name, profile="character", **more).status_code == 201
        return self

    def post(self, path: str, **body: object) -> Any:
        """A request below the space, or one that makes a space."""
        where = f"/v1/spaces/{self.name}/{path}" if path else "/v1/spaces"
        return self.client.post(where, json=body)

    def say(self, *lines: str, after: float = 1.0, present: Sequence[str] | None = None) -> None:
        """Lines such as "Ola: Good evening.", each a moment after the one before it; the first one after so much.

        `present` are those who are said to be there.
        """
        self.at += after - 1.0
        for line in lines:
            self.at += 1.0
            sender, _, text = line.partition(": ")
            role = {"Narrator": "narrator", "Player": "user"}.get(sender, "assistant")
            message: dict[str, object] = {"role": role, "sender": sender, "content": text, "world_time": self.at}
            message |= {} if present is None else {"present": present}
            assert self.post("messages", messages=[message]).status_code == 200

    def talk(self, number: int, count: int, people: Sequence[str] = ("Lynly", "Player")) -> None:
        """A conversation of so many lines that begins after a silence, about something of its own."""
        lines = (f"{people[i % len(people)]}: I keep the {THINGS[i % 10]} of day {number}." for i in range(count))
        self.say(*lines, after=GAP)

    def work(self) -> None:
        """Rounds are done as long as one is due."""
        while (report := self.service.round_if_due(self.name)) is not None and report.is_any:
            pass

    def read(self, lines: Iterable[Line], *, is_import: bool = False) -> None:
        """Lines are stored, as many at a time as a request may bring."""
        lines = list(lines)
        for start in range(0, len(lines), NEW_MESSAGES_MAX):
            part = lines[start : start + NEW_MESSAGES_MAX]
            self.service.knowledge.append(self.name, part, now=NOW, is_import=is_import)

    def conversations(self) -> list[Conversation]:
        """All conversations, in order of time."""
        found = self.service.knowledge.store.find(self.name, Label.CONVERSATION, limit=1000)
        return sorted((item_of(node, Conversation) for node in found), key=lambda each: each.first_position)

    def summaries(self) -> list[Summary]:
        """All summaries, in order of their ids."""
        nodes = self.service.knowledge.store.find(self.name, Label.SUMMARY, limit=1000)
        return [item_of(node, Summary) for node in nodes]

    def bodies(self, conversation: Conversation) -> list[str]:
        """What is said in a conversation, in order."""
        found = self.service.knowledge.messages(self.name, conversation=conversation.id, limit=1000)
        return [message.body for message in found]

    def close(self) -> None:
        """The store is closed."""
        self.service.close()


THINGS = ("boats", "planks", "nets", "gulls", "ropes", "storms", "lamps", "fish", "songs", "maps")
