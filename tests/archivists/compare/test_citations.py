"""What a model states is held against what it cites."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from archivists.compare.citations import Cited, unfounded

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
