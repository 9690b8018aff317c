"""How spellings of a word are made equal. The words of every table are kept so, and texts are folded to be compared."""

from __future__ import annotations

import re
import unicodedata

ACCENTS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
"""Marks that folding drops: of Latin, Greek, Cyrillic, Hebrew and Arabic letters."""

_DROPPED_MARKS = re.compile(f"[{ACCENTS}]")


def fold(text: str) -> str:
    """Lower case as Turkish has it, compatible forms made equal, accents dropped, ı as i; vowel signs stay."""
    if text.isascii():
        return text.lower()
    # Composed first, for the lower case of 𝐇 and of I with a dot set behind it. I and ı both end as i.
    lowered = unicodedata.normalize("NFKC", text).replace("İ", "i").lower().replace("ı", "i")
    return unicodedata.normalize("NFC", _DROPPED_MARKS.sub("", unicodedata.normalize("NFKD", lowered)))


def words(text: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(fold(word) for word in text.split())


def grouped(**groups: str) -> dict[str, str]:
    """Each folded word of a list -> the list's name."""
    return {word: name for name, listed in groups.items() for word in words(listed)}


def numbered(listed: str, *, start: int) -> dict[str, str]:
    """The folded words of a list -> digits, one more for each."""
    return {fold(word): str(number) for number, word in enumerate(listed.split(), start)}
