"""Excerpts: what matched, whole words, an ellipsis wherever something was left out."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from context.excerpts import clip, excerpt, opening, same_words, stems_of
from graph.tokens import count_tokens

LONG = (
    "We talked about the weather for a while. Then Ines showed me the blue lamp from the market. "
    "It had cost her forty crowns. After that we had tea. The neighbour came by with his dog. "
    "Nobody knew the time. We went home late."
)

TEXTS = st.text(
    st.one_of(st.sampled_from("abcçğıİöşüABC .,!?\n'’-"), st.characters(), st.sampled_from("🙂👍🏽👨‍👩‍👧漢字かな")),
    max_size=400,
)


def test_short_message_comes_back_whole() -> None:
    """What fits is not touched."""
    assert excerpt("The lamp is blue.", stems_of("lamp"), tokens_max=50) == "The lamp is blue."


def test_sentence_that_matches_is_kept_with_its_neighbours() -> None:
    """The best sentence and what follows it, with an ellipsis on both sides."""
    found = excerpt(LONG, stems_of("What did the blue lamp cost?"), tokens_max=28)

    assert found == "… Then Ines showed me the blue lamp from the market. It had cost her forty crowns. …"


def test_matches_far_apart_are_joined_by_an_ellipsis() -> None:
    """Two sentences that match stand together with a mark for what lay between them."""
    found = excerpt(LONG, stems_of("weather dog"), tokens_max=30)

    assert found == "We talked about the weather for a while. … The neighbour came by with his dog. …"


def test_inflected_turkish_words_match() -> None:
    """Suffixes don't hide a match: ilacımı is found by ilaç, the dotted and dotless letters too."""
    body = "Bugün hava çok güzeldi, sahilde yürüdük. İLACIMI sabahları alıyorum. Sonra eve döndük ve film izledik."

    assert "İLACIMI sabahları alıyorum." in excerpt(body, stems_of("ilacını ne zaman alıyorsun"), tokens_max=22)


def test_sentences_said_elsewhere_are_left_out() -> None:
    """A sentence that a fact says already is not repeated; nothing remains of a message that was only that."""
    body = "Ines paid forty crowns. She was happy with it."

    assert excerpt(body, stems_of("crowns"), tokens_max=50, without={same_words("Ines paid forty crowns")}) == (
        "… She was happy with it."
    )
    assert excerpt("Ines paid forty crowns!", stems_of("x"), tokens_max=50, without={"ines paid forty crowns"}) == ""


def test_huge_message_is_cut_around_the_match() -> None:
    """A megabyte with one telling sentence gives that sentence."""
    body = "Nothing to see here. " * 40_000 + "The password of the vault is swordfish. " + "Nor here. " * 5_000

    found = excerpt(body, stems_of("vault password"), tokens_max=40)

    assert "The password of the vault is swordfish." in found
    assert count_tokens(found) <= 40


@given(TEXTS, st.integers(0, 60))
def test_clip_fits_and_cuts_between_words(text: str, tokens_max: int) -> None:
    """Any text, any limit: within it, a beginning of the text, and no word cut in two."""
    found = clip(text, tokens_max)

    assert count_tokens(found) <= tokens_max
    if found not in ("", text):
        kept = found.removesuffix(" …")
        assert text.startswith(kept)
        behind = text[len(kept)]
        assert not (re.match(r"[a-zçğıöşü]", kept[-1]) and re.match(r"[a-zçğıöşü]", behind))


@given(TEXTS, st.integers(0, 60))
def test_excerpt_and_opening_fit(text: str, tokens_max: int) -> None:
    """Any text, any limit: neither is longer than it may be."""
    assert count_tokens(excerpt(text, stems_of("abc漢"), tokens_max=tokens_max)) <= tokens_max
    assert count_tokens(opening(text, tokens_max=tokens_max)) <= tokens_max


def test_opening_ends_with_a_sentence() -> None:
    """The beginning of a long line stops where a sentence does."""
    found = opening(LONG, tokens_max=25)

    assert found == "We talked about the weather for a while. Then Ines showed me the blue lamp from the market. …"


def test_emoji_and_suffixes_stay_whole() -> None:
    """A family emoji and a Turkish name with its suffix are not taken apart."""
    for tokens_max in range(1, 16):
        found = clip("Ankara'daki 👨‍👩‍👧 İstanbul'a", tokens_max)
        assert found in ("", "Ankara'daki …", "Ankara'daki 👨‍👩‍👧 …", "Ankara'daki 👨‍👩‍👧 İstanbul'a")


def test_an_excerpt_says_something_and_says_it_once() -> None:
    """Fences of code are no sentences, and a line that comes again is shown once."""
    body = "app/\nroutes.py\nmodels.py\nroutes.py\n```\nroutes.py\n```\n" + "Nothing of note here.\n" * 40

    text = excerpt(body, stems_of("routes"), tokens_max=20)

    assert text.count("routes.py") == 1 and "```" not in text
