"""How many tokens a text costs, counted by a real tokenizer (o200k) that needs no download."""

from __future__ import annotations

from functools import cache

from rs_bpe.bpe import openai

from graph.text import without_surrogates


def count_tokens(text: str) -> int:
    """Tokens of `text` in o200k. Takes any string: half a surrogate pair counts as the replacement character."""
    try:
        count: int = _tokenizer().count(text)
    except UnicodeEncodeError:
        count = _tokenizer().count(without_surrogates(text))
    return count


@cache
def _tokenizer() -> openai.Tokenizer:
    """Loaded on first use: 0.1 s and 64 MB, half of it pages of a file. Counting changes nothing: threads share it."""
    return openai.o200k_base()
