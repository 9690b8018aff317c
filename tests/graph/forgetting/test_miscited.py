"""What was made of a forgotten message is gone, also where it cites another one or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graph.changing.apply import apply_changes
from graph.forgetting.removal import Forgotten, forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.transfer.lines import export_space
from graph.values.changes import (
    Change,
    CompleteConversation,
    EntityText,
    NewEntity,
    NewFact,
    NewMemory,
    NewReflection,
    NewSummary,
    PinKeyInfo,
    ReviseFact,
    SetKeyInfo,
    WithdrawFact,
)
from graph.values.items import Author, EntityType, FactKind, KeyInfo, MemoryType, Role

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SPACE = "home"
LINES = (
    "My sister Maren lives in Oslo and keeps a walnut behind the clock.",  # what is forgotten
    "What should I cook tonight?",
    "The clock in the kitchen is broken.",
    "I went to Oslo in May.",
    "Maren called, and I was out.",
    "Where do people live who have a sister?",
)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space with LINES in one conversation, and another conversation a week later; rounds have read all."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space(SPACE, now=NOW)
    lines = [Line(role=Role.USER, sender="Ada", body=body, sent_at=NOW) for body in LINES]
    made.append(SPACE, lines, now=NOW)
    later = NOW + timedelta(days=7)
    made.append(SPACE, [Line(role=Role.USER, sender="Ada", body="The tent is wet.", sent_at=later)], now=later)
    made.change_space(SPACE, lambda held: replace(held, rounded_to=messages_of(made)[-1]))
    yield made
    made.close()


def messages_of(knowledge: KnowledgeGraph) -> list[str]:
    """The ids of all messages, in order."""
    return [message.id for message in knowledge.messages(SPACE, limit=100)]


def tell(knowledge: KnowledgeGraph, *changes: Change) -> dict[str, str]:
    """What a model has made; the ids by refs."""
    return dict(apply_changes(knowledge, SPACE, changes, now=NOW).ids)


def forget_first(knowledge: KnowledgeGraph) -> Forgotten:
    """The first message is forgotten."""
    return forget(knowledge, SPACE, Target(messages=(messages_of(knowledge)[0],)), now=NOW)


def stated(body: str, source: str, kind: FactKind = FactKind.FACT, author: Author = Author.MODEL) -> Change:
    """A statement that cites one message."""
    return NewFact(ref="new:it", body=body, kind=kind, sources=(source,), author=author)


@pytest.mark.parametrize("kind", FactKind)
@pytest.mark.parametrize("cited", [1, 6])
def test_statement_with_a_word_that_nobody_else_said(knowledge: KnowledgeGraph, kind: FactKind, cited: int) -> None:
    """It goes whatever it cites and wherever that was said; what it cites is read again."""
    source = messages_of(knowledge)[cited]
    id = tell(knowledge, stated("The tent holds a walnut", source, kind))["new:it"]

    forgotten = forget_first(knowledge)

    assert id in forgotten.receipt.ids
    assert source in knowledge.space(SPACE).again
    assert "walnut" not in "".join(export_space(knowledge.store, SPACE))


def test_statement_of_a_model_that_a_caller_has_withdrawn(knowledge: KnowledgeGraph) -> None:
    """Its words are still the model's."""
    id = tell(knowledge, stated("The tent holds a walnut", messages_of(knowledge)[1]))["new:it"]
    tell(knowledge, WithdrawFact(fact=id, reason="It is not so.", author=Author.CALLER))

    assert id in forget_first(knowledge).receipt.ids


@pytest.mark.parametrize("kind", FactKind)
def test_statement_that_a_forgotten_message_explains_better(knowledge: KnowledgeGraph, kind: FactKind) -> None:
    """Each of its words stands elsewhere too, but not where it was said to come from."""
    source = messages_of(knowledge)[1]
    id = tell(knowledge, stated("Her sister Maren lives in Oslo", source, kind))["new:it"]

    assert id in forget_first(knowledge).receipt.ids


def test_moment_with_a_word_that_nobody_else_said(knowledge: KnowledgeGraph) -> None:
    """A significant memory that cites nothing, or another message."""
    source = messages_of(knowledge)[1]
    ids = tell(
        knowledge,
        NewMemory(ref="new:a", type=MemoryType.GOAL, body="Get the walnut"),
        NewMemory(ref="new:b", type=MemoryType.GOAL, body="See Oslo", triggers=("walnut",), sources=(source,)),
        NewMemory(ref="new:c", type=MemoryType.GOAL, body="Mend the clock", sources=(messages_of(knowledge)[2],)),
    )

    forget_first(knowledge)

    assert [*knowledge.get(SPACE, ids.values())] == [ids["new:c"]]


