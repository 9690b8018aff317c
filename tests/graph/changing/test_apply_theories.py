"""Questions close, objectives complete upward, theories rise and fall with their evidence."""

from __future__ import annotations

import pytest

from graph.errors import BadInput
from graph.store.verbs import Kind
from graph.values.changes import (
    CloseQuestion,
    CompleteObjective,
    EntityText,
    NewFact,
    SupersedeFact,
    WeighTheory,
)
from graph.values.items import Entity, Fact, FactKind, FactStatus
from tests.graph.changing.cases import NOW, Scene, make


def state(home: Scene, id: str) -> tuple[str, str | None]:
    """Where a fact stands, and why."""
    found = home.knowledge.get("home", [id])[id]
    assert isinstance(found, Fact)
    return str(found.status), found.reason


def theory(home: Scene) -> tuple[str, float]:
    """Where the scene's theory stands."""
    found = home.knowledge.get("home", [home["theory"]])[home["theory"]]
    assert isinstance(found, Fact)
    return str(found.status), round(found.confidence, 3)


def test_a_question_closes_with_its_answer(home: Scene) -> None:
    """The question stays, closed, and leads to the fact that answered it; one made in the same list will do."""
    ids = make(
        home,
        NewFact(ref="new:a", body="Mira works at the lake", sources=home.messages[:1]),
        CloseQuestion(question=home["question"], answered_by="new:a", reason="she said so"),
    )

    assert state(home, home["question"]) == ("closed", "she said so")
    (edge,) = home.knowledge.store.edges("home", [home["question"]], [Kind.ANSWERED_BY], 9)
    assert edge.target == ids["new:a"]


def test_an_objective_completes_upward_when_all_parts_are_done(home: Scene) -> None:
    """The whole waits for its last part; then it is done, and so is what it is a part of."""
    ids = make(
        home,
        NewFact(ref="new:life", body="A new life", kind=FactKind.OBJECTIVE, sources=home.messages[:1]),
        NewFact(
            ref="new:pack", body="Pack", kind=FactKind.OBJECTIVE, sources=home.messages[:1], part_of=home["settle"]
        ),
        NewFact(
            ref="new:pet", body="Feed Pamuk", kind=FactKind.OBJECTIVE, sources=home.messages[:1], part_of="new:life"
        ),
    )

    make(home, CompleteObjective(objective=home["flat"], reason="found one"))
    assert state(home, home["settle"]) == ("current", None)
    make(home, CompleteObjective(objective=ids["new:pack"], reason="packed"))

    assert state(home, home["settle"]) == ("closed", "all of its parts are done")
    assert state(home, ids["new:life"]) == ("current", None)
    make(home, CompleteObjective(objective=ids["new:life"], reason="enough"))
    assert state(home, ids["new:pet"]) == ("current", None)  # A whole can be reached without its parts.


def test_a_superseded_part_does_not_keep_the_whole_open(home: Scene) -> None:
    """What no longer matters does not have to be done."""
    ids = make(
        home,
        NewFact(
            ref="new:rent", body="Rent", kind=FactKind.OBJECTIVE, sources=home.messages[:1], part_of=home["settle"]
        ),
        NewFact(
            ref="new:pack", body="Pack", kind=FactKind.OBJECTIVE, sources=home.messages[:1], part_of=home["settle"]
        ),
        SupersedeFact(fact=home["flat"], by="new:rent", reason="renting"),
    )

    make(home, CompleteObjective(objective=ids["new:rent"], reason="rented"))
    make(home, CompleteObjective(objective=ids["new:pack"], reason="packed"))

    assert state(home, home["settle"])[0] == "closed"


def test_one_part_that_is_done_is_not_the_whole(home: Scene) -> None:
    """An objective of which only one part was noted has others that nobody noted."""
    make(home, CompleteObjective(objective=home["flat"], reason="found one"))

    assert state(home, home["settle"]) == ("current", None)


