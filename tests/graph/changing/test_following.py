"""What was made of facts follows them: key info, briefs and dossiers never say what was corrected, until it is undone.

`--store neo4j` runs all of this on a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompleteConversation,
    CompleteObjective,
    DisputeFacts,
    EntityText,
    MergeFacts,
    NewEntity,
    NewFact,
    NewReflection,
    NewSummary,
    PinKeyInfo,
    RestateFact,
    ReviseFact,
    SetKeyInfo,
    SupersedeFact,
    WeighTheory,
    WithdrawFact,
)
from graph.values.items import (
    KEY_INFO_ID,
    AppliedChange,
    Author,
    Conversation,
    Entity,
    FactKind,
    KeyInfo,
    Reflection,
    Role,
    Stored,
    Summary,
)
from tests.graph.changing.cases import LATER, NOW, kept

BODY = "Mira is allergic to penicillin."
LINE = "Mira: I'm allergic to penicillin!"
OTHER = "Mira: Always answer in grams."
LINES = (LINE, OTHER)
TOLD = "Mira: I'm allergic to penicillin! Always answer in grams."
TEXT = "Her kitchen is small. Mira is allergic to penicillin, and likes lakes."


@dataclass(frozen=True, slots=True)
class Home:
    """A space with one fact, and everything that was made of it."""

    knowledge: KnowledgeGraph
    messages: tuple[str, ...]
    ids: dict[str, str]

    def do(self, *changes: Change, author: Author = Author.CALLER) -> str:
        """Make the changes; returns the id of the last one."""
        signed = [replace(change, author=author) for change in changes]
        return apply_changes(self.knowledge, "home", signed, now=LATER).changes[-1]

    def undo(self, change: str) -> str:
        """Undo a change; returns the id of the undo."""
        return undo_change(self.knowledge, "home", change, now=LATER).id

    @property
    def key_info(self) -> tuple[str, ...]:
        """The lines of key info."""
        found = self.knowledge.get("home", [KEY_INFO_ID])[KEY_INFO_ID]
        assert isinstance(found, KeyInfo)
        return found.lines

    def item(self, name: str) -> Stored:
        """What has this name here, as it is now."""
        return self.knowledge.get("home", [self.ids[name]])[self.ids[name]]

    def entity(self, name: str) -> Entity:
        """An entity as it is now."""
        found = self.knowledge.get("home", [self.ids[name]])[self.ids[name]]
        assert isinstance(found, Entity)
        return found

    def what(self, change: str) -> str:
        """What the log says about a change."""
        found = self.knowledge.get("home", [change])[change]
        assert isinstance(found, AppliedChange)
        return found.what


def made(kind: FactKind = FactKind.FACT) -> Home:
    """A fact of this kind, of which a line of key info, a brief, a dossier and another text were made."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=NOW)
    said = ("I'm allergic to penicillin! Always answer in grams.", "They tested me: no allergy.", "I had a rash once.")
    lines = [Line(role=Role.USER, sender="Mira", body=body) for body in said]
    stored = knowledge.append("home", lines, now=NOW)
    messages, (talk,) = stored.messages, stored.conversations
    named = [NewEntity(name=name) for name in ("Mira", "Penicillin", "Lake")]
    apply_changes(knowledge, "home", named, now=NOW)
    entities = {each.name: knowledge.index("home").entities_named(each.name)[0] for each in named}
    fact = NewFact(ref="new:fact", body=BODY, kind=kind, about=("Mira", "Lake"), sources=messages[:1])
    first = apply_changes(knowledge, "home", [fact], now=NOW)
    id = first.ids["new:fact"]
    changes: list[Change] = [
        NewFact(ref="new:later", body="Mira has no allergy at all.", about=("Mira",), sources=messages[1:2]),
        NewFact(ref="new:rash", body="Mira had a rash.", about=("Mira",), sources=messages[2:]),
        EntityText(entity=entities["Mira"], brief="Has an allergy.", brief_covers=(id,)),
        EntityText(entity=entities["Penicillin"], dossier="Dangerous for some.", covers=(id,)),
        EntityText(entity=entities["Lake"], dossier=TEXT),  # A model may forget to say what it covers.
        SetKeyInfo(lines=LINES, sources=(messages[0], messages[0])),
        NewSummary(ref="new:low", level=1, members=messages, body=TOLD, conversation=talk),
        NewSummary(ref="new:high", level=2, members=("new:low",), body=TEXT, conversation=talk, author=Author.MODEL),
        CompleteConversation(conversation=talk, title=BODY, topics=(), summary="new:high"),
        NewReflection(participant="Mira", body=TEXT, conversations=(talk,)),
    ]
    found = dict(apply_changes(knowledge, "home", changes, now=NOW).ids)
    texts = {"low": found["new:low"], "high": found["new:high"], "talk": talk}
    texts["thoughts"] = knowledge.store.find("home", Label.REFLECTION, limit=1)[0].id
    ids = {"fact": id, "making": first.changes[-1], "later": found["new:later"], "rash": found["new:rash"]}
    return Home(knowledge, messages, texts | ids | entities)


