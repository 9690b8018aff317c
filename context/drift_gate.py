"""Whether a draft says what neither its block nor the visible history supports: by words and search, no model. Pure.

Each word of a sentence counts by how rare it is in the space; names and numbers count more, since they seldom stand in
a text by chance. One line of the block or of the visible history, with the lines beside it, supports a sentence: the
one that has most of its words and most to do with the question. So words that are scattered, or stand where something
else is talked about, support little. What the question itself says needs no support. If a search with the draft finds
items that the assistant does not see, they count against the draft as much as its words do.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from graph.index.space_index import Hit
from graph.text.analysis import words_in
from graph.text.courtesies import says_nothing
from graph.text.identification import readers_of, stop_words
from graph.text.search_terms import query_stems
from graph.text.sentences import sentences
from languages.folding import fold
from languages.language import SMALL_LETTERS

SIGN_WEIGHT = 2.0
"""The weight of a name or a number; other words as rare have 1."""

THRESHOLD = 0.5
"""A draft drifts if at least this share of its weight has no support. Measured: docs/benchmarks/learning.md."""

DRAFT_CHARS_MAX = 8_000
"""Only the beginning of a draft is looked at: a long one has made its point by then."""

APART = 0.5
"""How much a line supports that has nothing to do with the question, compared with the nearest: it may be a hint."""

HITS_MAX = 10
"""Hits of a search with a draft: 5 to 20 tell drafts that drift from others equally well."""

KNOWN_MIN = 0.3
"""The least score of a hit, as a part of the highest possible. A lower one shares only common words with the draft."""

UNSEEN_MIN = 0.5
"""How much words without support count at least in a search's vote: it may find nothing, or only what is visible and
shares a name with the draft, and neither speaks for it."""

ENTRY = ("- ", "* ")

KEY_LETTERS = 4
"""Words with the same beginning count as forms of one: a draft and its block may be stemmed as two languages."""

_NUMBER = r"\d+"
_SIGN = re.compile(rf"(?<=[^.!?:\s] )[^\W\d_{SMALL_LETTERS}]\w+|{_NUMBER}")
_SIGN_AMONG_CAPITALS = re.compile(_NUMBER)  # Where every noun has a capital, a capital tells nothing.


@dataclass(frozen=True, slots=True)
class Gate:
    """How little of a draft has support, and which of its words have none."""

    score: float  # 0: all of it is supported; 1: nothing is, and the assistant sees nothing that search finds for it
    unsupported: tuple[str, ...]  # as the draft writes them, in its order

    @property
    def is_open(self) -> bool:
        """Whether the draft should be judged."""
        return self.score >= THRESHOLD


def unseen(hits: Sequence[Hit], seen: Set[str]) -> float | None:
    """The share of the hits, by score, that is not among `seen`; None if no hit reaches KNOWN_MIN."""
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
    """How little support a draft has: the mean of the share of its words without support and of `unseen_shares`.

    `weights` gives the weight of each stem that the space knows. Another word counts as much as the rarest known word
    of its sentence. Sentences that say nothing ("Sounds good!") need no support.
    """
    text = draft[:DRAFT_CHARS_MAX]
    said = [part for first, last in sentences(text) if not says_nothing(part := text[first:last], frozenset())]
    if not said:
        return Gate(0.0, ())
    asked = {_key(stem): weight for stem, weight in weights(query_stems(question)).items()}
    question_words = {_key(word) for word in words_in(question)}
    places = [words for each in supports for words in _windows(each)]
    related = [sum(weight for key, weight in asked.items() if key in words) for words in places]
    nearest = max(related, default=0.0)
    trust = [APART + (1.0 - APART) * (each / nearest if nearest else 1.0) for each in related]
    lacking = total = 0.0
    for sentence in said:
        worth = _worth(sentence, weights)
        whole = sum(worth.values())
        own = sum(weight for key, weight in worth.items() if key in question_words)
        best = max(
            (
                each
                * (own + sum(weight for key, weight in worth.items() if key in words and key not in question_words))
                for words, each in zip(places, trust, strict=True)
            ),
            default=0.0,
        )
        lacking, total = lacking + whole - max(own, best), total + whole
    everywhere = question_words.union(*places)
    words = dict.fromkeys(word for word, key in _telling(" ".join(said)).items() if key not in everywhere)
    by_words = lacking / total if total else 0.0
    votes = [by_words, *(max(UNSEEN_MIN * by_words, share or 0.0) for share in unseen_shares)]
    return Gate(sum(votes) / len(votes), tuple(words))


def _windows(text: str) -> list[frozenset[str]]:
    """The words of each list entry or other line, with those of the heading above it and of the lines beside it."""
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
    """The words that are no stop words, as written, each with its key."""
    ignored = stop_words(*readers_of(text))
    return {word: _key(word) for word in words_in(text) if fold(word) not in ignored}


def _key(word: str) -> str:
    """What the forms of a word share in any language: their first letters. A number is its own key."""
    folded = fold(word)
    return folded if folded.isdigit() else folded[:KEY_LETTERS]
