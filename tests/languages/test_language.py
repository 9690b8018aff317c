"""The value of every language is sound: its regexes compile, its words are folded, its block has all of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from string import Formatter

import pytest

from context.block_profile import ASSISTANT
from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Language, Regex
from languages.registry import LANGUAGES, NEUTRAL
from tests.languages.examples import examples_of

ALL = [*LANGUAGES, NEUTRAL]
each_language = pytest.mark.parametrize("language", ALL, ids=lambda language: language.code or "neutral")
MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def values_in(value: object, kind: str, place: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a field that is declared as this kind, with its place."""
    for field in fields(value) if is_dataclass(value) else ():
        inner = getattr(value, field.name)
        if field.type == kind:
            yield f"{place}.{field.name}", inner
        yield from values_in(inner, kind, f"{place}.{field.name}")
        for number, part in enumerate(inner if isinstance(inner, tuple) else ()):
            yield from values_in(part, kind, f"{place}.{field.name}[{number}]")


@each_language
def test_every_regex_compiles(language: Language) -> None:
    """Every regex of a language can be searched, and none matches an empty text."""
    found = [place for place, source in values_in(language, "Regex") if regex(language, str(source)).search("")]

    assert found == []


@each_language
def test_words_are_folded(language: Language) -> None:
    """Words are compared folded; those that are looked for as written say so."""
    written = {".names.capital_words", ".names.joiners", ".traits.ended_words"}
    lists = values_in(language, "Words")

    assert [
        place for place, listed in lists if place not in written and {fold(word) for word in listed} != listed
    ] == []  # type: ignore[attr-defined]


@each_language
def test_letters_are_more_than_those_of_all(language: Language) -> None:
    """What tells a language is no letter of every keyboard, and each is there in both cases."""
    letters = set(language.analysis.letters)

    assert not any(letter.isascii() for letter in letters)
    assert {
        letter.upper() for letter in letters if len(letter.upper()) == 1 and not letter.upper().isascii()
    } <= letters


@each_language
def test_dates_are_whole(language: Language) -> None:
    """Twelve months and seven days, or none."""
    assert (len(language.dates.months), len(language.dates.weekdays)) in ((12, 7), (0, 0))


@each_language
def test_block_has_all_its_words(language: Language) -> None:
    """A heading for each section, no two alike, and twelve months, no two alike."""
    phrases = language.phrases

    assert tuple(phrases.headings) == tuple(NEUTRAL.phrases.headings)
    assert {section.name for section in ASSISTANT.sections} <= phrases.headings.keys()
    assert len(set(phrases.headings.values())) == len(phrases.headings)
    assert len(set(phrases.months)) == 12
    assert set(phrases.types) == {"person", "place", "organisation", "thing"}
    assert re.match(r".+\. \S.*[.]$", phrases.opening)


@each_language
def test_phrases_have_room_for_what_they_tell(language: Language) -> None:
    """What stands in braces is exactly what is filled in."""
    filled = {"left_out": 1, "world_time": 1, "in_chat": 1, "also_called": 1, "until": 1, "confidence": 1}
    filled |= {
        "lines_left_out": 1,
        "one_line_left_out": 0,
        "disputed_or": 1,
        "one_left_out": 0,
        "disputed": 0,
        "either_or": 0,
    }
    named = {"one_day": {"year", "month", "day"}, "days_of_month": {"year", "month", "day", "first"}}
    named |= {"one_month": {"year", "month"}}

    for name, count in filled.items():
        assert sum(field is not None for _, field, _, _ in Formatter().parse(getattr(language.phrases, name))) == count
    for name, names in named.items():
        template = getattr(language.phrases, name)
        assert {field for _, field, _, _ in Formatter().parse(template) if field} in (names, set())


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_dates_and_counts_are_as_people_write_them(language: Language) -> None:
    """A day with its year, a stretch of days, and how much is left out."""
    phrases, expected = language.phrases, examples_of(language.code)["block"]

    assert phrases.day(MAY) == phrases.days(MAY, MAY) == expected["day"]
    assert phrases.days(MAY.replace(day=3), MAY) == expected["days"]
    april = phrases.day(MAY.replace(month=4)).removesuffix(" 2023")
    assert phrases.days(MAY.replace(month=4), MAY) == f"{april} – {phrases.day(MAY)}"
    assert phrases.left_out_line(0) == ""
    assert phrases.left_out_line(1) == f"{expected['one_left_out']}\n"
    assert phrases.left_out_line(12345) == f"{expected['left_out']}\n"
    assert phrases.more_lines(0) == ""
    assert phrases.more_lines(1) == f"{expected['one_line_left_out']}\n"
    assert phrases.more_lines(12345) == f"{expected['lines_left_out']}\n"


def test_neutral_dates_need_no_words() -> None:
    """Anybody reads 2023-05-08."""
    phrases = NEUTRAL.phrases

    assert phrases.days(MAY, MAY) == "2023-05-08"
    assert phrases.days(MAY.replace(day=3), MAY) == "2023-05-03 – 2023-05-08"
    assert phrases.left_out_line(12345) == "(12 345 messages are neither summarised nor shown here.)\n"


def test_no_two_languages_say_the_same() -> None:
    """Each has its own headings and its own word for a user."""
    assert len({tuple(language.phrases.headings.values()) for language in LANGUAGES}) == len(LANGUAGES)
    assert len({language.phrases.user for language in LANGUAGES}) == len(LANGUAGES)
    assert Regex is str
