"""The report on a store that `remembrancer doctor` shows. Each backend can make one; it changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str  # one or two words, such as "schema"
    state: State
    text: str  # what was found and, if something is wrong, what to do


@dataclass(frozen=True, slots=True)
class StoreReport:
    """The state of a store. Backends raise nothing: whatever fails is a check with the state "wrong"."""

    checks: tuple[Check, ...]
    is_readable: bool  # whether its spaces can be read


def size_in_words(count_bytes: int) -> str:
    """512 bytes, 1.5 MB, 120 GB."""
    amount = float(count_bytes)
    for unit in ("bytes", "KB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{amount:,.0f} {unit}" if unit == "bytes" or amount >= 100 else f"{amount:.1f} {unit}"
