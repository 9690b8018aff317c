"""What a person is told of a store by `remembrancer doctor`: each backend makes such a report, and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str  # one or two words, such as "schema"
    state: State
    text: str  # what was found and, unless it is well, what to do


@dataclass(frozen=True, slots=True)
class StoreReport:
    """A store as it is now. A backend raises nothing: what it cannot do is a check that is wrong."""

    checks: tuple[Check, ...]
    is_readable: bool  # whether its spaces can be looked at next


def size_in_words(count_bytes: int) -> str:
    """512 bytes, 1.5 MB, 120 GB."""
    amount = float(count_bytes)
    for unit in ("bytes", "KB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{amount:,.0f} {unit}" if unit == "bytes" or amount >= 100 else f"{amount:.1f} {unit}"