def test_texts_with_a_word_that_nobody_else_said(knowledge: KnowledgeGraph) -> None:
    """Summaries, titles, briefs, dossiers, thoughts, lines of key info and names that were made of other messages."""
    ids = messages_of(knowledge)
    there = knowledge.messages(SPACE, limit=100)[-1].conversation
    made = tell(
        knowledge,
        NewEntity(name="Walnut", type=EntityType.THING, mentioned_in=(ids[1],), author=Author.MODEL),
        NewEntity(name="Kim", aliases=("Walnut Kim",), mentioned_in=(ids[6],), author=Author.MODEL),
        EntityText(entity="Kim", brief="Has a walnut.", dossier="Has a walnut in the tent.", author=Author.MODEL),
        NewSummary(ref="new:s", level=1, members=(ids[6],), body="A walnut in a tent.", conversation=there),
        CompleteConversation(conversation=there, title="Walnut and tent", topics=("walnut",), summary="new:s"),
        SetKeyInfo(lines=("Bring the walnut.", "Be brief."), sources=(ids[1], ids[2])),
        NewReflection(participant="Ada", body="I dream of the walnut.", conversations=(there,)),
    )

    forgotten = forget_first(knowledge)

    text = "".join(export_space(knowledge.store, SPACE))
    assert "walnut" not in text.casefold()
    info = knowledge.get(SPACE, ["key-info"])["key-info"]
    assert isinstance(info, KeyInfo)
    assert info.lines == ("Be brief.",)
    assert {made["new:s"], there} <= {*forgotten.receipt.rebuilt}


def test_what_others_say_stays(knowledge: KnowledgeGraph) -> None:
    """A statement that its own message explains as well, in other words too, and those of other conversations."""
    ids = messages_of(knowledge)
    kept = [
        tell(knowledge, stated(body, ids[cited]))["new:it"]
        for body, cited in (
            ("The kitchen clock does not work", 2),
            ("Maren called Ada", 4),
            ("Ada was in Oslo in spring", 3),
            ("The tent of Maren is wet", 6),
        )
    ]

    forget_first(knowledge)

    assert [*knowledge.get(SPACE, kept)] == kept
    assert knowledge.space(SPACE).again == ()


def test_what_a_caller_has_stated_stays(knowledge: KnowledgeGraph) -> None:
    """Somebody has written it by hand, and did not take it from the message."""
    source = messages_of(knowledge)[1]
    made = tell(
        knowledge,
        stated("The tent holds a walnut", source, author=Author.CALLER),
        PinKeyInfo(line="Mind the walnut.", author=Author.CALLER),
    )

    forget_first(knowledge)

    info = knowledge.get(SPACE, ["key-info"])["key-info"]
    assert made["new:it"] in knowledge.get(SPACE, [made["new:it"]])
    assert isinstance(info, KeyInfo)
    assert info.lines == ("Mind the walnut.",)


def test_what_a_caller_has_stated_of_the_message_keeps_nothing(knowledge: KnowledgeGraph) -> None:
    """It goes with the message; a model's statement that cites another one goes, too."""
    gone, other = messages_of(knowledge)[0], messages_of(knowledge)[6]
    stated_of_it = stated("The clock hides a walnut", gone, author=Author.CALLER)
    made = tell(knowledge, stated_of_it)["new:it"], tell(knowledge, stated("The tent holds a walnut", other))["new:it"]

    forget_first(knowledge)

    assert knowledge.get(SPACE, made) == {}


def test_weighing_a_fact_by_hand_does_not_make_its_words_a_callers(knowledge: KnowledgeGraph) -> None:
    """Only who writes the text has written it: a changed importance or day keeps nothing of a forgotten message."""
    made = tell(knowledge, stated("The tent holds a walnut", messages_of(knowledge)[6]))
    tell(knowledge, ReviseFact(fact=made["new:it"], importance=9, valid_from=NOW, author=Author.CALLER))

    forget_first(knowledge)

    assert knowledge.get(SPACE, [made["new:it"]]) == {}


def test_blocks_that_showed_it_go(knowledge: KnowledgeGraph) -> None:
    """The change log and the blocks are looked through for what goes in this way too."""
    tell(knowledge, stated("The tent holds a walnut", messages_of(knowledge)[6]))

    forget_first(knowledge)

    changes = knowledge.store.find(SPACE, Label.CHANGE, limit=100)
    assert [node.properties["what"] for node in changes] == ["forgotten"]
