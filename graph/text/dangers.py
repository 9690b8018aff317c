"""Whether a line tells of a danger, has a "not", or asks that it is not remembered."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from graph.text.analysis import name_key, without_speaker, word_spans
from graph.text.patterns import regex
from graph.text.search_terms import query_stems
from languages.folding import fold
from languages.registry import LANGUAGES

ORDER_CHARS_MAX = 2000
"""How much of a message is searched for an order to the memory."""

_CLAUSE_ENDS = re.compile(r"(?<=[,;:–—.!?…])\s+")
_DAY_BEHIND = re.compile(r"\s*(?:\([^()]*\))?:\s*$")

_NEGATIONS = frozenset[str]().union(*(each.analysis.negations for each in LANGUAGES))


def is_negated(text: str) -> bool:
    """Whether a text has a word such as "not", in any language. Pure."""
    words = (word for word, _, _ in word_spans(text))
    return not _NEGATIONS.isdisjoint(part for word in words for part in (word, word.removesuffix("nt")))


@lru_cache(1024)
def is_danger(text: str) -> bool:
    """Whether somebody's safety depends on it, as its words show."""
    folded = fold(text)
    return any(
        regex(each, source).search(folded) is not None
        for each in LANGUAGES
        for source in (each.net.grave, each.net.own, each.net.likely)
    )


def told_again(lines: Sequence[str]) -> frozenset[int]:
    """The places of lines about dangers that another line tells, perhaps with more: "I can't have dairy" beside "I'm
    lactose intolerant and buy dairy-free milk". It is of the same speaker, or of nobody and has the speaker's name. Of
    lines that tell the same, the first stays. Pure.
    """
    told = {
        place: (_speaker_of(line), dangers)
        for place, line in enumerate(lines)
        if (dangers := _dangers(without_speaker(line)))
    }
    with_word: dict[str, set[int]] = defaultdict(set)  # the places of the lines that have it
    for place, (_, dangers) in told.items():
        for word in frozenset[str]().union(*(words for _, words in dangers)):
            with_word[word].add(place)
    again: set[int] = set()
    for place, (speaker, dangers) in reversed(told.items()):
        others = min((with_word[word] for _, words in dangers for word in words), key=len, default=set(told))
        named = [(of, words.union(query_stems(speaker))) for of, words in dangers]
        for other in others - again - {place}:
            by, each = told[other]
            if by in ("", speaker) and _tell(each, dangers if by == speaker else named):
                again.add(place)
                break
    return frozenset(again)


_Danger = tuple[tuple[bool, ...], frozenset[str]]
"""Whose danger a clause tells of, with a "not" or without, and the stems of its words."""


def _speaker_of(line: str) -> str:
    return name_key(_DAY_BEHIND.sub("", line.removesuffix(without_speaker(line))))


def _tell(dangers: Sequence[_Danger], others: Sequence[_Danger]) -> bool:
    """Whether each of the others is among these dangers, perhaps in fewer words."""
    return all(any(of == other and words <= held for of, held in dangers) for other, words in others)


@lru_cache(256)
def _dangers(text: str) -> tuple[_Danger, ...]:
    def of(clause: str) -> tuple[bool, ...]:
        nets = [each.net for each in LANGUAGES]
        own, others = (
            any(regex(each, source).search(fold(clause)) for each, source in zip(LANGUAGES, sources, strict=True))
            for sources in ([net.own for net in nets], [net.others for net in nets])
        )
        return own, others, is_negated(clause)

    clauses = filter(is_danger, _CLAUSE_ENDS.split(text))
    return tuple((of(clause), frozenset(query_stems(clause))) for clause in clauses)


def forbids_memory(text: str) -> bool:
    """Whether somebody asks that what they say here is not remembered: "Don't remember this, but …". Pure."""
    folded = fold(text[:ORDER_CHARS_MAX])
    return any(regex(each, each.net.unkept).search(folded) is not None for each in LANGUAGES)
