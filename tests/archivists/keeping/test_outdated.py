"""Which statements a model should compare. Nothing ends here."""

from __future__ import annotations

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.outdated import find_doubts
from graph.values.changes import Change, NewFact, SupersedeFact
from graph.values.items import Author, Fact
from tests.archivists.building import stored, talk_of, window_of


def proposed(facts: list[Fact], *changes: Change) -> Proposal:
    """What is to be compared when a line of talk makes these changes to these facts."""
    window = window_of(talk_of("Nora: Well, so it is."), facts=facts)
    return find_doubts(Proposal(window=window, changes=changes))


def new(body: str, *, author: Author = Author.RULES) -> NewFact:
    """A new fact of that line."""
    return NewFact(ref="new:1", body=body, sources=("m00000001",), about=("Nora",), author=author)


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("Nora has a boyfriend called Milo.", "Nora and her boyfriend Milo broke up."),  # K1
        ("Nora works at Fernweh Travel.", "Nora is back at Fernweh Travel, Lumen Labs did not work out."),  # K2
        ("Nora is called Furkan.", "Nora is called Ferkan, not Furkan."),
        ("Nora asked to look at this cool poster.", "Nora asked to look at how she performed."),  # K10
        ("Nora is allergic to nuts.", "Nora is not allergic to nuts."),
    ],
)
def test_nothing_ends_by_words(known: str, told: str) -> None:
    """However much the later one sounds like an end: there are doubts at most, and nothing is gone."""
    told_fact = new(told)

    found = proposed([stored("f1", known)], told_fact)

    assert (found.changes, found.gone) == ((told_fact,), frozenset())
    assert [(each.older.id, each.newer.id) for each in found.doubts] == [("f1", "new:1")]


def test_what_shares_no_subject_is_no_doubt() -> None:
    """A model is asked about likely pairs only."""
    assert proposed([stored("f1", "Nora has a cat.")], new("Nora sails to Svalbard.")).doubts == ()


def test_a_models_end_of_another_subject_is_in_doubt() -> None:
    """It may have confused two ids; an end that shares a subject is carried out."""
    told = new("Nora sails to Svalbard.", author=Author.MODEL)
    end = SupersedeFact(fact="f1", by="new:1", reason="it changed")

    unlike = proposed([stored("f1", "Nora has a grey cat.")], told, end)
    alike = proposed([stored("f1", "Nora sails to Iceland.")], told, end)

    assert (unlike.changes, unlike.gone, [each.is_told for each in unlike.doubts][:1]) == ((told,), frozenset(), [True])
    assert (alike.changes, alike.gone, alike.doubts) == ((told, end), frozenset({"f1"}), ())


@pytest.mark.parametrize(
    ("known", "told", "is_carried_out"),
    [
        ("Nora lives in Galway with Cian.", "Nora and Cian have split up.", True),
        ("Nora was 41 years old in January.", "Nora was born in March 1984; her age is no secret.", True),
        ("Nora is allergic to nuts.", "Nora's cat is called Milo.", False),
    ],
)
def test_a_name_or_a_kind_is_a_subject_but_not_of_a_danger(known: str, told: str, is_carried_out: bool) -> None:
    """The speaker's name is none."""
    end = SupersedeFact(fact="f1", by="new:1", reason="it changed")

    found = proposed([stored("f1", known)], new(told, author=Author.MODEL), end)

    assert (end in found.changes) is is_carried_out
