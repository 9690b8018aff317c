"""What a summary says and holds no longer is left out when it is told anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.keeping.resummarise import resummarise
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import backlog, is_due, run_round
from archivists.window.stale import Stale
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import CompleteConversation, ReplaceSummary, ReviseFact, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import Author, Fact, FactStatus, Message, Role, Summary
from tests.archivists.building import START, conversation_of, talk_of, window_of
from tests.archivists.rounds.test_round import story

POLICY = RoundPolicy()
LINES = talk_of("Nora: I live in Bergen.", "Nora: My sister Ingrid sails to Svalbard every summer.")


def stale(*members: Message | Summary, level: int = 1, gone: tuple[str, ...] = ()) -> Stale:
    """A summary that has these members, of which something holds no longer."""
    summary = Summary(
        id="s9", level=level, body="Nora: I live in Bergen.", conversation="c1", first_at=START, last_at=START,
        first_position=0, last_position=1, message_count=2, participants=("Nora",), is_stale=True,
    )  # fmt: skip
    facts = [
        Fact(id=f"f{n}", body=body, status=FactStatus.SUPERSEDED, created_at=START, updated_at=START)
        for n, body in enumerate(gone)
    ]
    return Stale(summary=summary, members=members, gone=tuple(facts))


def told(one: Stale) -> str:
    """How it is told anew."""
    [change] = resummarise(replace(window_of(LINES), stale=(one,)), POLICY)
    assert isinstance(change, ReplaceSummary) and change.summary == "s9"
    return change.body


def test_what_was_superseded_is_left_out() -> None:
    """The rest of what was said is quoted as before."""
    assert told(stale(*LINES)) == "Nora: I live in Bergen. My sister Ingrid sails to Svalbard every summer."
    assert told(stale(*LINES, gone=("Nora: I live in Bergen.",))) == (
        "Nora: My sister Ingrid sails to Svalbard every summer."
    )


def test_text_with_nothing_else_to_say_stays() -> None:
    """An empty summary would say that nothing was said."""
    assert told(stale(LINES[0], gone=("Nora: I live in Bergen.",))) == "Nora: I live in Bergen."


def test_higher_summary_says_what_those_below_it_say_now() -> None:
    """It is made of their texts, not of its own."""
    below = replace(stale(LINES[0]).summary, id="s1", body="Nora: I live in Oslo.")

    assert told(stale(below, level=2)) == "Nora: I live in Oslo."


@pytest.mark.parametrize(
    ("author", "title"), [(Author.RULES, "Nora: Svalbard, Ingrid, sister, summer, sails"), (Author.MODEL, "At sea")]
)
def test_title_is_renewed_with_the_summary(author: Author, title: str) -> None:
    """What it was called after may hold no longer; a title that a model gave is left for a model."""
    one = stale(*LINES, gone=("Nora: I live in Bergen.",))
    over = replace(conversation_of(LINES), title="At sea", summary="s9")
    one = replace(one, summary=replace(one.summary, author=author), conversation=over)

    changes = resummarise(replace(window_of(LINES), stale=(one,)), POLICY)

    [_, called] = changes
    assert isinstance(called, CompleteConversation)
    assert (called.title, called.summary) == (title, "s9")


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with a long conversation that rounds have read."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", story(30, now), now=now)
    backlog(graph, "a", owner="me", now=now + timedelta(hours=1), policy=POLICY)
    yield graph
    graph.close()


def test_correction_makes_a_round_due(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What somebody corrects is stale at once, and told anew though nobody says more; then nothing is due."""
    facts = [item_of(node, Fact) for node in knowledge.store.find("a", Label.FACT, limit=99)]
    one, other = [fact for fact in facts if fact.status is FactStatus.CURRENT][:2]
    apply_changes(knowledge, "a", [SupersedeFact(fact=one.id, by=other.id, reason="wrong")], now=now)
    before = knowledge.index("a").stale()
    later = now + timedelta(hours=2)

    while is_due(knowledge, "a", now=later, policy=POLICY):
        report = run_round(knowledge, "a", owner="me", now=later, policy=POLICY)
        assert report is not None and report.messages == 0 and report.changes

    assert any(id.startswith("s") for id in before)
    assert knowledge.index("a").stale() == []
    kinds = {node.properties["kind"] for node in knowledge.store.find("a", Label.CHANGE, limit=999)}
    assert "ReplaceSummary" in kinds


def test_stale_texts_wait_for_what_is_unread(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A line that is no round's worth yet is not read early for their sake."""
    fact = next(iter(knowledge.store.find("a", Label.FACT, limit=1)))
    apply_changes(knowledge, "a", [ReviseFact(fact=fact.id, body="Nora has a dog.")], now=now)
    at = now + timedelta(hours=2)
    assert knowledge.index("a").stale() and is_due(knowledge, "a", now=at, policy=POLICY)

    knowledge.append("a", [Line(role=Role.USER, sender="Nora", body="Good night.")], now=at)

    assert not is_due(knowledge, "a", now=at, policy=POLICY)
    assert is_due(knowledge, "a", now=at + timedelta(hours=7), policy=POLICY)


def test_stale_texts_are_not_looked_for_in_every_space(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A space whose index is not in memory, with nothing to read, is not loaded to find out."""
    fact = next(iter(knowledge.store.find("a", Label.FACT, limit=1)))
    apply_changes(knowledge, "a", [ReviseFact(fact=fact.id, body="Nora has a dog.")], now=now)
    other = KnowledgeGraph(knowledge.store)

    assert not is_due(other, "a", now=now + timedelta(hours=2), policy=POLICY)
    assert other.index_at_hand("a") is None
    other.index("a")
    assert is_due(other, "a", now=now + timedelta(hours=2), policy=POLICY)
