"""Briefs and dossiers quote an entity's facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.dossiers import worth_writing, write_dossiers
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_rounds
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind
from graph.text.tokens import count_tokens
from graph.values.changes import EntityText, NewEntity, NewFact, SupersedeFact
from graph.values.items import Author, Entity, Fact, FactKind, Role
from tests.archivists.building import entity as an_entity
from tests.archivists.building import talk_of, window_of
from tests.archivists.rewriting_windows import known, meeting

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space "home" in memory."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=NOW)
    yield graph
    graph.close()


def entity(knowledge: KnowledgeGraph, name: str) -> Entity:
    """The entity of this name."""
    (id,) = knowledge.index("home").entities_named(name)
    item = knowledge.get("home", [id])[id]
    assert isinstance(item, Entity)
    return item


def rounds(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Everything that is unread is read."""
    run_rounds(knowledge, "home", owner="test", now=now, policy=RoundPolicy())


def test_question_is_no_part_of_a_brief(knowledge: KnowledgeGraph) -> None:
    """What is asked about somebody says nothing of him; what is known does."""
    said = knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="Hello Ingrid.")], now=NOW).messages
    found = [
        NewFact(body="Which vet does Ingrid trust?", kind=FactKind.QUESTION, about=("Ingrid",), sources=said),
        NewFact(body="Ingrid has a cat.", about=("Ingrid",), sources=said),
    ]
    apply_changes(knowledge, "home", [NewEntity(name="Ingrid"), *found], now=NOW)
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="My sister Ingrid works as a nurse.")], now=NOW)

    rounds(knowledge, NOW)

    assert entity(knowledge, "Ingrid").brief == "Ingrid has a cat. Nora: My sister Ingrid works as a nurse."


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ("I play the cello.", ("The cream is called Dew.", "Flying can be a joy.", "The roof pool sounds perfect.")),
        ("Ben viyolonsel çalıyorum.", ("Kremin adı Çiy.", "Uçmak güzel olabilir.", "Çatıdaki bahçe harika.")),
        ("Ich spiele Cello.", ("Die Creme heißt Tau.", "Fliegen kann schön sein.", "Das Dachbad klingt herrlich.")),
    ],
    ids=["en", "tr", "de"],
)
def test_who_speaks_is_told_by_what_they_say_of_themselves(own: str, others: tuple[str, ...]) -> None:
    """What somebody has said of anything else tells little of them; "Kremin" does not name Emi."""
    window = window_of(talk_of("Emi: Well."))
    found = [
        NewFact(body=f"Emi: {text}", ref=f"new:{i}", about=("Emi",), sources=(window.messages[0].id,), importance=5)
        for i, text in enumerate((own, *others))
    ]

    (text,) = write_dossiers(window, [], found, frozenset(), RoundPolicy(brief_tokens_max=16))

    assert text.brief.startswith(f"Emi: {own}"), "it is the oldest, which comes last otherwise"


def test_whoever_facts_are_about_gets_a_brief(knowledge: KnowledgeGraph) -> None:
    """The round that finds a fact tells it in the brief of those it is about, made in the same round or before."""
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="My sister Ingrid lives in Bergen.")], now=NOW)
    rounds(knowledge, NOW)
    assert entity(knowledge, "Ingrid").brief == "Nora: My sister Ingrid lives in Bergen."

    later = NOW + timedelta(hours=1)
    knowledge.append(
        "home", [Line(role=Role.USER, sender="Nora", body="My sister Ingrid works as a nurse.")], now=later
    )
    rounds(knowledge, later)

    ingrid = entity(knowledge, "Ingrid")
    assert ingrid.brief == "Nora: My sister Ingrid lives in Bergen. My sister Ingrid works as a nurse."
    assert ingrid.dossier is None


def test_a_dossier_is_due_when_facts_grow_long(knowledge: KnowledgeGraph) -> None:
    """Past 300 tokens of facts the weightiest are told in a dossier that fits, with an edge to each one it says."""
    line = Line(role=Role.USER, sender="Nora", body="My sister Ingrid lives in Bergen.")
    (message,) = knowledge.append("home", [line], now=NOW).new
    rounds(knowledge, NOW)
    facts = [
        NewFact(body=f"Nora: Ingrid has painted the {i}th of her rooms in a colour of its own.", about=("Ingrid",),
                sources=(message,), importance=5 + i % 3)
        for i in range(30)
    ]  # fmt: skip
    apply_changes(knowledge, "home", facts, now=NOW)
    later = NOW + timedelta(hours=1)
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="My sister Ingrid has two cats.")], now=later)
    rounds(knowledge, later)

    ingrid = entity(knowledge, "Ingrid")
    assert ingrid.dossier is not None and "two cats" in ingrid.dossier
    assert 200 < count_tokens(ingrid.dossier) <= RoundPolicy().dossier_tokens_max
    assert ingrid.brief is not None and count_tokens(ingrid.brief) <= RoundPolicy().brief_tokens_max
    covered = knowledge.store.edges("home", [ingrid.id], [Kind.COVERS], 100)
    assert len(covered) == ingrid.dossier.count(". ") + 1


