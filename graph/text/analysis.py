"""How text is analysed: folding, search terms, name keys and sentences, for Turkish and English alike.

Other languages are searchable too: what neither stemmer knows keeps its letters, and scripts that are written without
blanks are cut into pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

import sentencex
import Stemmer

from graph.text.stop_words import ENGLISH, SHARED, TURKISH

STEM_LETTERS = 5  # What stemming leaves of a suffix is cut with the end of the word.
WHOLE_MARK = "="  # Never part of a word, so that a whole word can't be taken for a stem.
QUESTION_MARK = "?"  # The last term of a text that ends with one, in whatever script; no word is that.
WORD_LENGTH_MAX = 64  # Longer runs are keys, hashes and base64: their beginning identifies them.
PARTS_MAX = 6  # Of an identifier; what falls into more pieces is a hash.
SPAN_LENGTH_MAX = 600  # About 130 tokens; text without full stops is cut near here, at a blank.
CACHED_WORDS = 16_384  # About 5 MB; a running conversation repeats itself.
CACHED_QUERIES = 16  # A turn looks for the same text several times.
CACHED_NAMES = 1024

# Chinese, Japanese, Korean, Thai, Lao, Burmese, Khmer: words can't be told by blanks.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_ACCENTS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"  # Latin, Greek, Cyrillic, Hebrew, Arabic
_MARKS = _ACCENTS + "\u0900-\u0963\u0966-\u0dff"  # Signs that \w leaves out inside words; the last are Indian vowels.
_LETTERS = rf"(?:[^\W{_UNSPACED}]|[{_MARKS}])+"
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
_TOKEN = re.compile(
    r"(?P<sharp>(?<!\w)[A-Za-z](?:\+\+|\#)(?!\w))"  # C++, C#, F#
    rf"|(?P<word>{_LETTERS})(?:['’ʼ](?P<suffix>{_LETTERS}))?"  # Ankara'da, Carol's
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<emoji>[{_EMOJI}])"
)
_STARTS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")  # HTTPServer2: HTTP, Server, 2
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_DROPPED_MARKS = re.compile(f"[{_ACCENTS}]")
_NOT_IN_A_NAME = re.compile(rf"(?:(?<![^\W_])(?<![+#])[+#]+|[^\w+#{_MARKS}]|_)+")
_TURKISH_LETTER = re.compile("[çğıöşüÇĞİÖŞÜ]")
_TURKISH_CAPITALS = str.maketrans({"I": "ı", "İ": "i"})
_VOWELS, _HIGH_VOWELS = frozenset("aıoueiöü"), frozenset("ıiuü")
_DOTTED = str.maketrans({"İ": "i", "I": "i", "ı": "i"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_ORDINAL = re.compile(r"(?<!\S)\(?(?:\d{1,4}|(?P<roman>[IVX]{1,6}))\.\s*$")
_ORDINAL_LENGTH_MAX = 16
_STREET = re.compile(r"(?:Sokak|Sokağı|Sok|Sk|Cadde|Caddesi|Cad|Cd)\b")  # "296. Sokak, no 14"
_QUESTION_MARKS = ("?", "？", "؟", "?!", "?)")
_BLANKS = re.compile(r"\s*")
_CUT = re.compile(r"[,;:)\]]\s+|\s+")

_stemmers = {name: Stemmer.Stemmer(name, 0) for name in ("turkish", "english")}
_stemming = Lock()  # PyStemmer's objects are not safe to share between threads.


def fold(text: str) -> str:
    """Lower case as Turkish has it, compatible forms made equal, accents dropped, ı as i; vowel signs stay."""
    if text.isascii():
        return text.lower()
    # Composed first, for the lower case of 𝐇 and of I with a dot set behind it. I and ı both end as i.
    lowered = unicodedata.normalize("NFKC", text).replace("İ", "i").lower().replace("ı", "i")
    return unicodedata.normalize("NFC", _DROPPED_MARKS.sub("", unicodedata.normalize("NFKD", lowered)))


STOP_WORDS = frozenset(fold(word) for word in ENGLISH + TURKISH)
_SHARED = frozenset(SHARED)
_TELLS_ENGLISH = frozenset(ENGLISH) - _SHARED
_TELLS_TURKISH = frozenset(fold(word) for word in TURKISH) - _SHARED


@lru_cache(CACHED_NAMES)
def name_key(name: str) -> str:
    """What two names share exactly when they are the same name: case, dots of i and punctuation don't count.

    Accents do: Ayşe and Ayçe, Öz and Üz stay apart. A name of signs only is its own key.
    """
    dotless = unicodedata.normalize("NFC", name).translate(_DOTTED).casefold().replace("\u0307", "")
    key = _NOT_IN_A_NAME.sub(" ", unicodedata.normalize("NFC", dotless))
    return " ".join(key.split()) or " ".join(dotless.split())


def terms(text: str) -> list[str]:
    """What `text` is found by, in its order: for each word its stem and, behind "=", the whole word.

    Numbers, identifiers with their parts, and emoji count as words, and so does a question mark at the end. The same
    text always gives the same terms.
    """
    words = _words(text)
    asked = [QUESTION_MARK] if words and text.rstrip().endswith(_QUESTION_MARKS) else []
    return _terms_of(words, _language(words)) + asked


def query_terms(text: str) -> list[str]:
    """What to look for: the terms of `text` without repeats, nor those of question words if anything else is left."""
    return list(_query_terms(text))


def query_stems(text: str) -> list[str]:
    """The terms of `query_terms` without the whole words that stand beside them."""
    return [term for term in _query_terms(text) if not term.startswith(WHOLE_MARK)]


def without_surrogates(text: str) -> str:
    """The text as UTF-8 can hold it: halves of surrogate pairs are joined, or replaced when alone."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def english_stem(word: str) -> str:
    """The whole Snowball stem of a folded English word, which the terms of a search cut."""
    with _stemming:
        return str(_stemmers["english"].stemWord(word))


