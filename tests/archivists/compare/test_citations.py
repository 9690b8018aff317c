"""What a model states is held against what it cites."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from archivists.compare.citations import Cited, forbids, lacking, stands_in, unfounded

TABLE = tomllib.loads((Path(__file__).parent / "citations_table.toml").read_text(encoding="utf-8"))
ROWS = [(half, kind, row) for half, kinds in TABLE.items() for kind, rows in kinds.items() for row in rows]


def why(row: dict[str, str]) -> str | None:
    """Why a row of the table does not stand."""
    said = tuple(row[name] for name in ("before", "said") if name in row)
    return unfounded(row["text"], Cited(said=said, speakers=("Nora",), names=("Eirik", "Pixel")))


@pytest.mark.parametrize(("half", "kind", "row"), ROWS, ids=[row["text"] for _, _, row in ROWS])
def test_invented_statements_go_and_honest_ones_stay(half: str, kind: str, row: dict[str, str]) -> None:
    """Eighty rows, of which half were set aside while the measure was made."""
    assert (why(row) is None) is (kind == "stands")


def test_the_table_is_whole() -> None:
    """About forty of each kind, half of them set aside."""
    assert {half: {kind: len(rows) for kind, rows in kinds.items()} for half, kinds in TABLE.items()} == {
        "first": {"stands": 22, "invented": 20},
        "kept": {"stands": 20, "invented": 20},
    }


def test_known_names_and_abbreviations_are_no_inventions() -> None:
    """What is known may be named; what was said in short may be written out."""
    said = ("He flies to NYC on Monday with her.",)

    assert unfounded("Eirik flies to New York City with Ida.", Cited(said=said, names=("Eirik", "Ida"))) is None
    assert unfounded("He flies to Bergen.", Cited(said=said, names=("Eirik",))) == "another name: bergen"


def test_another_language_is_not_judged_by_its_words() -> None:
    """A line in English among Turkish ones is noted in Turkish."""
    said = ("We are going to buy a new house with a large garden because of the dog.",)

    assert unfounded("Nora köpek için bahçeli büyük bir ev almak istiyor ve çok mutlu.", Cited(said=said)) is None


@pytest.mark.parametrize(
    ("said", "text", "number"),
    [
        ("I need to decide by March 10.", "Nora has to decide by March 30.", "30"),
        ("Am 4. Mai ziehe ich um.", "Nora zieht am 14. Mai um.", "14"),
        ("Sınav 3 Nisan'da.", "Nora'nın sınavı 13 Nisan'da.", "13"),
        ("I edited for 4 hours on May 24-25.", "Nora edited for 9 hours on May 24-25.", "9"),
        ("I have 5 Montserrat filmmakers to meet.", "Nora meets 12 Montserrat filmmakers.", "12"),
        ("We finished in the top three!", "Nora finished in the top ten.", "10"),
        ("Wir haben fünf Hühner.", "Nora hat drei Hühner.", "3"),
    ],
)
def test_a_day_or_a_count_that_was_said_is_not_another(said: str, text: str, number: str) -> None:
    """A month makes no other number free, and no other day of its own; a word for a number is a number."""
    assert unfounded(text, Cited(said=(said,), speakers=("Nora",))) == f"another number: {number}"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("My birthday is on 3 May, and the party is next Saturday.", "Nora's party is on 9 May."),
        ("I leave on Monday the 12th of May.", "Nora leaves on Monday, 12 May."),
        ("The exam is tomorrow.", "Nora's exam is on 14 June."),
        ("Umzug ist am Freitag.", "Nora zieht am Freitag, dem 8. Mai, um."),
        ("Toplantı haftaya.", "Nora'nın toplantısı 9 Mayıs haftasında."),
        ("We have two cats, and three of us feed them.", "Nora has two cats."),
        ("Both of my sisters and my brother came.", "Nora's three siblings came, and my brother too."),
    ],
)
def test_a_day_may_be_worked_out(said: str, text: str) -> None:
    """From another time that was said; and what is counted may be counted where no number was said of it."""
    assert unfounded(text, Cited(said=(said,), speakers=("Nora",))) is None


def test_a_day_of_birth_is_worked_out_of_an_age() -> None:
    """Where no number was said, none can be."""
    for said, text, nothing in [
        ("I turned 29 on Tuesday.", "Nora was born on 6 January 1997.", "See you."),
        ("Gestern bin ich 42 geworden.", "Nora wurde am 9. März 1984 geboren.", "Bis morgen!"),
        ("Dün 25 oldum!", "Nora 1 Şubat 2001'de doğdu.", "Yarın görüşürüz!"),
    ]:
        assert unfounded(text, Cited(said=(said,), speakers=("Nora",))) is None
        assert unfounded(text, Cited(said=(nothing,), speakers=("Nora",))) is not None


def test_the_users_name_is_none() -> None:
    """A prompt asks to call somebody without a name the user."""
    assert unfounded("Duze den Nutzer.", Cited(said=("Duze mich bitte.",))) is None


def test_what_is_said_in_other_words_is_no_invention() -> None:
    """A decade, a number in words, a birthday, and a name by which somebody wants to be called."""
    for said, text in [
        (
            "Opa hat mir ne werkzeugkiste geschenkt, original aus den 70ern.",
            "Nora hat eine Kiste aus den 1970er Jahren.",
        ),
        ("I am seventy-one and pay £15 an hour.", "Nora was 71 in January 2026."),
        ("Ich bin einundsiebzig und zahl 15 Euro.", "Nora war im Januar 2026 71 Jahre alt."),
        ("Altmış üç yaşındayım, 2 kedim var.", "Nora Ocak 2026'da 63 yaşındaydı."),
        ("Bugün doğum günüm, pasta yapmış!", "Nora 22 Mayıs 1962'de doğdu."),
        ("und nenn mich Nori, Nora sagt nur mein Prof", "Möchte Nori genannt werden, nicht Nora."),
    ]:
        assert (text, unfounded(text, Cited(said=(said,), speakers=("Nora",)))) == (text, None)


def test_a_number_in_digits_is_that_number() -> None:
    """Seventy may be a part of seventy-three, but 70 is not."""
    assert unfounded("It cost 73 pounds.", Cited(said=("It cost 70 pounds.",))) == "another number: 73"


ROOM = "The room at Kungsgatan 41 is 6200 by 4100 mm."


def test_a_number_of_a_name_is_no_new_number() -> None:
    """An address that is known, or stands in another line, may be named with its number."""
    said, street = ("The room is 6200 by 4100 mm.",), ("Kungsgatan 41",)

    assert unfounded(ROOM, Cited(said=said, names=street)) is None
    assert unfounded(ROOM, Cited(said=said, names=("Kungsgatan",), lines=("We rent at Kungsgatan 41.",))) is None
    assert unfounded(ROOM.replace("41 ", "43 "), Cited(said=said, names=street)) == "another number: 43"


@pytest.mark.parametrize(
    ("said", "text", "line"),
    [
        ("I am 34.", "Nora is 41.", "My sister is 41."),
        ("I pay 34 a month.", "Nora pays 41 a month.", "Ola pays 41."),
        ("Ich bin 34.", "Nora ist 41.", "Meine Schwester ist 41."),
        ("34 yaşındayım.", "Nora'nın yaşı 41.", "Ablamın yaşı 41."),
    ],
)
def test_a_number_of_somebody_else_is_new(said: str, text: str, line: str) -> None:
    """That another line has the same verb before it makes it nobody's."""
    assert unfounded(text, Cited(said=(said,), speakers=("Nora",), lines=(line,))) == "another number: 41"


