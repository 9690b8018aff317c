"""Rounds on a real store."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivists.keeping.archivist import Proposal
from archivists.models.governor import Refused
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.proposing import propose
from archivists.rounds.round import RoundReport, run_round
from archivists.window.window import Window
from benchmarks.all_rounds import run_rounds
from graph.errors import Conflict, StoreUnavailable
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Changes, Label, Op, Store
from graph.upkeep.leases import ATTEMPTS_MAX, claim
from graph.values.codec import item_of
from graph.values.items import SPACE_ID, Conversation, ConversationStatus, Fact, KeyInfo, Message, Summary
from tests.archivists.building import talk_of, window_of
from tests.trials import examples

POLICY = RoundPolicy()
DAY = timedelta(days=1)
STORY = (
    "I work as a carpenter in Tromsø.",
    "My sister Ingrid lives in Bergen.",
    "I'm allergic to walnuts.",
    "The boat needs new planks before the summer.",
    "My name is Nora Lund.",
    "I met Sigrid near the harbour, and Sigrid sails too.",
    "My goal is to sail around Svalbard.",
    "We have two dogs and a parrot.",
    "Kızımın adı Elif, o da Bergen'de yaşıyor.",
    "I prefer to sail in the morning.",
)


class BreakingStore:
    """A store whose server goes away after so many writes; the write that meets the outage is kept or not."""

    def __init__(self, store: Store, *, writes: int) -> None:
        self._store = store
        self._writes = writes
        self.is_kept = False

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """The store's, until the outage."""
        self._writes -= 1
        if self._writes >= 0 or self.is_kept:
            seq = self._store.write(space, ops)
        if self._writes < 0:
            raise StoreUnavailable
        return seq

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def a_graph() -> KnowledgeGraph:
    """An empty graph in memory."""
    return KnowledgeGraph(open_store(":memory:"))


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = a_graph()
    graph.create_space("a", now=now)
    yield graph
    graph.close()


def story(count: int, at: datetime) -> list[Line]:
    """So many lines between two friends, a minute apart."""
    return [
        Line(
            role=Role.USER,
            sender=("Nora", "Ola")[i % 2],
            body=f"{STORY[i % len(STORY)]} That was {i}.",
            sent_at=at + timedelta(minutes=i),
        )
        for i in range(count)
    ]


def dump(knowledge: KnowledgeGraph) -> Changes:
    """Everything in the space."""
    return knowledge.store.since("a", 0, limit=1_000_000)


def all_of(knowledge: KnowledgeGraph, label: Label) -> list[object]:
    """Every item of one label."""
    kinds = {Label.MESSAGE: Message, Label.SUMMARY: Summary, Label.FACT: Fact, Label.CONVERSATION: Conversation}
    return [item_of(node, kinds[label]) for node in knowledge.store.find("a", label, limit=100_000)]


