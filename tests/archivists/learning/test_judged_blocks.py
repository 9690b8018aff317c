"""The log of what was shown and judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.learning.judged_blocks import BLOCKS_MIN, JudgedRow, read_judged_blocks
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from graph.changing.caller_verdicts import Feedback, judge_block, set_learning
from graph.changing.undoing import undo_change
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import Verdict
from graph.values.items import Block, Role
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.presented import Presented

POLICY = RoundPolicy()


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A space with two lines."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    lines = [Line(role=Role.USER, sender="Nora", body=body, sent_at=now) for body in ("I have a cat.", "I like tea.")]
    graph.append("a", lines, now=now)
    yield graph
    graph.close()


def show(knowledge: KnowledgeGraph, count: int, now: datetime) -> list[str]:
    """So many blocks of both lines; their ids."""
    block = Block(
        id="",
        chat="",
        query="",
        body="",
        tokens=1,
        budget_tokens=9,
        shown=("m00000001", "m00000002"),
        near_misses="[]",
        left_out_count=0,
        visible_from=None,
        created_at=now,
    )
    items = [
        Presented("m00000001", 1, "excerpts", 1.0, {"text": 0.5}, "because", 1),
        Presented("m00000002", 2, "recent messages", 0.0, {}, "", 1),
    ]
    return [
        knowledge.record_block("a", replace(block, created_at=now + timedelta(minutes=n)), items).id
        for n in range(count)
    ]


def weights_of(knowledge: KnowledgeGraph) -> LearnedWeights | None:
    """What a turn would weigh with."""
    return knowledge.index("a").learned


def test_what_a_question_brought_up_is_read_with_its_verdict(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Items without terms, such as the history, and blocks without verdicts teach nothing."""
    blocks = show(knowledge, BLOCKS_MIN, now)
    judge_block(knowledge, "a", blocks[3], Feedback(used=["m00000001"]), now=now)

    found = read_judged_blocks(knowledge, "a")

    assert found is not None and [block.id for block in found] == [blocks[3]]
    assert found[0].rows == (JudgedRow("m00000001", 1, {"text": 0.5}, Verdict.USEFUL),)


def test_few_blocks_are_not_looked_at(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Until there are twenty."""
    show(knowledge, BLOCKS_MIN - 1, now)

    assert read_judged_blocks(knowledge, "a") is None


def test_a_round_learns_once_a_day_and_says_what_came_of_it(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What came of it is a change like others: it is told, it can be undone, and an undo holds for the day."""
    for block in show(knowledge, BLOCKS_MIN, now):
        judge_block(knowledge, "a", block, Feedback(used=["m00000001"]), now=now)

    first = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)
    found = weights_of(knowledge)

    assert first is not None and first.changes["SetWeights"] == 1
    assert found is not None and (found.outcome, found.verdicts) == (LearningOutcome.TOO_FEW, BLOCKS_MIN)
    [change] = [
        node for node in knowledge.store.find("a", Label.CHANGE, limit=100) if node.properties["kind"] == "SetWeights"
    ]
    assert change.properties["archivist"] == "ranker"
    undo_change(knowledge, "a", change.id, now=now)
    assert weights_of(knowledge) is None

    again = run_round(knowledge, "a", owner="me", now=now + timedelta(hours=23), policy=POLICY)
    assert again is not None and "SetWeights" not in again.changes
    knowledge.append("a", [Line(role=Role.USER, sender="Nora", body="Good morning.", sent_at=now)], now=now)
    later = run_round(knowledge, "a", owner="me", now=now + timedelta(hours=25), policy=POLICY)
    assert later is not None and later.changes["SetWeights"] == 1


def test_what_is_fixed_is_left_alone(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A caller who has put the defaults back keeps them."""
    show(knowledge, BLOCKS_MIN, now)
    set_learning(knowledge, "a", is_on=False, now=now)

    report = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    assert report is not None and "SetWeights" not in report.changes
    found = weights_of(knowledge)
    assert found is not None and found.is_fixed
