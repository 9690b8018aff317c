"""What a model says is over is closed where somebody's words bear it out."""

from __future__ import annotations

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.closings import CLOSINGS, take_closings
from archivists.round_policy import RoundPolicy
from graph.values.changes import Change, CloseQuestion, CompleteObjective, SupersedeFact, WeighTheory
from graph.values.items import Author, FactKind
from tests.archivists.building import TALK, fact, read, stored, talk_of, window_of


def closings(kind: FactKind, how: str, by: int | None, sources: list[int]) -> list[Change]:
    """What closing an item of this kind comes to."""
    window = window_of(talk_of(*TALK), facts=[stored("f1", "Does Pixel travel well?", kind)])
    answer = read(
        window,
        facts=[fact("Pixel hates the ferry.", 3)],
        closed=[{"id": "f1", "how": how, "by": by, "sources": sources, "why": "she said so"}],
    )
    return take_closings(answer, {"new:read-1"})


def test_closings_are_changes_with_evidence() -> None:
    """A question is answered by a fact, an objective reached, given up, or dropped for a fact."""
    told = {
        "reason": "she said so",
        "author": Author.MODEL,
        "prompt_version": "read.en@1",
        "evidence": ("m00000003",),
    }

    assert closings(FactKind.QUESTION, "answered", 1, [3]) == [
        CloseQuestion(question="f1", answered_by="new:read-1", **told)  # type: ignore[arg-type]
    ]
    assert closings(FactKind.OBJECTIVE, "reached", None, [3]) == [CompleteObjective(objective="f1", **told)]  # type: ignore[arg-type]
    given_up = CompleteObjective(objective="f1", is_reached=False, **told)  # type: ignore[arg-type]
    assert closings(FactKind.OBJECTIVE, "dropped", None, [3]) == [given_up]
    assert closings(FactKind.OBJECTIVE, "dropped", 1, []) == [
        SupersedeFact(fact="f1", by="new:read-1", **told)  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(
    ("kind", "how", "by", "sources"),
    [
        (FactKind.FACT, "dropped", 1, [3]),
        (FactKind.QUESTION, "answered", None, [2]),
        (FactKind.QUESTION, "answered", 7, [99]),
        (FactKind.QUESTION, "reached", 1, [3]),
        (FactKind.OBJECTIVE, "dropped", None, [2]),
    ],
)
def test_closings_without_ground_are_passed_over(kind: FactKind, how: str, by: int | None, sources: list[int]) -> None:
    """Nothing is closed without a speaker's word, and a fact is never closed."""
    assert closings(kind, how, by, sources) == []


def test_an_invention_closes_nothing() -> None:
    """An objective stays open if the note that settles it was dropped, and the round tells so."""
    window = window_of(talk_of(*TALK), facts=[stored("f1", "Nora wants a red boat.", FactKind.OBJECTIVE)])
    answer = read(
        window,
        facts=[fact("Herbert has bought 12 red boats.", 1)],
        closed=[{"id": "f1", "how": "reached", "by": 1, "sources": [1], "why": "she has one"}],
    )

    assert CLOSINGS.from_answer is not None
    told = CLOSINGS.from_answer(Proposal(window=window), answer, RoundPolicy())

    assert (told.changes, told.lost) == ((), ("“Nora wants a red boat.” stays open",))


def test_theories_are_weighed_by_facts_that_were_kept() -> None:
    """What speaks for a theory makes it no less credible."""
    theories = [stored(f"f{i}", f"Theory {i}", FactKind.THEORY, confidence=0.5) for i in (1, 2, 3)]
    window = window_of(talk_of(*TALK), facts=theories)
    weighed = [("f1", 1, True, 0.2), ("f2", 1, False, 0.3), ("f3", 9, True, 0.9), ("f9", 1, True, 0.9)]
    answer = read(
        window,
        facts=[fact("Pixel hates the ferry.", 3)],
        evidence=[{"id": id, "by": by, "supports": way, "confidence": share} for id, by, way, share in weighed],
    )

    found = take_closings(answer, {"new:read-1"})

    assert [(each.theory, each.fact, each.confidence) for each in found if isinstance(each, WeighTheory)] == [
        ("f1", "new:read-1", 0.5),
        ("f2", "new:read-1", 0.3),
    ]
