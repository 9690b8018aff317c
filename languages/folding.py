"""Folding makes the spellings of a word equal. All tables hold folded words, and texts are folded to compare them."""

import re
import unicodedata

ACCENTS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
"""The marks that folding drops from Latin, Greek, Cyrillic, Hebrew and Arabic letters."""

_DROPPED_MARKS = re.compile(f"[{ACCENTS}]")


def fold(text: str) -> str:
    """Lower-case as in Turkish, make compatible forms equal, drop accents, write ı as i; vowel signs stay."""
    if text.isascii():
        return text.lower()
    # Composed first, so that 𝐇 and I with a separate dot get their lower case. I and ı both become i.
    lowered = unicodedata.normalize("NFKC", text).replace("İ", "i").lower().replace("ı", "i")
    return unicodedata.normalize("NFC", _DROPPED_MARKS.sub("", unicodedata.normalize("NFKD", lowered)))


def words(text: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(fold(word) for word in text.split())


def grouped(**groups: str) -> dict[str, str]:
    """Map each folded word to the name of its list."""
    return {word: name for name, listed in groups.items() for word in words(listed)}
