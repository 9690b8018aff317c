"""Whether a draft says what neither its block nor the visible history supports: by words alone, no model. Pure.

Each word of a sentence counts by how rare it is in the space; names and numbers count more, since they seldom stand in
a text by chance. A sentence is supported by the line of the block or of the visible history, with the lines beside it,
that has most of its words and most to do with the question: words that stand apart from each other, or where something
else is spoken of, support little. What the question itself says needs no support.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.text.analysis import words_in
from graph.text.identification import readers_of, stop_words
from graph.text.sentences import sentences
from graph.text.terms import query_stems
from languages.folding import fold
from languages.language import SMALL_LETTERS

SIGN_WEIGHT = 2.0
"""A name or a number, next to another word that is as rare."""

THRESHOLD = 0.5
"""The share of a draft's weight without support from which it drifts. Measured: docs/benchmarks/learning.md."""

DRAFT_CHARS_MAX = 8_000
"""What is looked at of a draft: a long one has said what it says by then."""

APART = 0.5
"""What a line supports that has nothing to do with the question, next to the one that has most: it may be a hint."""

ENTRY = ("- ", "* ")

KEY_LETTERS = 4
"""Words that begin alike are taken for forms of one: a draft and its block may be stemmed as two languages."""

_NUMBER = r"\d+"
_SIGN = re.compile(rf"(?<=[^.!?:\s] )[^\W\d_{SMALL_LETTERS}]\w+|{_NUMBER}")
_SIGN_AMONG_CAPITALS = re.compile(_NUMBER)  # Where every noun has one, a capital tells nothing.


@dataclass(frozen=True, slots=True)
class Gate:
    """How much of a draft has no support, and which of its words."""

    score: float  # 0: all of it is supported; 1: nothing is
    unsupported: tuple[str, ...]  # as the draft writes them, in its order

    @property
    def is_open(self) -> bool:
        """Whether the draft should be judged."""
        return self.score >= THRESHOLD


def gate_of(
    draft: str, question: str, supports: Iterable[str], weights: Callable[[Sequence[str]], Mapping[str, float]]
) -> Gate:
    """How much of the draft nothing in `supports` has; `weights` tells the weight of each stem that the space knows.

    A word that the space does not know counts as much as the rarest of the draft that it does.
    """
    text = draft[:DRAFT_CHARS_MAX]
    asked = {_key(stem): weight for stem, weight in weights(query_stems(question)).items()}
    said = {_key(word) for word in words_in(question)}
    places = [words for each in supports for words in _windows(each)]
    related = [sum(weight for key, weight in asked.items() if key in words) for words in places]
    nearest = max(related, default=0.0)
    trust = [APART + (1.0 - APART) * (each / nearest if nearest else 1.0) for each in related]
    lacking = total = 0.0
    for first, last in sentences(text):
        worth = _worth(text[first:last], weights)
        whole = sum(worth.values())
        own = sum(weight for key, weight in worth.items() if key in said)
        best = max(
            (
                each * (own + sum(weight for key, weight in worth.items() if key in words and key not in said))
                for words, each in zip(places, trust, strict=True)
            ),
            default=0.0,
        )
        lacking, total = lacking + whole - max(own, best), total + whole
    everywhere = said.union(*places)
    words = dict.fromkeys(word for word, key in _telling(text).items() if key not in everywhere)
    return Gate(lacking / total if total else 0.0, tuple(words))


def _windows(text: str) -> list[frozenset[str]]:
    """The words of each entry of a list, with the heading above it and the entries beside it; of other lines alike."""
    lines: list[frozenset[str]] = []
    heading: frozenset[str] = frozenset()
    for line in text.splitlines():
        words = frozenset(_key(word) for word in words_in(line))
        if line.startswith((*ENTRY, " ")) or not line.startswith("#"):
            lines.append(words | heading)
        if not line.startswith((*ENTRY, " ")):
            heading = words
    return [frozenset().union(*lines[max(0, at - 1) : at + 2]) for at in range(len(lines))]


def _worth(sentence: str, weights: Callable[[Sequence[str]], Mapping[str, float]]) -> dict[str, float]:
    known = {_key(stem): weight for stem, weight in weights(query_stems(sentence)).items()}
    rarest = max(known.values(), default=1.0)
    pattern = _SIGN if readers_of(sentence)[0].names.by_capitals else _SIGN_AMONG_CAPITALS
    signs = {_key(match[0]) for match in pattern.finditer(sentence)}
    keys = _telling(sentence).values()
    return {key: known.get(key, rarest) * (SIGN_WEIGHT if key in signs else 1.0) for key in keys}


def _telling(text: str) -> dict[str, str]:
    """The words that tell something, as written, each with its key."""
    ignored = stop_words(*readers_of(text))
    return {word: _key(word) for word in words_in(text) if fold(word) not in ignored}


def _key(word: str) -> str:
    """What forms of one word share in any language: its first letters. A number is itself."""
    folded = fold(word)
    return folded if folded.isdigit() else folded[:KEY_LETTERS]
