"""What the clock of a speaker shows: a time zone by its name, and moments as a clock in it has them."""

from datetime import UTC, datetime, timedelta, timezone
from typing import overload
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graph.errors import BadInput

DAY_MINUTES = 24 * 60
EPOCH_DAY = timedelta(days=1)
AHEAD_MAX = timedelta(days=366)
"""A clock that is ahead by less may be told to be: somebody replays a talk, or plays one that is to come."""


def zone_named(name: str) -> ZoneInfo:
    """The time zone with this IANA name. Raises BadInput for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadInput(f"time zone {name!r} is unknown, expected an IANA name such as Europe/Istanbul") from error


def offset_of(at: datetime) -> int:
    """How many minutes the clock of an aware time is ahead of UTC."""
    return round((at.utcoffset() or timedelta()).total_seconds() / 60)


def on_clock(at: datetime, offset_minutes: int) -> datetime:
    """The moment on a clock that is so many minutes ahead of UTC. Raises BadInput for a day or more, either way."""
    if abs(offset_minutes) >= DAY_MINUTES:
        raise BadInput(f"a clock {offset_minutes} minutes ahead of UTC, expected less than a day")
    return at if offset_of(at) == offset_minutes else at.astimezone(timezone(timedelta(minutes=offset_minutes)))


def on_own_clock(at: datetime, zone: str) -> datetime:
    """The moment on the clock that it came with; UTC says nothing about a speaker, so then on the clock of the zone."""
    return at if offset_of(at) else at.astimezone(zone_named(zone))


@overload
def as_shown(at: datetime) -> datetime: ...
@overload
def as_shown(at: None) -> None: ...
def as_shown(at: datetime | None) -> datetime | None:
    """What the clock of a time shows, as a time in UTC: its day is that of the speaker; None for no time."""
    return at and at.replace(tzinfo=UTC)


def is_plausible(at: datetime, now: datetime) -> bool:
    """Whether a clock that gives this time may be right: neither a year ahead, nor at its zero."""
    return at <= now + AHEAD_MAX and abs(at - datetime.fromtimestamp(0, UTC)) > EPOCH_DAY