def leans_turkish(text: str) -> bool:
    """Whether the function words and letters of a text are Turkish rather than English."""
    return _language(_words(text)) == "turkish"


def word_spans(text: str) -> list[tuple[str, int, int]]:
    """Each word of `text` folded, with its place; what follows an apostrophe is left out, CJK goes by character."""
    spans: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "unspaced":
            spans += [(fold(text[at]), at, at + 1) for at in range(match.start(), match.end())]
            continue
        for group in _kept(match):
            spans.append((fold(match[group]), match.start(group), match.end(group)))
    return spans


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence stands, in order; all that is not blank lies in exactly one span.

    A line's end ends a sentence, so that lists and code keep their lines. Sentences above SPAN_LENGTH_MAX are cut
    behind a comma or a blank, and within a word only if it alone is as long.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for line in _SURROGATE.sub("\ufffd", text).splitlines(keepends=True):
        for first, last in _sentences_of_line(line):
            spans += _cut(text, start + first, start + last)
        start += len(line)
    return spans


def _kept(match: re.Match[str]) -> tuple[str | int, ...]:
    """Which groups of a token are words: the suffix of Ankara'da is grammar, that of O'Brien is not."""
    if match.lastgroup != "suffix":
        return (0,)
    return ("word",) if len(match["word"]) > 1 else ("word", "suffix")


@lru_cache(CACHED_QUERIES)
def _query_terms(text: str) -> tuple[str, ...]:
    words = _words(text)
    telling = [word for word in words if fold(word) not in STOP_WORDS]
    return tuple(dict.fromkeys(_terms_of(telling or words, _language(words))))


def _words(text: str) -> list[str]:
    return [match[group] for match in _TOKEN.finditer(_INVISIBLE.sub("", text)) for group in _kept(match)]


def _language(words: list[str]) -> str:
    """Which stemmer the words ask for, by their function words and letters; "" when they don't tell."""
    english = turkish = 0
    for word in words:
        folded = fold(word)
        if folded in _TELLS_ENGLISH:
            english += 1
        elif folded in _TELLS_TURKISH or _TURKISH_LETTER.search(word):
            turkish += 1
    if english == turkish:
        return ""
    return "english" if english > turkish else "turkish"


def _terms_of(words: list[str], language: str) -> list[str]:
    return [term for word in words for term in _terms_of_word(word, language).split()]


