"""Conversations that somebody ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from archivists.keeping.summaries import find_summaries
from archivists.round_policy import RoundPolicy
from archivists.rounds import conversation_end
from archivists.rounds.conversation_end import active_conversation, close_conversation
from archivists.window.window import Window
from benchmarks.all_rounds import run_rounds
from graph.errors import NotFound
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.text.sentences import sentences
from graph.values.changes import Change
from graph.values.items import ConversationStatus, Role, Summary

NOW = datetime(2026, 3, 1, tzinfo=UTC)
POLICY = RoundPolicy(titles_ask=True)
TIROID = (
    "Tiroid ilacımı sabah mı içmeliyim?",
    "Tiroid ilacı sabah aç karnına, kahvaltıdan yarım saat önce içilir.",
    "Demir eksikliği için aldığım ilaçla birlikte olur mu?",
    "Demir ilacı ile arasında dört saat olmalı.",
    "tamam yeter",
)


def begun(*lines: str) -> tuple[KnowledgeGraph, str]:
    """A conversation that goes on."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=NOW)
    return knowledge, said(knowledge, NOW, *lines)


def said(knowledge: KnowledgeGraph, now: datetime, *lines: str) -> str:
    """Lines of Ece and the assistant in turn; their conversation."""
    roles = ((Role.USER, "Ece"), (Role.ASSISTANT, ""))
    told = [Line(role=roles[n % 2][0], body=line, sender=roles[n % 2][1]) for n, line in enumerate(lines)]
    return knowledge.append("s", told, now=now).conversations[-1]


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("Why does my sourdough bread come out so dense?", "Why does my sourdough bread come out…"),
        ("What is the difference between Dawn and Somogyi?", "What is the difference between Dawn and…"),
        ("Wie entkalke ich eine Kaffeemaschine richtig und gut?", "Wie entkalke ich eine Kaffeemaschine richtig und…"),
        ("Tiroid ilacımı aç karnına sabah mı içmeliyim, akşam mı?", "Tiroid ilacımı aç karnına sabah mı içmeliyim…"),
    ],
)
def test_a_long_question_is_cut_as_one_reads_it(asked: str, title: str) -> None:
    """In its own words, and at a word."""
    knowledge, id = begun(asked, "It depends.")

    assert close_conversation(knowledge, "s", id, now=NOW, policy=POLICY).title == title


def test_a_title_is_what_was_asked() -> None:
    """Five to seven words, without the goodbye, and a summary of two or three sentences in which it is not either."""
    # ACCEPTANCE 1.10
    knowledge, id = begun(*TIROID)

    closed = close_conversation(knowledge, "s", id, now=NOW, policy=POLICY)

    assert closed.title == "Tiroid ilacımı sabah mı içmeliyim"
    assert closed.topics == ()  # Only a model names them.
    [summary] = knowledge.get("s", [closed.summary or ""]).values()
    assert isinstance(summary, Summary)
    assert "yeter" not in summary.body
    assert len(sentences(summary.body)) in (2, 3)
    knowledge.close()


def test_what_comes_later_begins_another_conversation() -> None:
    """However soon; before it is closed it has neither title nor topics."""
    # ACCEPTANCE 1.9
    knowledge, id = begun(*TIROID)
    active = active_conversation(knowledge, "s", "")
    assert active is not None and (active.title, active.topics, active.summary) == (None, (), None)

    close_conversation(knowledge, "s", id, now=NOW, policy=POLICY)

    assert active_conversation(knowledge, "s", "") is None
    assert said(knowledge, NOW + timedelta(seconds=5), "Bir de şunu sorayım: kahve?") != id
    knowledge.close()


def test_closing_again_and_rounds_change_nothing() -> None:
    """One summary, one completion in the log."""
    # ACCEPTANCE 1.11
    knowledge, id = begun(*TIROID)
    first = close_conversation(knowledge, "s", id, now=NOW, policy=POLICY)

    assert close_conversation(knowledge, "s", id, now=NOW, policy=POLICY) == first
    run_rounds(knowledge, "s", owner="w", now=NOW + timedelta(days=1), policy=POLICY)

    assert knowledge.get("s", [id])[id] == first
    assert len(knowledge.store.find("s", Label.SUMMARY, limit=9)) == 1
    assert first.status is ConversationStatus.COMPLETE
    knowledge.close()


def test_a_round_that_comes_between_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may complete by silence what somebody closes at the same time: both have their way."""
    # ACCEPTANCE 1.9, 1.11
    knowledge, id = begun(*TIROID)
    policy = RoundPolicy()
    rounds: list[object] = []

    def between(window: Window, policy: RoundPolicy) -> list[Change]:
        if not rounds:
            rounds.extend(run_rounds(knowledge, "s", owner="w", now=NOW + timedelta(days=1), policy=policy))
        return find_summaries(window, policy)

    monkeypatch.setattr(conversation_end, "find_summaries", between)
    closed = close_conversation(knowledge, "s", id, now=NOW, policy=policy)

    assert rounds and closed.status is ConversationStatus.COMPLETE
    assert len(knowledge.store.find("s", Label.SUMMARY, limit=9)) == 1
    assert said(knowledge, NOW + timedelta(seconds=5), "Bir de kahve?") != id
    knowledge.close()


def test_a_conversation_that_does_not_exist_is_not_closed() -> None:
    """A sentence says so."""
    knowledge, _ = begun("Merhaba")

    with pytest.raises(NotFound, match="conversation 'c99' does not exist"):
        close_conversation(knowledge, "s", "c99", now=NOW, policy=POLICY)
    knowledge.close()
