"""What a round reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.linking import link_question
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from archivists.window.unread import count_new, is_silent, silent_conversations
from archivists.window.window_reading import read_window
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import embed_backlog
from graph.values.changes import NewFact, NewSummary, SupersedeFact
from graph.values.items import Author, Clock, Conversation, IntakeRule
from tests.topic_embedder import TopicEmbedder

POLICY = RoundPolicy()
HOUR = timedelta(hours=1)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """An empty graph."""
    graph = KnowledgeGraph(open_store(":memory:"))
    yield graph
    graph.close()


def said(count: int, at: datetime, *, first: int = 0) -> list[Line]:
    """So many lines, a minute apart."""
    return [
        Line(role=Role.USER, sender=("Nora", "Ola")[i % 2], body=f"Line {i}: I like it.", sent_at=at + i * HOUR / 60)
        for i in range(first, first + count)
    ]


def positions(messages: Sequence[object]) -> list[str]:
    """The numbers in the lines, as they were read."""
    return [getattr(message, "body").split(":")[0] for message in messages]  # noqa: B009


def test_window_is_what_was_not_read(knowledge: KnowledgeGraph, now: datetime) -> None:
    """At most as many messages as the policy says, and some context before them."""
    policy = RoundPolicy(window_messages_max=12, context_messages=3)
    knowledge.create_space("a", now=now)
    knowledge.append("a", said(30, now), now=now)
    run_round(knowledge, "a", owner="me", now=now, policy=policy)

    window = read_window(knowledge, knowledge.space("a"), now=now, policy=policy)

    assert positions(window.messages) == [f"Line {i}" for i in range(12, 24)]
    assert positions(window.context) == [f"Line {i}" for i in range(9, 12)]
    assert window.read_to == window.messages[-1].id
    assert [entity.name for entity in window.entities] == ["Nora", "Ola"]


@pytest.mark.parametrize(("clock", "has_days"), [(Clock.WALL, True), (Clock.WORLD, False)])
def test_today_is_the_day_of_the_last_message_or_else_of_the_round(
    knowledge: KnowledgeGraph, now: datetime, clock: Clock, has_days: bool
) -> None:
    """An import is read as of its own time; a round without messages writes as of now; a world clock has no days."""
    knowledge.create_space("a", now=now, intake=IntakeRule(clock=clock))
    knowledge.append("a", [replace(line, world_time=1.0) for line in said(2, now)], now=now)
    later = now + 24 * HOUR

    def today() -> datetime | None:
        return read_window(knowledge, knowledge.space("a"), now=later, policy=POLICY).today

    assert today() == (now + HOUR / 60 if has_days else None)
    run_round(knowledge, "a", owner="me", now=now, policy=POLICY)
    assert today() == (later if has_days else None)


def test_conversation_comes_with_its_loose_messages(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What no summary holds and was read is there, without the tail that is still unread."""
    policy = RoundPolicy(window_messages_max=25)
    knowledge.create_space("a", now=now)
    knowledge.append("a", said(40, now), now=now)
    run_round(knowledge, "a", owner="me", now=now, policy=policy)

    [one] = read_window(
        knowledge, knowledge.space("a"), now=now, policy=RoundPolicy(window_messages_max=10)
    ).conversations

    assert positions(one.unsummarised) == [f"Line {i}" for i in range(10, 35)]
    assert [top.message_count for top in one.tops] == [10]
    assert (one.is_silent, one.is_read) == (False, False)


@pytest.mark.parametrize(("hours", "count"), [(5.9, 0), (6.0, 1), (6.1, 1)])
def test_silence_on_the_wall_clock_is_as_long_as_the_gap(
    knowledge: KnowledgeGraph, now: datetime, hours: float, count: int
) -> None:
    """A conversation is silent once nothing could join it any more."""
    space = knowledge.create_space("a", now=now)
    knowledge.append("a", said(1, now), now=now)

    assert len(silent_conversations(knowledge, space, now=now + hours * HOUR, limit=9)) == count


