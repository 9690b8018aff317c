"""The days that messages speak of, which are kept with them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.text.days import Days, day_of
from graph.text.single_times import order_in
from graph.text.times import times_in
from graph.values.items import Clock, Message, Space

RANGES_MAX = 32
"""The most of one message: a pasted table of dates is about no day in particular."""


def with_order(space: Space, texts: Iterable[str]) -> Space:
    """The space with the order of slashed dates, from the first text that shows it, unless the order is known."""
    if space.is_day_first is not None:
        return space
    order = next((found for text in texts if "/" in text and (found := order_in(text)) is not None), None)
    return space if order is None else replace(space, is_day_first=order)


def with_days(space: Space, messages: Sequence[Message], *, knows_times: bool = True) -> list[Message]:
    """The messages with the days that each speaks of, seen from its own time.

    Where a message came without its time, `knows_times` says whether it arrived when it was said. If not, and on a
    world clock, only dates with a year are read.
    """
    return [replace(message, speaks_of=_days_of(space, message, knows_times=knows_times)) for message in messages]


def _days_of(space: Space, message: Message, *, knows_times: bool) -> tuple[str, ...]:
    is_known = space.intake.clock is Clock.WALL and (message.is_timed or knows_times)
    at = message.sent_at if is_known else None
    said = Days.of(day_of(message.sent_at), day_of(message.sent_at))
    found = {time.days for time in times_in(message.body, at, is_day_first=space.is_day_first)}
    return tuple(days.text for days in sorted(found - {said})[:RANGES_MAX])
