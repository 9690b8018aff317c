"""The best candidates are put in a better order by whoever read them with the question."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from context.exchange import Turn, TurnRequest
from context.score.second_stage import SecondStage
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role
from tests.context.scenes import NOW

LINES = (
    "The kite is red.",
    "Our kite flew over the harbour.",
    "Nobody has seen the kite since the storm.",
    "The soup was cold.",
)


def kites(second_stage: SecondStage | None) -> Turn:
    """A question about the kite, asked from outside."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=NOW)
    knowledge.append("s", [Line(role=Role.USER, sender="Ada", body=line) for line in LINES], chat="c", now=NOW)
    request = TurnRequest(space="s", query="Where is the kite?", visible=0, record=False)
    return take_turn(knowledge, request, now=NOW, second_stage=second_stage)


def by_score(turn: Turn) -> list[str]:
    """Ids of what is shown, best first."""
    return [item.id for item in sorted(turn.items, key=lambda item: -item.score)]


def test_candidates_come_in_its_order_and_it_is_said() -> None:
    """The line it likes best ranks first, and its reason tells from where it came."""

    def lost(question: str, texts: Sequence[str]) -> list[float]:
        assert question == "Where is the kite?"
        return [float(text == "Ada: Nobody has seen the kite since the storm.") for text in texts]

    before, after = kites(None), kites(lost)

    best = next(item for item in after.items if item.id == by_score(after)[0])
    assert best.id == "m00000003" != by_score(before)[0]
    assert "to 1 by the reranker" in best.reason
    assert sorted(item.score for item in before.items) == sorted(item.score for item in after.items)


@pytest.mark.parametrize("scores", [None, 0.0])
def test_without_an_answer_or_a_preference_nothing_changes(scores: float | None) -> None:
    """A late answer leaves the first order, and so do equal scores."""

    def stage(question: str, texts: Sequence[str]) -> list[float] | None:
        return None if scores is None else [scores] * len(texts)

    assert kites(stage) == kites(None)
