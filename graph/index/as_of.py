"""Up to where an index has read its space."""

from __future__ import annotations

from typing import Final, NamedTuple

TOMBSTONES_KEPT: Final = 10_000
"""The newest writes of a space whose tombstones are kept. An index that is further behind is built anew."""


class AsOf(NamedTuple):
    """The state of a space that an index has read."""

    seq: int  # the last write
    forgettings: int
