"""Verdicts on what was shown: each once, with its weight, and a caller's before an archivist's."""

from __future__ import annotations

from math import log2

import pytest

from graph.changing.undoing import undo_change
from graph.errors import BadInput, NotFound
from graph.store.verbs import Kind
from graph.values.changes import JudgePresentation, MergeEntities, Verdict
from graph.values.items import Author
from tests.graph.changing.cases import LATER, Scene, do, shown


def usefulness(home: Scene, *ids: str) -> list[float]:
    """What verdicts have come to."""
    return [getattr(item, "usefulness", 0.0) for item in home.knowledge.get("home", ids).values()]


def test_verdicts_add_up(home: Scene) -> None:
    """Useful is 1, harmful -1, unused little; the verdict stands on the edge beside what was recorded of it."""
    items = (home["cat"], home["Kath"], home["s1"], home.messages[1])

    do(home, JudgePresentation(block=home.block, items=items[:2], verdict=Verdict.USEFUL))
    do(home, JudgePresentation(block=home.block, items=items[2:3], verdict=Verdict.HARMFUL))
    do(home, JudgePresentation(block=home.block, items=(items[3], "key-info"), verdict=Verdict.UNUSED))

    assert usefulness(home, *items) == [1.0, 1.0, -1.0, pytest.approx(-0.05 / log2(5))]
    edges = {e.target: e.properties for e in home.knowledge.store.edges("home", [home.block], [Kind.PRESENTED], 9)}
    assert [edges[id]["verdict"] for id in (*items, "key-info")] == ["useful", "useful", "harmful", "unused", "unused"]
    assert (edges[items[0]]["rank"], edges[items[0]]["section"]) == (1, "facts")


def test_a_second_verdict_replaces_the_first(home: Scene) -> None:
    """Judged again, an item is not counted twice; judged alike, nothing happens."""
    do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL))
    assert do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL)) == ()

    do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.HARMFUL))

    assert usefulness(home, home["cat"]) == [-1.0]


def test_only_what_was_shown_is_judged(home: Scene) -> None:
    """An item that the block did not show is refused; in a list, verdicts come before a merge of what they judge."""
    with pytest.raises(NotFound, match=f"block {home.block} does not show {home['van']}"):
        do(home, JudgePresentation(block=home.block, items=(home["van"],), verdict=Verdict.USEFUL))
    with pytest.raises(BadInput, match="expected a Block"):
        do(home, JudgePresentation(block=home["van"], items=(), verdict=Verdict.USEFUL))

    do(
        home,
        MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="a short form"),
        JudgePresentation(block=home.block, items=(home["Kath"],), verdict=Verdict.USEFUL),
    )

    assert usefulness(home, home["Katharina"]) == [1.0]


def test_an_archivist_leaves_a_callers_verdict_alone(home: Scene) -> None:
    """Whoever saw the reply at work knows better than words do; a caller may change their own mind."""
    mine = JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.HARMFUL, author=Author.CALLER)
    do(home, mine)

    assert do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL)) == ()
    assert usefulness(home, home["cat"]) == [-1.0]

    [change] = do(
        home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL, author=Author.CALLER)
    )
    assert usefulness(home, home["cat"]) == [1.0]
    undo_change(home.knowledge, "home", change, now=LATER)
    assert usefulness(home, home["cat"]) == [-1.0]


def test_unused_counts_by_how_prominently_it_was_shown(home: Scene) -> None:
    """The first of a block was surely seen; the fourth may not have been. A use outweighs many blocks without one."""
    items = (home["cat"], home.messages[1])
    do(home, JudgePresentation(block=home.block, items=items, verdict=Verdict.UNUSED))

    first, fourth = usefulness(home, *items)

    assert -1 < first < fourth < 0


def test_what_was_useful_is_tied_to_the_message_that_it_helped_with(home: Scene) -> None:
    """Until another verdict takes its place; undo puts either back. What stands in every block is tied to none."""

    def helped() -> list[str]:
        edges = home.knowledge.store.edges("home", [asked], [Kind.HELPED_WITH], 9)
        return [edge.source for edge in edges if edge.target == asked]

    asked = home.knowledge.block("home", home.block).query
    assert asked
    [useful] = do(home, JudgePresentation(block=home.block, items=(home["cat"], "key-info"), verdict=Verdict.USEFUL))
    assert helped() == [home["cat"]]

    [unused] = do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.UNUSED))
    assert helped() == []

    undo_change(home.knowledge, "home", unused, now=LATER)
    assert helped() == [home["cat"]]
    undo_change(home.knowledge, "home", useful, now=LATER)
    assert helped() == []


def test_another_block_for_the_same_message_does_not_take_the_note_back(home: Scene) -> None:
    """There the item was of no use; it was in the first."""
    again = shown(home.knowledge, (home["cat"],))
    do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL))

    do(home, JudgePresentation(block=again, items=(home["cat"],), verdict=Verdict.UNUSED))

    [edge] = home.knowledge.store.edges("home", [home["cat"]], [Kind.HELPED_WITH], 9)
    assert edge.target == home.knowledge.block("home", home.block).query


def test_a_block_for_a_question_that_is_no_message_is_judged(home: Scene) -> None:
    """There is nothing that the item could have helped with."""
    block = shown(home.knowledge, (home["cat"],), query="")

    do(home, JudgePresentation(block=block, items=(home["cat"],), verdict=Verdict.USEFUL))
    do(home, JudgePresentation(block=block, items=(home["cat"],), verdict=Verdict.HARMFUL))

    assert usefulness(home, home["cat"]) == [-1.0]
    assert home.knowledge.store.edges("home", [home["cat"]], [Kind.HELPED_WITH], 9) == []
