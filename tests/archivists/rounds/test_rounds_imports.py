"""An import is read when somebody asks for it, once and whole; rounds of what is said go on meanwhile."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from archivists.models.provider import Purpose, Request
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.proposing import RoundProfile
from archivists.rounds.round import run_round
from archivists.rounds.round_estimate import estimate
from archivists.window.unread import count_unread
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.text.tokens import count_tokens
from graph.upkeep.leases import claim
from graph.upkeep.ledger import calls_of
from graph.values.items import Clock, Conversation, ConversationStatus, IntakeRule, Message
from tests.archivists.rounds.test_round import DAY, all_of, story
from tests.archivists.rounds.test_rounds_model import Telling, saying
from tests.archivists.scripted import Scripted

POLICY = RoundPolicy()
BACKFILL = RoundPolicy(reads_imports=True)
OLD_TALKS, OLD_LINES = 5, 34


@pytest.fixture
def knowledge(now: datetime) -> KnowledgeGraph:
    """A space with five old talks that were imported."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    bring(graph, now)
    return graph


def bring(graph: KnowledgeGraph, now: datetime) -> None:
    """An import of five talks, a day apart, in two batches."""
    lines = [line for day in range(OLD_TALKS) for line in story(OLD_LINES, now - (30 - day) * DAY)]
    graph.append("a", lines[:50], now=now, is_import=True)
    graph.append("a", lines[50:], now=now, is_import=True)


def read_once(graph: KnowledgeGraph) -> bool:
    """Whether all conversations are over, and every message is in exactly one summary."""
    conversations = [each for each in all_of(graph, Label.CONVERSATION) if isinstance(each, Conversation)]
    ids = [each.id for each in all_of(graph, Label.MESSAGE) if isinstance(each, Message)]
    holders = [edge.target for edge in graph.store.edges("a", ids, [Kind.SUMMARIZES], 9)]
    return {each.status for each in conversations} == {ConversationStatus.COMPLETE} and sorted(holders) == ids


