"""What is in doubt of an answer to *link* is asked about once more, with two pairs of which the answer is certain."""

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
from graph.values.changes import CompleteObjective, MergeFacts, NewFact, ReviseFact, SupersedeFact
from graph.values.items import FactKind
from tests.archivists.building import START, fact, linked
from tests.archivists.linking_windows import known, noted, told

HOME, MOVED = "Nora lives in Oslo.", "Nora lives in Bergen."
SAIL, SAILED = "Nora wants to sail to Iceland.", "Nora has sailed to Iceland."
POLICY = RoundPolicy()
UNSURE = "the model calls over what cannot be: nothing is ended by what it says"


class Twice(Questions):
    """Answers *link* with ties, and *confirm* with these numbers, or in another way."""

    def __init__(
        self, *ties: tuple[str, str, str], over: tuple[int, ...] | Refused | None, same: tuple[int, ...] = ()
    ) -> None:
        self.ties, self.over, self.same = ties, over, same
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
        answer = ConfirmAnswer(over=self.over, same=self.same)
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
    """If what is over has words in common with what is new: it has told one of four pairs apart from the others."""
    moved = "Nora lives in a flat in Bergen."
    notes = [known("Nora lives in a flat in Oslo."), *(known(f"Flat {n} in Bergen.", id=f"f{n}") for n in range(2, 9))]
    for count, confirmed in ((1, 0), (2, 0), (3, 1)):
        proposal = noted(told(moved, facts=notes))
        asking = Twice(*((moved, "replaces", f"f{n}") for n in range(1, count + 1)), over=())

        found = LINKING.work(proposal, asking, POLICY)

        assert isinstance(found, Proposal)
        assert (len(asking.confirming), len(ends(found))) == (confirmed, 0 if confirmed else count)


@pytest.mark.parametrize(("over", "ended"), [((2,), {"f1", "f2"}), ((), {"f1"}), ((1, 2), set())])
def test_what_has_little_in_common_is_asked_about(over: tuple[int, ...], ended: set[str]) -> None:
    """One wrong end among many notes is seldom about the same: only that pair is asked about, and the others hold."""
    moved = "Nora lives in a flat in Bergen."
    notes = [known("Nora lives in a flat in Oslo."), *(known(f"Bergen has pier {n}.", id=f"f{n}") for n in range(2, 9))]
    asking = Twice((moved, "replaces", "f1"), (moved, "replaces", "f2"), over=over)

    found = LINKING.work(noted(told(moved, facts=notes)), asking, POLICY)

    assert isinstance(found, Proposal)
    assert [[older.id for older, _ in each.pairs] for each in asking.confirming] == [["f2"]]
    assert ends(found) == ended
    assert len(found.lost) == len({"f1", "f2"} - ended) or UNSURE in found.lost


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Nora likes tea.", "Nora likes coffee."),
        ("Nora likes tea.", "Nora is fond of tea."),
        ("Ben plays the violin in a trio.", "Ben plays the cello in a trio."),
        ("Selin çay sever.", "Selin kahve sever."),
        ("Selin Ankara'da yaşıyor.", "Selin Ankara'da oturuyor."),
        ("Emre kırmızı bir bisiklet aldı.", "Emre mavi bir bisiklet aldı."),
        ("Jana wohnt in Köln.", "Jana lebt in Köln."),
        ("Die Feier ist am 3. Mai.", "Das Fest findet am 3. Mai statt."),
    ],
)
@pytest.mark.parametrize("relation", ["same", "says_more", "says_less"])
def test_statements_that_differ_in_a_word_are_one_only_if_confirmed(old: str, new: str, relation: str) -> None:
    """Tea is not coffee, but to live somewhere is to reside there: code cannot tell, so the model is asked again."""
    proposal = noted(told(new, facts=[known(old)]))
    merged: list[int] = []
    for same in ((2,), (2, 3), (), (3,), (1, 2, 3)):
        asking = Twice((new, relation, "f1"), over=(), same=same)

        found = LINKING.work(proposal, asking, POLICY)

        assert isinstance(found, Proposal)
        assert len(asking.confirming) == 1
        merged.append(sum(isinstance(each, MergeFacts) for each in found.changes))
    assert merged == [1, 1, 0, 0, 0]


def test_over_and_said_twice_are_two_answers() -> None:
    """A pair that *link* takes for one statement does not become one because the first is called over."""
    asking = Twice(("Nora likes coffee.", "same", "f1"), over=(2,))

    found = LINKING.work(noted(told("Nora likes coffee.", facts=[known("Nora likes tea.")])), asking, POLICY)

    assert isinstance(found, Proposal)
    assert found.lost == ("“Nora likes tea.” stands beside “Nora likes coffee.”: not confirmed",)
    assert not any(isinstance(each, MergeFacts) for each in found.changes)


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ("Lena is allergic to peanuts.", "Lena has a peanut allergy.", "same"),
        ("Emre'nin kız kardeşi doktor.", "Emre'nin kız kardeşi doktorluk yapıyor.", "same"),
        ("Jana wohnt in Köln.", "Jana wohnt in Köln am Rhein.", "says_more"),
        ("Nora likes tea with milk.", "Nora likes tea.", "says_less"),
    ],
)
def test_a_statement_with_all_words_of_another_takes_its_place(old: str, new: str, relation: str) -> None:
    """Nothing is lost by it, so no second question is asked."""
    asking = Twice((new, relation, "f1"), over=())

    found = LINKING.work(noted(told(new, facts=[known(old)])), asking, POLICY)

    assert isinstance(found, Proposal)
    assert asking.confirming == []
    assert sum(isinstance(each, MergeFacts) for each in found.changes) == 1


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
