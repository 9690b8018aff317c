"""What an import brought waits until it is read, exactly, whatever is read or imported meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graph.intake.import_backlog import Stretch, is_waiting, unread_imports, with_import, with_read
from graph.values.items import Space

SPACE = Space(name="a", created_at=datetime(2026, 3, 1, tzinfo=UTC), rounded_to="m02")


def test_import_waits_with_what_was_unread() -> None:
    """Rounds go on behind an import; what they had not read before it waits with it, and batches are one stretch."""
    space = with_import(with_import(SPACE, "m05"), "m08")

    assert (space.rounded_to, list(unread_imports(space))) == ("m08", [Stretch("m02", "m08")])
    assert [is_waiting(space, id) for id in ("m02", "m03", "m08", "m09")] == [False, True, True, False]


def test_what_was_read_between_imports_does_not_wait() -> None:
    """Two imports with a round between them are two unread_imports."""
    space = with_import(with_read(with_import(SPACE, "m05"), after="m05", to="m07"), "m09")

    assert list(unread_imports(space)) == [Stretch("m02", "m05"), Stretch("m07", "m09")]


@pytest.mark.parametrize(
    ("to", "expected"), [("m04", ("m04", "m05", "m07", "m09")), ("m05", ("m07", "m09")), ("m06", ("m07", "m09"))]
)
def test_what_is_read_waits_no_longer(to: str, expected: tuple[str, ...]) -> None:
    """The first stretch shrinks to what is left of it, and the watermark stays where it is."""
    space = replace(SPACE, rounded_to="m09", waiting=("m02", "m05", "m07", "m09"))

    assert with_read(space, after="m02", to=to) == replace(space, waiting=expected)


def test_import_under_a_round_leaves_out_what_the_round_reads() -> None:
    """A round that began before an import lands behind it: what it has read does not wait."""
    space = with_import(SPACE, "m08")

    assert with_read(space, after="m02", to="m04") == replace(space, waiting=("m04", "m08"))


def test_space_without_imports_moves_its_watermark() -> None:
    """A round as usual, and one that has read nothing."""
    assert with_read(SPACE, after="m02", to="m09") == replace(SPACE, rounded_to="m09")
    assert with_read(SPACE, after="m02", to="m02") == SPACE
