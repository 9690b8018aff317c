"""Shortens texts, and names fields as they are typed. Not in `printing`: a service loads nothing for terminals."""

import re
from collections.abc import Mapping


def shortened(text: str, length: int) -> str:
    """The text on one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def as_typed(message: str, typed: Mapping[str, str]) -> str:
    """The message, with each field name in backticks replaced by what is typed for it."""
    return re.sub(r"`(\w+)`", lambda found: typed.get(found[1], found[0]), message)