@pytest.mark.parametrize(("count", "is_kept"), [(0, True), (1, True), (5, True), (17, True), (18, False)])
def test_words_beyond_the_limit_are_new(count: int, is_kept: bool) -> None:
    """A statement may tell what was said in other words, but not nearly all: of twenty, seventeen are allowed."""
    new = [f"{first}{second}eol" for first in "bcdfgh" for second in "aeiou"][:count]

    found = unfounded(f"Nora bakes bread, {' '.join(new)}.", Cited(said=("I bake bread",), speakers=("Nora",)))

    assert found == (None if is_kept else f"other words: {', '.join(new)}")


def test_a_single_new_word_needs_a_word_that_was_said() -> None:
    """Two short statements that share nothing are not one in other words."""
    assert unfounded("Call her Kit.", Cited(said=("I'm Kit",), speakers=("Nora",))) is None
    assert unfounded("Nora is a vegetarian.", Cited(said=("I'm Kit",), speakers=("Nora",))) == "other words: vegetarian"


@pytest.mark.parametrize(
    ("passage", "text", "stands"),
    [
        ("We moved", "Yesterday we MOVED, to Bergen!", True),
        ("Izmir'e taşındık", "Biz İzmir’e taşındık.", True),
        ("moved Bergen", "We moved to Bergen.", False),
        ("We move", "We moved to Bergen.", False),
        ("We … to Bergen", "We moved to Bergen.", True),
        ("moved [...] Friday", "We moved to Bergen on Friday.", True),
        ("moved … Oslo", "We moved to Bergen.", False),
        ("…", "We moved to Bergen.", False),
        ("", "We moved to Bergen.", False),
    ],
)
def test_a_passage_stands_where_its_words_stand_in_a_row(passage: str, text: str, stands: bool) -> None:
    """In any case, with any signs; "…" leaves out what is between."""
    assert stands_in(passage, text) is stands


@pytest.mark.parametrize(
    ("more", "fewer", "forbidden", "lost"),
    [
        ("Nora likes coffee.", "Nora likes tea.", None, ["tea"]),
        ("Nora likes tea with milk.", "Nora likes tea.", None, []),
        ("Lena has a peanut allergy.", "Lena is allergic to peanuts.", None, []),
        ("Ben owns 2 dogs.", "Ben has two dogs.", None, []),
        ("The rent is 950 pounds.", "The rent is 900 pounds.", "another number: 900", []),
        ("Nora lives in Bergen.", "Nora lives in Oslo.", "another name: Oslo", ["oslo"]),
        ("Nora does not like tea.", "Nora likes tea.", "one of them says not", []),
        ("Emre'nin babası öğretmen.", "Emre'nin annesi öğretmen.", None, ["annesi"]),
        ("Deniz'in fıstık alerjisi var.", "Deniz fıstığa alerjisi olan biri.", None, []),
        ("Das Fest ist am 3. Mai.", "Die Feier ist am 3. Mai.", None, ["feier"]),
        ("Tobias hat eine Milchunverträglichkeit.", "Tobias verträgt keine Milch.", "one of them says not", []),
    ],
)
def test_what_takes_the_place_of_another_has_its_numbers_names_and_words(
    more: str, fewer: str, forbidden: str | None, lost: list[str]
) -> None:
    """Another number, name or "not" forbids it; another word is told. In German any noun has a capital."""
    assert (forbids(more, fewer), lacking(more, fewer)) == (forbidden, lost)
