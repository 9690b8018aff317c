"""Languages are told from a few words, or not at all."""

import pytest

from graph.text.identification import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Yarın sabah erkenden pazara gidip taze ekmek alacağım.", "tr"),
        ("yarin sabah pazara gidip ekmek alacagim", "tr"),
        ("I will go to the market early tomorrow and buy some bread.", "en"),
        ("Morgen früh gehe ich auf den Markt und kaufe frisches Brot.", "de"),
        ("明天早上我去市场买新鲜的面包。", "zh"),
    ],
)
def test_a_sentence_tells_its_language(text: str, language: str) -> None:
    """One sentence is enough, also in Turkish that was typed without its letters."""
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "  \n", "12:45", "👍", "ok", "\ud800\x00"])
def test_what_does_not_tell_is_none(text: str) -> None:
    """No language is claimed for text that has none."""
    assert language_of(text) is None


def test_only_the_beginning_is_read() -> None:
    """A huge text costs no more than a page."""
    assert language_of("The rain has stopped and we can go outside now. " * 200_000) == "en"
