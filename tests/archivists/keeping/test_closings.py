"""What a claim closes, weighs, belongs to and rests on, as a model judges."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompleteObjective,
    SupersedeFact,
    WeighTheory,
)
from graph.values.codec import item_of
from graph.values.items import Fact, FactKind, FactStatus, Role
from tests.archivists.building import fact, window_of
from tests.archivists.linking_windows import judged, known, noted, other, signed, told

QUESTION, OBJECTIVE, THEORY = FactKind.QUESTION, FactKind.OBJECTIVE, FactKind.THEORY


@pytest.mark.parametrize(
    ("older", "newer", "relation", "expected"),
    [
        (QUESTION, "fact", "settles", CloseQuestion(question="f1", answered_by="new:read-1", reason="{}")),
        (QUESTION, "fact", "drops", CloseQuestion(question="f1", answered_by=None, reason="{}")),
        (QUESTION, "objective", "settles", None),
        (OBJECTIVE, "fact", "settles", CompleteObjective(objective="f1", reason="{}", is_reached=True)),
        (OBJECTIVE, "fact", "drops", CompleteObjective(objective="f1", reason="{}", is_reached=False)),
        (OBJECTIVE, "objective", "drops", SupersedeFact(fact="f1", by="new:read-1", reason="given up")),
        (OBJECTIVE, "objective", "settles", None),
        (OBJECTIVE, "theory", "settles", None),
        (OBJECTIVE, "question", "drops", None),
        (FactKind.FACT, "fact", "settles", None),
        (THEORY, "fact", "settles", None),
    ],
)
def test_closings_are_changes_with_evidence(
    older: FactKind, newer: str, relation: str, expected: Change | None
) -> None:
    """A question is answered or dropped, an objective reached, given up or replaced; a fact is never closed."""
    said = "Pixel hates the ferry."
    proposal = noted(told(said, facts=[known("Pixel should take the ferry.", older)]), fact(said, said, kind=newer))

    found = other(judged(proposal, (said, relation, "f1")))

    if isinstance(expected, CloseQuestion | CompleteObjective):
        expected = replace(expected, reason=said)
    assert found == ([] if expected is None else [signed(expected)])


def test_an_invention_closes_nothing() -> None:
    """An objective stays open if what settles it was never said, by its words or as a model judges."""
    said = "I have looked at red boats."
    window = told(said, facts=[known("Nora wants a red boat.", OBJECTIVE)])

    dropped = noted(window, fact("Nora has bought 14 red boats.", said), fact("Nora looked at red boats.", said))
    denied = noted(window, fact("Nora has red boats.", said))

    assert other(judged(dropped)) == [] and len(dropped.lost) == 1
    assert other(judged(denied, ("new:read-1", "settles", "f1"), unsaid=["new:read-1"])) == []


def test_what_is_aimed_at_and_reached_in_one_window_is_closed(now: datetime) -> None:
    """Months of an import are read at once: the graph has the aim, and that it was reached."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    said = "I want to run a marathon.", "Who will run with me?", "Ola and I ran the marathon!"
    lines = [Line(role=Role.USER, sender="Nora", body=body, sent_at=now) for body in said]
    knowledge.append("a", lines, now=now)
    window = window_of(tuple(knowledge.messages("a", limit=9)))
    aim, who, ran = "Nora wants to run a marathon.", "Who runs with Nora?", "Nora ran the marathon with Ola."
    proposal = noted(
        window, fact(aim, said[0], kind="objective"), fact(who, said[1], kind="question"), fact(ran, said[2])
    )

    apply_changes(knowledge, "a", judged(proposal, (ran, "settles", aim), (ran, "settles", who)).changes, now=now)

    facts = [item_of(node, Fact) for node in knowledge.store.find("a", Label.FACT, limit=9)]
    assert {each.body: each.status for each in facts} == {
        aim: FactStatus.CLOSED,
        who: FactStatus.CLOSED,
        ran: FactStatus.CURRENT,
    }
    knowledge.close()


def test_theories_are_weighed_by_facts_that_were_said() -> None:
    """What speaks for a theory makes it no less credible, and what speaks against it no more."""
    theories = [known(f"Pixel hates ferry {n}.", THEORY, id=f"f{n}", confidence=0.5) for n in range(1, 6)]
    said = "Pixel hates the ferry.", "Pixel hates the ferry to Oslo."
    proposal = noted(told(*said, facts=theories))
    weighed = [("f1", "supports", 0.2), ("f1", "supports", 0.8), ("f2", "opposes", 0.3), ("f3", "opposes", 0.9)]
    weighed += [("f4", "supports", 90), ("f9", "opposes", 0.1)]
    by_first = [{"id": id, "relation": way, "confidence": share} for id, way, share in weighed]
    by_second = [{"id": "f1", "relation": "opposes", "confidence": 0.1}, {"id": "f5", "relation": "supports"}]

    found = judged(
        proposal,
        claims=[{"n": 1, "said": True, "relations": by_first}, {"n": 2, "said": True, "relations": by_second}],
    )

    weights = [each for each in other(found) if isinstance(each, WeighTheory)]
    assert len(weights) == len(other(found))
    assert [(each.theory, each.fact, each.is_support, each.confidence) for each in weights] == [
        ("f1", "new:read-1", True, 0.5),
        ("f2", "new:read-1", False, 0.3),
        ("f3", "new:read-1", False, 0.5),
        ("f4", "new:read-1", True, 0.9),
        ("f1", "new:read-2", False, 0.1),
        ("f5", "new:read-2", True, 0.5),
    ]


def test_parts_and_evidence_stand_behind_what_they_name() -> None:
    """An objective belongs to another one, and a theory rests on facts, known or new; nothing else does either."""
    aim, part, fear = "Nora wants to see Bergen.", "Nora wants a Bergen ferry.", "Nora fears Bergen."
    window = told(part, fear, aim, "Pixel hates Bergen.", facts=[known("Nora avoids Bergen.")])
    proposal = noted(
        window,
        fact(part, part, kind="objective"),
        fact(fear, fear, kind="theory", confidence=0.4),
        fact(aim, aim, kind="objective"),
        fact("Pixel hates Bergen.", "Pixel hates Bergen."),
    )

    found = judged(
        proposal,
        (part, "part_of", aim),
        (aim, "part_of", part),
        (fear, "rests_on", "Pixel hates Bergen."),
        (fear, "rests_on", "f1"),
        (fear, "part_of", aim),
        (aim, "rests_on", "f1"),
        ("Pixel hates Bergen.", "part_of", aim),
    )

    assert [each.body for each in found.facts] == [aim, part, "Pixel hates Bergen.", fear]
    assert [each.part_of for each in found.facts] == [None, "new:read-3", None, None]
    assert [each.supported_by for each in found.facts] == [(), (), (), ("new:read-4", "f1")]
    assert other(found) == []
