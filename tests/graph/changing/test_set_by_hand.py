"""What a person set is not overruled by archivists, by rules or with a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.errors import BadInput, Conflict, NotFound
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.values.changes import (
    Change,
    KeepApart,
    MergeEntities,
    MergeFacts,
    NewEntity,
    NewFact,
    PinKeyInfo,
    ReviseEntity,
    ReviseFact,
    SetKeyInfo,
    SplitEntity,
    SupersedeFact,
    UnpinKeyInfo,
    WithdrawFact,
)
from graph.values.items import KEY_INFO_ID, AppliedChange, Author, Entity, EntityType, Fact, KeyInfo, Role, Stored
from tests.archivists.scripted import Scripted, noting
from tests.graph.changing.cases import LATER, NOW, Scene, kept

ARCHIVISTS = pytest.mark.parametrize("author", [Author.RULES, Author.MODEL])


def by_hand(home: Scene, *changes: Change) -> tuple[str, ...]:
    """Somebody makes these changes; their ids in the log."""
    signed = [replace(change, author=Author.CALLER, signed_by="Ada") for change in changes]
    return apply_changes(home.knowledge, "home", signed, now=LATER).changes


def propose(home: Scene, author: Author, *changes: Change) -> tuple[str, ...]:
    """Archivists propose these changes; the ids of those that were made."""
    return apply_changes(home.knowledge, "home", [replace(c, author=author) for c in changes], now=LATER).changes


def item(home: Scene, id: str) -> Stored:
    """An item as it is now."""
    return home.knowledge.get("home", [id])[id]


def fact(home: Scene, name: str) -> Fact:
    """A fact as it is now."""
    found = item(home, home[name])
    assert isinstance(found, Fact)
    return found


def entity(home: Scene, name: str) -> Entity:
    """An entity of the scene as it is now."""
    found = item(home, home[name])
    assert isinstance(found, Entity)
    return found


def key_info(home: Scene) -> KeyInfo:
    """Key info as it is now."""
    found = item(home, KEY_INFO_ID)
    assert isinstance(found, KeyInfo)
    return found


@ARCHIVISTS
def test_a_fact_that_somebody_set_stays(home: Scene, author: Author) -> None:
    """It is not revised or merged away; what would supersede it stands beside it, disputed."""
    by_hand(home, ReviseFact(fact=home["bursa"], body="Mira lives in Bursa, in the old town", importance=9))
    before = fact(home, "bursa")

    assert propose(home, author, ReviseFact(fact=home["bursa"], body="Mira lives in Van", importance=1)) == ()
    assert propose(home, author, MergeFacts(keep=home["home"], lose=home["bursa"])) == ()
    assert fact(home, "bursa") == before
    (made,) = propose(home, author, SupersedeFact(fact=home["bursa"], by=home["van"], reason="they moved"))

    entry = item(home, made)
    assert isinstance(entry, AppliedChange)
    assert (entry.kind, entry.author, entry.by) == ("DisputeFacts", author, "")
    assert (fact(home, "bursa").status, fact(home, "van").status) == ("disputed", "disputed")
    assert fact(home, "bursa").body == before.body


def test_a_caller_may_change_what_a_caller_set(home: Scene) -> None:
    """Only archivists are held back; an undo takes the caller's word with it."""
    (made,) = by_hand(home, ReviseFact(fact=home["bursa"], importance=9))
    (ended,) = by_hand(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="they moved"))
    assert fact(home, "bursa").status == "superseded"

    undo_change(home.knowledge, "home", ended, now=LATER)
    undo_change(home.knowledge, "home", made, now=LATER, by="Bo")

    assert fact(home, "bursa").author is Author.RULES
    assert len(propose(home, Author.RULES, ReviseFact(fact=home["bursa"], importance=2))) == 1


@ARCHIVISTS
def test_an_entity_that_somebody_named_keeps_its_names(home: Scene, author: Author) -> None:
    """Name, type and aliases stay as far as they were set; the rest may still be learned."""
    by_hand(home, ReviseEntity(entity=home["Pamuk"], type=EntityType.PERSON))

    propose(home, author, ReviseEntity(entity=home["Pamuk"], name="Pamuk Hanım", type=EntityType.THING))
    assert (entity(home, "Pamuk").name, entity(home, "Pamuk").type) == ("Pamuk Hanım", EntityType.PERSON)
    by_hand(home, ReviseEntity(entity=home["Pamuk"], name="Pamuk", aliases=("Pamuş",)))
    before = entity(home, "Pamuk")

    propose(home, author, NewEntity(name="Pamuk", aliases=("the cat",)), ReviseEntity(entity=before.id, name="Kitty"))

    assert entity(home, "Pamuk") == before
    assert set(before.aliases) == {"Pamuş", "Pamuk Hanım"}


