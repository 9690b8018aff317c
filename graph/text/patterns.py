"""The languages' regexes, compiled on first use: two languages take 0.2 s, too long for a start."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from languages.folding import fold
from languages.language import Language, Regex


@cache
def regex(language: Language, source: Regex) -> re.Pattern[str]:
    """One of the language's regexes, which also matches its letters as people type them without its keyboard.

    "yaşıyorum" finds "yasiyorum" too.
    """
    typed = language.analysis.typed_as
    if not typed:
        return re.compile(source)
    kept = "".join(f"{re.escape(text)}|" for text in language.analysis.typed_exactly)
    spelled = re.compile(rf"\[(?:\\.|[^\]\\])*\]|\\.|{kept}[{''.join(typed)}]")

    def either(match: re.Match[str]) -> str:
        part = match[0]
        if part.startswith("["):  # A class can only hold single letters.
            return part[:-1] + "".join(plain for letter in part if len(plain := typed.get(letter, "")) == 1) + "]"
        return f"(?:{part}|{typed[part]})" if part in typed else part

    return re.compile(spelled.sub(either, source))


def first_match(
    languages: Iterable[Language], source_of: Callable[[Language], Regex], text: str
) -> re.Match[str] | None:
    """The match of the first language whose regex matches the text."""
    return next((found for each in languages if (found := regex(each, source_of(each)).search(text))), None)


@lru_cache(1024)
def whole_name(name: str) -> re.Pattern[str]:
    """A pattern that finds the name in a folded text, but not as a part of a word."""
    return re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)")
