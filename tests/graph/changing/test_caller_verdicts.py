"""What a caller says of a block."""

from __future__ import annotations

import pytest

from graph.changing.caller_verdicts import Feedback, judge_block
from graph.errors import BadInput, NotFound
from graph.store.verbs import Kind
from tests.graph.changing.cases import LATER, Scene


def verdicts(home: Scene) -> list[object]:
    """The verdicts on what the block shows, by rank: a fact, an entity, a summary, a message and key info."""
    edges = home.knowledge.store.edges("home", [home.block], [Kind.PRESENTED], 9)
    ranked = sorted(edges, key=lambda edge: int(str(edge.properties["rank"])))
    return [edge.properties.get("verdict") for edge in ranked]


def test_used_items_are_useful_and_the_others_unused(home: Scene) -> None:
    """What was harmful is named apart; saying it again changes nothing."""
    feedback = Feedback(used=[home["Kath"]], harmful=[home["cat"]])

    assert len(judge_block(home.knowledge, "home", home.block, feedback, now=LATER).changes) == 3

    assert verdicts(home) == ["harmful", "useful", "unused", "unused", "unused"]
    assert judge_block(home.knowledge, "home", home.block, feedback, now=LATER).changes == ()


def test_harmful_alone_says_nothing_of_the_others(home: Scene) -> None:
    """Whoever reports one wrong item has not looked at the rest."""
    judge_block(home.knowledge, "home", home.block, Feedback(harmful=[home["cat"]]), now=LATER)

    assert verdicts(home) == ["harmful", None, None, None, None]


def test_a_thumb_is_spread(home: Scene) -> None:
    """Up is for the best three; down says that nothing helped, and not that all of it misled."""
    judge_block(home.knowledge, "home", home.block, Feedback(is_good=True), now=LATER)
    assert verdicts(home) == ["useful", "useful", "useful", None, None]

    judge_block(home.knowledge, "home", home.block, Feedback(is_good=False), now=LATER)
    assert verdicts(home) == ["unused"] * 5


def test_what_was_not_shown_is_refused(home: Scene) -> None:
    """Nothing is written then."""
    with pytest.raises(NotFound, match="does not show"):
        judge_block(home.knowledge, "home", home.block, Feedback(used=[home["van"]]), now=LATER)
    with pytest.raises(NotFound, match="block 'b1' is not in space"):
        judge_block(home.knowledge, "home", "b1", Feedback(is_good=True), now=LATER)

    assert verdicts(home) == [None] * 5


def test_feedback_is_of_one_kind() -> None:
    """A thumb beside named items would say two things of one item."""
    for wrong in ({}, {"is_good": True, "used": ["a"]}, {"used": ["a"], "harmful": ["a"]}):
        with pytest.raises(BadInput):
            Feedback(**wrong)  # type: ignore[arg-type]
