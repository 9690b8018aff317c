"""Where sentences end, in any language, and the passages of a long text."""

import re
from collections.abc import Iterator
from itertools import pairwise

import sentencex

from graph.text.identification import told
from graph.text.patterns import regex
from languages.registry import LANGUAGES

SPAN_LENGTH_MAX = 600  # About 130 tokens; text without full stops is cut near here, at a blank.

SENTENCE_ENDS = ".!?…。！？｡．؟۔।॥։።"
"""The signs that end a sentence, in any script."""

QUESTION_ENDS = ("?", "？", "؟", "?!", "??")
"""How a question ends, in any script."""

_PIECE = 2 * SPAN_LENGTH_MAX
"""Nested quotation marks cost sentencex the square of their number, and it blocks all other threads: 20,000 characters
of them took 2.5 s, this many take 2 ms. Twice the longest sentence, so that nearly every piece holds a whole one."""

_RULES = "und"  # For no particular language: the rules of English and Turkish, which hold for most others.
_SURROGATE = re.compile("[\ud800-\udfff]")
_ORDINAL = re.compile(r"(?<!\S)\(?(?:\d{1,4}|(?P<roman>[IVX]{1,6}))\.\s*$")
_ORDINAL_LENGTH_MAX = 16
_ENDS_INSIDE = re.compile(r"[.!?]\s*\S|[^\x00-\x7f]")
"""What a line of several sentences has. Most lines of lists and of code have nothing of it, and are not looked at."""
_ENDS = frozenset(SENTENCE_ENDS)
_BULLET = "•"
_WORD_LENGTH_MAX = 40  # Footnotes may follow a full stop: "individuals' rights.[12][13]".
_BLANKS = re.compile(r"\s*")
_CUT = re.compile(r"[,;:)\]]\s+|\s+")


def sentences(text: str) -> list[tuple[int, int]]:
    """The span of each sentence, in order; everything that is not blank lies in exactly one span.

    The end of a line ends a sentence, so lists and code keep their lines. Sentences above SPAN_LENGTH_MAX are cut after
    a comma or a blank, and within a word only if the word alone is as long.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for line in _SURROGATE.sub("\ufffd", text).splitlines(keepends=True):
        for first, last in _sentences_of_line(line):
            spans += _cut(text, start + first, start + last)
        start += len(line)
    return spans


def _sentences_of_line(line: str) -> list[tuple[int, int]]:
    if not _ENDS_INSIDE.search(line):
        return [_stripped(line, 0, len(line))] if line.strip() else []
    starts = [0]
    for start in _starts(line):
        if _is_behind_end(line, start) and not _is_ordinal(line, starts[-1], start):
            starts.append(start)
    spans = (_stripped(line, *span) for span in pairwise((*starts, len(line))))
    return [(first, last) for first, last in spans if first < last]


def _starts(line: str) -> Iterator[int]:
    """Where each sentence but the first begins. A long line is read in pieces; each begins with the last sentence."""
    at = 0
    while True:
        found = [found["start_index"] for found in sentencex.get_sentence_boundaries(_RULES, line[at : at + _PIECE])]
        yield from (at + start for start in found if start)
        if at + _PIECE >= len(line):
            return
        at += found[-1] if found and found[-1] > _PIECE // 2 else _PIECE


def _is_behind_end(line: str, start: int) -> bool:
    """Whether the word before has a sign that ends sentences: sentencex takes "B)" in "P(A or B)" for a list item."""
    word = line[max(0, start - _WORD_LENGTH_MAX) : start].rstrip().rpartition(" ")[2]
    return line[start] == _BULLET or not _ENDS.isdisjoint(word)


def _is_ordinal(line: str, previous: int, start: int) -> bool:
    """Whether the full stop before `start` belongs to a number: "5. yüzyıl", "296. Sokak", or "1. Milk" in a list.

    In Turkish, it also does after a Roman number ("II. Elizabeth"); "World War II." ends a sentence.
    """
    ordinal = _ORDINAL.search(line, max(previous, start - _ORDINAL_LENGTH_MAX), start)
    if ordinal is None or line[start : start + 1].islower():
        return ordinal is not None
    if ordinal["roman"]:
        language = told(line)
        return language is not None and language.analysis.has_roman_ordinals
    return ordinal.start() == previous or is_behind_ordinal(line, start)


def is_behind_ordinal(text: str, start: int) -> bool:
    """Whether the word here belongs to a number with a full stop before it, in any language."""
    return any(regex(language, language.analysis.behind_ordinal).match(text, start) for language in LANGUAGES)


def _stripped(line: str, start: int, end: int) -> tuple[int, int]:
    piece = line[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pieces of at most SPAN_LENGTH_MAX, cut after the last comma in their second half, else after the last blank."""
    while end - start > SPAN_LENGTH_MAX:
        cuts = list(_CUT.finditer(text, start + SPAN_LENGTH_MAX // 2, start + SPAN_LENGTH_MAX))
        best = next((cut for cut in reversed(cuts) if not cut[0].isspace()), cuts[-1] if cuts else None)
        stop = best.end() if best else start + SPAN_LENGTH_MAX
        yield _stripped(text, start, stop)
        start = _BLANKS.match(text, stop, end).end()  # type: ignore[union-attr]  # It also matches an empty string.
    if start < end:
        yield start, end


PASSAGE_CHARS = 200
"""About 45 tokens. A vector of more says what a text is about, and no longer what one of its sentences says."""

PASSAGES_MAX = 300
"""Of a text of 60,000 characters or less; those of a longer one are longer."""


def passages(text: str) -> list[tuple[int, int]]:
    """The span of each passage, in order; one for a text that is short, however many sentences it has. Pure."""
    most = max(PASSAGE_CHARS, len(text) // PASSAGES_MAX)
    if len(text) <= most:
        return [(0, len(text))]
    spans: list[tuple[int, int]] = []
    for start, end in sentences(text):
        if spans and end - spans[-1][0] <= most:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans or [(0, len(text))]
