"""The terms that a text is found by: the stems of its words, in the language they point to, and the whole words.

Texts in other languages are found, too: words that no stemmer knows stay whole, and scripts without blanks are cut
into pairs of characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock

import Stemmer

from graph.text.analysis import UNSPACED, words_in
from graph.text.identification import most_likely, stop_words
from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Language
from languages.registry import LANGUAGES, NEUTRAL, READ_AS

STEM_LETTERS = 5  # Stems are cut here, to remove what stemming leaves of a suffix.
WHOLE_MARK = "="  # Never part of a word, so that a whole word can't be taken for a stem.
QUESTION_MARK = "?"  # The last term of a text that ends with one, in any script; no word equals it.
WORD_LENGTH_MAX = 64  # Longer words are keys, hashes and base64, and their beginning identifies them.
PARTS_MAX = 6  # Of an identifier; one with more parts is a hash.
CACHED_WORDS = 16_384  # About 5 MB; a conversation repeats its words.
CACHED_QUERIES = 16  # A turn searches for the same text several times.

_STARTS_UNSPACED = re.compile(f"[{UNSPACED}]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")  # HTTPServer2: HTTP, Server, 2
_QUESTION_MARKS = ("?", "？", "؟", "?!", "?)")

_stemmers = {name: Stemmer.Stemmer(name, 0) for language in LANGUAGES if (name := language.analysis.stemmer)}
_stemming = Lock()  # PyStemmer's objects are not safe to share between threads.
_lower_case = {language: str.maketrans(dict(language.analysis.lower_case)) for language in LANGUAGES}


def terms(text: str) -> list[str]:
    """The terms that `text` is found by, in its order: each word's stems and, marked with "=", the word as spelled.

    Numbers, emoji, identifiers with their parts, and a question mark at the end also count as words. The same text
    always gives the same terms.
    """
    words = words_in(text)
    asked = [QUESTION_MARK] if words and text.rstrip().endswith(_QUESTION_MARKS) else []
    return _terms_of(words, _stemmed_as(most_likely(words))) + asked


def query_terms(text: str) -> list[str]:
    """The terms to search for: those of `text` without repeats, and without question words if others are left."""
    return list(_query_terms(text))


def query_stems(text: str) -> list[str]:
    """The terms of `query_terms` without the whole words."""
    return [term for term in _query_terms(text) if not term.startswith(WHOLE_MARK)]


def telling_words(text: str) -> list[str]:
    """The words of `text` without those that only ask or join; all of them if no others are left."""
    words = words_in(text)
    passed_over = stop_words(*most_likely(words))
    return [word for word in words if fold(word) not in passed_over] or words


def word_terms(word: str, language: Language) -> tuple[str, ...]:
    """The terms to search for a word of this language, also in the languages that people mix with any."""
    languages = tuple(dict.fromkeys((*(() if language is NEUTRAL else (language,)), *READ_AS)))
    return tuple(_terms_of_word(word, languages).split())


def lowered(word: str, language: Language) -> str:
    """The word in small letters by this language's rules: İ becomes i in Turkish."""
    return unicodedata.normalize("NFC", word).translate(_lower_case.get(language, {})).lower()


def stem(word: str, language: Language) -> str:
    """The full stem of a folded word, not cut as search terms are; the word itself if the language has no stemmer."""
    if not language.analysis.stemmer:
        return word
    with _stemming:
        return str(_stemmers[language.analysis.stemmer].stemWord(word))


def word_forms(text: str, languages: tuple[Language, ...]) -> list[frozenset[str]]:
    """For each word of `text`, the folded word and its stems in these languages.

    Words with a common form are the same word, also inflected. A character of a script without blanks is a word.
    """
    runs = (tuple(word) if _STARTS_UNSPACED.match(word) else (word,) for word in words_in(text.replace("_", " ")))
    return [_forms(word[:WORD_LENGTH_MAX], languages) for run in runs for word in run]


def languages_of(text: str) -> tuple[Language, ...]:
    """The languages that the words of `text` point to; those that people mix with any if they point to none."""
    return _stemmed_as(most_likely(words_in(text)))


@lru_cache(CACHED_WORDS)
def _forms(word: str, languages: tuple[Language, ...]) -> frozenset[str]:
    stems = (f"{each.code} {fold(found)}" for each in languages for found in _stemmed(lowered(word, each), each))
    return frozenset((fold(word), *stems))


@lru_cache(CACHED_QUERIES)
def _query_terms(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_terms_of(telling_words(text), _stemmed_as(most_likely(words_in(text))))))


def _stemmed_as(languages: tuple[Language, ...]) -> tuple[Language, ...]:
    return READ_AS if not languages or NEUTRAL in languages else languages


def _terms_of(words: Iterable[str], languages: tuple[Language, ...]) -> list[str]:
    return [term for word in words for term in _terms_of_word(word, languages).split()]


@lru_cache(CACHED_WORDS)
def _terms_of_word(word: str, languages: tuple[Language, ...]) -> str:
    """The terms of one word, joined by blanks, since one string takes less memory than a tuple."""
    word = word[:WORD_LENGTH_MAX].strip("_")
    whole = _in_one(fold(word))
    if _STARTS_UNSPACED.match(whole):
        return " ".join(whole[at : at + 2] for at in range(max(1, len(whole) - 1)))
    if not any(character.isalnum() for character in whole):
        return whole  # An emoji, or nothing.
    parts = _parts(word)
    found = [term for part in [word, *parts] for term in (*_stems(part, languages), _exact(part, languages[0]))]
    return " ".join(dict.fromkeys(found))


def _exact(word: str, language: Language) -> str:
    """The marked whole word with its accents, so that "ekşi" ranks above "eksi" for whoever asks for "ekşi"."""
    return WHOLE_MARK + _in_one(lowered(word, language).replace("i\u0307", "i"))


def _parts(word: str) -> list[str]:
    """The words inside an identifier: get_user_name, getUserName, covid19; none for a plain word."""
    pieces = [piece for piece in word.split("_") if piece]
    parts = [part for piece in pieces for part in (_CAMEL.findall(piece) if piece.isascii() else [piece])]
    return parts if 1 < len(parts) <= PARTS_MAX else []


def _stems(word: str, languages: Sequence[Language]) -> list[str]:
    """The stems of a word in each of these languages, cut to the length that is searched."""
    if any(character.isdigit() for character in word):
        return [_in_one(fold(word))]  # 1234567 and 1234568 are not forms of one word.
    return [
        _in_one(fold(found))[: STEM_LETTERS if language.analysis.stemmer else None]
        for language in reversed(languages)  # The order as stored: Turkish before English.
        for found in _stemmed(lowered(word, language), language)
    ]


def _stemmed(word: str, language: Language) -> list[str]:
    analysis = language.analysis
    if analysis.folds_before_stemming:
        word = fold(word)
    found = _root(word, language)
    # If the stem's last letter may belong to the ending, both readings are kept.
    is_ambiguous = regex(language, analysis.readings).search(f"{found}|{word[len(found) :]}")
    return [found, _root(found[:-1], language)] if is_ambiguous else [found]


def _root(word: str, language: Language) -> str:
    """The word's stem; in a language where suffixes follow suffixes, stemmed until nothing more comes off."""
    found = stem(word, language)
    while language.analysis.has_layers and 1 < len(found) < len(word):
        word, found = found, stem(found, language)
    return found if len(found) > 1 or not language.analysis.has_layers else word


def _in_one(word: str) -> str:
    """`word` without the blanks that folding makes from some ligatures, because blanks join terms."""
    return "".join(word.split())