def test_a_stale_text_is_written_anew_when_its_entity_is_named(knowledge: KnowledgeGraph) -> None:
    """Without the fact that was superseded meanwhile, even when the talk brings no new fact."""
    lines = ("My sister Ingrid lives in Bergen.", "My sister Ingrid works as a nurse.")
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body=line) for line in lines], now=NOW)
    rounds(knowledge, NOW)
    told = [edge.target for edge in knowledge.store.edges("home", [entity(knowledge, "Ingrid").id], [Kind.COVERS], 9)]
    facts = {fact.body: fact.id for fact in knowledge.get("home", told).values() if isinstance(fact, Fact)}
    bergen, nurse = (facts[f"Nora: {line}"] for line in lines)
    apply_changes(knowledge, "home", [SupersedeFact(fact=bergen, by=nurse, reason="a test")], now=NOW)
    assert entity(knowledge, "Ingrid").is_stale

    later = NOW + timedelta(hours=1)
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="Hello Ingrid!")], now=later)
    rounds(knowledge, later)

    ingrid = entity(knowledge, "Ingrid")
    assert (ingrid.brief, ingrid.is_stale) == ("Nora: My sister Ingrid works as a nurse.", False)


def test_a_relative_time_comes_with_its_day(knowledge: KnowledgeGraph) -> None:
    """ "Yesterday" means nothing in a text that is read months later; what needs no day has none."""
    lines = ("My sister Ingrid moved to Bergen last week.", "My sister Ingrid works as a nurse.")
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body=line, sent_at=NOW) for line in lines], now=NOW)
    rounds(knowledge, NOW)

    assert entity(knowledge, "Ingrid").brief == (
        "Nora (2026-03-01): My sister Ingrid moved to Bergen last week. Nora: My sister Ingrid works as a nurse."
    )


def test_a_brief_does_not_say_much_the_same_twice(knowledge: KnowledgeGraph) -> None:
    """What is worded alike comes only when nothing else fits."""
    lines = (
        "I lost my job at the harbour, which was hard for me.",
        "I lost my job at the harbour and it was a push that I needed.",
        "I have two cats called Pixel and Dot, who sleep on my desk all day.",
        "My brother Ola studies geology in a small town at the end of the fjord.",
        "I am allergic to walnuts.",
    )
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body=line) for line in lines], now=NOW)
    rounds(knowledge, NOW)

    brief = entity(knowledge, "Nora").brief
    assert brief is not None and brief.count("harbour") == 1
    assert "Pixel" in brief and "geology" in brief


@pytest.mark.parametrize(
    ("later", "is_stale", "is_gone", "is_kept"),
    [(5, False, False, True), (6, False, False, False), (0, True, False, False), (0, False, True, False)],
)
def test_models_text_stays_until_it_is_wrong_or_much_is_new(
    later: int, is_stale: bool, is_gone: bool, is_kept: bool
) -> None:
    """Rules do not quote over it for one new fact."""
    nora = replace(an_entity("Nora"), brief="Nora sails.", is_stale=is_stale, author=Author.MODEL)
    new = [known(n + 10, born=timedelta(days=1)) for n in range(later)]
    window = meeting(nora, *(known(n) for n in range(4)), *new)
    text = EntityText(entity=nora.id, brief="Quotes.")
    gone = (SupersedeFact(fact="f0", by="f1", reason="it changed"),) if is_gone else ()

    written = list(worth_writing(Proposal(window=window, changes=gone), [text], RoundPolicy()))

    assert (text not in written) is is_kept


def test_what_ends_on_a_day_is_no_part_of_a_brief() -> None:
    """A text has no days, and is read after that one."""
    window = window_of(talk_of("Nora: I start at the college on Monday."), entities=(an_entity("Nora"),))
    facts = [
        NewFact(ref="new:1", body="Nora works at the library.", about=("Nora",), sources=("m00000001",), valid_to=NOW),
        NewFact(ref="new:2", body="Nora sings.", about=("Nora",), sources=("m00000001",)),
    ]

    [text] = write_dossiers(window, [], facts, set(), RoundPolicy())

    assert text.brief == "Nora sings."