def test_silence_on_a_world_clock_is_a_later_conversation(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Without a clock that runs, only what came after tells that a conversation is over, chat by chat."""
    space = knowledge.create_space("a", now=now, intake=IntakeRule(clock=Clock.WORLD, gap=100))
    for chat, times in (("north", (0.0, 500.0, 50.0, 900.0)), ("south", (0.0,))):
        lines = [Line(role=Role.USER, sender="Nora", body=f"At {time}", world_time=time) for time in times]
        knowledge.append("a", lines, chat=chat, now=now)

    silent = silent_conversations(knowledge, space, now=now + 1000 * HOUR, limit=9)

    assert [(each.chat, each.first_position, each.last_position) for each in silent] == [
        ("north", 0.0, 50.0),
        ("north", 500.0, 500.0),
    ]


def test_space_without_gap_has_no_silence(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Where nothing is ever split, nothing is ever over."""
    space = knowledge.create_space("a", now=now, intake=IntakeRule(gap=None))
    knowledge.append("a", said(1, now), now=now)

    assert silent_conversations(knowledge, space, now=now + 1000 * HOUR, limit=9) == []


def test_a_conversation_that_is_forgotten_meanwhile_is_not_silent(knowledge: KnowledgeGraph, now: datetime) -> None:
    """On a world clock its chat has none then that could be the newest."""
    space = knowledge.create_space("a", now=now, intake=IntakeRule(clock=Clock.WORLD, gap=100))
    place = {"first_position": 0.0, "last_position": 0.0, "message_count": 1}
    gone = Conversation(id="c00000001", chat="north", started_at=now, last_at=now, **place)  # type: ignore[arg-type]

    assert not is_silent(knowledge, space, gone, now, {})


def test_unread_messages_are_counted_up_to_a_limit(knowledge: KnowledgeGraph, now: datetime) -> None:
    """No more is counted than is asked for."""
    space = knowledge.create_space("a", now=now)
    knowledge.append("a", said(7, now), now=now)

    assert [count_new(knowledge, space, limit=limit) for limit in (6, 7, 8)] == [6, 7, 7]


def test_links_that_are_there_are_known(knowledge: KnowledgeGraph, now: datetime) -> None:
    """The entities that a message is linked with are read along."""
    knowledge.create_space("a", now=now)
    knowledge.append("a", [Line(role=Role.USER, sender="Nora", body="Hi.")], now=now)
    knowledge.append("a", [Line(role=Role.USER, sender="Ola", body="Hi Nora.")], now=now)

    window = read_window(knowledge, knowledge.space("a"), now=now, policy=POLICY)

    nora = next(entity.id for entity in window.entities if entity.name == "Nora")
    assert window.mentions == {window.messages[1].id: frozenset({nora})}
    assert POLICY.context_messages


def test_a_model_sees_what_matters_and_when_it_was_said(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Also where the messages share no word with it; what holds no longer is not there."""
    knowledge.create_space("a", now=now)
    ids = knowledge.append("a", [Line(role=Role.USER, body="Hello.", sent_at=now)], now=now).messages
    facts = [
        NewFact(ref=f"new:{i}", body=body, importance=weight, sources=ids)
        for i, (body, weight) in enumerate((("Sings in a choir.", 7), ("Rows in a club.", 9), ("Likes tea.", 3)))
    ]
    gone = SupersedeFact(fact="new:1", by="new:0", reason="it changed")
    apply_changes(knowledge, "a", [*facts, gone], now=now + HOUR)
    knowledge.append("a", [Line(role=Role.USER, body="We moved to Bergen!", sent_at=now + HOUR)], now=now + HOUR)

    unasked = read_window(knowledge, knowledge.space("a"), now=now + HOUR, policy=POLICY)
    asked = read_window(knowledge, knowledge.space("a"), now=now + HOUR, policy=POLICY, asked={Purpose.READ})

    assert "Sings in a choir." not in [fact.body for fact in unasked.facts] and unasked.sources_of == {}
    [sings] = [fact for fact in asked.facts if fact.body == "Sings in a choir."]
    assert {fact.body for fact in asked.facts} == {"Sings in a choir.", "Likes tea."}
    assert asked.said_at(sings) == now


def test_what_is_near_in_meaning_is_known_to_a_model(now: datetime) -> None:
    """Old and new share no word; the pair is read together, and proposed to whoever judges."""
    knowledge = KnowledgeGraph(open_store(":memory:"), TopicEmbedder(("live", "keys")))
    knowledge.create_space("a", now=now)
    line = Line(role=Role.USER, sender="Nora", body="We live in Leeds.", sent_at=now)
    first = knowledge.append("a", [line], now=now).messages
    lives = NewFact(ref="new:lives", body="Nora: We live in Leeds.", importance=1, sources=first)
    others = [NewFact(ref=f"new:{i}", body=f"Nora: Tea number {i} is nice.", sources=first) for i in range(3)]
    ids = apply_changes(knowledge, "a", [lives, *others], now=now).ids
    line = Line(role=Role.USER, sender="Nora", body="Got the keys of York today.", sent_at=now + HOUR)
    [second] = knowledge.append("a", [line], now=now + HOUR).new
    embed_backlog(knowledge, "a")

    unasked = read_window(knowledge, knowledge.space("a"), now=now + HOUR, policy=POLICY)
    asked = read_window(knowledge, knowledge.space("a"), now=now + HOUR, policy=POLICY, asked={Purpose.READ})
    new = NewFact(ref="new:fact-1", body="Nora: Got the keys of York.", sources=(second,))
    question = link_question(Proposal(window=asked, changes=(new,)), POLICY)

    assert (unasked.near, asked.near[second]) == ({}, {ids["new:lives"]})
    assert question is not None
    [claim] = question.claims
    assert (claim.claim.id, claim.near[0].id) == ("new:fact-1", ids["new:lives"])
    knowledge.close()


@pytest.mark.parametrize(("calls", "are_new", "is_told"), [(0.9, False, False), (1, False, True), (1, True, False)])
def test_stale_text_of_a_model_waits_for_a_call(
    knowledge: KnowledgeGraph, now: datetime, calls: float, are_new: bool, is_told: bool
) -> None:
    """A round that reads needs one more call for it. Without a model that writes it does not wait."""
    knowledge.create_space("a", now=now)
    [id] = knowledge.append("a", said(1, now), now=now).messages
    lives, moved = (
        NewFact(ref=f"new:{town}", body=f"Nora lives in {town}.", sources=(id,)) for town in ("Oslo", "Rome")
    )
    ids = apply_changes(knowledge, "a", [lives, moved], now=now).ids
    told = NewSummary(ref="new:s", level=1, members=(id,), body="Nora talked.", conversation=None, author=Author.MODEL)
    gone = SupersedeFact(fact=ids[lives.ref], by=ids[moved.ref], reason="it changed")
    apply_changes(knowledge, "a", [told, gone], now=now)
    space = replace(knowledge.space("a"), calls_left=calls, rounded_to="" if are_new else id)

    writing = read_window(knowledge, space, now=now, policy=POLICY, asked={Purpose.READ, Purpose.WRITE})
    unasked = read_window(knowledge, space, now=now, policy=POLICY)

    assert [len(window.stale_summaries) for window in (writing, unasked)] == [int(is_told), 1]
