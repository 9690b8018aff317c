"""Finds phrases that steer a conversation in its plain words, and messages that say only "that is enough"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Language, Regex
from languages.registry import LANGUAGES

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
