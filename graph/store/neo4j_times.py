"""Times written out for people in the Browser: text in place of milliseconds, in the same order."""

from __future__ import annotations

from datetime import datetime, timedelta

from graph.store.verbs import Value

EPOCH = datetime(1970, 1, 1)
MILLISECOND = timedelta(milliseconds=1)
FIRST_MS = (datetime.min - EPOCH) // MILLISECOND
LAST_MS = (datetime.max - EPOCH) // MILLISECOND
LENGTH = len("2026-05-03T18:30:00.000Z")


def written_out(value: Value) -> Value:
    """A time such as 2026-05-03T18:30:00.000Z; a number outside the calendar stays as it is."""
    if type(value) is not int or not FIRST_MS <= value <= LAST_MS:
        return value
    return f"{(EPOCH + value * MILLISECOND).isoformat(timespec='milliseconds')}Z"


def in_ms(value: Value) -> Value:
    """The milliseconds of a time that was written out; any other value stays as it is."""
    if not isinstance(value, str) or len(value) != LENGTH:
        return value
    return (datetime.fromisoformat(value[:-1]) - EPOCH) // MILLISECOND