@lru_cache(CACHED_WORDS)
def _terms_of_word(word: str, language: str) -> str:
    """The terms of one word, joined by blanks since one string takes less memory than a tuple."""
    word = word[:WORD_LENGTH_MAX].strip("_")
    whole = _in_one(fold(word))
    if _STARTS_UNSPACED.match(whole):
        return " ".join(whole[at : at + 2] for at in range(max(1, len(whole) - 1)))
    if not any(character.isalnum() for character in whole):
        return whole  # An emoji, or nothing.
    parts = _parts(word)
    found = [term for part in [word, *parts] for term in (*_stems(part, language), WHOLE_MARK + _in_one(fold(part)))]
    return " ".join(dict.fromkeys(found))


def _parts(word: str) -> list[str]:
    """The words inside an identifier: get_user_name, getUserName, covid19; none for a plain word."""
    pieces = [piece for piece in word.split("_") if piece]
    parts = [part for piece in pieces for part in (_CAMEL.findall(piece) if piece.isascii() else [piece])]
    return parts if 1 < len(parts) <= PARTS_MAX else []


def _stems(word: str, language: str) -> list[str]:
    """The stems of a word in the language, or in both when it is not known which."""
    if any(character.isdigit() for character in word):
        return [_in_one(fold(word))]  # 1234567 and 1234568 are not forms of one word.
    lowered = unicodedata.normalize("NFC", word).translate(_TURKISH_CAPITALS).lower()
    found: list[str] = []
    with _stemming:
        if language != "english":
            found += _turkish_stems(lowered)
        if language != "turkish":
            found.append(_stemmers["english"].stemWord(fold(lowered)))
    return [_in_one(fold(stem))[:STEM_LETTERS] for stem in found]


def _turkish_stems(word: str) -> list[str]:
    stem = _turkish_root(word)
    # The stemmer takes etki-si for etkis-i, as it would ses-i: both readings are kept.
    is_ambiguous = len(stem) > 3 and stem[-1] == "s" and stem[-2] in _VOWELS and word[len(stem) :][:1] in _HIGH_VOWELS
    return [stem, _turkish_root(stem[:-1])] if is_ambiguous else [stem]


def _turkish_root(word: str) -> str:
    """Snowball takes off one layer of suffixes; done until nothing comes off, 94 % of inflected forms meet, not 78."""
    while 1 < len(shorter := _stemmers["turkish"].stemWord(word)) < len(word):
        word = shorter
    return str(shorter) if len(shorter) > 1 else word


def _in_one(word: str) -> str:
    """`word` without the blanks that folding makes of some ligatures: terms are joined by blanks."""
    return "".join(word.split())


def _sentences_of_line(line: str) -> list[tuple[int, int]]:
    """The sentences of one line without the blanks around them."""
    if not line.strip():
        return []
    spans: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries("tr", line):
        start, end = boundary["start_index"], boundary["end_index"]
        if spans and _is_ordinal(line, spans[-1][0], start):
            start = spans.pop()[0]
        spans.append((start, end))
    return [(first, last) for first, last in (_stripped(line, *span) for span in spans) if first < last]


def _is_ordinal(line: str, previous: int, start: int) -> bool:
    """Whether the full stop before `start` is a number's: "5. yüzyıl", "296. Sokak", or a list's "1. Milk".

    So is one behind a Roman number in Turkish ("II. Elizabeth"); "World War II." ends a sentence.
    """
    ordinal = _ORDINAL.search(line, max(previous, start - _ORDINAL_LENGTH_MAX), start)
    if ordinal is None or line[start : start + 1].islower():
        return ordinal is not None
    if ordinal["roman"]:
        return leans_turkish(line)
    return ordinal.start() == previous or _STREET.match(line, start) is not None


def _stripped(line: str, start: int, end: int) -> tuple[int, int]:
    piece = line[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pieces of at most SPAN_LENGTH_MAX, parted behind the last comma of their second half, else the last blank."""
    while end - start > SPAN_LENGTH_MAX:
        cuts = list(_CUT.finditer(text, start + SPAN_LENGTH_MAX // 2, start + SPAN_LENGTH_MAX))
        best = next((cut for cut in reversed(cuts) if not cut[0].isspace()), cuts[-1] if cuts else None)
        stop = best.end() if best else start + SPAN_LENGTH_MAX
        yield _stripped(text, start, stop)
        start = _BLANKS.match(text, stop, end).end()  # type: ignore[union-attr]  # It matches nothing, too.
    if start < end:
        yield start, end
