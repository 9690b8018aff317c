"""Which sentences tell most, and what a conversation is called."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import SpokenSentence, extract, sentences_quoted, sentences_said, title_of
from graph.text.tokens import count_tokens
from tests.archivists.building import talk_of

POLICY = RoundPolicy()
TALK = talk_of(
    "Nora: Hey Ola! How are you?",
    "Ola: Great, thanks! I started building a wooden boat in the old harbour shed.",
    "Nora: Wow, that is awesome!",
    "Ola: The boat needs new planks, and the harbour shed is cold.",
    "Nora: My father built boats too. Bye!",
)


def test_telling_sentences_stand_behind_their_speakers() -> None:
    """Greetings and praise give way; what is told keeps its order, in whole sentences."""
    body = extract(sentences_said(TALK, POLICY), sentences_max=3, tokens_max=150)

    assert body == (
        "Ola: I started building a wooden boat in the old harbour shed. "
        "The boat needs new planks, and the harbour shed is cold. "
        "Nora: My father built boats too."
    )


def test_sentences_of_several_days_stand_with_their_days() -> None:
    """Each with its own, and they are read back with it."""
    first, second = talk_of("Nora: We moved to Bergen on Friday.", "Nora: The boat sank in the harbour.")
    second = replace(second, sent_at=first.sent_at + timedelta(days=3))

    body = extract(sentences_said((first, second), POLICY, are_dated=True), sentences_max=3, tokens_max=150)

    assert body == ("Nora (2025-05-03): We moved to Bergen on Friday. Nora (2025-05-06): The boat sank in the harbour.")
    assert [one.speaker for one in sentences_quoted([body], ["Nora"])] == ["Nora (2025-05-03)", "Nora (2025-05-06)"]


@pytest.mark.parametrize(
    "said",
    [
        "Nora: Hey Ola! How are you?",
        "Nora: Bye Ola!",
        "Nora: Thanks so much!",
        "Nora: 👍👍",
        "user: Teşekkürler, görüşürüz!",
        "user: Danke dir, bis morgen!",
    ],
)
def test_greetings_thanks_and_farewells_are_never_quoted(said: str) -> None:
    """A summary is rather short than filled up with them."""
    assert extract(sentences_said(talk_of(said), POLICY), sentences_max=3, tokens_max=150) == ""


def test_the_rest_of_a_cut_sentence_is_not_quoted() -> None:
    """What begins with a small letter in a text that does not is no whole sentence."""
    said = sentences_said(talk_of("Nora: I paid the dentist 3.\nand the boat too."), POLICY)

    assert [one.text for one in said] == ["I paid the dentist 3."]


def test_tokens_bound_the_text() -> None:
    """No text is longer than it may be, whatever is in it."""
    said = sentences_said(talk_of("Nora: " + "I live in a house by the sea with my dog and my cat " * 30), POLICY)

    assert 0 < count_tokens(extract(said, sentences_max=3, tokens_max=60)) <= 60


def test_what_a_model_has_told_is_quoted_without_a_speaker() -> None:
    """A text over its texts says something of each, not all of the first."""
    parts = ["Nora moved to Oslo. She found a flat.", "Ola: I play the flute. Every day.", "Ida sold her boat."]

    assert extract(sentences_quoted(parts, ["Nora", "Ola"]), sentences_max=3, tokens_max=150) == (
        "Nora moved to Oslo. Ida sold her boat. Ola: I play the flute."
    )


def test_each_part_has_its_say() -> None:
    """A text over several others takes from all of them before it takes more from one."""
    loud = "Nora: I live in Oslo. I work in Oslo. I study in Oslo. I teach in Oslo."
    parts = [loud, "Nora: I have a rabbit.", "Nora: I play the flute."]

    body = extract(sentences_quoted(parts, ["Nora"]), sentences_max=3, tokens_max=150)

    assert "rabbit" in body
    assert "flute" in body


def test_assistants_are_quoted_from_their_first_sentences() -> None:
    """A long reply is not retold."""
    reply = "assistant: " + " ".join(f"Point {number} is about harbours." for number in "abcdefgh")

    assert len(sentences_said(talk_of(reply), POLICY)) == 4


def test_an_assistant_that_only_nods_is_not_quoted() -> None:
    """In any language; a person's short line says something, and so does an assistant's advice."""
    talk = talk_of("assistant: Noted, get well soon!", "assistant: Tamam, not ettim.", "Ola: Montag um acht.")

    assert [one.text for one in sentences_said(talk, POLICY)] == ["Montag um acht."]


def test_user_without_a_name_is_called_alike_in_one_talk() -> None:
    """A line that tells no language is named like the others."""
    said = sentences_said(
        talk_of("user: iki domates", "user: Bugün bahçeye domates ve biber diktim ama çok yoruldum."), POLICY
    )

    assert {one.speaker for one in said} == {"Kullanıcı"}


def test_an_assistant_without_a_name_is_called_as_in_a_block() -> None:
    """In the language of the talk; a summary of summaries knows it again."""
    talk = talk_of("Elif: Defne'ye dinozorlu bir pasta istiyorum.", "assistant: Kurabiyeden dinozorlar yapabilirsin.")

    body = extract(sentences_said(talk, POLICY), sentences_max=3, tokens_max=150)

    assert "Asistan: Kurabiyeden dinozorlar yapabilirsin." in body
    assert [one.speaker for one in sentences_quoted([body], ["Elif"])] == ["Elif", "Asistan"]


def test_equal_sentences_are_told_in_their_order() -> None:
    """No order of a set decides, so that every process tells the same."""
    ways = [[f"{group}axow{end}" for end in "abcdef"] for group in "abcdefghjklmnoprstuv"]
    lines = [f"Nora: {' '.join(words)}." for words in ways]
    lines += [
        f"Nora: {word}."
        for words in ways
        for word, more in zip(words, (8, 6, 4, 2, 1, 0), strict=True)
        for _ in range(more)
    ]

    body = extract(sentences_said(talk_of(*lines), POLICY), sentences_max=1, tokens_max=150)

    assert body == "Nora: Aaxowa aaxowb aaxowc aaxowd aaxowe aaxowf."


@pytest.mark.parametrize(
    ("said", "title"),
    [
        (["Which planks does a boat need?", "Oak."], "Which planks does a boat need"),
        (["Hm", "which planks does a boat need?"], "Which planks does a boat need"),
        (["I started building a wooden boat in the shed."], "I started building a wooden boat in…"),
        (["Hm."], ""),
        ([], ""),
    ],
)
def test_a_title_is_the_first_sentence_of_substance(said: list[str], title: str) -> None:
    """In its own words, cut at a word; of a single word there is none."""
    assert title_of([SpokenSentence("Nora", text, 1.0) for text in said], POLICY) == title


def test_what_an_assistant_advised_says_less_of_a_day_than_what_the_user_said_also_above_it() -> None:
    """In a summary of summaries, too."""
    advice = (
        "assistant: Oiling the boat and painting the boat and the mast keeps the boat and the mast of the boat dry."
    )
    bodies = [f"User: I painted the mast of my boat. {advice}", "User: I oiled the boat and its mast. assistant: Good."]

    text = extract(sentences_quoted(bodies, ["user", "assistant"]), sentences_max=2, tokens_max=60)

    assert "I painted the mast" in text and "Oiling" not in text
