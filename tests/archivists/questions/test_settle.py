"""What is asked about pairs, to the letter, and what the numbers of an answer mean."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from archivists.compare.claims import Doubt, claim_of
from archivists.keeping.archivist import Proposal
from archivists.keeping.outdated import find_doubts
from archivists.questions.settle import NamePair, SettleAnswer, SettleQuestion, likely_pairs, settle_question
from archivists.round_policy import RoundPolicy
from graph.values.changes import NewFact
from graph.values.items import EntityType, Fact
from tests.archivists.building import START, entity, talk_of, window_of
from tests.archivists.golden_prompts import assert_golden

LATER = datetime(2026, 2, 1, tzinfo=UTC)


def said(body: str, at: datetime) -> Fact:
    """A fact that was stated then."""
    return Fact(id="f1", body=body, created_at=at, updated_at=at)


def settling(language: str | None) -> SettleQuestion:
    """A pair of facts and a pair of entities."""
    moen = replace(entity("Dr Moen", aliases=("Ida",)), brief="A vet.", type=EntityType.PERSON, created_at=LATER)
    older, newer = said("Nora lives in Oslo.", START), said("Nora lives in Bergen.", LATER)
    homes = Doubt(claim_of(older), claim_of(newer), 0.5)
    return SettleQuestion(language=language, statements=(homes,), names=(NamePair(entity("Dr Moe"), moen),))


@pytest.mark.parametrize("language", ["en", "tr"])
def test_prompt_is_golden(language: str) -> None:
    """The whole prompt, frame and data, is what was reviewed."""
    assert_golden(settling(language).call(), language)


@pytest.mark.parametrize(
    ("relations", "complaint"),
    [
        ([(1, "replaces"), (2, "same")], None),
        ([(1, "same")], "`pairs` must have each number from 1 to 2 once. Entities are `same` or `different`: 2."),
        ([(1, "same"), (1, "same"), (2, "same")], "`pairs` must have each number from 1 to 2 once."),
        ([(1, "same"), (2, "replaces")], "Entities are `same` or `different`: 2."),
    ],
)
def test_complaints_about_a_settling(relations: list[tuple[int, str]], complaint: str | None) -> None:
    """Each pair is judged once, and an entity does not replace another."""
    answer = SettleAnswer.model_validate({"pairs": [{"n": n, "relation": relation} for n, relation in relations]})

    assert settling("en").complaint(answer) == complaint


def test_entities_are_told_with_what_is_known() -> None:
    """Type, other names and brief tell whether two names are one."""
    told = json.loads(settling("en").call().prompt)["pairs"][1]

    assert (told["n"], told["are"]) == (2, "entities")
    assert told["newer"] == {"text": "Dr Moen (person, also Ida): A vet.", "at": "2026-02-01"}


def test_numbers_lead_back_to_the_pairs() -> None:
    """Statements come first; a number that no pair has, and a pair that was not judged, are ignored."""
    question = settling("en")
    answer = SettleAnswer.model_validate({"pairs": [{"n": n, "relation": "same"} for n in (0, 2, 3)]})

    assert list(question.on_statements(answer)) == []
    assert [(pair.other.name, verdict.n) for pair, verdict in question.on_names(answer)] == [("Dr Moen", 2)]


def test_pairs_about_the_same_fill_a_call_and_are_no_reason_for_one() -> None:
    """Old and new share few words: they are asked about beside pairs that are alike."""
    window = window_of(talk_of("Nora: Well, so it is."), entities=[entity("Nora")])
    plays = replace(said("Nora plays the cello in a quartet of four friends at the harbour.", START), id="f7")
    window = replace(window, facts=(plays,), facts_about={"e-nora": (plays,)})
    new = NewFact(
        ref="new:1",
        body="Nora has sold her cello to a dealer from Bergen for little money.",
        about=("Nora",),
        sources=(window.messages[0].id,),
    )

    [doubt] = find_doubts(Proposal(window=window, changes=(new,))).doubts

    assert doubt.is_remote
    assert settle_question(window, [doubt], RoundPolicy()) is None
    alike = Doubt(doubt.older, doubt.newer, 0.9)
    question = settle_question(window, [alike, doubt], RoundPolicy())
    assert question is not None
    assert list(question.statements) == [alike, doubt]


def test_notes_come_with_the_words_behind_them() -> None:
    """The day is that on which it was said, whatever it says of when it began."""
    window = window_of(talk_of("Nora: We left Oslo for good."), entities=[entity("Nora")])
    lives = replace(said("Nora lives in Oslo.", LATER), id="f7", valid_from=LATER)
    before = replace(window.messages[0], id="m0", body="Oslo is home.", sent_at=START)
    window = replace(window, facts=(lives,), sources_of={"f7": (before,)})
    new = NewFact(ref="new:1", body="Nora lives in Oslo no more.", about=(), sources=(window.messages[0].id,))

    question = settle_question(window, find_doubts(Proposal(window=window, changes=(new,))).doubts, RoundPolicy())

    assert question is not None
    [pair] = json.loads(question.call().prompt)["pairs"]
    assert pair["older"] == {"text": lives.body, "at": "2025-05-03", "said": "Oslo is home."}
    assert pair["newer"]["said"] == "We left Oslo for good."


def test_pairs_of_names_share_a_word_or_its_beginning() -> None:
    """Of one type, or of none that is known; what was compared is no pair again."""
    kath, katharina, ola = entity("Kath"), entity("Katharina Lund"), entity("Ola Moe")
    town = entity("Katharinenberg", kind=EntityType.PLACE)
    apart = replace(entity("Katharina"), compared_with=(kath.id,))

    assert [(pair.one.name, pair.other.name) for pair in likely_pairs((kath, katharina, ola, town))] == [
        ("Kath", "Katharina Lund")
    ]
    assert likely_pairs((kath, apart)) == []
    assert likely_pairs((), (kath, katharina)) == []
