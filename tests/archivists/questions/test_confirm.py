"""What would end by an answer that ends much is asked about once more, with two pairs that end nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

import pytest

from archivists.keeping.archivist import A, H, ModelQuestion, Proposal, Q, Questions
from archivists.keeping.linking import LINKING
from archivists.models.asking import Exchange
from archivists.models.governor import Refused
from archivists.questions.confirm import ConfirmAnswer, ConfirmQuestion
from archivists.questions.link import LinkAnswer
from archivists.round_policy import RoundPolicy
from graph.values.changes import CompleteObjective, NewFact, ReviseFact, SupersedeFact
from graph.values.items import FactKind
from tests.archivists.building import START, fact, linked
from tests.archivists.linking_windows import known, noted, told

HOME, MOVED = "Nora lives in Oslo.", "Nora lives in Bergen."
SAIL, SAILED = "Nora wants to sail to Iceland.", "Nora has sailed to Iceland."
POLICY = RoundPolicy()
UNSURE = "the model calls over what cannot be: nothing is ended by what it says"


class Twice(Questions):
    """Answers *link* with ties, and *confirm* with these numbers, or in another way."""

    def __init__(self, *ties: tuple[str, str, str], over: tuple[int, ...] | Refused | None) -> None:
        self.ties, self.over = ties, over
        self.confirming: list[ConfirmQuestion] = []

    def ask(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """The answer to either."""
        if question.shape is LinkAnswer:
            return cast("H | None", linked(*self.ties)(proposal))
        [asked] = question.build(proposal, POLICY)
        assert isinstance(asked, ConfirmQuestion)
        assert question.is_urgent(proposal)
        self.confirming.append(asked)
        if self.over is None or isinstance(self.over, Refused):
            return self.over
        answer = ConfirmAnswer(over=self.over)
        return cast("H", Exchange(question=asked, answer=answer, prompt_version="confirm.en@1"))


TIES = (MOVED, "replaces", "f1"), (SAILED, "settles", "f2")


def both_over() -> Proposal:
    """One fact and one objective, each with what ends it."""
    return noted(told(MOVED, SAILED, facts=[known(HOME), known(SAIL, FactKind.OBJECTIVE, id="f2")]))


def ends(proposal: Proposal) -> set[str]:
    """What is over by a proposal."""
    replaced = {each.fact for each in proposal.changes if isinstance(each, SupersedeFact | ReviseFact)}
    return replaced | {each.objective for each in proposal.changes if isinstance(each, CompleteObjective)}


@pytest.mark.parametrize(
    ("over", "ended", "lost"),
    [
        ((2, 3), {"f1", "f2"}, 0),
        ((3,), {"f1"}, 1),
        ((2,), {"f2"}, 1),
        ((), set(), 2),
        ((9,), set(), 2),
        ((1, 2, 3, 4), set(), 1),
        ((1, 2, 3), set(), 1),
        ((2, 3, 4), set(), 1),
    ],
)
def test_only_what_is_confirmed_is_over(over: tuple[int, ...], ended: set[str], lost: int) -> None:
    """Each pair stands for itself, and none does if a control is called over; the report says so."""
    proposal = both_over()

    found = LINKING.work(proposal, Twice(*TIES, over=over), POLICY)

    assert isinstance(found, Proposal)
    assert (ends(found), len(found.lost)) == (ended, lost)
    assert (UNSURE in found.lost) is (lost == 1 and not ended)
    assert [each.unlinked for each in found.facts] == [0, 0]


def test_without_a_second_answer_claims_are_asked_about_again() -> None:
    """Nothing ends meanwhile; a model that may not be asked now puts the round off."""
    refused = Refused(until=START, reason="full")

    found = LINKING.work(both_over(), Twice(*TIES, over=None), POLICY)

    assert isinstance(found, Proposal)
    assert ends(found) == set()
    assert [each.unlinked for each in found.changes if isinstance(each, NewFact)] == [2, 2]
    assert LINKING.work(both_over(), Twice(*TIES, over=refused), POLICY) is refused


def test_an_answer_that_ends_a_quarter_or_less_is_taken() -> None:
    """It has told pairs apart: one of eight notes about the same is over."""
    notes = [known(HOME), *(known(f"Nora saw Bergen from ship {n}.", id=f"f{n}") for n in range(2, 9))]
    for count, confirmed in ((1, 0), (2, 0), (3, 1)):
        proposal = noted(told(MOVED, facts=notes))
        asking = Twice(*((MOVED, "replaces", f"f{n}") for n in range(1, count + 1)), over=())

        found = LINKING.work(proposal, asking, POLICY)

        assert isinstance(found, Proposal)
        assert (len(asking.confirming), len(ends(found))) == (confirmed, 0 if confirmed else count)


def test_the_question_has_statements_with_their_days_and_two_controls() -> None:
    """The order is not that of *link*; the first pair is about nobody, the last one says the same twice."""
    asking = Twice(*TIES, over=())
    LINKING.work(both_over(), asking, POLICY)

    [question] = asking.confirming
    call = question.call()
    pairs: list[Mapping[str, object]] = json.loads(call.prompt)["pairs"]

    assert call.prompt_version.startswith("confirm.en@")
    assert [each["n"] for each in pairs] == [1, 2, 3, 4]
    assert [(each["known"], each["later"]) for each in pairs[1:]] == [
        (f"2025-04-24 objective: {SAIL}", f"2025-05-03: {SAILED}"),
        (f"2025-04-24: {HOME}", f"2025-05-03: {MOVED}"),
        (f"2025-04-24: {HOME}", f"2025-05-03: {HOME}"),
    ]


def test_a_wish_that_ends_nothing_is_not_asked_about() -> None:
    """What code refuses costs no question."""
    wish = "Nora wants to live in Bergen."
    asking = Twice((wish, "replaces", "f1"), over=(2,))

    LINKING.work(noted(told(wish, facts=[known(HOME)]), fact(wish, wish, kind="objective")), asking, POLICY)

    assert asking.confirming == []