End = Callable[[Home], str]

HAND, MODEL = Author.CALLER, Author.MODEL
WAYS: dict[str, tuple[FactKind, End]] = {
    "withdrawn": (FactKind.FACT, lambda h: h.do(WithdrawFact(fact=h.ids["fact"]))),
    "edited": (FactKind.FACT, lambda h: h.do(ReviseFact(fact=h.ids["fact"], body="Mira is allergic to pollen."))),
    "edited by a model": (
        FactKind.FACT,
        lambda h: h.do(ReviseFact(fact=h.ids["fact"], body="Mira is allergic to pollen."), author=MODEL),
    ),
    "over": (FactKind.FACT, lambda h: h.do(ReviseFact(fact=h.ids["fact"], valid_to=NOW))),
    "superseded": (
        FactKind.FACT,
        lambda h: h.do(SupersedeFact(fact=h.ids["fact"], by=h.ids["later"], reason="tested")),
    ),
    "superseded by a model": (
        FactKind.FACT,
        lambda h: h.do(SupersedeFact(fact=h.ids["fact"], by=h.ids["later"], reason="tested"), author=MODEL),
    ),
    "its making undone": (FactKind.FACT, lambda h: h.undo(h.ids["making"])),
    "merged, and the other one withdrawn": (
        FactKind.FACT,
        lambda h: h.do(MergeFacts(keep=h.ids["rash"], lose=h.ids["fact"]), WithdrawFact(fact=h.ids["rash"])),
    ),
    "a question closed": (FactKind.QUESTION, lambda h: h.do(CloseQuestion(question=h.ids["fact"], reason="asked"))),
    "an objective reached": (
        FactKind.OBJECTIVE,
        lambda h: h.do(CompleteObjective(objective=h.ids["fact"], reason="done")),
    ),
    "a theory given up": (
        FactKind.THEORY,
        lambda h: h.do(WeighTheory(theory=h.ids["fact"], fact=h.ids["later"], is_support=False, confidence=0.0)),
    ),
    "a theory without evidence": (
        FactKind.THEORY,
        lambda h: h.do(
            WeighTheory(theory=h.ids["fact"], fact=h.ids["rash"], is_support=True, confidence=0.5),
            WithdrawFact(fact=h.ids["rash"]),
        ),
    ),
}
"""Every way by which a fact ends, or says something else."""


