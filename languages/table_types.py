"""What the tables of languages are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from languages.folding import fold, words

Regex: TypeAlias = str
"""The source of a regex."""

Words: TypeAlias = frozenset[str]
Table: TypeAlias = Mapping[str, str]
Counts: TypeAlias = Mapping[str, int]

NOTHING: Final[Regex] = r"(?!)"
"""Matches nothing."""

CAPITALS: Final = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚΑ-ΩА-ЯЁЄІЇҐ"
SMALL_LETTERS: Final = "a-zß-öø-ÿāăąćčďđēėęěğģīįıķĺļľłńņňōőœŕřśşšţťūůűųźżžșțα-ωа-яёєіїґ"
"""Letters for a class of a regex: names in a text may be of any language that has capitals."""

NO_WORDS: Final[Words] = frozenset()


def grouped(**groups: str) -> dict[str, str]:
    """Each folded word of a list -> the list's name."""
    return {word: name for name, listed in groups.items() for word in words(listed)}


def numbered(listed: str, *, start: int) -> dict[str, str]:
    """The folded words of a list -> digits, one more for each."""
    return {fold(word): str(number) for number, word in enumerate(listed.split(), start)}


def anycase(source: Regex) -> Regex:
    """The regex, ignoring case."""
    return f"(?i){source}"
