"""The list of all languages. To add one, add its folder and name it here."""

from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules

from languages.language import Language
from languages.neutral import NEUTRAL as NEUTRAL

FOLDERS = {
    "english": ("en", "English"),
    "turkish": ("tr", "Turkish"),
    "german": ("de", "German"),
}
"""The folder of each language, with its code (ISO 639-1) and its English name."""


def _language_in(folder: str) -> Language:
    """The language of a folder. Its files have the parts, each with the name of its field: ANALYSIS, DATES."""
    code, name = FOLDERS[folder]
    package = import_module(f"languages.{folder}")
    files = [import_module(each.name) for each in iter_modules(package.__path__, f"{package.__name__}.")]
    named = {field.name.upper(): field.name for field in fields(Language)}
    parts = {part: value for file in files for word, value in vars(file).items() if (part := named.get(word))}
    return Language(code=code, name=name, prompts=f"{folder}/prompts", **parts)


LANGUAGES = tuple(map(_language_in, FOLDERS))

BY_CODE = {language.code: language for language in LANGUAGES}

READ_AS = tuple(BY_CODE[code] for code in NEUTRAL.read_as)
"""The languages used to read a text whose language is unknown."""
