"""Lines from all of the time in turn."""

from collections.abc import Sequence

from context.score.formula import Scored
from context.select.preparing import through_time
from tests.context.select.choosing import entry_of, fact, message

DAY_MS = 86_400_000


def ranked(days: Sequence[int]) -> list[Scored]:
    """One line for each day, best first."""
    line = entry_of(message(1, "Moored."))
    return [
        Scored(f"m{at}", line._replace(at_ms=day * DAY_MS), 1 - at / 100, 0, 0, (), (), None)
        for at, day in enumerate(days)
    ]


def test_each_stretch_has_its_best_line_first() -> None:
    """Of ten lines of the first day only the best stands before the one line of the last."""
    ordered = through_time(ranked([0] * 10 + [50, 99]), set())

    assert [one.id for one in ordered[:3]] == ["m0", "m10", "m11"]
    assert [one.id for one in ordered[3:]] == [f"m{at}" for at in range(1, 10)]


def test_what_is_no_line_keeps_its_place() -> None:
    """Facts and lines that are visible anyway are not moved."""
    lines = ranked([0, 0, 99])
    leak = Scored("f1", entry_of(fact(1, "The Gull leaks.")), 1, 0, 0, (), (), None)

    ordered = through_time([leak, *lines], {"m0"})

    assert [one.id for one in ordered] == ["f1", "m0", "m1", "m2"]
    assert through_time([], set()) == []
