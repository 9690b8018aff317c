"""Tokens are counted as a real tokenizer counts them."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.text.analysis import without_surrogates
from graph.text.tokens import _tokenizer, count_tokens

TEXTS = [
    "",
    "Merhaba, yarın Kadıköy'de buluşalım mı?",
    "Let's meet at 17:30, I'll bring the blue umbrella.",
    "def f(x):\n    return x ** 2\n",
    "👩‍👩‍👧 ❤️ 🇹🇷",
    "<|endoftext|>",
    "a\x00b",
]


def test_long_line_is_counted_in_pieces() -> None:
    """A line that is counted in pieces costs what it costs as a whole; without blanks it is off by a few."""
    told = "It's 5,000 steps, isn't it? Yarın Kadıköy'de buluşalım. "

    assert count_tokens(told * 2_000) == _tokenizer().count(told * 2_000)
    assert 0 <= count_tokens("abc" * 50_000) - _tokenizer().count("abc" * 50_000) < 10


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("hello", 1), ("hello world", 2), ("a\x00b", 3), ("\ud83d\ude00", 1)]
)
def test_known_counts(text: str, tokens: int) -> None:
    """A few texts whose tokens are known; a pair of surrogates is the character it stands for."""
    assert count_tokens(text) == tokens


@given(st.text(st.characters()))
def test_any_text_is_counted(text: str) -> None:
    """No string is refused, lone surrogates included, and only the empty one costs nothing."""
    assert (count_tokens(text) == 0) is (text == "")


SEAMS = st.sampled_from(
    [*"\n\r \t/-#a1'._é日😀", "\n\n", "\r\n", "\u0085", "\u2028", "\x1c", "\u00a0", "\u0301", "\ud800"]
)


@given(st.lists(SEAMS, max_size=14).map("".join))
def test_lines_counted_apart_are_the_whole(text: str) -> None:
    """Where a text is cut to count its lines, no token reaches over, whatever blanks and signs stand there."""
    assert count_tokens(text) == _tokenizer().count(without_surrogates(text))


def test_threads_count_alike() -> None:
    """One tokenizer serves all threads."""
    with ThreadPoolExecutor(8) as threads:
        counts = list(threads.map(count_tokens, TEXTS * 20))

    assert counts == [count_tokens(text) for text in TEXTS] * 20


@pytest.mark.llm
@pytest.mark.parametrize("text", TEXTS)
def test_counts_are_those_of_tiktoken(text: str) -> None:
    """Both give the same count; LiteLLM brings a copy of the vocabulary."""
    tiktoken, litellm = import_module("tiktoken"), find_spec("litellm")
    assert litellm is not None
    with pytest.MonkeyPatch.context() as patch:
        folder = f"{litellm.submodule_search_locations[0]}/litellm_core_utils/tokenizers"
        patch.setenv("TIKTOKEN_CACHE_DIR", folder)
        encoding = tiktoken.get_encoding("o200k_base")

    assert count_tokens(text) == len(encoding.encode(text, disallowed_special=()))
