"""The list of all languages. To add one, add its folder and name it here."""

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
"""The value for all other languages, and for a text whose language is unknown."""

BY_CODE = {language.code: language for language in LANGUAGES}

READ_AS = tuple(BY_CODE[code] for code in NEUTRAL.read_as)
"""The languages used to read a text whose language is unknown."""
