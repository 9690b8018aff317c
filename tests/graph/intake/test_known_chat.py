"""A history without a name is found in the chat that it continues."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role


def lines(*said: str) -> list[Line]:
    """User and assistant in turns."""
    roles = (Role.USER, Role.ASSISTANT)
    return [Line(role=roles[number % 2], body=text) for number, text in enumerate(said)]


@pytest.fixture
def knowledge(now: datetime) -> KnowledgeGraph:
    """Three chats, of which two begin alike and one has no answer."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space("ada", now=now)
    for chat, said in (
        ("old", ("Hi", "Hello!", "Tell me of Izmir.", "It is by the sea.")),
        ("new", ("Hi", "Hello!")),
        ("alone", ("Are you there?",)),
    ):
        made.append("ada", lines(*said), chat=chat, now=now)
    return made


@pytest.mark.parametrize(
    ("said", "chat"),
    [
        ([], None),
        (["Hi"], None),
        (["Hi", "Hello!", "What is new?"], "new"),
        (["Hi", "Hello!", "Tell me of Izmir."], "old"),
        (["Hi", "Hello!", "Tell me of Izmir.", "It is by the sea.", "Really?"], "old"),
        (["Tell me of Izmir.", "It is by the sea.", "Really?"], "old"),
        (["Are you there?"], "alone"),
        (["Are you there?", "Yes."], "alone"),
        (["Good day.", "Good day!", "Are you there?"], None),
        (["Good day."], None),
    ],
)
def test_history_has_its_chat(knowledge: KnowledgeGraph, said: Sequence[str], chat: str | None, now: datetime) -> None:
    """The one with most of its lines, the newest of equals; one line alone is only what nobody has answered."""
    assert knowledge.chat_of("ada", lines(*said), now=now) == chat


def test_a_first_question_sent_again_soon_is_of_its_chat(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Its answer is made anew. Later, or once the talk went on, the same words begin another chat."""
    asked = lines("Where does the ferry to Tarn leave?", "At the quay.", "Thanks.")
    knowledge.append("ada", asked[:2], chat="ferry", now=now)

    assert knowledge.chat_of("ada", asked[:1], now=now + timedelta(minutes=59)) == "ferry"
    assert knowledge.chat_of("ada", asked[:1], now=now + timedelta(minutes=60)) is None
    knowledge.append("ada", asked, chat="ferry", now=now)
    assert knowledge.chat_of("ada", asked[:1], now=now) is None
