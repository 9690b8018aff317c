"""Telling words, which distinguish standing statements, and what a statement says is no danger."""

from __future__ import annotations

import re
from collections.abc import Set

from archivists.compare.statement_words import is_form, wording
from archivists.statements.clauses import CAPITAL_WORDS
from archivists.statements.own_words import unquoted
from archivists.statements.single_valued import ended_in
from graph.text.analysis import word_spans
from graph.text.identification import stop_words
from graph.text.patterns import regex
from graph.text.search_terms import stem
from graph.text.subjects import grave_in
from languages.registry import LANGUAGES

SHORT_LETTERS = 3
"""A word of this length is too short for most longer words to be its forms: balık (fish) is none of bal (honey)."""

_CLOSED = tuple(
    (each, each.grammar.negations | each.grammar.empty | each.traits.ended_words | each.standing.hollow)
    for each in LANGUAGES
)
_HOLLOW = stop_words(*LANGUAGES).union(*(listed | {stem(word, each) for word in listed} for each, listed in _CLOSED))
"""Words of all languages that distinguish no statements: people mix languages, and three words do not show theirs."""

_NEGATIONS = frozenset[str]().union(*(each.grammar.negations for each in LANGUAGES))
_JOINERS = frozenset[str]().union(*(each.grammar.joiners - each.standing.hollow for each in LANGUAGES))
_CLAUSE_EDGE = re.compile(r"[,;:–—]\s")
_OWN_EDGE = re.compile(rf"[,;:.!?–—]\s|\s(?=(?:{'|'.join(sorted(CAPITAL_WORDS))})\b)")


def telling(text: str) -> frozenset[str]:
    """The stems of the words that distinguish a standing statement from another one. Pure."""
    keys = (key.partition("+")[0] for key in wording(unquoted(text)).keys)
    return frozenset(key for key in keys if key not in _HOLLOW and not _is_task(key))


def shared(words: Set[str], others: Set[str]) -> int:
    """How many of the words occur in some form among the others. Pure."""
    return sum(any(_are_forms(word, other) or _are_forms(other, word) for other in others) for word in words)


def reverses(new: str, old: str) -> bool:
    """Whether only one of two rules says "not", and the new one names only what the old one names. Pure."""
    named = telling(new)
    is_not = bool(wording(new).negations) is not bool(wording(old).negations)
    return is_not and bool(named) and shared(named, telling(old)) == len(named)


def denied(text: str, grave: re.Match[str]) -> frozenset[str] | None:
    """What the clause with a grave word says is no danger: empty if it names nothing, None if it denies nothing.

    "I stopped drinking because of my diabetes" does not deny the diabetes.
    """
    edges = [0, *(edge.end() for edge in _CLAUSE_EDGE.finditer(text)), len(text)]
    start = max(edge for edge in edges if edge <= grave.start())
    clause = text[start : min(edge for edge in edges if edge >= grave.end())]
    grave_at = grave.start() - start
    signs = [at for word, at, _ in word_spans(clause) if word in _NEGATIONS]
    signs += [ended.start()] if (ended := ended_in(clause)) else []
    if not signs:
        return None
    near = min(signs, key=lambda at: abs(at - grave_at))
    between = clause[min(near, grave_at) : max(near, grave_at)]
    if not _JOINERS.isdisjoint(word for word, _, _ in word_spans(between)):
        return None
    return frozenset(word for word in telling(clause) if not grave_in(word))


def danger_clause(text: str) -> str:
    """The clause with the first grave word, without what joins it to another: "I'm allergic"; "" without such a word.

    It ends at a mark, and before the next word with a capital of its own: "I'm lactose intolerant I'm trying oat milk".
    """
    clause = next((clause for clause in _OWN_EDGE.split(text) if grave_in(clause)), "")
    grave = grave_in(clause)
    starts = [end for word, _, end in word_spans(clause) if word in _JOINERS and grave and end <= grave.start()]
    return clause[max(starts, default=0) :].strip(" .!?…")


def names_danger(clause: str) -> bool:
    """Whether a clause says what is dangerous: "allergic to nuts" and "Nussallergie" do, "I'm allergic" does not."""
    return not all((grave := grave_in(word)) and grave.start() == 0 for word in telling(clause))


def names_most(text: str, words: Set[str]) -> bool:
    """Whether a statement names at least half of some telling words. Pure."""
    return 2 * shared(words, telling(text)) >= len(words)


def _are_forms(key: str, other: str) -> bool:
    """Whether one is a form of the other. A word of three letters may have an ending of one: süt and süte."""
    return is_form(key, other) or (len(other) == SHORT_LETTERS == len(key) - 1 and key.startswith(other))


def _is_task(key: str) -> bool:
    return any(regex(each, each.standing.tasks).search(key) for each in LANGUAGES)
