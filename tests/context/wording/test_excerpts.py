"""Excerpts: what matched, whole words, an ellipsis wherever something was left out."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from context.wording.excerpts import clip, excerpt, folded, opening, same_words, stems_of, untold
from graph.text.tokens import count_tokens
from languages.folding import words

NOBODY = frozenset[str]()

LONG = (
    "We talked about the weather for a while. Then Ines showed me the blue lamp from the market. "
    "It had cost her forty crowns. After that we had tea. The neighbour came by with his dog. "
    "Nobody knew the time. We went home late."
)

TEXTS = st.text(
    st.one_of(st.sampled_from("abcçğıİöşüABC .,!?\n'’-"), st.characters(), st.sampled_from("🙂👍🏽👨‍👩‍👧漢字かな")),
    max_size=400,
)


def stems(question: str) -> dict[str, float]:
    """The word beginnings of a question, all of the same worth."""
    return dict.fromkeys(stems_of(question), 1.0)


def test_short_message_comes_back_whole() -> None:
    """What fits is not touched."""
    assert excerpt("The lamp is blue.", stems("lamp"), tokens_max=50) == "The lamp is blue."


def test_words_count_whose_stem_ends_otherwise() -> None:
    """The stem of story is "stori", that of kitabı "kitap"."""
    english = "We met on Monday, as ever, at six. It is a story of the sea. Nobody knew the time."
    turkish = "Pazartesi günü buluştuk, her zamanki gibi. Kitabı masada unuttum. Saati kimse bilmiyordu."

    assert excerpt(english, stems("Which stories?"), tokens_max=12) == "… It is a story of the sea. …"
    assert excerpt(turkish, stems("Hangi kitap?"), tokens_max=14) == "… Kitabı masada unuttum. …"


def test_a_very_long_text_is_read_where_most_of_the_question_stands() -> None:
    """Not where its first word does."""
    filler = "The lamp is on the table and nobody minds it at all. " * 900
    text = f"{filler}The blue lamp cost Ines forty crowns. {filler}"

    assert excerpt(text, stems("What did the blue lamp cost?"), tokens_max=16) == (
        "… The blue lamp cost Ines forty crowns. …"
    )


def test_sentence_that_matches_is_kept_with_its_neighbours() -> None:
    """The best sentence and what follows it, with an ellipsis on both sides."""
    found = excerpt(LONG, stems("What did the blue lamp cost?"), tokens_max=28)

    assert found == "… Then Ines showed me the blue lamp from the market. It had cost her forty crowns. …"


def test_matches_far_apart_are_joined_by_an_ellipsis() -> None:
    """Two sentences that match stand together with a mark for what lay between them."""
    found = excerpt(LONG, stems("weather dog"), tokens_max=30)

    assert found == "We talked about the weather for a while. … The neighbour came by with his dog. …"


def test_inflected_turkish_words_match() -> None:
    """Suffixes don't hide a match: ilacımı is found by ilaç, the dotted and dotless letters too."""
    body = "Bugün hava çok güzeldi, sahilde yürüdük. İLACIMI sabahları alıyorum. Sonra eve döndük ve film izledik."

    assert "İLACIMI sabahları alıyorum." in excerpt(body, stems("ilacını ne zaman alıyorsun"), tokens_max=22)


def test_sentences_said_elsewhere_are_left_out() -> None:
    """A sentence that a fact says already is not repeated; nothing remains of a message that was only that."""
    body = "Ines paid forty crowns. She was happy with it."

    assert excerpt(body, stems("crowns"), tokens_max=50, without={same_words("Ines paid forty crowns")}) == (
        "… She was happy with it."
    )
    assert excerpt("Ines paid forty crowns!", stems("x"), tokens_max=50, without={"ines paid forty crowns"}) == ""


def test_huge_message_is_cut_around_the_match() -> None:
    """A megabyte with one telling sentence gives that sentence."""
    body = "Nothing to see here. " * 40_000 + "The password of the vault is swordfish. " + "Nor here. " * 5_000

    found = excerpt(body, stems("vault password"), tokens_max=40)

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
    assert count_tokens(excerpt(text, stems("abc漢"), tokens_max=tokens_max)) <= tokens_max
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

    text = excerpt(body, stems("routes"), tokens_max=20)

    assert text.count("routes.py") == 1 and "```" not in text


