"""What is asked about claims, to the letter, and what the numbers of an answer mean."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from archivists.compare.claims import Claim, Quotation, claim_of
from archivists.questions.link import (
    ClaimToLink,
    ItemToJudge,
    LinkAnswer,
    LinkQuestion,
    NamePair,
    Tie,
    likely_pairs,
)
from graph.values.items import EntityType, Fact, FactKind, Role
from tests.archivists.building import START, entity
from tests.archivists.golden_prompts import assert_golden

LATER = datetime(2026, 2, 1, tzinfo=UTC)


def known(id: str, body: str, kind: FactKind = FactKind.FACT) -> Claim:
    """A known fact."""
    return claim_of(Fact(id=id, body=body, kind=kind, created_at=START, updated_at=START))


def new(id: str, body: str, *, is_line: bool = False) -> Claim:
    """A claim of the window."""
    claim = known(id, body)
    return replace(claim, at=LATER, role=Role.USER, sources=("m1",), is_line=is_line)


def linking(language: str | None) -> LinkQuestion:
    """Two claims and a line for key info, a pair of names, and what was shown."""
    home, line = known("f7", "Nora lives in Oslo."), replace(known("line:x", "Call Nora Captain."), is_line=True)
    nurse = known("f9", "Nora wants to become a nurse.", FactKind.OBJECTIVE)
    moved = Quotation(speaker="Nora", words="We moved to Bergen on Friday.")
    moen = replace(entity("Dr Moen", aliases=("Ida",)), brief="A vet.", type=EntityType.PERSON, created_at=LATER)
    return LinkQuestion(
        language=language,
        claims=(
            ClaimToLink(
                claim=new("new:line-0", "Call Nora Kit.", is_line=True),
                quotation=Quotation(speaker="Nora", words="Kit", before="What shall I call you?"),
                near=(line,),
            ),
            ClaimToLink(claim=new("new:read-1", "Nora lives in Bergen."), quotation=moved, near=(home, nurse)),
            ClaimToLink(
                claim=new("new:read-2", "Nora moved on Friday."),
                quotation=moved,
                near=(new("new:read-1", "Nora lives."),),
            ),
        ),
        names=(NamePair(entity("Dr Moe"), moen),),
        shown=(ItemToJudge(id="f7", text=home.body),),
        replies=("How nice!",),
    )


@pytest.mark.parametrize("language", ["en", "tr"])
def test_prompt_is_golden(language: str) -> None:
    """The whole prompt, frame and data, is what was reviewed."""
    assert_golden(linking(language).call(), language)


def test_each_claim_is_told_with_its_words_and_what_it_may_concern() -> None:
    """Notes once, by their time; a claim of the same answer by its number; no day for a line of key info."""
    told = json.loads(linking("en").call().prompt)

    assert told["notes"] == [
        "f1 2025-05-03: Nora lives in Oslo.",
        "f2 objective: Nora wants to become a nurse.",
        "f3 always: Call Nora Captain.",
    ]
    assert [each.get("near") for each in told["claims"]] == [["f3"], ["f1", "f2"], ["n2"]]
    assert told["claims"][0] == {
        "n": 1,
        "speaker": "Nora",
        "words": "Kit",
        "before": "What shall I call you?",
        "kind": "always",
        "claim": "Call Nora Kit.",
        "near": ["f3"],
    }
    assert told["names"] == [{"n": 1, "one": "Dr Moe (person)", "other": "Dr Moen (person, also Ida): A vet."}]


def test_ids_lead_back() -> None:
    """Each short id is one thing; others are nothing."""
    ids = ("f1", "f2", "f3", "f4", "n1", "n2", "n4", "s1", "x")

    assert [linking("en").meant(Tie(id=id, relation="same")) for id in ids] == [
        "f7",
        "f9",
        "line:x",
        "",
        "new:line-0",
        "new:read-1",
        "",
        "",
        "",
    ]
    assert [linking("en").item(id) for id in ("s1", "s2")] == [linking("en").shown[0], None]


@pytest.mark.parametrize(
    ("claims", "complaint"),
    [
        ([{"n": n, "said": True} for n in (1, 2, 3)], None),
        ([{"n": 1, "said": True}, {"n": 3}], "`said` is missing for the claims 2, 3."),
        (
            [{"n": n, "said": True, "relations": [{"id": "f8", "relation": "same"}]} for n in (1, 2, 3)],
            "There are no notes or claims f8.",
        ),
    ],
)
def test_complaints_about_a_linking(claims: list[dict[str, object]], complaint: str | None) -> None:
    """Each claim is judged, and nothing is named that is not there."""
    assert linking("en").complaint(LinkAnswer.model_validate({"claims": claims})) == complaint


def test_pairs_of_names_share_a_word_or_its_beginning() -> None:
    """Kath may be Katharina; a person is no place, and who was compared before is not asked about again."""
    kath, katharina, ola = entity("Kath"), entity("Katharina Lund"), entity("Ola")
    town = entity("Katharinenberg", kind=EntityType.PLACE)
    apart = replace(entity("Katharina"), compared_with=(kath.id,))

    assert [(pair.one.name, pair.other.name) for pair in likely_pairs((kath, katharina, ola, town))] == [
        ("Kath", "Katharina Lund")
    ]
    assert likely_pairs((kath, apart)) == []
    assert likely_pairs((), (kath, katharina)) == []
