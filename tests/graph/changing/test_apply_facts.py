"""Facts are stated, revised, superseded, merged and disputed; nothing of them is ever deleted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from graph.changing.apply import apply_changes
from graph.changing.apply_facts import SOURCES_MAX
from graph.changing.undoing import undo_change
from graph.errors import BadInput, Conflict
from graph.intake.recognise import Line
from graph.store.verbs import Kind
from graph.values.changes import (
    DisputeFacts,
    EntityText,
    KeepApart,
    MergeFacts,
    NewFact,
    RestateFact,
    ReviseFact,
    SupersedeFact,
)
from graph.values.items import Entity, Fact, FactKind, FactStatus, Role, Summary
from tests.graph.changing.cases import LATER, NOW, Scene, kept, make


def fact(home: Scene, name: str) -> Fact:
    """A fact as it is now."""
    found = home.knowledge.get("home", [home[name]])[home[name]]
    assert isinstance(found, Fact)
    return found


def targets(home: Scene, name: str, kind: Kind) -> set[str]:
    """Where edges of a kind lead from a fact."""
    return {
        edge.target
        for edge in home.knowledge.store.edges("home", [home[name]], [kind], 99)
        if edge.source == home[name]
    }


def stale(home: Scene) -> set[str]:
    """The ids of all stale texts."""
    found = home.knowledge.get("home", list(home.ids.values())).values()
    return {item.id for item in found if isinstance(item, Entity | Summary) and item.is_stale}


def test_a_superseded_fact_has_an_end_in_the_world(home: Scene) -> None:
    """It ends when its successor began, or when the change says; when it was noticed is another time."""
    moved = NOW - timedelta(days=7)

    make(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="they moved", valid_from=moved, valid_to=moved))
    make(home, SupersedeFact(fact=home["home"], by=home["van"], reason="they moved"))

    old, new, other = (fact(home, name) for name in ("bursa", "van", "home"))
    assert (old.status, old.valid_to, old.reason, old.updated_at) == ("superseded", moved, "they moved", LATER)
    assert (new.status, new.valid_from, new.valid_to) == ("current", moved, None)
    assert other.valid_to == other.valid_from == NOW  # Never before it was said to begin.
    assert targets(home, "bursa", Kind.SUPERSEDED_BY) == {home["van"]}


def test_what_replaces_an_objective_takes_over_its_parts(home: Scene) -> None:
    """Looking for a flat is a part of settling wherever that is; undone, it is a part of the old aim again."""
    new = NewFact(ref="new:ankara", body="Settle in Ankara", kind=FactKind.OBJECTIVE, sources=home.messages[:1])
    gone = SupersedeFact(fact=home["settle"], by="new:ankara", reason="another town")
    made = apply_changes(home.knowledge, "home", [new, gone], now=LATER)

    assert targets(home, "flat", Kind.PART_OF) == {made.ids["new:ankara"]}

    undo_change(home.knowledge, "home", made.changes[-1], now=LATER)
    assert targets(home, "flat", Kind.PART_OF) == {home["settle"]}


def test_what_tells_of_a_superseded_fact_is_stale(home: Scene) -> None:
    """The dossier that covers it and the summary of where it was said; a duplicate makes nothing stale."""
    make(home, MergeFacts(keep=home["likes"], lose=home["cat"]))
    assert stale(home) == set()

    make(home, SupersedeFact(fact=home["likes"], by=home["van"], reason="no more"))

    assert stale(home) == {home["Pamuk"], home["s1"], home["s2"]}
    make(home, EntityText(entity=home["Pamuk"], brief="A cat."))
    assert home["Pamuk"] in stale(home)  # Its dossier still says it.
    make(home, EntityText(entity=home["Pamuk"], brief="A cat.", dossier=""))
    assert home["Pamuk"] not in stale(home)


def test_a_brief_is_stale_when_what_it_says_is_revised(home: Scene) -> None:
    """A brief tells which facts it says, beside those of the dossier; weighing anew is no revision of them."""
    make(home, EntityText(entity=home["Van"], brief="Mira lives here.", brief_covers=(home["van"],)))
    make(home, ReviseFact(fact=home["van"], importance=2))
    assert home["Van"] not in stale(home)

    make(home, ReviseFact(fact=home["van"], body="Mira and Deniz live in Van"))

    assert home["Van"] in stale(home)
    assert (fact(home, "van").body, fact(home, "van").importance) == ("Mira and Deniz live in Van", 2)


def test_a_brief_is_stale_when_what_it_says_is_to_end(home: Scene) -> None:
    """A text has no days: what it tells would stand there as what holds after its day."""
    make(home, EntityText(entity=home["Van"], brief="Mira lives here.", brief_covers=(home["van"],)))

    make(home, ReviseFact(fact=home["van"], valid_to=NOW + timedelta(days=7)))

    assert home["Van"] in stale(home)


def test_the_kept_of_two_facts_has_all_that_both_had(home: Scene) -> None:
    """Sources, entities, weight and usefulness; what the user said outranks what the assistant said."""
    make(home, MergeFacts(keep=home["home"], lose=home["bursa"]))

    keep, lose = fact(home, "home"), fact(home, "bursa")
    assert (lose.status, lose.reason, keep.status, keep.stated_by) == ("superseded", "duplicate", "current", Role.USER)
    assert targets(home, "home", Kind.STATED_IN) == {home.messages[1], home.messages[4]}
    assert targets(home, "home", Kind.ABOUT) == {home["Mira"], home["Bursa"]}
    assert targets(home, "bursa", Kind.STATED_IN) == {home.messages[1]}


def test_what_rests_on_a_duplicate_rests_on_the_kept_fact(home: Scene) -> None:
    """A theory does not fall because its evidence was said twice."""
    make(home, MergeFacts(keep=home["bursa"], lose=home["van"]))

    assert fact(home, "theory").confidence == 0.6
    assert home["bursa"] in targets(home, "theory", Kind.EVIDENCE)


def test_a_dispute_ends_when_one_side_is_superseded(home: Scene) -> None:
    """Both are disputed; when one makes way, the other is current again, unless it is in another dispute."""
    make(
        home,
        DisputeFacts(a=home["cat"], b=home["likes"], reason="whose cat?"),
        DisputeFacts(a=home["cat"], b=home["bursa"], reason="which city?"),
    )
    assert [fact(home, name).status for name in ("cat", "likes", "bursa")] == ["disputed"] * 3

    make(home, SupersedeFact(fact=home["likes"], by=home["cat"], reason="no"))
    assert [fact(home, name).status for name in ("cat", "likes", "bursa")] == ["disputed", "superseded", "disputed"]
    make(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"))

    assert [fact(home, name).status for name in ("cat", "likes", "bursa")] == ["current", "superseded", "superseded"]
    assert fact(home, "cat").reason is None


def test_a_dispute_goes_over_to_the_kept_duplicate(home: Scene) -> None:
    """Who says the same as a disputed fact is disputed too; two sides that turn out equal are settled."""
    make(home, DisputeFacts(a=home["bursa"], b=home["van"], reason="where?"))
    make(home, MergeFacts(keep=home["home"], lose=home["bursa"]))
    assert [fact(home, name).status for name in ("home", "van")] == ["disputed", "disputed"]

    make(home, MergeFacts(keep=home["van"], lose=home["home"]))

    assert fact(home, "van").status is FactStatus.CURRENT


def test_what_is_past_is_not_disputed(home: Scene) -> None:
    """A superseded fact contradicts nobody: nothing happens, and nothing is logged."""
    make(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"))
    before = kept(home.knowledge.store)

    applied = apply_changes(
        home.knowledge, "home", [DisputeFacts(a=home["bursa"], b=home["van"], reason="?")], now=LATER
    )

    assert applied.changes == () and kept(home.knowledge.store) == before


def test_changes_of_one_list_follow_what_was_merged(home: Scene) -> None:
    """A later change of the list that names a merged fact means the kept one; both changes of one node are kept."""
    make(
        home,
        MergeFacts(keep=home["home"], lose=home["bursa"]),
        ReviseFact(fact=home["bursa"], importance=9),
        SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"),
    )

    keep = fact(home, "home")
    assert (keep.importance, keep.status, keep.stated_by) == (9, "superseded", Role.USER)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda s: SupersedeFact(fact=s["cat"], by=s["cat"], reason=""), BadInput, "are the same fact"),
        (lambda s: SupersedeFact(fact=s["cat"], by=s["Van"], reason=""), BadInput, "is a Entity, expected a Fact"),
        (lambda s: MergeFacts(keep=s["old"], lose=s["cat"]), Conflict, "is superseded, so it cannot replace"),
        (lambda s: NewFact(body="x", sources=()), BadInput, "has no source message"),
        (lambda s: NewFact(body="x", sources=(s["cat"],)), BadInput, "expected a Message"),
        (lambda s: NewFact(body="x", sources=s.messages[:1], part_of=s["settle"]), BadInput, "expected objectives"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(home: Scene, change: object, error: type[Exception], message: str) -> None:
    """With the names of what was found and what was expected; nothing is written."""
    make(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"))
    before = kept(home.knowledge.store)

    with pytest.raises(error, match=message):
        make(home, change(replace(home, ids={**home.ids, "old": home["bursa"]})))  # type: ignore[operator]

    assert kept(home.knowledge.store) == before


def test_a_new_theory_and_a_part_know_what_they_belong_to(home: Scene) -> None:
    """Evidence and the larger objective are edges from the start."""
    ids = make(
        home,
        NewFact(ref="new:w", body="Move", kind=FactKind.OBJECTIVE, sources=home.messages[:1]),
        NewFact(ref="new:p", body="Pack", kind=FactKind.OBJECTIVE, sources=home.messages[:1], part_of="new:w"),
    )

    edges = home.knowledge.store.edges("home", [ids["new:p"]], [Kind.PART_OF], 9)
    assert [edge.target for edge in edges] == [ids["new:w"]]
    assert targets(home, "theory", Kind.EVIDENCE) == {home["van"], home["cat"]}


def test_statement_said_again_has_more_sources_up_to_a_maximum(home: Scene) -> None:
    """It is one fact, the user's once a user has said it; what names no message is refused."""
    lines = [Line(role=Role.USER, sender="Mira", body=f"Bursa is home, I say for the {n}th time.") for n in range(9)]
    said = home.knowledge.append("home", lines, now=LATER).messages

    make(home, RestateFact(fact=home["home"], sources=tuple(str(id) for id in said)))

    first = home.messages[4]  # since when
    assert targets(home, "home", Kind.STATED_IN) == {first, *said[: SOURCES_MAX - 2], said[-1]}
    [fact] = home.knowledge.get("home", [home["home"]]).values()
    assert isinstance(fact, Fact)
    assert fact.stated_by is Role.USER
    with pytest.raises(BadInput, match="expected a Message"):
        make(home, RestateFact(fact=home["home"], sources=(home["cat"],)))


def test_two_that_are_kept_apart_are_disputed_no_longer(home: Scene) -> None:
    """Both hold again, and the later one knows that it was compared; another text is another question."""
    make(home, DisputeFacts(a=home["cat"], b=home["likes"], reason="whose cat?"))

    make(home, KeepApart(a=home["cat"], b=home["likes"], reason="a cat may like anybody"))

    cat, likes = home.knowledge.get("home", [home["cat"], home["likes"]]).values()
    assert isinstance(cat, Fact) and isinstance(likes, Fact)
    assert (cat.status, likes.status, likes.compared_with) == (FactStatus.CURRENT, FactStatus.CURRENT, (cat.id,))
    make(home, ReviseFact(fact=likes.id, body="Pamuk likes Deniz most of all"))
    [revised] = home.knowledge.get("home", [likes.id]).values()
    assert isinstance(revised, Fact)
    assert revised.compared_with == ()
    for other, found in (("Pamuk", "has the label Fact, e.* has Entity; "), ("cat", f"both are {cat.id}, ")):
        with pytest.raises(BadInput, match=f"{found}expected two facts or two entities"):
            make(home, KeepApart(a=home["cat"], b=home[other], reason="?"))
