"""Whether a chunk contains a quote, and if not, the nearest passage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

QUOTATION_MARKS = "\"'“”„«»‘’*_> \t\r\n"
PASSAGE_WORDS_MAX = 150

_ALIKE = str.maketrans("‘’‚`“”„«»", "'" * 4 + '"' * 5)
"""Models write quotation marks in their own shape. One character replaces one, so that places stay."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def verbatim(quote: str, text: str) -> str:
    """The quote as the text has it; "" when the text does not contain it.

    Blanks, the shape of quotation marks, and quotation marks around it make no difference.
    """
    tries = [(each, text) for each in (quote, quote.strip(QUOTATION_MARKS))]
    for each, place in [*tries, *((each.translate(_ALIKE), place.translate(_ALIKE)) for each, place in tries)]:
        words = each.split()
        found = re.search(r"\s+".join(map(re.escape, words)), place) if words else None
        if found:
            return text[found.start() : found.end()]
    return ""


def nearest(quote: str, text: str) -> str:
    """The passage of whole sentences that shares the most words with a quote, the shortest of equals.

    If no passage shares any, the longest sentence.
    """
    wanted = Counter(_words(quote))
    length = min(sum(wanted.values()), PASSAGE_WORDS_MAX)
    passages = list(_passages(text, length))
    best = max(passages, key=lambda passage: _likeness(wanted, passage), default="")
    if best and wanted & Counter(_words(best)):
        return best
    return max(_SENTENCE_END.split(text), key=len, default="").strip()


def _passages(text: str, words: int) -> Iterator[str]:
    """Runs of whole sentences, each until it has about this many words."""
    bounds = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    counts = [len(_words(text[start:end])) for start, end in pairwise(bounds)]
    for first in range(len(counts)):
        held = 0
        for last in range(first, len(counts)):
            held += counts[last]
            yield text[bounds[first] : bounds[last + 1]].strip()
            if held >= words:
                break


def _likeness(wanted: Counter[str], passage: str) -> float:
    found = Counter(_words(passage))
    shared = sum((wanted & found).values())
    return 2 * shared / ((sum(wanted.values()) + sum(found.values())) or 1)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
