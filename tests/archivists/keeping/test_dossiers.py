"""Briefs and dossiers are made of what is noted of an entity, and of no quotes."""

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
from graph.store.verbs import Kind, Label
from graph.text.tokens import count_tokens
from graph.values.changes import EntityText, NewEntity, NewFact, SupersedeFact
from graph.values.items import Author, Entity, FactKind, Role
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


def noted(body: str, about: str = "Ingrid", *, importance: int = 5, kind: FactKind = FactKind.FACT) -> NewFact:
    """A fact in a model's words, from the first line."""
    return NewFact(
        ref=f"new:{body}", body=body, kind=kind, about=(about,), importance=importance, author=Author.MODEL,
        sources=("m00000001",),
    )  # fmt: skip


def keep(knowledge: KnowledgeGraph, *facts: NewFact) -> dict[str, str]:
    """These are known before Ingrid is named in a line that rules read. Returns the id of each fact by its body."""
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="Hello!")], now=NOW)
    apply_changes(knowledge, "home", [NewEntity(name="Ingrid"), *facts], now=NOW)
    line = Line(role=Role.USER, sender="Nora", body="My sister Ingrid works as a nurse.")
    knowledge.append("home", [line], now=NOW)
    rounds(knowledge, NOW)
    return {str(node.properties["body"]): node.id for node in knowledge.store.find("home", Label.FACT, limit=100)}


def test_quotes_are_facts_and_no_text(knowledge: KnowledgeGraph) -> None:
    """What rules only quote is shown as a line of its day, so no text repeats it; it is linked to its entity."""
    for line in ("My sister Ingrid lives in Bergen.", "My sister Ingrid works as a nurse."):
        knowledge.append("home", [Line(role=Role.USER, sender="Nora", body=line)], now=NOW)
    rounds(knowledge, NOW)

    ingrid = entity(knowledge, "Ingrid")
    assert (ingrid.brief, ingrid.dossier) == (None, None)
    assert len(knowledge.store.edges("home", [ingrid.id], [Kind.ABOUT], 9)) == 2


def test_question_and_quote_are_no_part_of_a_brief(knowledge: KnowledgeGraph) -> None:
    """What is asked about somebody says nothing of him; what is noted does."""
    keep(knowledge, noted("Which vet does Ingrid trust?", kind=FactKind.QUESTION), noted("Ingrid has a cat."))

    assert entity(knowledge, "Ingrid").brief == "Ingrid has a cat."


def test_a_text_says_first_who_it_is_about() -> None:
    """Facts that name somebody come before those that only mean him; "Kremin" does not name Emi."""
    window = window_of(talk_of("Emi: Well."))
    found = [noted(text, "Emi") for text in ("Emi plays the cello.", "Kremin adı Çiy.", "The roof pool is perfect.")]

    (text,) = write_dossiers(window, [NewEntity(name="Emi")], found, frozenset(), RoundPolicy(brief_tokens_max=8))

    assert text.brief == "Emi plays the cello.", "it is the oldest, which comes last otherwise"


def test_a_dossier_is_due_when_facts_grow_long(knowledge: KnowledgeGraph) -> None:
    """Past 300 tokens of facts the weightiest are told in a dossier that fits, with an edge to each one it says."""
    rooms = [f"Ingrid has painted the {i}th of her rooms in a colour of its own." for i in range(30)]
    keep(knowledge, *(noted(room) for room in rooms), noted("Ingrid has two cats.", importance=7))

    ingrid = entity(knowledge, "Ingrid")
    assert ingrid.dossier is not None and "two cats" in ingrid.dossier
    assert 200 < count_tokens(ingrid.dossier) <= RoundPolicy().dossier_tokens_max
    assert ingrid.brief is not None and count_tokens(ingrid.brief) <= RoundPolicy().brief_tokens_max
    covered = knowledge.store.edges("home", [ingrid.id], [Kind.COVERS], 100)
    assert len(covered) == ingrid.dossier.count(". ") + 1


def test_a_stale_text_is_written_anew_when_its_entity_is_named(knowledge: KnowledgeGraph) -> None:
    """Without the fact that was superseded meanwhile, even when the talk brings no new fact."""
    ids = keep(knowledge, noted("Ingrid lives in Bergen."), noted("Ingrid sails."))
    assert entity(knowledge, "Ingrid").brief == "Ingrid lives in Bergen. Ingrid sails."
    superseded = SupersedeFact(fact=ids["Ingrid lives in Bergen."], by=ids["Ingrid sails."], reason="a test")
    apply_changes(knowledge, "home", [superseded], now=NOW)
    assert entity(knowledge, "Ingrid").is_stale

    later = NOW + timedelta(hours=1)
    knowledge.append("home", [Line(role=Role.USER, sender="Nora", body="Hello Ingrid!")], now=later)
    rounds(knowledge, later)

    ingrid = entity(knowledge, "Ingrid")
    assert (ingrid.brief, ingrid.is_stale) == ("Ingrid sails.", False)


def test_a_stale_text_of_which_nothing_holds_is_emptied() -> None:
    """Only a quote is left, which is no part of a text."""
    nora = replace(an_entity("Nora"), brief="Nora sails.", is_stale=True)

    (text,) = write_dossiers(meeting(nora, known(1)), [], [], frozenset(), RoundPolicy())

    assert (text.brief, text.dossier) == ("", "")


def test_a_brief_does_not_say_much_the_same_twice() -> None:
    """What is worded alike comes only when nothing else fits."""
    bodies = (
        "Nora lost her job at the harbour, which was hard for her.",
        "Nora lost her job at the harbour and it was a push that she needed.",
        "Nora has two cats called Pixel and Dot, who sleep on her desk all day.",
        "Nora's brother Ola studies geology in a small town at the end of the fjord.",
        "Nora is allergic to walnuts.",
    )
    facts = [noted(body, "Nora") for body in bodies]

    (text,) = write_dossiers(meeting(an_entity("Nora")), [], facts, frozenset(), RoundPolicy())

    assert text.brief is not None and text.brief.count("harbour") == 1
    assert "Pixel" in text.brief and "geology" in text.brief


@pytest.mark.parametrize(
    ("later", "is_stale", "is_gone", "is_kept"),
    [(5, False, False, True), (6, False, False, False), (0, True, False, False), (0, False, True, False)],
)
def test_models_text_stays_until_it_is_wrong_or_much_is_new(
    later: int, is_stale: bool, is_gone: bool, is_kept: bool
) -> None:
    """Rules do not write over it for one new fact."""
    nora = replace(an_entity("Nora"), brief="Nora sails.", is_stale=is_stale, author=Author.MODEL)
    new = [known(n + 10, born=timedelta(days=1)) for n in range(later)]
    window = meeting(nora, *(known(n) for n in range(4)), *new)
    text = EntityText(entity=nora.id, brief="Notes.")
    gone = (SupersedeFact(fact="f0", by="f1", reason="it changed"),) if is_gone else ()

    written = list(worth_writing(Proposal(window=window, changes=gone), [text], RoundPolicy()))

    assert (text not in written) is is_kept


def test_what_ends_on_a_day_is_no_part_of_a_brief() -> None:
    """A text has no days, and is read after that one."""
    window = window_of(talk_of("Nora: I start at the college on Monday."), entities=(an_entity("Nora"),))
    facts = [replace(noted("Nora works at the library.", "Nora"), valid_to=NOW), noted("Nora sings.", "Nora")]

    [text] = write_dossiers(window, [], facts, set(), RoundPolicy())

    assert text.brief == "Nora sings."
