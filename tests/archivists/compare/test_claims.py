"""Statements that meet each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from archivists.compare.claims import claim_of, doubt, ended_by, ends_at, living
from graph.values.changes import DisputeFacts, MergeFacts, SupersedeFact
from graph.values.items import FactKind, FactStatus
from tests.archivists.building import START, stored, talk_of, window_of

HERE, THERE = "Nora: I live in Bergen with two cats.", "Nora: I live in Oslo with two cats."


def test_superseded_facts_are_no_longer_known() -> None:
    """Who moves back lives there again; a fact that stands in two places is known once."""
    past, present = replace(stored("f1", HERE), status=FactStatus.SUPERSEDED), stored("f2", THERE)
    window = replace(window_of(talk_of("Nora: Hi."), facts=(past, present)), facts_about={"e-nora": (present,)})

    assert living(window) == [present]


def test_a_doubt_is_about_like_statements_of_one_kind() -> None:
    """What was compared before is no doubt; whoever said it, since a model judges."""
    one = claim_of(stored("f1", HERE))

    assert doubt(one, claim_of(stored("f2", THERE))) is not None
    assert doubt(one, claim_of(stored("f2", "I live in Oslo with two cats."))) is not None
    assert doubt(one, claim_of(stored("f2", THERE, FactKind.QUESTION))) is None
    assert doubt(one, claim_of(stored("f2", "Nora: Rain is wet."))) is None
    assert doubt(one, claim_of(stored("f2", "Nora: Rain is wet.")), overlap_min=0.0) is not None
    assert doubt(one, claim_of(replace(stored("f2", THERE), compared_with=("f1",)))) is None


def test_an_end_that_is_known_stays() -> None:
    """What ended before a plan began did not go on until its successor was noted; an aim is open after its day."""
    newer = claim_of(replace(stored("f2", THERE), created_at=START + timedelta(days=9)))
    last = START + timedelta(days=4)
    plain, aim = (replace(stored("f1", HERE, kind), valid_to=last) for kind in (FactKind.FACT, FactKind.OBJECTIVE))

    assert ends_at(claim_of(plain), newer) == last
    assert ends_at(claim_of(replace(plain, valid_to=newer.at + timedelta(days=1))), newer) == newer.at
    assert ends_at(claim_of(aim), newer) == newer.at


def test_the_same_in_other_words_is_a_doubt() -> None:
    """A model is asked about two statements that share the entities they are about."""  # ACCEPTANCE 3.13
    about = frozenset(("Emre", "Utrecht"))
    one = claim_of(stored("f1", "Emre lives in Utrecht."), about=about)

    assert doubt(one, claim_of(stored("f2", "Utrecht is where Emre makes his home."), about=about)) is not None
    assert doubt(one, claim_of(stored("f2", "Ola rows on Sundays."), about=frozenset(("Ola",)))) is None


def test_merged_and_superseded_facts_have_ended() -> None:
    """Disputed ones have not."""
    changes = [
        MergeFacts(keep="f1", lose="f2"),
        SupersedeFact(fact="f3", by="f1", reason="it changed"),
        DisputeFacts(a="f4", b="f5", reason="two homes"),
    ]

    assert ended_by(changes) == {"f2", "f3"}
