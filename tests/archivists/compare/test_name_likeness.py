"""Whether two names are one entity's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archivists.compare.name_likeness import Likeness, NamePair, compare_names, likely_pairs, same_pairs
from graph.values.items import EntityType
from tests.archivists.building import entity

PERSON, PLACE, ORGANISATION, UNKNOWN = (
    EntityType.PERSON,
    EntityType.PLACE,
    EntityType.ORGANISATION,
    EntityType.UNKNOWN,
)

ONE = (
    ("Selin Karaca", "SELIN KARACA", PERSON),
    ("IŞIK", "ışık", UNKNOWN),
    ("İzmir", "izmir", PLACE),
    ("ISPARTA", "Isparta", PLACE),
    ("Ankara'da", "Ankara", PLACE),
    ("Ayşe’nin", "Ayşe", PERSON),
    ("Trabzon'dan", "Trabzon", PLACE),
    ("Carol's", "Carol", PERSON),
    ("Jean-Luc Moreau", "Jean Luc Moreau", PERSON),
    ("Мария Иванова", "МАРИЯ ИВАНОВА", PERSON),
    ("St. Olav", "St Olav", PLACE),
    ("Dr. Reed", "Reed", PERSON),
    ("Ahmet Bey", "Ahmet", PERSON),
    ("Prof. Dr. Elif Kaya", "Elif Kaya", PERSON),
    ("Ayşe Hanım", "Ayşe", PERSON),
    ("Mr. Okafor", "Okafor", PERSON),
    ("Defne Hoca", "Defne", PERSON),
    ("王先生", "王", PERSON),
    ("Melanie", "Mel", PERSON),
    ("Katharina Lund", "Kath", PERSON),
    ("Robert", "Bob", PERSON),
    ("Elizabeth Shaw", "Liz Shaw", PERSON),
    ("Mehmet", "Memo", PERSON),
    ("Fatma", "Fatoş", PERSON),
    ("Александр", "Саша", PERSON),
    ("Екатерина", "Катя", PERSON),
    ("Ruth Okafor", "Ruth", PERSON),
    ("Ruth Okafor", "Okafor", PERSON),
    ("J. Okafor", "Jonas Okafor", PERSON),
    ("A. Kaya", "Ayşe Kaya", PERSON),
    ("Ada B. Holm", "Ada Holm", PERSON),
    ("Ayse Yılmaz", "Ayşe Yilmaz", PERSON),
    ("Иван Петров", "Ivan Petrov", PERSON),
    ("Москва", "Moskva", PLACE),
    ("Kaya Elif", "Elif Kaya", PERSON),
    ("Nordlys Inc.", "Nordlys", ORGANISATION),
    ("北京市", "北京", PLACE),
    ("Katharina Lund", "Katarina Lund", PERSON),
    ("NTHS", "Northern Tide Hiking Society", ORGANISATION),
    ("Ege Üniversitesi", "Ege", ORGANISATION),
    ("Tchaikovsky", "Чайковский", PERSON),
    ("München", "Munich", PLACE),
    ("Uncle Bob", "Robert", PERSON),
    ("小王", "王伟", PERSON),
)
"""Two ways to write one entity's name, and its type."""

TWO = (
    ("Ayşe", "Ayçe", PERSON),
    ("Öz", "Üz", PERSON),
    ("Tip 1 Diyabet", "Tip 2 Diyabet", UNKNOWN),
    ("Room 12", "Room 21", PLACE),
    ("Henry IV", "Henry V", PERSON),
    ("Henry IV", "Henry", PERSON),
    ("Team A", "Team B", ORGANISATION),
    ("Ali K.", "Ali M.", PERSON),
    ("Mr. Reed", "Mrs. Reed", PERSON),
    ("Ahmet Bey", "Ayşe Hanım", PERSON),
    ("Kaya Bey", "Kaya Hanım", PERSON),
    ("王先生", "王女士", PERSON),
    ("王伟", "王芳", PERSON),
    ("李明", "李民", PERSON),
    ("Мария", "Марина", PERSON),
    ("Иван Петров", "Иван Петренко", PERSON),
    ("Анна", "Инна", PERSON),
    ("Jan", "Jana", PERSON),
    ("Deniz", "Denis", PERSON),
    ("Hasan Yılmaz", "Hakan Yılmaz", PERSON),
    ("Elif Kaya", "Elif Kara", PERSON),
    ("Selim", "Selin", PERSON),
    ("New York", "York", PLACE),
    ("Öz Holding", "Uz Holding", ORGANISATION),
    ("Route 66", "Route 99", PLACE),
    ("Galaxy S23", "Galaxy S24", UNKNOWN),
    ("Osman", "Orhan", PERSON),
    ("Oslo", "Olso", PLACE),
    ("Marc", "Mark", PERSON),
    ("Sol", "Soll", PERSON),
    ("2023 Budget", "2024 Budget", UNKNOWN),
    ("Bergen", "Bremen", PLACE),
)
"""Names of two entities of one type."""


@pytest.mark.parametrize(("one", "other", "kind"), TWO)
def test_two_entities_are_never_merged_by_rule(one: str, other: str, kind: EntityType) -> None:
    """A digit, a short token, another letter or gender keeps them apart, at most they are proposed."""
    for types in ((kind, kind), (kind, UNKNOWN)):
        assert compare_names(one, other, types) is not Likeness.SAME
        assert compare_names(one, other, types) is compare_names(other, one, types)


def test_merges_and_proposals_of_the_table() -> None:
    """Of 44 pairs that are one, 11 merge by themselves and 29 more are proposed; of 32 that are two, 1 is proposed."""
    found = [compare_names(one, other, (kind, kind)) for one, other, kind in ONE]
    apart = [compare_names(one, other, (kind, kind)) for one, other, kind in TWO]

    assert len(ONE) + len(TWO) >= 60
    assert (found.count(Likeness.SAME), found.count(Likeness.MAYBE)) == (11, 29)
    assert (apart.count(Likeness.SAME), apart.count(Likeness.MAYBE)) == (0, 1)


def test_types_keep_names_apart() -> None:
    """Jordan the country is not Jordan the neighbour; of unknown type, he may be."""
    assert compare_names("Jordan", "Jordan", (PERSON, PLACE)) is Likeness.APART
    assert compare_names("Jordan", "Jordan", (PERSON, UNKNOWN)) is Likeness.SAME


def test_proposals_are_pairs() -> None:
    """Each pair that may be one, once."""
    reed, doctor, other = entity("Reed"), entity("Dr. Reed"), entity("Ola")

    assert likely_pairs([reed, other, doctor]) == [NamePair(doctor, reed)]


def test_pairs_are_proposed_once_and_beside_the_window() -> None:
    """What was compared is not proposed again, and of two that are not looked at nobody asks."""
    reed, doctor = entity("Reed"), entity("Dr. Reed")

    assert likely_pairs([reed], [doctor]) == likely_pairs([doctor], [reed]) == [NamePair(doctor, reed)]
    assert likely_pairs([reed, replace(doctor, compared_with=(reed.id,))]) == []
    assert likely_pairs([], [reed, doctor]) == []


def test_namesakes_belong_to_the_oldest() -> None:
    """One of unknown type goes with the only other type; between two it stays alone."""
    first = replace(entity("Oslo", kind=UNKNOWN), id="e1")
    town = replace(entity("OSLO", kind=PLACE), id="e2")
    ship = replace(entity("Oslo", kind=EntityType.THING), id="e3")

    assert same_pairs([town, first]) == [NamePair(first, town)]
    assert same_pairs([first, town, ship]) == []
    assert same_pairs([ship, town]) == []
