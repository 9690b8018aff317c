"""Finds names in a text by their capitals, and cuts off the words beside them that are no part of the name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from archivists.language import Language
from archivists.languages import LANGUAGES, NOT_NAMES
from graph.text.analysis import STOP_WORDS, fold

LETTERS_OF_SIGN = 3
"""The longest word that a plus or a hash belongs to: C++ is a name, but LGBTQ+ is LGBTQ."""

JOINERS = frozenset(("of", "the", "von", "van", "de", "der", "den", "da", "di", "la", "le", "del", "bin", "al", "el"))
"""Small words inside a name."""

BEHIND = frozenset(title for language in LANGUAGES for title in language.titles_behind)
"""Titles behind a name."""

_TOKEN = re.compile(r"[^\W_](?:[\w.’'&+#-]*[\w+#])?")
_SUFFIX = re.compile(r"^([^\W\d_][^’']+|\d+)[’']([a-zçğıöşü]{1,6})$")
_NUMBER = re.compile(r"^\d{1,3}$")  # A longer number may be a year.
_COUNTED = re.compile(r"^ ([^\W\d_]+)")
_INITIAL = re.compile(r"(?:^|[.!?…:;\"“”„'‘(\[*—–-]\s*|->\s*)$")
_TITLES = frozenset(title for language in LANGUAGES for title in language.titles) | BEHIND
_COMPOUND = re.compile(r"^([^\W\d_][\w.+#&]*)-[a-zçğıöşü]{3,}$")  # UK-based
_QUARTERS = frozenset(word for language in LANGUAGES for word in language.quarters)
_PREFIXES = frozenset(word for language in LANGUAGES for word in language.prefixes)
_NEVER_FIRST = frozenset(word for language in LANGUAGES for word in language.never_first)
_QUOTES = tuple('"“”„‘«»')
_COMMON_SUFFIXES = frozenset(suffix for language in LANGUAGES for suffix in language.suffixes)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence, with its place."""

    word: str  # without suffix
    start: int
    end: int  # of the word
    is_closed: bool  # a suffix follows, so that a name ends here
    is_inflected: bool  # has a Turkish suffix behind an apostrophe, as only names have


def runs(text: str, small: Set[str], languages: Sequence[Language]) -> Iterator[tuple[list[Token], bool]]:
    """The names in a sentence, each with whether it stands where any word would be capitalised. Pure.

    `small` holds the folded words that the window also writes in small letters.
    """
    for run, is_first in _runs(text, small):
        yield from _parted(text, run, is_first, languages)


def _runs(text: str, small: Set[str]) -> Iterator[tuple[list[Token], bool]]:
    run: list[Token] = []
    joiners: list[Token] = []
    is_aged = any(language.ages.search(text) for language in LANGUAGES)
    for token in _tokens(text):
        gap = text[(joiners or run)[-1].end : token.start] if run else ""
        is_near = gap == " " or (gap == ". " and fold(run[-1].word) in _TITLES) or gap == " & "
        if run and not run[-1].is_closed and is_near and token.word in JOINERS:
            joiners.append(token)
            continue
        if run and not joiners and gap == " " and not is_aged and _ends_name(run[-1], token, text):
            run[-1] = replace(token, word=f"{run[-1].word} {token.word}", start=run[-1].start)
            continue
        if _is_capital(token.word) and run and not run[-1].is_closed and is_near:
            run += [*joiners, token]
        else:
            if run:
                yield from _trimmed(text, run, small)
            run = [token] if _is_capital(token.word) else []
        joiners = []
    if run:
        yield from _trimmed(text, run, small)


def _parted(
    text: str, run: list[Token], is_first: bool, languages: Sequence[Language]
) -> Iterator[tuple[list[Token], bool]]:
    """A run as two names if a person's stands before a place's: "annem Nermin Trabzon'da yaşıyor"."""
    before, after = text[: run[0].start], text[run[-1].end :]
    is_pair = is_first and len(run) == 2 and fold(run[0].word) not in _PREFIXES | _TITLES
    if len(run) > 1 and any(
        (is_pair and each.where.search(after))
        or (each.person_before.search(before) and (each.where.search(after) or each.place_after.search(after)))
        for each in languages
    ):
        yield run[:-1], is_first
        yield run[-1:], False
    else:
        yield run, is_first


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        suffix = _SUFFIX.match(match[0]) or _COMPOUND.match(match[0])
        word = suffix[1] if suffix else match[0]
        if len(word) > LETTERS_OF_SIGN:
            word = word.rstrip("+#")
        is_inflected = suffix is not None and suffix.re is _SUFFIX and suffix[2] not in _COMMON_SUFFIXES
        yield Token(word, match.start(), match.start() + len(word), suffix is not None, is_inflected)


def _is_capital(word: str) -> bool:
    return word[0].isupper() and (len(word) > 1 or word not in "IOA")


def _ends_name(last: Token, token: Token, text: str) -> bool:
    """Whether a number belongs to the name before it, as in "Studio 9", and not to a noun: "met Nora 3 times"."""
    if last.is_closed or not _NUMBER.match(token.word) or is_no_name(last.word):
        return False
    counted = _COUNTED.match(text[token.end :])
    return counted is None or not counted[1].islower() or fold(counted[1]) in STOP_WORDS


def _trimmed(text: str, run: list[Token], small: Set[str]) -> Iterator[tuple[list[Token], bool]]:
    """The run without the words at its ends that are no part of a name; nothing if no name is left.

    Inside a sentence and in quotes every capitalised word is part of the name: Iron Man, Star Wars.
    """
    before, behind = text[: run[0].start], text[run[-1].end :]
    is_quoted = len(run) > 1 and before.endswith(_QUOTES) and behind.startswith(_QUOTES)
    is_first = _INITIAL.search(before) is not None and not is_quoted
    while run and _is_contracted(run[-1].word):
        run = run[:-1]
    while run and _is_no_start(run, is_first=is_first):
        run = run[1:]
        is_first = is_first and bool(run) and is_no_name(run[0].word)
    if is_first and len(run) > 1 and not is_title(run[0].word) and fold(run[0].word) not in _QUARTERS:
        word = run[0].word
        if fold(word) in small or any(language.relation.search(word) for language in LANGUAGES):
            run, is_first = run[1:], False
    while run and run[0].word in JOINERS:
        run = run[1:]
    if all(is_title(token.word) or is_no_name(token.word) for token in run) or not run[0].word[0].isalpha():
        return
    yield run, is_first and not is_title(run[0].word)


def _is_no_start(run: Sequence[Token], *, is_first: bool) -> bool:
    """Whether the first word of the run is capitalised for another reason than the name."""
    word = fold(run[0].word)
    if len(run) == 1 or is_first:
        return is_no_name(run[0].word) and not (len(run) > 1 and word in _QUARTERS and not is_no_name(run[1].word))
    return word in _NEVER_FIRST or _is_contracted(run[0].word)


def _is_contracted(word: str) -> bool:
    return re.match(r"I[’']", word) is not None


def is_title(word: str) -> bool:
    """Whether it is a title, before or behind a person's name."""
    return fold(word).strip(".") in _TITLES


def is_no_name(word: str) -> bool:
    """Whether it is a word that is capitalised without being a name."""
    folded = fold(word.split("'")[0].split("’")[0]).strip(".")
    return (folded in NOT_NAMES or len(folded) < 2) and folded not in _TITLES