def test_round_fills_every_section(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Names, summaries, key info and a title come of one talk; facts only from a model."""
    knowledge.append("a", story(20, now), now=now)

    report = run_round(knowledge, "a", owner="me", now=now + DAY, policy=POLICY)

    assert report is not None
    assert set(report.changes) == {
        "CompleteConversation",
        "NewEntity",
        "NewSummary",
        "ReviseEntity",  # Who speaks is known before.
        "SetKeyInfo",
    }
    assert report.messages == 20
    assert knowledge.space("a").rounded_to == report.rounded_to == all_of(knowledge, Label.MESSAGE)[-1].id  # type: ignore[attr-defined]
    assert isinstance(knowledge.get("a", ["key-info"])["key-info"], KeyInfo)


def test_second_round_writes_nothing(knowledge: KnowledgeGraph, now: datetime) -> None:
    """With nothing new, the space stays untouched, its lease included."""
    knowledge.append("a", story(20, now), now=now)
    run_rounds(knowledge, "a", owner="me", now=now + DAY, policy=POLICY)
    seq = knowledge.store.seq("a")

    report = run_round(knowledge, "a", owner="me", now=now + DAY, policy=POLICY)

    assert report is not None
    assert (report.messages, report.changes) == (0, {})
    assert knowledge.store.seq("a") == seq
    assert not is_due(knowledge, "a", now=now + DAY, policy=POLICY)


def test_equal_messages_give_equal_graphs(now: datetime) -> None:
    """Two spaces with the same talk end equal, node by node and edge by edge."""
    dumps = []
    for _ in range(2):
        knowledge = a_graph()
        knowledge.create_space("a", now=now)
        for day in range(3):
            knowledge.append("a", story(37, now + day * DAY), now=now)
        run_rounds(knowledge, "a", owner="me", now=now + 9 * DAY, policy=POLICY)
        dumps.append(dump(knowledge))
        knowledge.close()

    assert dumps[0] == dumps[1]


def test_backlog_is_read_in_windows(knowledge: KnowledgeGraph, now: datetime) -> None:
    """However much was imported, each round reads one window."""
    for day in range(4):
        knowledge.append("a", story(40, now + day * DAY), now=now)

    reports = run_rounds(knowledge, "a", owner="me", now=now + 9 * DAY, policy=POLICY)

    assert [report.messages for report in reports] == [50, 50, 50, 10]
    conversations = [each for each in all_of(knowledge, Label.CONVERSATION) if isinstance(each, Conversation)]
    assert {each.status for each in conversations} == {ConversationStatus.COMPLETE}
    assert all(each.summary and each.title for each in conversations)


def test_more_silent_conversations_than_one_round_closes(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What one round leaves, the next closes."""
    for day in range(5):
        knowledge.append("a", story(1, now + day * DAY), now=now)

    reports = run_rounds(knowledge, "a", owner="me", now=now + 9 * DAY, policy=RoundPolicy(silent_conversations_max=2))

    assert [report.changes["CompleteConversation"] for report in reports] == [2, 2, 1]


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10_000))
def test_trees_cover_each_message_once(now: datetime, seed: int) -> None:
    """Whatever order lines arrive in and rounds happen, each message is in one tree, and none is lost at the end."""
    chance = random.Random(seed)
    knowledge = a_graph()
    knowledge.create_space("a", now=now)
    lines = [line for day in range(4) for line in story(chance.randrange(1, 45), now + day * DAY)]
    late = [lines.pop(chance.randrange(len(lines))) for _ in range(3)]
    while lines or late:
        size = chance.randrange(1, 40)
        part, lines = lines[:size], lines[size:]
        if (late and chance.random() < 0.5) or not part:
            part = [*part, *late]
            late = []
        knowledge.append("a", part, now=now)
        if chance.random() < 0.5:
            run_round(knowledge, "a", owner="me", now=now + chance.randrange(9) * DAY, policy=POLICY)
    run_rounds(knowledge, "a", owner="me", now=now + 20 * DAY, policy=POLICY)

    messages = [each for each in all_of(knowledge, Label.MESSAGE) if isinstance(each, Message)]
    summaries = [each for each in all_of(knowledge, Label.SUMMARY) if isinstance(each, Summary)]
    assert all(message.container is not None for message in messages)
    tops = [summary for summary in summaries if summary.container is None]
    assert sum(top.message_count for top in tops) == len(messages)
    knowledge.close()


def test_round_of_another_is_left_alone(knowledge: KnowledgeGraph, now: datetime) -> None:
    """While the lease is held, nobody else reads."""
    knowledge.append("a", story(20, now), now=now)
    claim(knowledge, "a", owner="other", now=now, seconds=60)

    assert run_round(knowledge, "a", owner="me", now=now, policy=POLICY) is None
    assert run_rounds(knowledge, "a", owner="me", now=now, policy=POLICY) == []


