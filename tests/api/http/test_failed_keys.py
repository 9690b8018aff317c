"""Wrong keys in a row are slowed, for each address by itself."""

from __future__ import annotations

import pytest

from api.http import failed_keys
from api.http.failed_keys import FREE, WAIT_SECONDS_MAX, FailedKeys

ADA, BO = ("10.0.0.1", 5000), ("10.0.0.2", 5000)


def test_wrong_keys_in_a_row_wait() -> None:
    """The first ones are answered at once, then one a second, whatever port they come from."""
    failed, now, waits = FailedKeys(), 100.0, []
    for number in range(300):
        waits.append(failed.wait_seconds((ADA[0], number), now))
        now += waits[-1]

    assert waits[:FREE] == [0.0] * FREE
    assert waits[FREE:] == [1.0] * (300 - FREE)
    assert failed.wait_seconds(BO, now) == 0.0


def test_many_at_once_wait_no_longer_than_said() -> None:
    """Answers to keys that are sent side by side come one after another, up to a limit."""
    failed = FailedKeys()

    waits = [failed.wait_seconds(ADA, 100.0) for _ in range(FREE + 100)]

    assert waits[FREE : FREE + 3] == [1.0, 2.0, 3.0]
    assert max(waits) == WAIT_SECONDS_MAX


def test_what_is_long_ago_is_forgotten() -> None:
    """A minute without wrong keys is enough to begin anew; without an address all are one."""
    failed = FailedKeys()
    for _ in range(100):
        failed.wait_seconds(None, 100.0)

    assert failed.wait_seconds(None, 101.0) > 0
    assert failed.wait_seconds(None, 100.0 + WAIT_SECONDS_MAX + FREE + 1) == 0


def test_few_addresses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those longest quiet are forgotten first."""
    monkeypatch.setattr(failed_keys, "ADDRESSES_MAX", 2)
    failed = FailedKeys()

    for number in range(5):
        failed.wait_seconds((f"10.0.0.{number}", 1), 100.0)

    assert list(failed._paid) == ["10.0.0.3", "10.0.0.4"]
