"""The lines of a block: which of them tell what holds, and under which date the others stand."""

from __future__ import annotations

from collections.abc import Iterator

from context.wording.pieces import heading
from languages.registry import LANGUAGES, NEUTRAL

_CONVERSATIONS = frozenset(
    heading(section, language.phrases).strip()
    for language in (*LANGUAGES, NEUTRAL)
    for section in ("excerpts", "recent messages", "summaries")
)
_NO_DATE = ("- ", "  ", "(")
"""How entries, their further lines and notes begin."""


def lines_of(body: str) -> Iterator[tuple[bool, int, str]]:
    """Each line, with whether its section tells what holds, and a number that grows with each date or heading."""
    is_now, day = False, 0
    for line in body.splitlines():
        is_now = line not in _CONVERSATIONS if line.startswith("## ") else is_now
        day += not line.startswith(_NO_DATE)
        yield is_now, day, line


def told_as_now(body: str) -> str:
    """The parts of a block that tell what holds, without lines under their dates and what was said in conversations."""
    return "\n".join(line for is_now, _, line in lines_of(body) if is_now)
