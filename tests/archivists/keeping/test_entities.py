"""Who and what is mentioned: names by their capitals, and nothing said of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from archivists.keeping.entities import find_entities, take_entities
from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewEntity
from graph.values.codec import item_of
from graph.values.items import Entity, EntityType, Role
from tests.archivists.building import entity, read, talk_of, window_of

POLICY = RoundPolicy()


def found(*lines: str) -> list[NewEntity]:
    """The entities of a talk, without its speakers."""
    return [each for each in find_entities(window_of(talk_of(*lines)), POLICY) if each.name not in ("Nora", "Ola")]


def names(*lines: str) -> list[str]:
    """Their names."""
    return [each.name for each in found(*lines)]


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    yield graph
    graph.close()


def entities_after(knowledge: KnowledgeGraph, now: datetime, *said: tuple[str, str]) -> list[Entity]:
    """The entities of the space after rounds without a model have read these lines."""
    lines = [Line(role=Role.USER, sender=sender, body=body, sent_at=now) for sender, body in said]
    knowledge.append("a", lines, now=now)
    run_rounds(knowledge, "a", owner="me", now=now, policy=POLICY)
    return [item_of(node, Entity) for node in knowledge.store.find("a", Label.ENTITY, limit=99)]


@pytest.mark.parametrize(
    "line",
    [
        "Nora: We talked about Claude Monet and his garden.",  # K9: he is no place.
        "Nora: I saw Paris Hilton in a film.",
        "Nora: Yesterday I met Quillon in the harbour.",
        "Elif: Dün Quillon ile limanda buluştuk.",
    ],
)
def test_a_name_is_a_label(line: str) -> None:
    """It has no type, no alias and no owner."""
    [one] = [each for each in found(line) if each.name != "Elif"]

    assert (one.type, one.aliases, one.owner) == (EntityType.UNKNOWN, (), "")


@pytest.mark.parametrize(
    "line",
    [
        "Nora: Ich habe gestern den Kuchen und das Fahrrad vergessen.",
        "Nora: Heute hat mein Sohn Geburtstag.",
        "Nora: Ich bin müde, weil meine Tochter Fieber hat.",
        "Nora: Am Montag beginnt die Schule wieder, und ich habe keine Lust.",
    ],
)
def test_german_nouns_are_no_names(line: str) -> None:
    """Any noun has a capital there."""
    assert names(line) == []


@pytest.mark.parametrize("line", ["Nora: WHAT A DAY IT WAS TODAY!", "Nora: Thanks! Good morning. See you on Monday."])
def test_shouting_and_courtesies_name_nobody(line: str) -> None:
    """Their capitals mean nothing."""
    assert names(line) == []


def test_who_is_introduced_by_two_senders_is_two(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Each sender's messages name their own."""  # K3
    said = (("Rosa", "My brother Alex is allergic to eggs."), ("Tom", "My girlfriend Alex loves omelettes."))

    all_of = entities_after(knowledge, now, *said, ("Tom", "Alex is late again."))

    assert sorted((each.name, each.owner) for each in all_of if each.name == "Alex") == [
        ("Alex", "Rosa"),
        ("Alex", "Tom"),
    ]


def test_german_introductions_have_owners_too(knowledge: KnowledgeGraph, now: datetime) -> None:
    """At the beginning of a sentence, where a name stands behind the relation."""
    all_of = entities_after(knowledge, now, ("Rosa", "Mein Bruder Alex ist gegen Eier allergisch."))

    assert ("Alex", "Rosa") in {(each.name, each.owner) for each in all_of}


def test_nothing_is_merged_and_nobody_is_called_otherwise(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Parts of a name, short forms and things of one name are no reason without a model."""  # K4
    said = (
        "I love Python, Ruby and Apple pies.",
        "Yesterday Apple released a new phone.",
        "I think that Ruby is my cat.",
        "I heard that Paris Hilton was in Paris.",
        "We met Katharina Lund, and later Katharina and Kath.",
    )

    all_of = entities_after(knowledge, now, *(("Nora", body) for body in said))

    changes = {node.properties["kind"] for node in knowledge.store.find("a", Label.CHANGE, limit=99)}
    assert changes.isdisjoint({"MergeEntities", "NewFact", "EntityText"})
    assert {each.aliases for each in all_of} == {()}
    assert {each.type for each in all_of if each.name != "Nora"} == {EntityType.UNKNOWN}
    assert {"Paris Hilton", "Paris", "Katharina Lund"} <= {each.name for each in all_of}


def test_a_clerk_who_is_played_is_nobody(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Who says another name has not become somebody else."""  # K8
    all_of = entities_after(knowledge, now, ("Paola", "My name is Vanessa, how may I help you?"))

    assert {each.owner for each in all_of} == {""}
    assert all(each.aliases == () for each in all_of)


def test_a_model_says_types_and_aliases() -> None:
    """Of names that the messages use."""
    window = window_of(talk_of("Nora: Kath and Katharina Lund are one, she is a vet."), entities=[entity("Nora")])
    answer = read(
        window,
        entities=[
            {"name": "Katharina Lund", "type": "person", "aliases": ["Kath"]},
            {"name": "Zanzibar", "type": "place"},
        ],
    )

    told = {each.name: each for each in take_entities(window, answer, POLICY) if isinstance(each, NewEntity)}

    assert (told["Katharina Lund"].type, told["Katharina Lund"].aliases) == (EntityType.PERSON, ("Kath",))
    assert "Zanzibar" not in told
