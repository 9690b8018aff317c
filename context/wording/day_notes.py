"""Adds the date to words that told the day only when they were said: "yesterday (3 October)"."""

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
    """All or part of a message's text, with the date behind each time that is relative to the message's day.

    Only days that are stored with the message get one, so none do if its time is unknown. Left out are days that the
    text names itself, times that the date above the line makes clear ("this week"), and weekdays that may be the last
    or the next.
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
    """The text with a note behind each statement in `ended`, which hold no longer: "I live in Bergen (until 3 May)"."""
    for statement, note in ended.items():
        at = body.find(statement)
        if at >= 0:
            body = f"{body[: at + len(statement)]} ({note}){body[at + len(statement) :]}"
    return body


@lru_cache(256)
def _times(body: str, at: datetime) -> list[SpokenTime]:
    """Cached: a line is tried several times for one block, and again for the next."""
    return times_in(body, at)
