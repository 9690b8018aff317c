"""Tables of folded words, from lists."""

from __future__ import annotations

from languages.folding import fold, words


def grouped(**groups: str) -> dict[str, str]:
    """Each folded word of a list -> the list's name."""
    return {word: name for name, listed in groups.items() for word in words(listed)}


def numbered(listed: str, *, start: int) -> dict[str, str]:
    """The folded words of a list -> digits, one more for each."""
    return {fold(word): str(number) for number, word in enumerate(listed.split(), start)}
