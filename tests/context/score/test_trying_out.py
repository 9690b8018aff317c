"""What nobody has judged gets a place now and then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from context.block_profile import ASSISTANT
from context.exchange import Turn, TurnRequest
from context.score.formula import Scored
from context.score.second_stage import FROM, PLACE, TO, TOLD, tried_out
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.index.entries import Entry
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import SetWeights
from graph.values.items import FactKind, Role
from graph.values.learned_weights import LearnedWeights, LearningOutcome

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
ENTRY = Entry(
    id="f", label=Label.FACT, kind=FactKind.FACT, at_ms=0, position=0.0, importance=5, salience=5, usefulness=0.0,
    tokens=10, chat="", conversation=None, container=None, status="current", sender="",
)  # fmt: skip


def ranked(count: int, *, usefulness: float = 0.0) -> list[Scored]:
    """So many facts, best first."""
    return [
        Scored(f"f{n:03}", ENTRY._replace(id=f"f{n:03}", usefulness=usefulness), 1 - n / 1000, 0.5, 0.5, (), (), None)
        for n in range(count)
    ]


def test_one_from_behind_stands_behind_the_tenth() -> None:
    """The ten before it stay as they are, everybody is still there, and chance goes by the seed."""
    before = ranked(100)

    after, tried = tried_out(before, frozenset(), "a")

    assert [one.id for one in after[:PLACE]] == [one.id for one in before[:PLACE]]
    assert tried == after[PLACE].id and tried in {one.id for one in before[FROM:TO]}
    assert after[PLACE].score == before[PLACE - 1].score
    assert sorted(one.id for one in after) == [one.id for one in before]
    assert tried_out(before, frozenset(), "a") == (after, tried)
    assert len({tried_out(before, frozenset(), str(seed))[1] for seed in range(50)}) > 10


def test_nobody_is_tried_out_who_was_judged_or_is_seen() -> None:
    """What has a verdict needs no chance; in a short list all are shown anyway."""
    assert tried_out(ranked(100, usefulness=-0.1), frozenset(), "a")[1] is None
    assert tried_out(ranked(100), frozenset(f"f{n:03}" for n in range(100)), "a")[1] is None
    assert tried_out(ranked(FROM), frozenset(), "a")[1] is None


def test_a_turn_tries_out_once_verdicts_are_looked_at() -> None:
    """Not before, not where nothing is kept, and not where it or learning is switched off."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=NOW)
    lines = [
        Line(role=Role.USER, sender="Ada", body=f"The harbour has boat number {n}.", sent_at=NOW + timedelta(minutes=n))
        for n in range(120)
    ]
    knowledge.append("a", lines, chat="old", now=NOW)
    learned = LearnedWeights(outcome=LearningOutcome.NO_BETTER, updated_at=NOW)

    def ask(*, record: bool = True) -> Turn:
        request = TurnRequest(space="a", query="Which boats does the harbour have?", visible=0, record=record)
        return take_turn(knowledge, request, profile=ASSISTANT, now=NOW + timedelta(days=9))

    def tried(turn: Turn) -> int:
        return sum(TOLD in item.reason for item in turn.items)

    assert tried(ask()) == 0
    apply_changes(knowledge, "a", [SetWeights(learned=learned)], now=NOW)
    assert tried(ask()) == 1
    assert tried(ask(record=False)) == 0
    knowledge.change_space("a", lambda held: replace(held, tries_out=False))
    assert tried(ask()) == 0
    knowledge.change_space("a", lambda held: replace(held, tries_out=True))
    apply_changes(knowledge, "a", [SetWeights(learned=replace(learned, is_fixed=True))], now=NOW)
    assert tried(ask()) == 0
    knowledge.close()