@pytest.mark.parametrize("way", WAYS)
def test_what_says_it_follows_in_the_same_write(way: str) -> None:
    """The line goes, or says the new text; the brief, the dossier and a text with its words are hidden; undo restores.

    Each is of a kind of its own: `is_stale` hides a brief or a dossier from every block.
    """
    kind, end = WAYS[way]
    home = made(kind)
    before = kept(home.knowledge.store)
    seq = home.knowledge.store.seq("home")

    change = end(home)

    assert home.knowledge.store.seq("home") == seq + 1
    assert home.key_info == (("Mira is allergic to pollen.", OTHER) if "edited" in way else (OTHER,))
    assert all(home.entity(name).is_stale for name in ("Mira", "Penicillin", "Lake"))
    low, high, talk, thoughts = (home.item(name) for name in ("low", "high", "talk", "thoughts"))
    assert isinstance(low, Summary) and (low.body, low.is_stale) == ("Mira: Always answer in grams.", True)
    assert isinstance(high, Summary) and (high.body, high.is_stale) == ("Her kitchen is small.", True)
    assert isinstance(thoughts, Reflection) and thoughts.body == "Her kitchen is small."
    assert isinstance(talk, Conversation) and talk.title is None
    undone = home.undo(change)
    assert home.key_info == LINES
    if "," not in way and "evidence" not in way:  # Those have changed something else as well.
        assert kept(home.knowledge.store) == before
    home.undo(undone)
    assert LINE not in home.key_info
    home.knowledge.close()


@pytest.fixture
def home() -> Iterator[Home]:
    """A space with one fact and what was made of it."""
    found = made()
    yield found
    found.knowledge.close()


def test_an_edit_keeps_the_speaker_of_a_quote(home: Home) -> None:
    """The line keeps its message, and its speaker unless the new text names them."""
    home.do(ReviseFact(fact=home.ids["fact"], body="I'm allergic to penicillin."))
    assert home.key_info == ("Mira: I'm allergic to penicillin.", OTHER)

    home.do(ReviseFact(fact=home.ids["fact"], body="I'm allergic to pollen."))

    assert home.key_info == ("Mira: I'm allergic to pollen.", OTHER)
    info = home.knowledge.get("home", [KEY_INFO_ID])[KEY_INFO_ID]
    assert isinstance(info, KeyInfo) and info.sources == (home.messages[0],) * 2


def test_what_still_holds_stays(home: Home) -> None:
    """Said again, merged into another fact, weighed or in dispute: nobody has said that the line is wrong."""
    home.do(RestateFact(fact=home.ids["fact"], sources=home.messages[1:2]))
    home.do(ReviseFact(fact=home.ids["fact"], importance=9))
    assert not home.entity("Mira").is_stale
    home.do(MergeFacts(keep=home.ids["rash"], lose=home.ids["fact"]))
    assert not home.entity("Mira").is_stale
    home.do(DisputeFacts(a=home.ids["rash"], b=home.ids["later"], reason="which?"))

    assert home.key_info == LINES
    assert home.entity("Mira").is_stale


@pytest.mark.parametrize(
    ("body", "stays"),
    [("Mira is allergic to penicillin, her doctor says.", True), ("Mira is not allergic to penicillin.", False)],
)
def test_a_line_stays_if_what_stands_in_its_place_says_it(body: str, stays: bool) -> None:
    """A danger that is only put otherwise stays in key info; one that is denied does not."""
    home = made()
    new = NewFact(ref="new:1", body=body, sources=home.messages[1:2])

    home.do(new, SupersedeFact(fact=home.ids["fact"], by="new:1", reason="tested"))

    assert home.key_info == (LINES if stays else (OTHER,))
    home.knowledge.close()


def test_lines_of_other_messages_and_with_more_words_stay(home: Home) -> None:
    """Only a line that says nothing but the fact goes, and only one of the same message; others are named."""
    more = "Mira: I'm allergic to penicillin and to bees."
    home.do(SetKeyInfo(lines=(LINE, more, OTHER), sources=(home.messages[2], home.messages[0], home.messages[0])))

    change = home.do(WithdrawFact(fact=home.ids["fact"]))

    assert home.key_info == (LINE, more, OTHER)
    assert home.what(change) == f"Withdrawn: {BODY} Key info keeps: {more}"


