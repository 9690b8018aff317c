"""Statements that meet each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from archivists.compare.claims import NEAR_MAX, Claim, claim_of, ended_by, ends_at, living, near_to
from graph.values.changes import DisputeFacts, MergeFacts, SupersedeFact
from graph.values.items import FactKind, FactStatus
from tests.archivists.building import START, stored, talk_of, window_of

HERE, THERE = "Nora: I live in Bergen with two cats.", "Nora: I live in Oslo with two cats."


def test_superseded_facts_are_no_longer_known() -> None:
    """Who moves back lives there again; a fact that stands in two places is known once."""
    past, present = replace(stored("f1", HERE), status=FactStatus.SUPERSEDED), stored("f2", THERE)
    window = replace(window_of(talk_of("Nora: Hi."), facts=(past, present)), facts_about={"e-nora": (present,)})

    assert living(window) == [present]


def claim(id: str, body: str, kind: FactKind = FactKind.FACT, *, about: str = "Nora") -> Claim:
    """A claim about these names."""
    return claim_of(stored(id, body, kind), about=frozenset(about.split()))


def near(newer: Claim, *others: Claim, alike: str = "", has_meaning: bool = False) -> list[str]:
    """The ids of what a claim may have to do with, with those that are near in meaning."""
    return [each.id for each in near_to(newer, others, frozenset(alike.split()), has_meaning=has_meaning)]


def test_a_claim_is_near_to_what_shares_its_words() -> None:
    """Whoever said it and whatever its kind; a name that one of them is about is no word."""
    told = claim("n1", "Nora lives in Bergen with two cats.")

    assert near(told, claim("f1", "Nora keeps cats.", FactKind.QUESTION), has_meaning=True) == ["f1"]
    assert near(told, claim("f1", "Nora sails on Sundays."), has_meaning=True) == []
    assert near(told, claim("f1", "Ola is a nurse.", about="Ola")) == []


def test_meaning_and_common_subjects_make_near() -> None:
    """What is open or only likely is near to all about its subject; a fact is where nothing tells meaning."""
    told, sails = claim("n1", "Nora has passed."), claim("f1", "Nora sails on Sundays.")
    aims = claim("f2", "Nora wants to become a nurse.", FactKind.OBJECTIVE)

    assert near(told, sails, aims, has_meaning=True) == ["f2"]
    assert near(told, sails, alike="f1", has_meaning=True) == ["f1"]
    assert set(near(told, sails, aims)) == {"f1", "f2"}


def test_the_most_likely_come_first_and_the_others_are_left_out() -> None:
    """A model is asked about a few: a claim like any of hundreds would be judged against all of them."""
    told = claim("n1", "Nora moved to Bergen with her grey cat.")
    alike = [claim(f"f{n}", f"Nora has cat {n}.") for n in range(2 * NEAR_MAX)]

    found = near(told, *alike, claim("f99", "Nora moved to Bergen."))

    assert len(found) == NEAR_MAX
    assert found[0] == "f99"


def test_a_claim_about_two_is_near_to_what_is_known_of_either() -> None:
    """Only one of the two may have changed."""
    told = claim("n1", "Nora and Ola have split up.", about="Nora Ola")

    assert set(near(told, claim("f1", "Nora's partner is Ola."), claim("f2", "Ola sails.", about="Ola"))) == {
        "f1",
        "f2",
    }


def test_an_end_that_is_known_stays() -> None:
    """What ended before a plan began did not go on until its successor was noted; an aim is open after its day."""
    newer = claim_of(replace(stored("f2", THERE), created_at=START + timedelta(days=9)))
    last = START + timedelta(days=4)
    plain, aim = (replace(stored("f1", HERE, kind), valid_to=last) for kind in (FactKind.FACT, FactKind.OBJECTIVE))

    assert ends_at(claim_of(plain), newer) == last
    assert ends_at(claim_of(replace(plain, valid_to=newer.at + timedelta(days=1))), newer) == newer.at
    assert ends_at(claim_of(aim), newer) == newer.at


def test_the_same_in_other_words_is_near() -> None:
    """A model is asked about two statements that share the entities they are about."""  # ACCEPTANCE 3.13
    one = claim("f1", "Emre lives in Utrecht.", about="Emre Utrecht")

    assert near(one, claim("f2", "Utrecht is where Emre makes his home.", about="Emre Utrecht")) == ["f2"]
    assert near(one, claim("f2", "Ola rows on Sundays.", about="Ola")) == []


def test_merged_and_superseded_facts_have_ended() -> None:
    """Disputed ones have not."""
    changes = [
        MergeFacts(keep="f1", lose="f2"),
        SupersedeFact(fact="f3", by="f1", reason="it changed"),
        DisputeFacts(a="f4", b="f5", reason="two homes"),
    ]

    assert ended_by(changes) == {"f2", "f3"}