@ARCHIVISTS
def test_a_merge_keeps_the_name_that_somebody_gave(home: Scene, author: Author) -> None:
    """Whichever of the two an archivist would keep; two that were named are not merged at all."""
    by_hand(home, ReviseEntity(entity=home["Kath"], name="Kate"))

    propose(home, author, MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="a short form"))

    assert entity(home, "Kath").name == "Kate"
    assert home["Katharina"] not in home.knowledge.get("home", [home["Katharina"]])
    by_hand(home, ReviseEntity(entity=home["Mira"], name="Mira B."))
    assert propose(home, author, MergeEntities(keep=home["Mira"], lose=home["Kath"], reason="wrong")) == ()


@ARCHIVISTS
@pytest.mark.parametrize(
    "refuse",
    [
        lambda s: [KeepApart(a=s["Kath"], b=s["Katharina"], reason="two people")],
        lambda s: [KeepApart(a=s["Katharina"], b=s["Kath"], reason="two people")],
    ],
)
def test_a_merge_that_somebody_refused_is_not_made(
    home: Scene, author: Author, refuse: Callable[[Scene], Sequence[Change]]
) -> None:
    """Two that were kept apart stay two for archivists, in either order; a caller may change their mind."""
    by_hand(home, *refuse(home))
    before = kept(home.knowledge.store)

    for keep, lose in (("Kath", "Katharina"), ("Katharina", "Kath")):
        assert propose(home, author, MergeEntities(keep=home[keep], lose=home[lose], reason="a short form")) == ()

    assert kept(home.knowledge.store) == before
    assert len(by_hand(home, MergeEntities(keep=home["Kath"], lose=home["Katharina"], reason="after all"))) == 1


@ARCHIVISTS
def test_what_was_split_is_not_merged_again(home: Scene, author: Author) -> None:
    """The new one has what it was given, the other one the rest, and no archivist makes one of them."""
    by_hand(
        home,
        SplitEntity(
            entity=home["Pamuk"], name="Pamuş", aliases=("the cat",), facts=(home["likes"],), reason="two cats"
        ),
    )
    (new,) = home.knowledge.index("home").entities_named("Pamuş")

    about = {e.target for e in home.knowledge.store.edges("home", [home["likes"]], [Kind.ABOUT], 9)}
    made = item(home, new)
    assert isinstance(made, Entity)
    assert (made.name, made.aliases, entity(home, "Pamuk").aliases) == ("Pamuş", ("the cat",), ())
    assert new in about and home["Pamuk"] not in about
    assert entity(home, "Pamuk").is_stale
    for keep, lose in ((new, home["Pamuk"]), (home["Pamuk"], new)):
        assert propose(home, author, MergeEntities(keep=keep, lose=lose, reason="the same")) == ()
    assert propose(home, author, NewEntity(name="Pamuk", aliases=("the cat",))) == ()


def test_a_split_needs_a_name_of_its_own(home: Scene) -> None:
    """Not that of the entity itself, nor that of another one."""
    with pytest.raises(BadInput, match="itself"):
        by_hand(home, SplitEntity(entity=home["Pamuk"], name="PAMUK"))
    with pytest.raises(Conflict, match="already"):
        by_hand(home, SplitEntity(entity=home["Kath"], name="Katharina"))


@ARCHIVISTS
def test_a_withdrawn_fact_stays_withdrawn(home: Scene, author: Author) -> None:
    """Nothing replaces it or takes its place, and it takes nobody's; a dispute ends with it."""
    by_hand(home, WithdrawFact(fact=home["cat"], reason="a joke"))

    assert (fact(home, "cat").status, fact(home, "cat").reason) == ("withdrawn", "a joke")
    assert propose(home, author, ReviseFact(fact=home["cat"], body="Pamuk is Deniz's cat")) == ()
    propose(home, author, SupersedeFact(fact=home["cat"], by=home["likes"], reason="wrong"))
    assert fact(home, "cat").status == "withdrawn"
    assert fact(home, "likes").status == "current"
    with pytest.raises(Conflict, match="withdrawn"):
        propose(home, author, SupersedeFact(fact=home["likes"], by=home["cat"], reason="wrong"))
    with pytest.raises(Conflict, match="withdrawn before"):
        by_hand(home, WithdrawFact(fact=home["cat"]))


