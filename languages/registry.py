"""All languages, in one place. A new one is a folder and its name here."""

from __future__ import annotations

from importlib import import_module

from languages.language import Language

FOLDERS = (
    "english",
    "turkish",
    "german",
)


def _value_in(folder: str) -> Language:
    value: Language = import_module(f"languages.{folder}.language").LANGUAGE
    return value


LANGUAGES = tuple(_value_in(folder) for folder in FOLDERS)

NEUTRAL = _value_in("neutral")
"""What holds for all others, and for a text that does not tell its language."""

BY_CODE = {language.code: language for language in LANGUAGES}

READ_AS = tuple(BY_CODE[code] for code in NEUTRAL.read_as)
"""What a text that does not tell its language is read as."""