def test_a_rare_word_brings_up_its_sentence() -> None:
    """The sentence with the word that is worth more comes before one with more words."""
    body = "The cat sat on the old red mat all day. Nobody came by, and it was late. The zither was out of tune."

    assert excerpt(body, {"cat": 0.5, "mat": 0.5, "zithe": 4.0}, tokens_max=12) == "… The zither was out of tune."


def test_a_long_sentence_is_shown_from_its_match_on() -> None:
    """The best sentence is not passed over for being too long: what stands around the match is shown."""
    body = f"It began {'and went on ' * 40}until the zither broke {'and then on again ' * 40}. A short one."

    found = excerpt(body, {"zithe": 1.0}, tokens_max=40)

    assert "until the zither broke" in found
    assert found.startswith("… ") and found.endswith(" …")
    assert count_tokens(found) <= 40


def test_what_is_said_elsewhere_is_left_out_of_a_quoting_text() -> None:
    """Whole sentences only, behind their speakers' names; a text that says nothing else is empty."""
    text = "Selin: I live in Bristol now. My oven is tiny. Marc: It never rains in Ayder."

    assert untold(text, folded("- Selin: Well, I live in Bristol now!"), NOBODY) == (
        "Selin: My oven is tiny. Marc: It never rains in Ayder."
    )
    assert untold(text, folded("It never rains in Ayder. Tiny."), NOBODY) == (
        "Selin: I live in Bristol now. My oven is tiny."
    )
    assert untold(text, folded(text), NOBODY) == ""
    assert untold(text, folded("I live in Bristol."), NOBODY) == text
    assert untold("Selin: I live in Bristol now. …", folded("Well, I live in Bristol now!"), NOBODY) == ""


def test_a_few_words_are_no_repetition() -> None:
    """They stand inside other sentences and say something else there."""
    assert untold("Harbour master. She hands out tokens.", folded("the harbour master Brona"), NOBODY) == (
        "Harbour master. She hands out tokens."
    )


def test_a_few_words_of_the_same_speaker_are_a_repetition() -> None:
    """As a whole sentence: "Ada: Evet." is not in "Ada: Evet, geldim.", and what Ada is allergic to, Marc is not."""
    said = folded("- Ada: I'm allergic to nuts.\n- Ada: Evet, geldim.\n")

    assert untold("Ada: I'm allergic to nuts. Evet.", said, NOBODY) == "Ada: Evet."
    assert untold("Marc: Allergic to nuts.", said, NOBODY) == "Marc: Allergic to nuts."
    assert untold("Ada: Fıstığa alerjim var. Evet.", folded("Ada: Fıstığa alerjim var."), NOBODY) == "Ada: Evet."


def test_words_before_a_colon_are_no_speaker() -> None:
    """They stay with their sentence, and what follows it keeps its speaker: "Three things: We moved" was shown."""
    text = "Ada: I like tea. Three things to buy: bread, milk and eggs. We live in Ankara with Nil."

    assert untold(text, folded("- Ada: Three things to buy: bread, milk and eggs."), NOBODY) == (
        "Ada: I like tea. We live in Ankara with Nil."
    )
    assert untold(text, folded("- Ada: **Three things to buy:** bread, milk and eggs."), NOBODY) == (
        "Ada: I like tea. We live in Ankara with Nil."
    )
    assert untold(text, folded("- Ada: I like tea.\n"), NOBODY) == (
        "Ada: Three things to buy: bread, milk and eggs. We live in Ankara with Nil."
    )