@ARCHIVISTS
def test_pinned_lines_stay_first_and_as_they_are(home: Scene, author: Author) -> None:
    """Archivists write the lines below them; a line that rules had found keeps its message when it is pinned."""
    by_hand(home, PinKeyInfo(line="Never joke  about cats."), PinKeyInfo(line="she lives in bursa"))

    propose(home, author, SetKeyInfo(lines=("Call her Mia.",), sources=(home.messages[0],)))

    info = key_info(home)
    assert info.lines == ("Never joke about cats.", "She lives in Bursa.", "Call her Mia.")
    assert (info.sources, info.pinned) == (("", home.messages[1], home.messages[0]), 2)
    by_hand(home, UnpinKeyInfo(line="Never joke about cats."), UnpinKeyInfo(line="Call her Mia."))
    assert (key_info(home).lines, key_info(home).pinned) == (("She lives in Bursa.",), 1)
    with pytest.raises(NotFound, match="Never joke"):
        by_hand(home, UnpinKeyInfo(line="Never joke about cats."))
    with pytest.raises(BadInput, match="400"):
        by_hand(home, PinKeyInfo(line="x" * 401))
    with pytest.raises(BadInput, match="20 lines"):
        by_hand(home, *(PinKeyInfo(line=f"Line {n}.") for n in range(20)))


def test_a_pinned_line_goes_with_its_message(home: Scene) -> None:
    """What is deleted stands nowhere, pinned or not; what somebody wrote without a message stays."""
    by_hand(home, PinKeyInfo(line="Never joke about cats."), PinKeyInfo(line="She lives in Bursa."))

    forget(home.knowledge, "home", Target(messages=(home.messages[1],)), now=LATER)

    info = key_info(home)
    assert (info.lines, info.pinned) == (("Never joke about cats.", "Call her Mira."), 1)


def test_changes_are_signed(home: Scene) -> None:
    """Who made a change stands in the log, and who took it back."""
    (made,) = by_hand(home, NewFact(body="Mira is 40", about=(home["Mira"],), sources=()))
    undone = undo_change(home.knowledge, "home", made, now=LATER, by="Bo")

    entry = item(home, made)
    assert isinstance(entry, AppliedChange)
    assert (entry.by, undone.by, undone.author) == ("Ada", "Bo", Author.CALLER)


NO_CEILINGS = Ceilings(space=Ceiling(1_000, 10**7), total=Ceiling(1_000, 10**7))
TALK = (
    "My cat is called Pamuk.",
    "I live in Bursa.",
    "I'm allergic to walnuts.",
)


def talk(knowledge: KnowledgeGraph, *lines: str, days: int) -> None:
    """Somebody says this, and rounds read it with a model that takes every line down as a fact."""
    at = NOW + timedelta(days=days)
    said = [Line(role=Role.USER, sender="Mira", body=line, sent_at=at) for line in lines]
    knowledge.append("ada", said, now=at)
    asker = Asker(knowledge, {Purpose.READ: Scripted(noting)}, Governor(knowledge.store, NO_CEILINGS))
    run_rounds(knowledge, "ada", owner="test", now=at + timedelta(hours=8), policy=RoundPolicy(), asker=asker)


def statements(knowledge: KnowledgeGraph) -> dict[str, tuple[str, str]]:
    """All facts: what each says, and its status, by the words of who said it."""
    nodes = knowledge.store.find("ada", Label.FACT, limit=100)
    found = knowledge.get("ada", [node.id for node in nodes])
    return {id: (fact.body, fact.status) for id, fact in found.items() if isinstance(fact, Fact)}


def test_the_next_round_leaves_what_somebody_set() -> None:
    """Withdrawn facts do not come back, edited ones keep their words, and pins stand, whatever is said next."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("ada", now=NOW)
    talk(knowledge, *TALK, days=0)
    before = statements(knowledge)
    cat = next(id for id, (body, _) in before.items() if "Pamuk" in body)
    city = next(id for id, (body, _) in before.items() if "Bursa" in body)
    changes = [
        WithdrawFact(fact=cat, author=Author.CALLER),
        ReviseFact(fact=city, body="Mira: I live in Ankara.", author=Author.CALLER),
        PinKeyInfo(line="Call her Captain.", author=Author.CALLER),
    ]
    apply_changes(knowledge, "ada", changes, now=NOW + timedelta(days=1))

    talk(knowledge, *TALK, "I moved to Van.", "My name is Mira.", days=2)

    after = statements(knowledge)
    assert after[cat][1] == "withdrawn"
    assert [body for body, _ in after.values()].count(before[cat][0]) == 1
    assert after[city][0] == "Mira: I live in Ankara."
    assert after[city][1] == "current"
    info = knowledge.get("ada", [KEY_INFO_ID])[KEY_INFO_ID]
    assert isinstance(info, KeyInfo)
    assert (info.lines[0], info.pinned) == ("Call her Captain.", 1)
    assert any("walnuts" in line for line in info.lines)
    knowledge.close()
