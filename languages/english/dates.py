"""How English speaks of times: "last week", "in May 2023", "two days ago"."""

from __future__ import annotations

from languages.folding import words
from languages.language import Dates

DATES = Dates(
    months=(
        "january jan", "february feb", "march", "april apr", "may", "june jun",
        "july jul", "august aug", "september sep sept", "october oct", "november nov", "december dec",
    ),
    weekdays=("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    numbers=("a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    more_numbers={"couple": 2},
    days=words("day days"),
    weeks=words("week weeks weekend"),
    months_long=words("month months"),
    years=words("year years"),
    days_back={"yesterday": 1},  # "Today" points at nothing remembered: people say it of what they speak of now.
    last=words("last past previous"),
    this=words("this"),
    ago=words("ago"),
    ambiguous_months=words("may march"),
    before_month=words("in of since until during early late mid by from"),
    ordinal_endings=("st", "nd", "rd", "th"),
)  # fmt: skip