def test_a_pinned_line_stays_and_is_named(home: Home) -> None:
    """Somebody has pinned it, so somebody decides; the log says that it is still there."""
    home.do(PinKeyInfo(line=LINE))

    change = home.do(WithdrawFact(fact=home.ids["fact"]))

    assert home.key_info == LINES
    assert home.what(change) == f"Withdrawn: {BODY} Key info keeps: {LINE}"


def test_a_round_under_way_does_not_bring_it_back(home: Home) -> None:
    """A round that has read key info before the withdrawal sets it without the line."""
    change = home.do(WithdrawFact(fact=home.ids["fact"]))

    home.do(SetKeyInfo(lines=(LINE, "New."), sources=(home.messages[0], home.messages[1])), author=Author.RULES)
    assert home.key_info == ("New.",)

    home.undo(change)
    home.do(SetKeyInfo(lines=LINES, sources=(home.messages[0],) * 2), author=Author.RULES)
    assert home.key_info == LINES


def test_undo_of_a_round_does_not_bring_it_back(home: Home) -> None:
    """A line that was taken out before its fact was withdrawn stays out when that is undone."""
    emptied = home.do(SetKeyInfo(lines=(), sources=()), author=Author.RULES)
    home.do(WithdrawFact(fact=home.ids["fact"]))

    undone = home.undo(emptied)

    assert home.key_info == (OTHER,)
    home.undo(undone)
    assert home.key_info == ()


def test_undo_puts_the_line_back_among_later_ones(home: Home) -> None:
    """Key info that was set since does not prevent the undo, and keeps what is new."""
    change = home.do(WithdrawFact(fact=home.ids["fact"]))
    home.do(SetKeyInfo(lines=("New.", OTHER), sources=(home.messages[2], home.messages[0])), author=Author.RULES)
    edited = home.do(ReviseFact(fact=home.ids["later"], body="Mira has no allergy to pollen."))

    undone = home.undo(change)

    assert home.key_info == ("New.", OTHER, LINE)
    home.undo(undone)
    assert home.key_info == ("New.", OTHER)
    home.undo(edited)


def test_an_edit_is_undone_among_later_lines(home: Home) -> None:
    """The line says again what it said, where it stands now."""
    change = home.do(ReviseFact(fact=home.ids["fact"], body="Mira is allergic to pollen."))
    lines = ("New.", "Mira is allergic to pollen.")
    home.do(SetKeyInfo(lines=lines, sources=(home.messages[2], home.messages[0])), author=Author.RULES)

    home.undo(change)

    assert home.key_info == ("New.", BODY)


def test_what_is_made_of_a_deleted_message_goes_with_it(home: Home) -> None:
    """Forgetting is no change that can be undone, and empties the texts instead of hiding them."""
    forget(home.knowledge, "home", Target(messages=home.messages[:1]), now=LATER + timedelta(days=1))

    assert home.key_info == ()
    left = home.knowledge.get("home", [*home.ids.values()]).values()
    assert not any(each.brief or each.dossier for each in left if isinstance(each, Entity))


def test_what_tells_of_a_theory_goes_with_its_evidence() -> None:
    """If the message behind its only evidence is deleted, the theory is given up, and no text tells of it."""
    home = made(FactKind.THEORY)
    home.do(WeighTheory(theory=home.ids["fact"], fact=home.ids["rash"], is_support=True, confidence=0.5))

    forget(home.knowledge, "home", Target(messages=home.messages[2:]), now=LATER)

    assert (home.entity("Mira").brief, home.entity("Penicillin").dossier) == (None, None)
    home.knowledge.close()


def test_what_holds_again_is_read_again(home: Home) -> None:
    """When what had replaced a fact is deleted, a round reads the fact's message once more, for key info."""
    home.do(SupersedeFact(fact=home.ids["fact"], by=home.ids["later"], reason="tested"))
    home.knowledge.change_space("home", lambda space: replace(space, rounded_to=home.messages[-1]))

    forget(home.knowledge, "home", Target(messages=home.messages[1:2]), now=LATER)

    assert home.messages[0] in home.knowledge.space("home").again
