"""What lost its text with something forgotten is written anew by the next rounds, from what is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from archivists.models.provider import Request
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from benchmarks.all_rounds import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.transfer.lines import export_space
from graph.values.items import KEY_INFO_ID, KeyInfo, Role
from tests.archivists.rounds.test_rounds_model import ONE, Scene

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
POLICY = RoundPolicy()

SAID = (
    "I moved to Lisbon with my sister Nora.",
    "My brother Milo works in Bergen as a teacher.",
    "We adopted a cat called Pixel from the shelter.",
    "I am allergic to walnuts, please remember.",
    "Nora plays the violin in an orchestra.",
    "I started a new job at the museum.",
)


def test_next_rounds_write_what_is_left() -> None:
    """No text is left empty, what was forgotten is told nowhere, and a block has all the rest."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=START)
    for day in range(3):
        at = START + timedelta(days=day)
        said = [f"{SAID[i % 6]} It was day {day}." for i in range(30)]
        said[7] = f"My dentist Quillon lives in Zanzibar{day}."
        lines = [
            Line(role=Role.USER, sender="Ada", body=body, sent_at=at + timedelta(minutes=i))
            for i, body in enumerate(said)
        ]
        knowledge.append("a", lines, now=at)
    later = START + timedelta(days=5)
    run_rounds(knowledge, "a", owner="w", now=later, policy=POLICY)
    assert not is_due(knowledge, "a", now=later, policy=POLICY)

    forget(knowledge, "a", Target(person="Quillon"), now=later)

    summaries = knowledge.store.find("a", Label.SUMMARY, limit=100)
    assert any(not node.properties.get("body") for node in summaries)
    request = TurnRequest(space="a", query="Where does Milo work?", visible=0, budget_tokens=2048, record=False)
    assert "Bergen" in take_turn(knowledge, request, now=later).block.body
    assert is_due(knowledge, "a", now=later, policy=POLICY)
    run_rounds(knowledge, "a", owner="w", now=later, policy=POLICY)
    assert not is_due(knowledge, "a", now=later, policy=POLICY)
    summaries = knowledge.store.find("a", Label.SUMMARY, limit=100)
    assert [node.id for node in summaries if not node.properties.get("body")] == []
    talks = knowledge.store.find("a", Label.CONVERSATION, limit=100)
    assert [node.id for node in talks if not node.properties.get("title")] == []
    text = "".join(export_space(knowledge.store, "a"))
    assert [word for word in ("Quillon", "Zanzibar") if word in text] == []
    knowledge.close()


def test_what_is_forgotten_is_asked_of_no_model_and_kept_in_no_reply(now: datetime) -> None:
    """A round under way has read it: it ends with its next question, which is not sent."""

    def says(request: Request) -> str:
        message = scene.knowledge.messages("a", limit=1)[0]
        forget(scene.knowledge, "a", Target(messages=(message.id,)), now=now)
        return "I would rather not."

    scene = Scene(now, says, ONE)

    assert scene.round(now) is None

    assert len(scene.model.asked) == 1
    assert scene.facts() == []
    calls = scene.knowledge.store.find("a", Label.CALL, limit=10)
    assert [node.properties.get("body") for node in calls] == [None]
    scene.knowledge.close()


@pytest.mark.parametrize("is_edited", [False, True])
def test_a_danger_comes_back_when_its_denial_is_gone(is_edited: bool) -> None:
    """Deleted or edited: what it took from key info is read again by the next round."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=START)

    def told(body: str, day: int, replaces: str | None = None) -> str:
        at = START + timedelta(days=day)
        line = Line(role=Role.USER, sender="Ada", body=body, sent_at=at, replaces=replaces)
        [id] = knowledge.append("a", [line], now=at).messages
        run_rounds(knowledge, "a", owner="w", now=at + timedelta(hours=1), policy=POLICY)
        return id

    def known() -> Sequence[str]:
        info = knowledge.get("a", [KEY_INFO_ID])[KEY_INFO_ID]
        assert isinstance(info, KeyInfo)
        return [*info.lines]

    told("I'm allergic to nuts.", 0)
    denial = told("I'm not allergic to nuts.", 1)
    assert known() == []

    if is_edited:
        told("I'm not allergic to dust.", 1, replaces=denial)
    else:
        forget(knowledge, "a", Target(messages=(denial,)), now=START + timedelta(days=2))
        run_rounds(knowledge, "a", owner="w", now=START + timedelta(days=3), policy=POLICY)

    assert known() == ["Ada (2026-03-01): I'm allergic to nuts."]
