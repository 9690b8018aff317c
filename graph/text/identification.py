"""Which language a text is in: told by its words, or by a model; None, or no language, where neither tells.

Words tell at no cost, between the languages that have a folder. The model tells between fifty, and takes 0.9 s and
83 MB to load: it is asked only where there is an embedder or a language model.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from graph.text.analysis import words_in
from languages.folding import fold
from languages.language import Language
from languages.registry import BY_CODE, LANGUAGES, NEUTRAL, READ_AS

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# The languages with the most writers. With all 140 of the model, three words of English are told in half of the
# cases, with these in four of five.
_TOLD_BY_MODEL: Final = frozenset(
    (
        *("ar", "az", "bg", "bn", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu"),
        *("id", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th"),
        *("tr", "uk", "ur", "vi", "zh"),
    )
)
_PROBABILITY_MIN: Final = 0.5  # As likely as all others together: wrong in at most 1 % from three words on.
_LENGTH_MAX: Final = 1000  # The beginning tells, in 0.3 ms.

CACHED_TEXTS: Final = 64  # A round asks of a sentence, and a turn of its question, several times.

_loading = Lock()


def most_likely(words: Iterable[str]) -> tuple[Language, ...]:
    """The language that most of the words tell, several if they tell them alike, none if no word tells any.

    A function word tells the languages that have it, any other word those that have all its letters beyond a-z.
    """
    votes: dict[Language, int] = {}
    for word in words:
        for language in _TELLING.get(fold(word)) or (() if word.isascii() else _by_letters(word)):
            votes[language] = votes.get(language, 0) + 1
    most = max(votes.values(), default=0)
    return tuple(language for language in LANGUAGES if votes.get(language) == most)


@lru_cache(CACHED_TEXTS)
def told_in(text: str) -> tuple[Language, ...]:
    """The languages that most words of a text tell, as `most_likely` has it."""
    return most_likely(words_in(text))


def told(text: str) -> Language | None:
    """The one language that the words of a text tell; None when they tell none, or several."""
    found = told_in(text)
    return found[0] if len(found) == 1 else None


@cache
def readers(*known: Language) -> tuple[Language, ...]:
    """Whose tables a text in these languages is read by: theirs, then those that people mix with any; all for none."""
    return tuple(dict.fromkeys((*known, *READ_AS))) if known else LANGUAGES


def readers_of(text: str) -> tuple[Language, ...]:
    """Whose tables a text is read by of which only its words tell the language."""
    return readers(*told_in(text))


@cache
def stop_words(*known: Language) -> frozenset[str]:
    """Folded words that ask or join, of these languages and of those that people mix with any."""
    return frozenset[str]().union(*(language.analysis.stop_words for language in (*known, *READ_AS)))


def language_called(code: str | None) -> Language | None:
    """What is known of the language of this code: nothing in particular of one without a folder; None for None."""
    return None if code is None else BY_CODE.get(code, NEUTRAL)


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the text's language, by the model; None when it is too short or mixed to tell."""
    with _loading:
        identifier = _identifier()
    language, probability = identifier.classify(text[:_LENGTH_MAX])
    return str(language) if probability > _PROBABILITY_MIN else None


def _by_letters(word: str) -> tuple[Language, ...]:
    letters = {letter for letter in word if letter.isalpha() and not letter.isascii()}
    return tuple(language for language in LANGUAGES if letters and letters <= _LETTERS[language])


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - It takes 0.1 s to import.

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_TOLD_BY_MODEL)
    return identifier


def _telling() -> dict[str, tuple[Language, ...]]:
    found: dict[str, tuple[Language, ...]] = {}
    for language in LANGUAGES:
        for word in language.analysis.stop_words:
            own = () if word in language.analysis.shared else (language,)
            found[word] = (*found.get(word, ()), *own)
    return found


_TELLING: Final = _telling()
_LETTERS: Final = {language: frozenset(language.analysis.letters) for language in LANGUAGES}
