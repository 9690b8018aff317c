"""The times that texts speak of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.text.days import Days
from graph.text.times import TIMES_CHARS_MAX, times_in

NOW = datetime(2026, 10, 25, 12, tzinfo=UTC)  # A Sunday.
TABLE = Path(__file__).with_name("spoken_times.tsv")
ORDERS = {"day": True, "month": False, "": None}
LEAST = {"developed": 0.95, "aside": 0.90}
"""Of what is found and of what there is: a reader that gets worse fails, one odd sentence does not."""


def days(text: str, at: datetime | None = NOW, *, is_day_first: bool | None = None) -> list[str]:
    """The days that a text speaks of."""
    return [time.days.text for time in times_in(text, at, is_day_first=is_day_first)]


def table(half: str, language: str) -> list[tuple[set[str], set[str]]]:
    """What each sentence of the half is about, and what was read in it."""
    pairs: list[tuple[set[str], set[str]]] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        code, part, at, order, wanted, text = line.split("\t")
        if (code, part) == (language, half):
            said = datetime.fromisoformat(f"{at}T12:00+00:00")
            pairs.append((set(wanted.split()) - {"-"}, set(days(text, said, is_day_first=ORDERS[order]))))
    return pairs


@pytest.mark.parametrize("half", ["developed", "aside"])
@pytest.mark.parametrize("language", ["en", "tr", "de"])
def test_precision_and_recall(language: str, half: str) -> None:
    """Over the table of sentences, which has another half than the rules were written with."""
    pairs = table(half, language)
    hits = sum(len(wanted & found) for wanted, found in pairs)

    assert hits / sum(len(found) for _, found in pairs) >= LEAST[half]
    assert hits / sum(len(wanted) for wanted, _ in pairs) >= LEAST[half]


def test_several_times_come_in_their_order() -> None:
    """A question may compare two times."""
    assert days("July 4th or 6 June 2024?") == ["2026-07-04", "2024-06-06"]


def test_each_time_has_its_place() -> None:
    """And tells whether only the day on which it is said tells the days."""
    text = "Yesterday I read of 3 May 2020."

    found = [(text[time.start : time.end], time.is_relative) for time in times_in(text, NOW)]

    assert found == [("Yesterday", True), ("3 May 2020", False)]


def test_without_its_own_time_a_text_tells_only_dates_with_a_year() -> None:
    """Nobody knows which day "yesterday" was in an import without times."""
    assert days("Yesterday, on 3 May, last week, in May, on Friday, 4 May 2020", None) == ["2020-05-04"]


def test_slashed_dates_follow_the_order_of_the_chat() -> None:
    """Where nobody knows it, both days are meant; one above 12 tells by itself."""
    assert days("on 1/2/2024", is_day_first=True) == ["2024-02-01"]
    assert days("on 1/2/2024", is_day_first=False) == ["2024-01-02"]
    assert days("on 1/2/2024") == ["2024-01-02", "2024-02-01"]
    assert days("on 1/23/2024", is_day_first=True) == ["2024-01-23"]
    assert days("on 2/30/2024") == []


def test_a_range_across_a_year() -> None:
    """The end tells the year of the beginning."""
    assert days("from December 28 to January 3, 2026") == ["2025-12-28/2026-01-03"]


def test_a_weekday_by_its_date_is_one_day() -> None:
    """Behind a comma too."""
    assert days("on Friday, 1 May 2026") == ["2026-05-01"]


def test_a_timetable_tells_no_days() -> None:
    """Three weekdays without "on" are none in particular, and "Monday to Friday" is a habit."""
    assert days("Monday: run. Tuesday: swim. Wednesday: rest.") == []
    assert days("I work from Monday to Friday", datetime(2026, 10, 21, tzinfo=UTC)) == []


def test_what_is_near_tells_the_year() -> None:
    """A day of a month without a year is the near one, else the past one unless it is still to come."""
    assert days("the gig on 20 November") == ["2026-11-20"]
    assert days("the gig on 20 September") == ["2026-09-20"]
    assert days("the gig on 1 April") == ["2026-04-01"]
    assert days("the gig will be on 1 April") == ["2027-04-01"]


@pytest.mark.parametrize(
    "text",
    [
        "5 years already! It feels like just yesterday I put this dress on.",
        "It seems like it was only yesterday.",
        "Her şey dün gibi aklımda.",
        "Das war, als wäre es erst gestern gewesen.",
        "Siparişi en az üç gün önceden ver.",
        "İki hafta önceden rezervasyon yaptır.",
    ],
)
def test_a_day_in_a_figure_of_speech_and_a_time_in_advance_are_no_days(text: str) -> None:
    """Lines were shown with "yesterday (8 June)" and "üç gün önceden (18 Şubat)", which is wrong."""
    assert days(text) == []


@pytest.mark.parametrize("text", ["I saw her just yesterday.", "Daha dün gördüm.", "Erst gestern war ich da."])
def test_a_day_beside_a_word_of_such_a_figure_is_a_day(text: str) -> None:
    """The word alone makes no figure of speech."""
    assert days(text) == ["2026-10-24"]


def test_what_lies_beyond_the_calendar_is_no_time() -> None:
    """Neither an error."""
    assert days("999 years ago, 2024-13-01, 0.0.2024") == ["1027-01-01/1027-12-31"]


PARTS = """
yesterday dün morgen last next geçen letzten this 3 3rd 31 2023 1999 May mayıs März friday cuma Freitag week hafta Woche
weekend sonu before vor önceki after in two iki zwei ago önce days gün Tagen from to bis between and ile arası the on am
of summer yaz every . , - / 1/2/2024 23.01.2024 2024-02-30 ' 'te ! will
"""


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(PARTS.split()), max_size=12).map(" ".join),
    st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)),
    st.sampled_from([True, False, None]),
)
def test_any_words_are_read_without_an_error(text: str, at: datetime, is_day_first: bool | None) -> None:
    """Into places of the text in their order, and days that are a first and a last."""
    found = times_in(text, at, is_day_first=is_day_first)

    assert [time.start for time in found] == sorted(time.start for time in found)
    assert all(0 <= time.start < time.end <= len(text) and time.days.count >= 1 for time in found)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("words", ["from 3 to 5 May ", "on 3 May 2021 ", "dün ", "2023-05-01 "])
def test_of_a_long_table_the_beginning_is_read(words: str) -> None:
    """A pasted calendar took minutes, then seconds and long collections of garbage, in which everybody waits."""
    text = words * 12_000

    assert times_in(text, NOW) == times_in(text[:TIMES_CHARS_MAX], NOW)


def test_accents_that_stand_alone_are_no_words() -> None:
    """A text may have them, and its dates are read."""
    assert [time.days for time in times_in("\u0301\u0307 on 2026-05-03 \u0307", None)] == [Days.parsed("2026-05-03")]


@pytest.mark.parametrize("number", ["𑁒", "𑁓"])
def test_a_sign_that_is_no_number_counts_nothing(number: str) -> None:
    """Some signs are called digits and have no value of their own: a message with one is read like any other."""
    assert times_in(f"{number} weeks ago, on {number} May {number}", datetime(2026, 5, 3)) == []
