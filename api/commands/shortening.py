"""Texts made shorter, or as they are typed. Apart from what draws in terminals, which a service does not load."""

from __future__ import annotations

import re
from collections.abc import Mapping


def shortened(text: str, length: int) -> str:
    """The text on one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def as_typed(message: str, typed: Mapping[str, str]) -> str:
    """The message with the fields that it names, which stand in backticks, as what is typed for them."""
    return re.sub(r"`(\w+)`", lambda found: typed.get(found[1], found[0]), message)
