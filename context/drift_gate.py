"""Whether a draft says what neither its block nor the visible history supports: by words alone, no model. Pure.

Each word of the draft counts by how rare it is in the space. A word is supported if the block, the visible lines or the
question have it; names and numbers weigh more, since they seldom stand there by chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.text.analysis import words_in
from graph.text.identification import readers_of, stop_words
from graph.text.terms import query_stems
from languages.folding import fold
from languages.language import SMALL_LETTERS

SIGN_WEIGHT = 2.0
"""A name or a number, next to another word that is as rare."""

THRESHOLD = 0.5
"""The share of a draft's weight without support from which it drifts. Measured: docs/benchmarks/learning.md."""

DRAFT_CHARS_MAX = 8_000
"""What is looked at of a draft: a long one has said what it says by then."""

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


def gate_of(draft: str, supports: Iterable[str], weights: Callable[[Sequence[str]], Mapping[str, float]]) -> Gate:
    """How much of the draft nothing in `supports` has; `weights` tells the weight of each stem that the space knows.

    A word that the space does not know counts as much as the rarest of the draft that it does.
    """
    text = draft[:DRAFT_CHARS_MAX]
    languages = readers_of(text)
    ignored = stop_words(*languages)
    words = {word: _key(word) for word in words_in(text) if fold(word) not in ignored}
    if not words:
        return Gate(0.0, ())
    known = {_key(stem): weight for stem, weight in weights(query_stems(text)).items()}
    rarest = max(known.values(), default=1.0)
    pattern = _SIGN if languages[0].names.by_capitals else _SIGN_AMONG_CAPITALS
    signs = {_key(match[0]) for match in pattern.finditer(text)}
    said = {_key(word) for each in supports for word in words_in(each)}
    worth = {key: known.get(key, rarest) * (SIGN_WEIGHT if key in signs else 1.0) for key in words.values()}
    lacking = sum(weight for key, weight in worth.items() if key not in said)
    return Gate(lacking / sum(worth.values()), tuple(word for word, key in words.items() if key not in said))


def _key(word: str) -> str:
    """What forms of one word share in any language: its first letters. A number is itself."""
    folded = fold(word)
    return folded if folded.isdigit() else folded[:KEY_LETTERS]
