"""The days that messages speak of."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from graph.intake.spoken_days import RANGES_MAX, with_days, with_order
from graph.values.items import Clock, IntakeRule, Message, Role, Space

SAID = datetime(2023, 10, 4, 12, tzinfo=UTC)  # A Wednesday.
SPACE = Space(name="home", created_at=SAID)
LINE = Message(
    id="m1", conversation="c1", chat="", sender="Ada", role=Role.USER, body="", sent_at=SAID, position=0.0, digest="d"
)  # fmt: skip


def kept(body: str, space: Space = SPACE, *, is_timed: bool = True, knows_times: bool = True) -> tuple[str, ...]:
    """What is kept with one message."""
    [message] = with_days(space, [replace(LINE, body=body, is_timed=is_timed)], knows_times=knows_times)
    return message.speaks_of


def test_days_are_kept_in_their_order() -> None:
    """Each once, a stretch as its ends; not the day on which the line is said."""
    body = "Last week, yesterday, on 3 October and on 4 October 2023, and next month"

    assert kept(body) == ("2023-09-25/2023-10-01", "2023-10-03", "2023-11-01/2023-11-30")


def test_nobody_knows_when_an_import_without_times_was_said() -> None:
    """A turn's line is said when it arrives."""
    assert kept("yesterday, 3 May 2020", is_timed=False, knows_times=False) == ("2020-05-03",)
    assert kept("yesterday", is_timed=False) == ("2023-10-03",)
    assert kept("yesterday", knows_times=False) == ("2023-10-03",)


def test_a_world_clock_has_no_yesterday() -> None:
    """Its units are the game's."""
    assert kept("yesterday, 3 May 2020", replace(SPACE, intake=IntakeRule(clock=Clock.WORLD))) == ("2020-05-03",)


def test_the_first_date_that_tells_an_order_gives_it_to_the_space() -> None:
    """And what comes later is read by it."""
    space = with_order(SPACE, ["1/2/2024", "1/23/2024", "23/1/2024"])

    assert space.is_day_first is False
    assert with_order(space, ["23/1/2024"]) is space
    assert with_order(SPACE, ["1/2/2024"]) is SPACE
    assert kept("on 1/2/2024", space) == ("2024-01-02",)


def test_a_table_of_dates_is_cut() -> None:
    """It is about no day in particular."""
    assert len(kept(" ".join(f"2020-01-{day:02} 2021-01-{day:02}" for day in range(1, 29)))) == RANGES_MAX
