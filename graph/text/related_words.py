"""Words that are close in meaning to those of a question: a line that answers with "trails" may never say "hiking".

A language may have a table of them. It was made once, from the word embeddings of a model; here it is only looked up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graph.text.identification import told_in
from graph.text.search_terms import STEM_LETTERS, WHOLE_MARK, stem, stem_term, telling_words
from languages.folding import fold
from languages.language import Language
from languages.registry import LANGUAGES

COSINE_MIN: Final = 0.4
"""Words below it are not related. Of pairs drawn at random, one in a hundred is above it (all-MiniLM-L6-v2)."""

CLOSENESS_MAX: Final = 255
"""The closeness of words with equal vectors; one with a cosine of COSINE_MIN has 0."""


@dataclass(frozen=True, slots=True)
class Related:
    """What may stand for a word of a question in a text. The word says which ones, since a table does not change."""

    word: str
    stem: str = field(compare=False)  # the word's search term
    near: tuple[tuple[str, int], ...] = field(compare=False)  # terms with their closeness, 1..CLOSENESS_MAX

    def __str__(self) -> str:
        return self.word


_BEHIND_ALL: Final = b"\xff"
"""A byte that no text in UTF-8 has, so that no word with the same beginning is sorted behind it."""


SearchTerm: TypeAlias = str | Related


class _Table(NamedTuple):
    words: NDArray[np.bytes_]  # sorted
    near: NDArray[np.uint16]  # a row for each word: its nearest words
    closeness: NDArray[np.uint8]  # of each of these


def related_words(question: str) -> list[Related]:
    """For each telling word of the question that its language's table has, the words related to it.

    Only the language that the question is in counts, not those that people mix with it: "top" is a ball in Turkish.
    """
    languages = [language for language in told_in(question) or LANGUAGES if language.related_words]
    words = dict.fromkeys(map(fold, telling_words(question))) if languages else ()
    return [found for language in languages for word in words if (found := _related_to(word, language))]


def forms_known(word: str, language: Language) -> list[str]:
    """The words of the language's table that are forms of this folded word: those with the same stem, not cut."""
    words, beginning = _table(language.related_words).words, word[:STEM_LETTERS].encode()
    first, last = np.searchsorted(words, [beginning, beginning + _BEHIND_ALL])
    whole = stem(word, language)
    return [form for form in map(bytes.decode, words[first:last].tolist()) if stem(form, language) == whole]


def _related_to(word: str, language: Language) -> Related | None:
    table = _table(language.related_words)
    sought = np.bytes_(word.encode())
    if sought.itemsize > table.words.itemsize:  # To look for it, numpy would copy the table with as wide a column.
        return None
    at = int(np.searchsorted(table.words, sought))
    if at == len(table.words) or table.words[at] != sought:
        return None
    pairs = zip(table.words[table.near[at]].tolist(), table.closeness[at].tolist(), strict=True)
    near = tuple((WHOLE_MARK + other.decode(), closeness) for other, closeness in pairs if closeness)
    return Related(word, stem_term(word, language), near) if near else None


@cache
def _table(path: str) -> _Table:
    with (files("languages") / path).open("rb") as file, np.load(file) as held:
        return _Table(held["words"], held["near"], held["closeness"])
