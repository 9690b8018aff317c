"""Finds names in a text by their capitals, and cuts off the words beside them that are no part of the name."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache

from archivists.statements.prose import CAPITAL_WORDS
from graph.text.identification import stop_words
from graph.text.patterns import first_match, regex
from languages.folding import fold
from languages.language import SMALL_LETTERS, Language
from languages.registry import LANGUAGES, NEUTRAL

LETTERS_OF_SIGN = 3
"""The longest word that a plus or a hash belongs to: C++ is a name, but LGBTQ+ is LGBTQ."""

JOINERS = frozenset(joiner for language in (*LANGUAGES, NEUTRAL) for joiner in language.names.joiners)
"""Small words inside a name, whatever language it comes from."""

_TOKEN = re.compile(r"[^\W_](?:[\w.’'&+#-]*[\w+#])?")
_SUFFIX = re.compile(rf"^([^\W\d_][^’']+|\d+)[’']([{SMALL_LETTERS}]{{1,6}})$")
_NUMBER = re.compile(r"^\d{1,3}$")  # Inside a name as well: Type 2 Diabetes. More is a year.
_INITIAL = re.compile(r"(?:^|[.!?…:;\"“”„'‘(\[*—–¡¿-]\s*|->\s*)$")
_COMPOUND = re.compile(rf"^([^\W\d_][\w.+#&]*)-[{SMALL_LETTERS}]{{3,}}$")  # UK-based
_QUOTES = tuple('"“”„‘«»')


class NameWords:
    """What several languages know of the words in and around names; folded."""

    def __init__(self, languages: tuple[Language, ...]) -> None:
        names = [each.names for each in languages]
        self.languages = languages
        self.not_names = frozenset[str]().union(stop_words(*languages), *(each.not_names for each in names))
        self.titles = frozenset[str]().union(*(each.titles for each in names))  # before or after a name
        self.prefixes = frozenset[str]().union(*(each.prefixes for each in names))
        self.quarters = frozenset[str]().union(*(each.quarters for each in names))
        self.never_first = frozenset[str]().union(*(each.never_first for each in names))
        self.suffixes = frozenset[str]().union(*(each.suffixes for each in names))
        self.letter_words = frozenset[str]().union(*(each.letter_words for each in names))

    def is_title(self, word: str) -> bool:
        """Whether it is a title before or after a person's name."""
        return fold(word).strip(".") in self.titles

    def is_no_name(self, word: str) -> bool:
        """Whether it is capitalised for other reasons than being a name."""
        folded = fold(word.split("'")[0].split("’")[0]).strip(".")
        return (folded in self.not_names or len(folded) < 2) and folded not in self.titles

    def is_relation(self, word: str) -> bool:
        """Whether it says who somebody is to another person, and so is no part of a name."""
        return first_match(self.languages, lambda each: each.names.relation, word) is not None


name_words = cache(NameWords)
"""The words of these languages."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence, with its place."""

    word: str  # without suffix
    start: int
    end: int  # of the word
    is_closed: bool  # a suffix follows, so that a name ends here
    is_inflected: bool  # a suffix after an apostrophe that only names have


def runs(
    text: str, small: Set[str], known: NameWords, tables: Sequence[Language]
) -> Iterator[tuple[list[Token], bool]]:
    """The names in a sentence, each with whether it stands where any word would be capitalised. Pure.

    `small` holds the folded words that the window also writes in small letters; the first of the sentence's `tables`
    tells whether a capital means a name at all.
    """
    for run in _runs(text, _tokens(text, known), known):
        for name, is_first in _trimmed(text, run, small, known, by_capitals=tables[0].names.by_capitals):
            yield from _parted(text, name, is_first, known, tables)


def _runs(text: str, tokens: Iterable[Token], known: NameWords) -> Iterator[list[Token]]:
    run: list[Token] = []
    joiners: list[Token] = []
    for token in tokens:
        gap = text[(joiners or run)[-1].end : token.start] if run else ""
        # After "Main St." a sentence begins, after "St." a name.
        is_titled = gap == ". " and all(fold(each.word) in known.titles | known.prefixes for each in run)
        is_near = bool(run) and not run[-1].is_closed and (gap in (" ", " & ") or is_titled)
        if is_near and (token.word in JOINERS or _NUMBER.match(token.word)):
            joiners.append(token)
            continue
        if is_near and _is_capital(token.word, known):
            run += [*joiners, token]
        else:
            if run:
                yield run
            run = [token] if _is_capital(token.word, known) else []
        joiners = []
    if run:
        yield run


