"""Lines that mean nothing by themselves: greetings, bare questions, and thanks that end a talk."""

import re
from functools import lru_cache
from typing import Final

from graph.text.analysis import words_in
from graph.text.date_text import calendar_words
from graph.text.identification import readers_of, stop_words
from graph.text.patterns import regex
from graph.text.sentences import QUESTION_ENDS, sentences
from languages.folding import fold
from languages.language import Language, Regex
from languages.registry import LANGUAGES

GREETING_WORDS_MAX = 3
"""Without names: "See you soon, Kate!". More words say something, even if they are common."""

GREETING_CHARS_MAX = 100
"""Of 6,069 lines of LoCoMo and REALTALK, 181 say nothing; the longest has 88 characters. Longer ones are not read."""


_EACH = "|".join(f"(?:{each.clauses.courtesies})" for each in LANGUAGES if each.clauses.courtesies)
_COURTESIES = re.compile(f"(?:(?:{_EACH})(?: |$))+")
"""In any language, since people greet in others than they talk in. Several may stand in one sentence."""

_BEFORE_NAMES = frozenset[str]().union(*(each.clauses.before_names for each in LANGUAGES))
_DAYS_AND_MONTHS = calendar_words(LANGUAGES)

_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ"))
_WORD = re.compile(r"\w+")


@lru_cache(1024)
def says_nothing(body: str, names: frozenset[str]) -> bool:
    """Whether a line only greets, or asks how somebody is, in words that are common in any talk: "Hey Kate!". Pure."""
    if len(body) > GREETING_CHARS_MAX:
        return False
    said: list[str] = []
    for part in _parts(body):
        if _is_courteous(part, names):
            continue
        words = [word for word in map(fold, words_in(part)) if word not in names]
        is_short = len(words) <= GREETING_WORDS_MAX or part.endswith(QUESTION_ENDS)
        if not is_short or any(map(str.isdigit, part)):
            return False
        said += words
    readers = readers_of(body)  # Last: it costs more than all of the above, and few lines get here.
    return stop_words(*readers).union(*(each.clauses.chatter for each in readers)).issuperset(said)


def _is_courteous(sentence: str, names: frozenset[str]) -> bool:
    kept: list[str] = []
    is_name, before = False, ""
    for spoken in _WORD.findall(sentence.translate(_APOSTROPHES)):
        word = fold(spoken)
        is_called = (is_name or before in _BEFORE_NAMES) and spoken[0].isupper() and word not in _DAYS_AND_MONTHS
        is_name, before = word in names or is_called, word
        kept += [] if is_name else [word]
    return _COURTESIES.fullmatch(" ".join(kept)) is not None


def only_asks(body: str, names: frozenset[str]) -> bool:
    """Whether each sentence of a line is a question, or says nothing. Pure."""
    return all(part.endswith(QUESTION_ENDS) or says_nothing(part, names) for part in _parts(body))


def _parts(body: str) -> list[str]:
    """The sentences of a line, without what closes them."""
    return [body[first:last].strip().rstrip("\"'”’)»") for first, last in sentences(body)]


FAREWELL_LENGTH_MAX: Final = 200
"""Nobody says "that is enough" in more characters; a longer message is not searched."""

_SIGNS: Final = re.compile(r"[^\w?]+|_+")


@lru_cache(64)
def plain(text: str) -> str:
    """The folded words and question marks, separated by blanks: the text that the tables of recall search."""
    return " ".join(_SIGNS.sub(" ", fold(text).replace("?", " ? ")).split())


def found_in(language: Language, source: Regex, text: str) -> str:
    """What the regex finds in a plain text, or ""."""
    found = regex(language, source).search(text)
    return found[0].strip() if found else ""


def says_only_enough(text: str, language: Language) -> str:
    """The folded phrase that says that it is enough, if the message says nothing else; or ""."""
    if len(text) > FAREWELL_LENGTH_MAX:
        return ""
    here = plain(text)
    phrase = found_in(language, language.recall.satisfied, here)
    rest = regex(language, language.recall.satisfied).sub(" ", here) if phrase else here
    return "" if regex(language, language.recall.polite).sub(" ", rest).strip() else phrase


def is_farewell(text: str) -> bool:
    """Whether a message says only that it is enough, in any language."""
    return any(says_only_enough(text, language) for language in LANGUAGES)
