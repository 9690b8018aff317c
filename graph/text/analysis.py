"""The words of a text, and the keys of names, in any script."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from languages.folding import ACCENTS, fold
from languages.language import CAPITALS, SMALL_LETTERS

CACHED_NAMES = 1024
SLICE_CHARS_MAX = 20_000  # Takes a pattern some 3 ms, the tokenizer 10 ms.

# Chinese, Japanese, Korean, Thai, Lao, Burmese, Khmer: blanks do not separate words.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_MARKS = ACCENTS + "\u0900-\u0963\u0966-\u0dff"  # Signs that \w leaves out inside words; the last are Indian vowels.
_LETTERS = rf"(?:[^\W{UNSPACED}]|[{_MARKS}])+"
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
_TOKEN = re.compile(
    r"(?P<sharp>(?<!\w)[A-Za-z](?:\+\+|\#)(?!\w))"  # C++, C#, F#
    rf"|(?P<word>{_LETTERS})(?:['’ʼ](?P<suffix>{_LETTERS}))?"  # Ankara'da, Carol's
    rf"|(?P<unspaced>[{UNSPACED}]+)"
    rf"|(?P<emoji>[{_EMOJI}])"
)
_INNER_CAPITAL = re.compile(rf" (?<=[{SMALL_LETTERS}] )[\"“„«(]?[{CAPITALS}]\w")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_NOT_IN_A_NAME = re.compile(rf"(?:(?<![^\W_])(?<![+#])[+#]+|[^\w+#{_MARKS}]|_)+")
SPEAKER = re.compile(r"[^:\n.!?]{1,60}: ")
"""The speaker's name in front of what archivists quote."""
_DOTTED = str.maketrans({"İ": "i", "I": "i", "ı": "i"})


@lru_cache(CACHED_NAMES)
def name_key(name: str) -> str:
    """A key that two names share exactly if they are the same name: case, dots of i and punctuation don't count.

    Accents do count: Ayşe and Ayçe, Öz and Üz differ. A name that has only signs is its own key.
    """
    dotless = unicodedata.normalize("NFC", name).translate(_DOTTED).casefold().replace("\u0307", "")
    key = _NOT_IN_A_NAME.sub(" ", unicodedata.normalize("NFC", dotless))
    return " ".join(key.split()) or " ".join(dotless.split())


def has_name(text: str) -> bool:
    """Whether a word right after another has a capital, as names have. Says nothing where every noun has one.

    A word after a comma does not count, as it may address somebody ("Thanks, Ada"); nor does one letter: it may be "I".
    """
    return _INNER_CAPITAL.search(text) is not None


def without_speaker(text: str) -> str:
    """The words of a quote, without the name in front of it."""
    return text[match.end() :] if (match := SPEAKER.match(text)) else text


def without_surrogates(text: str) -> str:
    """The text in a form that UTF-8 can hold: halves of surrogate pairs are joined, or replaced if alone."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def storable(text: str) -> str:
    """The text without NUL and half surrogate pairs, which no store takes."""
    return without_surrogates(text.replace("\0", ""))


def is_blank(text: str) -> bool:
    """Whether the text has only blanks and invisible characters."""
    return not _INVISIBLE.sub("", text).strip()


def words_in(text: str) -> list[str]:
    """The words of `text` as written, in order, without suffixes after an apostrophe; a run of CJK is one word."""
    return [
        match[group]
        for _, piece in slices(text)
        for match in _TOKEN.finditer(_INVISIBLE.sub("", piece))
        for group in _kept(match)
    ]


def word_spans(text: str) -> list[tuple[str, int, int]]:
    """Each word of `text`, folded, with its place, without suffixes after an apostrophe; a CJK character is one word.

    Accents that stand alone are not words, since folding leaves nothing of them.
    """
    spans: list[tuple[str, int, int]] = []
    for start, piece in slices(text):
        for match in _TOKEN.finditer(piece):
            if match.lastgroup == "unspaced":
                spans += [(fold(piece[at]), start + at, start + at + 1) for at in range(match.start(), match.end())]
                continue
            for group in _kept(match):
                if word := fold(match[group]):
                    spans.append((word, start + match.start(group), start + match.end(group)))
    return spans


def slices(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces, each with its place, cut before a blank if there is one.

    A pattern or a tokenizer blocks all other threads until it has read its whole input.
    """
    start = 0
    while len(text) - start > SLICE_CHARS_MAX:
        end = text.rfind(" ", start + 1, start + SLICE_CHARS_MAX)
        end = end if end > 0 else start + SLICE_CHARS_MAX
        yield start, text[start:end]
        start = end
    yield start, text[start:] if start else text


def _kept(match: re.Match[str]) -> tuple[str | int, ...]:
    """The groups of a token that are words: the suffix of Ankara'da is grammar, that of O'Brien is not."""
    if match.lastgroup != "suffix":
        return (0,)
    return ("word",) if len(match["word"]) > 1 else ("word", "suffix")