def _parted(
    text: str, run: list[Token], is_first: bool, known: NameWords, tables: Sequence[Language]
) -> Iterator[tuple[list[Token], bool]]:
    """A run split into two names if a person's comes before a place's: "annem Nermin Trabzon'da yaşıyor"."""
    before, after = text[: run[0].start], text[run[-1].end :]
    is_pair = is_first and len(run) == 2 and fold(run[0].word) not in known.prefixes | known.titles
    if len(run) > 1 and any(_is_place_behind(before, after, table, is_pair=is_pair) for table in tables):
        yield run[:-1], is_first
        yield run[-1:], False
    else:
        yield run, is_first


def _is_place_behind(before: str, after: str, table: Language, *, is_pair: bool) -> bool:
    """Whether this is a person's name followed by a place's."""
    names = table.names
    is_where = regex(table, names.where).search(after) is not None
    if is_pair and is_where:
        return True
    return is_where and regex(table, names.owned_before).search(before) is not None


def _tokens(text: str, known: NameWords) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        suffix = _SUFFIX.match(match[0]) or _COMPOUND.match(match[0])
        word = suffix[1] if suffix else match[0]
        if len(word) > LETTERS_OF_SIGN:
            word = word.rstrip("+#")
        is_inflected = suffix is not None and suffix.re is _SUFFIX and suffix[2] not in known.suffixes
        yield Token(word, match.start(), match.start() + len(word), suffix is not None, is_inflected)


def _is_capital(word: str, known: NameWords) -> bool:
    return word[0].isupper() and word not in known.letter_words


def _trimmed(
    text: str, run: list[Token], small: Set[str], known: NameWords, *, by_capitals: bool
) -> Iterator[tuple[list[Token], bool]]:
    """The run without the words at its ends that are no part of a name; nothing if no name is left.

    Inside a sentence, and in quotes, any capitalised word is part of the name: Iron Man, Star Wars. Where every noun
    has a capital, any place counts as the start of a sentence.
    """
    before, behind = text[: run[0].start], text[run[-1].end :]
    is_quoted = len(run) > 1 and before.endswith(_QUOTES) and behind.startswith(_QUOTES)
    is_first = (_INITIAL.search(before) is not None or not by_capitals) and not is_quoted
    while run and _is_contracted(run[-1].word):
        run = run[:-1]
    while run and _is_no_start(run, known, is_first=is_first):
        run = run[1:]
        is_first = is_first and bool(run) and (known.is_no_name(run[0].word) or not by_capitals)
    if is_first and len(run) > 1 and not known.is_title(run[0].word) and fold(run[0].word) not in known.quarters:
        word = run[0].word
        if fold(word) in small or known.is_relation(word):
            run, is_first = run[1:], not by_capitals
    while run and (run[0].word in JOINERS or _NUMBER.match(run[0].word)):
        run = run[1:]
    if all(known.is_title(token.word) or known.is_no_name(token.word) for token in run):
        return
    if run[0].word[0].isalpha():
        yield run, is_first and not known.is_title(run[0].word)


def _is_no_start(run: Sequence[Token], known: NameWords, *, is_first: bool) -> bool:
    word = fold(run[0].word)
    if len(run) == 1 or is_first:
        is_quarter = len(run) > 1 and word in known.quarters and not known.is_no_name(run[1].word)
        return known.is_no_name(run[0].word) and not is_quarter
    return word in known.never_first or _is_contracted(run[0].word)


def _is_contracted(word: str) -> bool:
    before, *behind = re.split(r"[’']", word, maxsplit=1)
    return bool(behind) and before in CAPITAL_WORDS


def spelled(names: Iterable[str]) -> re.Pattern[str]:
    """A regex for these names as whole words, the longest first; without names it matches nothing."""
    ordered = sorted(set(names), key=lambda name: (-len(name), name))
    return re.compile(
        r"(?<![\w])(?:" + "|".join(re.escape(name) for name in ordered) + r")(?!\w)" if ordered else r"(?!)"
    )