def test_nothing_old_is_read_by_surprise(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Neither its messages nor its silent conversations make a round due, and a round that is asked for leaves them."""
    assert not is_due(knowledge, "a", now=now, policy=POLICY)
    assert run_rounds(knowledge, "a", owner="me", now=now, policy=POLICY) == []
    assert all_of(knowledge, Label.SUMMARY) == all_of(knowledge, Label.FACT) == []
    assert {each.status for each in all_of(knowledge, Label.CONVERSATION) if isinstance(each, Conversation)} == {
        ConversationStatus.IMPORTED
    }


def test_what_is_said_after_an_import_is_read(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Ten new lines are a round, which reads just them; a later backfill reads the rest, nothing twice."""
    knowledge.append("a", story(10, now), now=now)
    assert is_due(knowledge, "a", now=now, policy=POLICY)

    report = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    assert report is not None
    assert report.messages == 10
    assert count_unread(knowledge, knowledge.space("a"), POLICY) == 0
    assert count_unread(knowledge, knowledge.space("a"), BACKFILL) == OLD_TALKS * OLD_LINES
    reports = run_rounds(knowledge, "a", owner="me", now=now + DAY, policy=BACKFILL)
    assert sum(each.messages for each in reports) == OLD_TALKS * OLD_LINES
    assert knowledge.space("a").waiting == ()
    assert not is_due(knowledge, "a", now=now + DAY, policy=POLICY)
    assert read_once(knowledge)


def test_backfill_goes_on_where_it_was(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A backfill that stops after any round is ended by the next one, beside rounds of what is said meanwhile."""
    first = run_round(knowledge, "a", owner="me", now=now, policy=BACKFILL)
    knowledge.append("a", story(10, now), now=now)
    second = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)
    reports = run_rounds(knowledge, "a", owner="me", now=now + DAY, policy=BACKFILL)

    assert first is not None
    assert second is not None
    assert [each.messages for each in (first, second)] == [50, 10]
    assert [each.messages for each in reports if each.messages] == [50, 50, 20]
    assert read_once(knowledge)


def test_backfill_leaves_the_graph_of_rounds_at_the_time(now: datetime) -> None:
    """What is known of an import afterwards is what it would be if all had been read as it came."""
    known = []
    for is_import in (False, True):
        graph = KnowledgeGraph(open_store(":memory:"))
        graph.create_space("a", now=now)
        lines = [line for day in range(4) for line in story(OLD_LINES, now - (30 - day) * DAY)]
        graph.append("a", lines, now=now, is_import=is_import)
        run_rounds(graph, "a", owner="me", now=now, policy=BACKFILL)
        nodes = graph.store.since("a", 0, limit=100_000).nodes
        bodies = [(node.label, node.properties.get("body")) for node in nodes if node.label is not Label.CHANGE]
        known.append(sorted((label, str(body)) for label, body in bodies))

    assert known[0] == known[1]


def test_import_of_a_talk_that_goes_on_joins_it(knowledge: KnowledgeGraph, now: datetime) -> None:
    """New lines of an imported talk make it one of today: it is over when it falls silent, with all its lines."""
    knowledge.append("a", story(20, now), now=now, is_import=True)
    knowledge.append("a", story(32, now)[20:], now=now)
    at = now + DAY

    while is_due(knowledge, "a", now=at, policy=POLICY):
        run_round(knowledge, "a", owner="me", now=at, policy=POLICY)
    run_rounds(knowledge, "a", owner="me", now=at, policy=BACKFILL)

    assert read_once(knowledge)


def test_import_under_a_round_is_not_read_twice(now: datetime) -> None:
    """Another process imports while a round is under way: the round's own messages are read once."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", story(10, now), now=now)
    model = Scripted(lambda request: bring(graph, now) or "{}")
    scene = Telling(now, "{}")
    scene.knowledge, scene.model = graph, model

    report = run_round(graph, "a", owner="me", now=now, policy=POLICY, asker=scene.asker_of())

    assert report is not None
    assert report.messages == 10
    assert count_unread(graph, graph.space("a"), BACKFILL) == OLD_TALKS * OLD_LINES


def test_world_clock_imports_wait_too(now: datetime) -> None:
    """On a game's clock a later conversation does not make an imported one due."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now, intake=IntakeRule(clock=Clock.WORLD, gap=10.0))
    lines = [Line(role=Role.USER, sender="Ada", body=f"Line {n}.", world_time=n * 7.0 * (n % 5)) for n in range(40)]
    graph.append("a", lines, now=now, is_import=True)
    assert not is_due(graph, "a", now=now, policy=POLICY)

    run_rounds(graph, "a", owner="me", now=now, policy=BACKFILL)

    space = graph.space("a")
    assert (space.waiting, space.lease_owner) == ((), None)
    assert not is_due(graph, "a", now=now, policy=POLICY)


def test_lease_is_one_for_both(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A backfill and a round of what is said are not done at once."""
    assert claim(knowledge, "a", owner="another", now=now, seconds=60)

    assert run_round(knowledge, "a", owner="me", now=now, policy=BACKFILL) is None


def answer(request: Request) -> str:
    """Much alike is known of Nora from every window; claims stand alone, and each text is a sentence."""
    asked = json.loads(request.lines[-1].text)
    if "claims" in asked:
        return saying(claims=[{"n": each["n"], "said": True} for each in asked["claims"]])
    if "texts" in asked:
        return saying(texts=[{"n": each["n"], "text": "They met.", "title": "A meeting"} for each in asked["texts"]])
    lines = (each.partition(": ")[2] for each in asked["messages"][:8])
    return saying(facts=[{"words": text, "text": text} for text in lines])


def test_estimate_is_the_most_that_it_takes(now: datetime) -> None:
    """Of a talk with few claims and no doubts, *link* takes fewer calls than are told; and none is made to know."""
    scene = Telling(now, answer, lines=0)
    scene.asker.models = dict.fromkeys(RoundProfile().purposes, scene.model)
    bring(scene.knowledge, now)
    space = scene.knowledge.space("a")

    expected = estimate(scene.knowledge, space, BACKFILL, scene.asker.models)
    calls_before = len(scene.model.asked)
    run_rounds(scene.knowledge, "a", owner="me", now=now, policy=BACKFILL, asker=scene.asker)

    assert calls_before == 0
    assert (expected.messages, expected.rounds) == (OLD_TALKS * OLD_LINES, 4)
    made = [call.purpose for call in calls_of(scene.knowledge, "a")]
    told = {part.purpose: part.calls for part in expected.parts}
    assert told == dict.fromkeys(RoundProfile().purposes, 4) | {Purpose.LINK: 16}
    assert [made.count(purpose) for purpose in (Purpose.READ, Purpose.LINK, Purpose.WRITE)] == [4, 4, 4]
    sent = sum(count_tokens(line.text) for lines in scene.model.asked for line in lines)
    assert sent < sum(part.tokens_in for part in expected.parts if part.purpose in made) < 3.5 * sent


@pytest.mark.parametrize(("lines", "linked", "written"), [(3, 2, 0), (7, 2, 1), (50, 6, 1), (51, 6, 2)])
def test_estimate_knows_what_each_question_takes(now: datetime, lines: int, linked: int, written: int) -> None:
    """A call a round to read, one to link sixteen claims and seven in ten more, one to write if messages earn it."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", story(lines, now), now=now, is_import=True)

    expected = estimate(graph, graph.space("a"), BACKFILL, RoundProfile().purposes)

    rounds = 1 + lines // 51
    assert [part.calls for part in expected.parts] == [rounds, linked, written]


def test_estimate_without_a_model_is_free(knowledge: KnowledgeGraph) -> None:
    """Rules cost nothing; and without a backfill nothing is to be read."""
    space = knowledge.space("a")

    by_rules = estimate(knowledge, space, BACKFILL, {})
    nothing = estimate(knowledge, space, POLICY, {})

    assert (by_rules.messages, by_rules.rounds, by_rules.parts) == (OLD_TALKS * OLD_LINES, 4, ())
    assert (nothing.messages, nothing.rounds) == (0, 0)
