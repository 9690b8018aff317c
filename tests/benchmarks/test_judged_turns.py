"""Usefulness is measured in turns that are stored and judged."""

from __future__ import annotations

from benchmarks.judged_turns import reached_in
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role


def folder(*questions: str) -> Folder:
    """Seven lines about one lamp, of which the last is the evidence for each of these questions."""
    lines = [f"The brass lamp of the {place} is lit." for place in ("hall", "attic", "cellar", "barn", "porch", "pier")]
    told = [
        Told(conversation="c", id=f"t{number}", line=Line(role=Role.USER, body=body, sender="Ada"))
        for number, body in enumerate([*lines, "The brass lamp came from Ghent."])
    ]
    asked = [
        Asked(question=one, at=None, conversation=None, evidence=("t6",), category="", answer=None) for one in questions
    ]
    return Folder("a", told, asked)


def test_what_helped_once_is_nearer_the_top_for_the_same_question() -> None:
    """The first question is judged, the second is measured before and after."""
    [found] = reached_in(folder("Who has lit the brass lamp?", "Who has lit the brass lamp?"))

    assert found.judged > found.unjudged


def test_the_questions_that_are_judged_are_not_measured() -> None:
    """Every second one is."""
    assert len([*reached_in(folder("Where?", "Who?", "When?"))]) == 1
