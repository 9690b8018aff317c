"""Whether a later statement says that something in an earlier one is over: given up, called off, kept, gone."""

from __future__ import annotations

from functools import lru_cache

from archivists.compare.statement_words import is_form, wording
from archivists.statements.clauses import has_happened
from archivists.statements.own_words import unquoted
from graph.text.analysis import word_spans
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.search_terms import query_stems
from languages.language import Language

KEPT_WORDS_MIN = 2
"""The fewest words that a deed shares with the promise that it keeps: "I painted the kitchen"."""


def ended_by_clause(earlier: str, later: str) -> str | None:
    """The words by which the later statement ends the earlier one; None if it does not. Pure.

    A clause with "no longer", "gave up" or "sold" must name nothing but what the earlier statement names. What once
    happened stays true. A promise is over when what was promised has happened.
    """
    later = unquoted(later)
    if is_promise(earlier):
        return _kept(earlier, later)
    if wording(earlier).negations or _is_over(earlier) or has_happened(earlier):
        return None
    known = _forms(earlier)
    for words, rest in _ends(later):
        if rest and all(_is_known(word, known) for word in rest):
            return words
    return None


def _kept(promise: str, deed: str) -> str | None:
    if is_promise(deed) or wording(deed).negations or not has_happened(deed):
        return None
    known = _forms(promise)
    shared = {word for word, _, _ in word_spans(deed) if query_stems(word) and _is_known(word, known)}
    return "what was promised has been done" if len(shared) >= KEPT_WORDS_MIN else None


@lru_cache(4096)
def is_promise(text: str) -> bool:
    """Whether its speaker promises or plans something."""
    return first_match(readers_of(text), lambda each: each.traits.promised, text) is not None


@lru_cache(4096)
def _is_over(text: str) -> bool:
    return first_match(readers_of(text), lambda each: each.traits.over, text) is not None


@lru_cache(1024)
def _ends(text: str) -> tuple[tuple[str, list[str]], ...]:
    """The words by which each clause says that something is over, with the words that name it."""
    clauses = (
        (regex(language, language.traits.over).search(clause), clause)
        for language in readers_of(text)
        for clause in regex(language, language.traits.over_stops).split(text)
    )
    return tuple((match[0], _rest(clause)) for match, clause in clauses if match is not None)


def _rest(clause: str) -> list[str]:
    """The words of a clause that name what is over."""
    return [
        word
        for word, _, _ in word_spans(clause)
        if query_stems(word) and not any(word in _passed_over(language) for language in readers_of(clause))
    ]


def _passed_over(language: Language) -> frozenset[str]:
    return language.traits.over_words | language.grammar.dates | language.analysis.stop_words


@lru_cache(4096)
def _forms(text: str) -> frozenset[str]:
    return frozenset(query_stems(text)) | wording(text).keys


def _is_known(word: str, known: frozenset[str]) -> bool:
    return any(is_form(form, other) for form in _forms(word) for other in known)
