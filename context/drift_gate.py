"""Whether a draft says what neither its block nor the visible history supports: by words and search, no model. Pure.

Each word of a sentence counts by how rare it is in the space; names and numbers count more, since they seldom stand in
a text by chance. A sentence is supported by the line of the block or of the visible history, with the lines beside it,
that has most of its words and most to do with the question: words that stand apart from each other, or where something
else is spoken of, support little. What the question itself says needs no support. Where search brings up for the draft
what the assistant does not see, that speaks against it as much as its words do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from graph.index.search_results import Hit
from graph.text.analysis import words_in
from graph.text.identification import readers_of, stop_words
from graph.text.search_terms import query_stems
from graph.text.sentences import sentences
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

HITS_MAX = 10
"""Of search, for a draft: 5 to 20 tell drafts that drift from others equally well."""

KNOWN_MIN = 0.3
"""The score of a hit, of what its words could reach at most: below, it shares only common words with the draft."""

UNKNOWN = 0.5
"""What words without support count where search knows nothing of the draft: it may be small talk or invention."""

ENTRY = ("- ", "* ")

KEY_LETTERS = 4
"""Words that begin alike are taken for forms of one: a draft and its block may be stemmed as two languages."""

_NUMBER = r"\d+"
_SIGN = re.compile(rf"(?<=[^.!?:\s] )[^\W\d_{SMALL_LETTERS}]\w+|{_NUMBER}")
_SIGN_AMONG_CAPITALS = re.compile(_NUMBER)  # Where every noun has one, a capital tells nothing.


@dataclass(frozen=True, slots=True)
class Gate:
    """How little of a draft has support, and which of its words have none."""

    score: float  # 0: all of it is supported; 1: nothing is, and all that is known of it is out of sight
    unsupported: tuple[str, ...]  # as the draft writes them, in its order

    @property
    def is_open(self) -> bool:
        """Whether the draft should be judged."""
        return self.score >= THRESHOLD


def unseen(hits: Sequence[Hit], seen: Set[str]) -> float | None:
    """The share of what search brings up that is not among `seen`; None if it brings up nothing to speak of."""
    telling = [hit for hit in hits if hit.score >= KNOWN_MIN]
    whole = sum(hit.score for hit in telling)
    return sum(hit.score for hit in telling if hit.id not in seen) / whole if whole else None


def gate_of(
    draft: str,
    question: str,
    supports: Iterable[str],
    weights: Callable[[Sequence[str]], Mapping[str, float]],
    *,
    unseen_shares: Sequence[float | None] = (),
) -> Gate:
    """How little support a draft has: the mean of its words that nothing in `supports` has, and of `unseen_shares`.

    `weights` tells the weight of each stem that the space knows; a word that it does not know counts as much as the
    rarest of the draft that it does.
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
    by_words = lacking / total if total else 0.0
    votes = [by_words, *(UNKNOWN * by_words if share is None else share for share in unseen_shares)]
    return Gate(sum(votes) / len(votes), tuple(words))


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