def test_a_theory_rises_and_falls_with_its_evidence(home: Scene) -> None:
    """Its confidence is what the last weighing says; at 0 it is given up, and it may come back."""
    make(home, WeighTheory(theory=home["theory"], fact=home["likes"], is_support=True, confidence=0.9))
    assert theory(home) == ("current", 0.9)
    make(home, WeighTheory(theory=home["theory"], fact=home["bursa"], is_support=False, confidence=0.0))
    assert theory(home) == ("closed", 0.0)

    make(home, WeighTheory(theory=home["theory"], fact=home["home"], is_support=True, confidence=0.4))

    assert theory(home) == ("current", 0.4)
    edges = home.knowledge.store.edges("home", [home["theory"]], [Kind.EVIDENCE], 9)
    assert {edge.target: edge.properties["is_support"] for edge in edges} == {
        home["van"]: True,
        home["cat"]: True,
        home["likes"]: True,
        home["bursa"]: False,
        home["home"]: True,
    }


def test_a_theory_falls_when_its_evidence_is_superseded(home: Scene) -> None:
    """It loses the share of each support that goes, nothing with evidence against it, and is given up with the last."""
    make(home, WeighTheory(theory=home["theory"], fact=home["likes"], is_support=False, confidence=0.6))

    make(home, SupersedeFact(fact=home["likes"], by=home["home"], reason="no"))
    assert theory(home) == ("current", 0.6)
    make(home, SupersedeFact(fact=home["van"], by=home["bursa"], reason="moved back"))
    assert theory(home) == ("current", 0.3)
    make(home, SupersedeFact(fact=home["cat"], by=home["home"], reason="no"))

    assert theory(home) == ("closed", 0.0)
    assert state(home, home["theory"])[1] == "none of its evidence holds any more"


def test_each_kind_is_asked_for_its_own(home: Scene) -> None:
    """A fact is no question, and no theory is evidence for itself."""
    with pytest.raises(BadInput, match="is a fact, expected a question"):
        make(home, CloseQuestion(question=home["cat"], reason=""))
    with pytest.raises(BadInput, match="is a question, expected a objective"):
        make(home, CompleteObjective(objective=home["question"], reason=""))
    with pytest.raises(BadInput, match="evidence for itself"):
        make(home, WeighTheory(theory=home["theory"], fact=home["theory"], is_support=True, confidence=1.0))
    with pytest.raises(BadInput, match=r"outside 0\.\.1"):
        make(home, WeighTheory(theory=home["theory"], fact=home["cat"], is_support=True, confidence=1.1))


def test_objective_that_is_given_up_completes_nothing(home: Scene) -> None:
    """It is closed with its reason; the larger one stays open."""
    make(home, CompleteObjective(objective=home["flat"], reason="too dear", is_reached=False))

    flat, settle = home.knowledge.get("home", [home["flat"], home["settle"]]).values()
    assert isinstance(flat, Fact) and isinstance(settle, Fact)
    assert (flat.status, flat.reason, settle.status) == (FactStatus.CLOSED, "too dear", FactStatus.CURRENT)


def test_what_is_closed_is_closed_since_the_message_that_says_so(home: Scene) -> None:
    """And not since the round that read it, which may come days later."""  # ACCEPTANCE 3.18
    last = home.messages[-1:]
    make(
        home,
        CompleteObjective(objective=home["flat"], reason="found one", evidence=last),
        CloseQuestion(question=home["question"], reason="she said so", evidence=last),
    )

    ended = {home["flat"], home["question"]}
    assert {getattr(fact, "valid_to", None) for fact in home.knowledge.get("home", ended).values()} == {NOW}


def test_what_tells_of_a_reached_objective_is_stale(home: Scene) -> None:
    """As what tells of a superseded fact is; the brief is hidden until it is written anew."""  # ACCEPTANCE 3.16
    make(home, EntityText(entity=home["Mira"], brief="Mira wants a flat.", brief_covers=(home["flat"],)))

    make(home, CompleteObjective(objective=home["flat"], reason="found one"))

    mira = home.knowledge.get("home", [home["Mira"]])[home["Mira"]]
    assert isinstance(mira, Entity) and mira.is_stale
