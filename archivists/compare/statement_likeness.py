"""Whether two statements say the same: numbers, dates, names and negation are compared first, then the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from archivists.compare.statement_words import Word, Wording, wording
from graph.text.analysis import word_spans
from languages.folding import fold

NEAR = 0.6
"""From this share of the shorter one's words, two statements are about the same thing."""

OPPOSED = 0.7
"""From this share of the longer one's words, a "not" in only one of them is a contradiction (SICK: .97 right)."""

GAP_MAX = 2
"""The most words that may be left out in one place: one or two are adverbs or adjectives, more are a clause."""

WORDS_MIN = 2
"""A statement of fewer words is contained in too many others."""

OTHER_WORDS = "in other words"
"""The step for statements that agree in numbers, dates, names and negation, but not in words."""


class Outcome(StrEnum):
    """How a statement relates to another one."""

    SAME = "same"
    ENTAILS = "entails"  # the first says all that the second says, and more
    ENTAILED = "entailed"  # the second says all that the first says, and more
    CONTRADICTS = "contradicts"
    DIFFERENT = "different"
    UNSURE = "unsure"  # about the same thing, but the words do not decide


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome, and the steps that decided it."""

    outcome: Outcome
    steps: tuple[str, ...]

    @property
    def is_duplicate(self) -> bool:
        """Whether one of the two need not be kept."""
        return self.outcome in (Outcome.SAME, Outcome.ENTAILS, Outcome.ENTAILED)


def compare(first: str, second: str) -> Comparison:
    """How two statements of one speaker relate to each other. Pure."""
    if fold(first) == fold(second):
        return Comparison(Outcome.SAME, ("the same text",))
    one, other = wording(first), wording(second)
    shared = len(one.keys & other.keys)
    sizes = (len(one.keys), len(other.keys))
    is_near = shared >= NEAR * max(1, min(sizes))
    if bool(one.negations) != bool(other.negations):
        if shared >= OPPOSED * max(1, *sizes):
            return Comparison(Outcome.CONTRADICTS, ("one of them says not",))
        return _doubt("one of them says not, in other words", is_near)
    return _by_signs(one, other, is_near) or _by_words(one, other) or _doubt(OTHER_WORDS, is_near)


def is_said(text: str, known: Iterable[str]) -> bool:
    """Whether one of the known statements says all of it. Pure."""
    return any(compare(each, text).outcome in (Outcome.SAME, Outcome.ENTAILS) for each in known)


def forbids(more: str, fewer: str) -> str | None:
    """Why the first statement must not replace the second, even if a model says that it may; None if it may. Pure.

    The first must have every number, date and name of the second, and both must agree in "not" and in words of doubt:
    one digit makes another statement.
    """
    one, other = wording(more), wording(fewer)
    words = {word for word, _, _ in word_spans(more)}
    lost = (
        ("number", other.numbers - one.numbers),
        ("date", other.dates - one.dates),
        ("name", {name for name in other.names if not words.issuperset(fold(name).split())}),
        ("word of doubt", one.suspending ^ other.suspending),
    )
    for what, found in lost:
        if found:
            return f"another {what}: {_listed(found)}"
    return "one of them says not" if one.negations != other.negations else None


def _by_signs(one: Wording, other: Wording, is_near: bool) -> Comparison | None:
    """What numbers, dates, names and words of doubt decide; None if they agree, or only one statement has more."""
    for what, mine, yours in (("number", one.numbers, other.numbers), ("date", one.dates, other.dates)):
        if mine - yours and yours - mine:
            step = f"another {what}: {_listed(mine - yours)} and {_listed(yours - mine)}"
            if one.keys ^ other.keys <= mine ^ yours:
                return Comparison(Outcome.CONTRADICTS, (step, "otherwise the same words"))
            return Comparison(Outcome.DIFFERENT, (step,))
    if one.names - other.names and other.names - one.names:
        found = f"{_listed(one.names - other.names)} and {_listed(other.names - one.names)}"
        return Comparison(Outcome.DIFFERENT, (f"another name: {found}",))
    if one.negations != other.negations:
        return _doubt("one of them says not more often", is_near)
    if one.suspending != other.suspending:
        return _doubt(f"one of them is not simply claimed: {_listed(one.suspending ^ other.suspending)}", is_near)
    return None


def _by_words(one: Wording, other: Wording) -> Comparison | None:
    """Whether the words are the same, or one statement is the other with details; None if neither."""
    grammar = one.language.grammar
    if other.language.grammar is not grammar:
        return None
    agree = "negation, numbers, dates and names agree"
    for mine, yours in product(one.ways, other.ways):
        keys, others = [word.key for word in mine], [word.key for word in yours]
        if keys == others or (grammar.has_free_order and Counter(keys) == Counter(others)):
            return Comparison(Outcome.SAME, (agree, "the same words"))
        if grammar.drops_words and not one.negations:
            for outcome, more, fewer in ((Outcome.ENTAILS, mine, yours), (Outcome.ENTAILED, yours, mine)):
                if _holds(more, fewer):
                    left_out = {word.key for word in more} - {word.key for word in fewer}
                    return Comparison(outcome, (agree, f"one of them also says: {_listed(left_out)}"))
    return None


def _holds(more: Sequence[Word], fewer: Sequence[Word]) -> bool:
    """Whether one statement is the other with details: a word or two in the middle, anything at the end.

    A joining word may not be left out in the middle: "a man sings and a woman dances" does not say "a man dances".
    """
    if not WORDS_MIN <= len(fewer) < len(more):
        return False
    at = gap = 0
    for word in more:
        if at == len(fewer):
            return True
        if word.key == fewer[at].key:
            at, gap = at + 1, 0
        elif word.joins or gap == GAP_MAX:
            return False
        else:
            gap += 1
    return at == len(fewer)


def _doubt(step: str, is_near: bool) -> Comparison:
    return Comparison(Outcome.UNSURE if is_near else Outcome.DIFFERENT, (step,))


def _listed(found: Iterable[str]) -> str:
    return ", ".join(sorted(found)) or "nothing"
