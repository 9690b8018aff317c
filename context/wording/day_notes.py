"""The day behind words that tell it only to those who were there: "yesterday (3 October)"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from graph.text.days import Days, day_of
from graph.text.times import SpokenTime, times_in
from graph.values.items import Message
from languages.language import Phrases

_REST_OF_WORD = re.compile(r"(?:['’ʼ]?\w)*")


def with_days(row: Message, body: str, phrases: Phrases) -> str:
    """The text, or part, of a message with the day behind each time that is told from its own day.

    Only days that are kept with the message: so none where its time is not known. Neither those that the text names
    itself, nor what the date above the line tells anyway ("this week"), nor a weekday that may be the last or the next.
    """
    if not row.speaks_of:
        return body
    today = day_of(row.sent_at)
    times = _times(body, row.sent_at)
    told = {time.days for time in times if not time.is_relative} | {Days.of(today, today)}
    parts: list[str] = []
    end = 0
    for time in times:
        first, last = time.days.dates
        if time.days in told or time.is_guess or time.days.text not in row.speaks_of or first <= today <= last:
            continue
        told.add(time.days)
        behind = _REST_OF_WORD.match(body, time.end)
        at = behind.end() if behind else time.end
        parts += [body[end:at], f" ({phrases.stretch(first, last, year=today.year)})"]
        end = at
    return "".join([*parts, body[end:]])


def with_ends(body: str, ended: Mapping[str, str]) -> str:
    """The text with a note behind each of these statements that holds no longer: "I live in Bergen (until 3 May)"."""
    for statement, note in ended.items():
        at = body.find(statement)
        if at >= 0:
            body = f"{body[: at + len(statement)]} ({note}){body[at + len(statement) :]}"
    return body


@lru_cache(256)
def _times(body: str, at: datetime) -> list[SpokenTime]:
    """A line is tried several times for one block, and comes again in the next."""
    return times_in(body, at)