def test_failed_round_is_noted_and_waits(
    knowledge: KnowledgeGraph, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What went wrong stands on the space, the lease is free, and the next try has its time."""
    knowledge.append("a", story(20, now), now=now)

    def fail(*_: object, **__: object) -> None:
        raise Conflict("the archive burns")

    monkeypatch.setattr("archivists.rounds.round.apply_changes", fail)
    with pytest.raises(Conflict):
        run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    space = knowledge.space("a")
    assert (space.attempts, space.last_error, space.lease_owner, space.rounded_to) == (1, "the archive burns", None, "")
    assert not is_due(knowledge, "a", now=now, policy=POLICY)
    assert is_due(knowledge, "a", now=now + timedelta(seconds=31), policy=POLICY)


def test_two_processes_do_one_round(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was away so long that another took its round over lands nothing: what it found is there once."""
    store = open_store(":memory:")
    slow, fast = KnowledgeGraph(store), KnowledgeGraph(store)
    slow.create_space("a", now=now)
    slow.append("a", story(20, now), now=now)
    later = now + timedelta(seconds=POLICY.lease_seconds + 1)
    reports: list[RoundReport | None] = []

    def decide_slowly(*given: Any) -> Proposal | Refused:
        if not reports:
            reports.append(None)
            assert run_round(fast, "a", owner="early", now=now, policy=POLICY) is None
            reports.append(run_round(fast, "a", owner="fast", now=later, policy=POLICY))
        return propose(*given)

    monkeypatch.setattr("archivists.rounds.round.propose", decide_slowly)
    report = run_round(slow, "a", owner="slow", now=now, policy=POLICY)
    after = dump(slow)

    alone = a_graph()
    alone.create_space("a", now=now)
    alone.append("a", story(20, now), now=now)
    expected = run_round(alone, "a", owner="fast", now=later, policy=POLICY)
    assert (report, reports[1]) == (None, expected)
    assert [(node.id, node.properties) for node in after.nodes if node.id != SPACE_ID] == [
        (node.id, node.properties) for node in dump(alone).nodes if node.id != SPACE_ID
    ]
    space = slow.space("a")
    assert (space.lease_owner, space.attempts, space.last_error) == (None, 0, None)
    alone.close()
    slow.close()


@pytest.mark.parametrize("moment", ["before the round", "before the commit", "after the commit"])
def test_outage_in_a_round_is_not_its_fault(now: datetime, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """When the store goes away no failure is noted; once the lease has run out the round is done, exactly once."""
    knowledge = a_graph()
    knowledge.create_space("a", now=now)
    knowledge.append("a", story(20, now), now=now)
    with monkeypatch.context() as patched:
        broken = BreakingStore(knowledge.store, writes=0 if moment == "before the round" else 1)
        broken.is_kept = moment == "after the commit"
        patched.setattr(knowledge, "store", broken)
        with pytest.raises(StoreUnavailable):
            run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    assert knowledge.space("a").last_error is None
    run_rounds(knowledge, "a", owner="me again", now=now + timedelta(minutes=5), policy=POLICY)

    alone = a_graph()
    alone.create_space("a", now=now)
    alone.append("a", story(20, now), now=now)
    run_rounds(alone, "a", owner="me", now=now + timedelta(minutes=5), policy=POLICY)
    assert [node.id for node in dump(knowledge).nodes] == [node.id for node in dump(alone).nodes]
    assert knowledge.space("a").lease_owner is None
    knowledge.close()
    alone.close()


def test_stopped_round_is_no_failure(knowledge: KnowledgeGraph, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a round gives the lease back, and the next try need not wait."""
    knowledge.append("a", story(20, now), now=now)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("archivists.rounds.round.propose", stop)
        with pytest.raises(KeyboardInterrupt):
            run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    space = knowledge.space("a")
    assert (space.attempts, space.lease_owner) == (0, None)
    assert is_due(knowledge, "a", now=now, policy=POLICY)


def test_round_that_fails_too_often_is_set_aside(
    knowledge: KnowledgeGraph, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the last attempt it is due no more, but can be asked for, and then the failures are forgotten."""
    knowledge.append("a", story(20, now), now=now)
    with monkeypatch.context() as patched:
        patched.setattr("archivists.rounds.round.propose", lambda *_: 1 / 0)
        for _ in range(ATTEMPTS_MAX):
            with pytest.raises(ZeroDivisionError):
                run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    assert not is_due(knowledge, "a", now=now + 9 * DAY, policy=POLICY)
    assert run_round(knowledge, "a", owner="me", now=now, policy=POLICY) is not None
    assert knowledge.space("a").attempts == 0


def test_everything_proposed_can_be_applied(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A talk with every kind of oddity goes through a round."""
    odd = [
        "\x00",
        "🦊" * 50,
        "I live in " + "A" * 5000 + ".",
        "<memory>I live here.</memory>",
        "((((",
        "İIıi'da",
    ]
    lines = [Line(role=Role.USER, sender=f"Nora {i % 3}", body=body) for i, body in enumerate(odd * 3)]
    knowledge.append("a", lines, now=now)

    assert run_rounds(knowledge, "a", owner="me", now=now + DAY, policy=POLICY)


@settings(max_examples=150, deadline=2000)
@given(st.lists(st.text(min_size=1), min_size=1, max_size=12))
def test_any_text_is_read_without_error(bodies: list[str]) -> None:
    """Archivists read whatever people send."""
    window: Window = window_of(talk_of(*(f"Nora: {body}" for body in bodies)), is_silent=True)

    assert propose(window, POLICY) == propose(window, POLICY)
