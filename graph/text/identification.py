"""Identifies the language of a text by its words, or by a model; the result is None or empty if neither can tell.

Words cost nothing and distinguish the languages that have a folder. The model distinguishes fifty languages and takes
0.9 s and 83 MB to load, so it is asked only where there is an embedder or a language model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from graph.text.analysis import SLICE_CHARS_MAX, words_in
from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Language
from languages.registry import BY_CODE, LANGUAGES, NEUTRAL, READ_AS

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# The languages with the most writers. With all 140 languages of the model, three English words are recognised in half
# of the cases, with these in four of five.
_TOLD_BY_MODEL: Final = frozenset(
    (
        *("ar", "az", "bg", "bn", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu"),
        *("id", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th"),
        *("tr", "uk", "ur", "vi", "zh"),
    )
)
_PROBABILITY_MIN: Final = 0.5  # As likely as all others together: wrong in at most 1 % of texts from three words on.
_LENGTH_MAX: Final = 1000  # The beginning is enough, and takes 0.3 ms.

WORDS_MAX: Final = 2_000  # Ten pages; a text that changes its language after them has two.
CACHED_TEXTS: Final = 512  # A round compares its sentences with all known ones. 200 kB, or 10 MB with long texts.

_loading = Lock()


def most_likely(words: Sequence[str]) -> tuple[Language, ...]:
    """The language that most of the words point to; several if they tie, none if no word points to any.

    A function word points to the languages that have it; any other word points to those that have all of its letters
    beyond a-z. If languages tie, or no word points to any, a word form that only one language has decides. If the words
    point most to a language without a folder, or to another script, the result is NEUTRAL.

    Only the first WORDS_MAX words count.
    """
    words = words[:WORDS_MAX]
    votes: Counter[str] = Counter()
    for word, count in Counter(words).items():
        for code in _TELLING.get(fold(word)) or (() if word.isascii() else _by_letters(word)):
            votes[code] += count if code in BY_CODE else 1  # Los Angeles, said three times, is not Spanish.
    most = max(votes[code] for code in BY_CODE)
    if max(votes.values(), default=0) > most:
        return (NEUTRAL,)
    likeliest = tuple(language for language in LANGUAGES if most and votes[language.code] == most)
    return likeliest if len(likeliest) == 1 else _by_forms(words, likeliest or LANGUAGES) or likeliest


def told_in(text: str) -> tuple[Language, ...]:
    """The languages that most words of a text point to, as in `most_likely`."""
    return _told_in(text[:SLICE_CHARS_MAX])


@lru_cache(CACHED_TEXTS)
def _told_in(text: str) -> tuple[Language, ...]:
    return most_likely(words_in(text))


def told(text: str, *, by_model: bool = False) -> Language | None:
    """The one language that the words of a text point to, else the model's answer if `by_model`; None if unknown."""
    found = told_in(text)
    if len(found) == 1:
        return found[0]
    return language_called(language_of(text)) if by_model else None


@cache
def readers(*known: Language) -> tuple[Language, ...]:
    """The languages whose tables read a text in `known`: these, then those that people mix with any; all if none."""
    return tuple(dict.fromkeys((*known, *READ_AS))) if known else LANGUAGES


def readers_of(text: str) -> tuple[Language, ...]:
    """The languages whose tables read a text, where only its words identify its language."""
    return readers(*told_in(text))


@cache
def stop_words(*known: Language) -> frozenset[str]:
    """The folded words that ask or join, in these languages and in those that people mix with any."""
    return frozenset[str]().union(*(language.analysis.stop_words for language in (*known, *READ_AS)))


def language_called(code: str | None) -> Language | None:
    """The language with this code, NEUTRAL for one without a folder, and None for None."""
    return None if code is None else BY_CODE.get(code, NEUTRAL)


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the text's language, by the model; None if the text is too short or too mixed."""
    with _loading:
        identifier = _identifier()
    language, probability = identifier.classify(text[:_LENGTH_MAX])
    return str(language) if probability > _PROBABILITY_MIN else None


def _by_letters(word: str) -> tuple[str, ...]:
    letters = {letter for letter in word if letter.isalpha() and not letter.isascii()}
    found = tuple(code for code, own in _LETTERS.items() if letters and letters <= own)
    return found or ((_OTHER_SCRIPT,) if any(letter > _LATIN_TO for letter in letters) else ())


def _by_forms(words: Iterable[str], languages: Iterable[Language]) -> tuple[Language, ...]:
    text = " ".join(words)
    return tuple(language for language in languages if regex(language, language.analysis.forms).search(text))


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - It takes 0.1 s to import.

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_TOLD_BY_MODEL)
    return identifier


def _telling() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    elsewhere = {code: words for code, words in NEUTRAL.elsewhere.items() if code not in BY_CODE}
    own = {language.code: language.analysis.stop_words for language in LANGUAGES}
    shared = frozenset[str]().union(*(language.analysis.shared for language in LANGUAGES))
    for code, words in (own | elsewhere).items():
        for word in words - shared:
            found[word] = (*found.get(word, ()), code)
    return found


_TELLING: Final = _telling()
_LETTERS: Final = {language.code: frozenset(language.analysis.letters) for language in LANGUAGES}
_LATIN_TO: Final = "\u024f"
_OTHER_SCRIPT: Final = "other script"