def test_a_speaker_has_a_known_name_or_one_with_capitals() -> None:
    """The day that a summary puts behind a name does not count."""
    said = folded("The harbour closes in winter. It never rains in Ayder.")
    text = "Ada (3 May 2026): I like the sea. the old man: The harbour closes in winter. My boat is green and old."

    assert untold(text, said, words("the old man")) == (
        "Ada (3 May 2026): I like the sea. the old man: My boat is green and old."
    )
    assert untold("Ada (3 May 2026): It never rains in Ayder. I like it here.", said, NOBODY) == (
        "Ada (3 May 2026): I like it here."
    )


def test_a_line_that_leads_in_comes_with_what_it_leads_to() -> None:
    """A heading alone tells nothing; with the line behind it, it tells what that is about."""
    body = (
        "#### Lamps of the harbour\nNothing of note stands in this line.\n" + "The tide came and went as ever.\n" * 30
        + "What a lamp needs:\nOil for a night, and a lamp that is dry.\n" + "The gulls cried over the water.\n" * 30
    )  # fmt: skip

    text = excerpt(body, stems("Which lamp needs oil?"), tokens_max=24)

    assert text == "… What a lamp needs:\nOil for a night, and a lamp that is dry. …"


def test_a_best_line_that_leads_in_brings_what_it_leads_to() -> None:
    """Other matches do not take the room of the list that the question's words only announce."""
    body = (
        "Oil and wick of a harbour lamp need three things:\n- Patience.\n- Calm.\n"
        + "The tide came and went as ever.\n" * 30
        + "Lamp oil is from the harbour.\n" + "The gulls cried over the water.\n" * 30
    )  # fmt: skip

    text = excerpt(body, stems("What do oil and wick of a harbour lamp need?"), tokens_max=26)

    assert text == "Oil and wick of a harbour lamp need three things:\n- Patience. …"


def test_a_sentence_comes_before_code() -> None:
    """Names that stand all over the code do not push out the sentence that explains them."""
    body = "```python\nroutes.register(login)\nlogin = make_login()\n```\n" + (
        "Some more about the rest of it.\n" * 30 + "The login lives in routes.py since Friday."
    )

    assert excerpt(body, stems("Where does the login live?"), tokens_max=18).endswith(
        "The login lives in routes.py since Friday."
    )


def test_one_common_word_makes_no_fragment() -> None:
    """What matches far less than the best sentence is left out; what stands beside the best one comes instead."""
    body = (
        "- plan\n- tea\n"
        + "Walks are fine.\n"
        + "The plan is to sail to Tarn at dawn.\nBrona pays.\n"
        + "More of the same.\n" * 40
    )

    text = excerpt(body, {"plan": 0.2, "sail": 1.0, "tarn": 1.0}, tokens_max=30)

    assert "- plan" not in text
    assert "The plan is to sail to Tarn at dawn.\nBrona pays." in text


def test_single_lines_of_code_are_not_quoted_beside_a_sentence() -> None:
    """A tag or a call that shares a word with the question explains nothing by itself."""
    body = (
        "The projects have a page of their own now.\n" + "Nothing more of note.\n" * 30
        + '<a class="nav-link" href="#">Projects</a>\nload(projects);\n' + "Nothing less of note.\n" * 30
    )  # fmt: skip

    text = excerpt(body, stems("Where are my projects?"), tokens_max=60)

    assert "The projects have a page" in text and "<a" not in text and "load(" not in text


def test_code_comes_with_what_it_is_for() -> None:
    """A comment is code, and even where code matches best, the first sentence says what it is about."""
    body = (
        "My app forgets which towns were looked up.\nHow do I keep them?\n"
        "function keep(town) {\n// Remember the last three cities\ncities.push(town);\n"
        + "render();\n" * 30
    )  # fmt: skip

    text = excerpt(body, stems("Which cities does it remember?"), tokens_max=40)

    assert text.startswith("My app forgets which towns were looked up.") and "last three cities" in text


def test_what_is_longer_than_any_word_is_cut_where_room_ends() -> None:
    """Else nothing of it would be shown."""
    for shown in (clip("a" * 5000, 20), opening("a" * 5000, tokens_max=20), excerpt("a" * 5000, {}, tokens_max=20)):
        assert shown.startswith("aaaa")
        assert shown.endswith(" …")
        assert count_tokens(shown) <= 20
