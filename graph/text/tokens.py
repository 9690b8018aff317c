"""How many tokens a text costs, counted by a real tokenizer (o200k) that needs no download."""

from collections.abc import Iterator
from functools import cache, lru_cache

from rs_bpe import bpe
from rs_bpe.bpe import openai

from graph.process_memory import give_back, release_file
from graph.text.analysis import slices, without_surrogates

KEPT_CHARS_MAX = 1000  # Longer lines are seldom repeated.
KEPT_LINES = 4096  # About 2 MB; a block shows mostly the same as the one before it.


def count_tokens(text: str) -> int:
    """Tokens of `text` in o200k. Takes any string: half a surrogate pair counts as the replacement character."""
    if text.find("\n", 0, -1) < 0:  # The usual case: a single line of a block.
        return _count_part(text)
    return sum(map(_count_part, _parts(text)))


def _count_part(part: str) -> int:
    return _kept(part) if len(part) <= KEPT_CHARS_MAX else _count(part)


def _parts(text: str) -> Iterator[str]:
    """The text cut after line ends where o200k never joins: before anything but a blank, a line end or a slash."""
    start = 0
    end = text.find("\n") + 1
    while 0 < end < len(text):
        if text[end] != "/" and not text[end].isspace():
            yield text[start:end]
            start = end
        end = text.find("\n", end) + 1
    yield text[start:]


@lru_cache(KEPT_LINES)
def _kept(part: str) -> int:
    return _count(part)


def _count(text: str) -> int:
    return sum(_count_slice(piece) for _, piece in slices(text))


def _count_slice(text: str) -> int:
    try:
        count: int = _tokenizer().count(text)
    except UnicodeEncodeError:
        count = _tokenizer().count(without_surrogates(text))
    return count


@cache
def _tokenizer() -> openai.Tokenizer:
    """The tokenizer, loaded on first use: 0.1 s and 33 MB. Counting does not change it, so threads share it.

    Its vocabulary is read from 31 MB of its file, which are not needed again and so are released.
    """
    tokenizer = openai.o200k_base()
    release_file(bpe.__file__)
    give_back()
    return tokenizer
