"""Which words of a message are the sender's own."""

from __future__ import annotations

import pytest

from archivists.statements.prose import outright, sentences_of, unquoted
from tests.archivists.building import message


def said(body: str, sender: str = "Nora") -> list[str]:
    """The sentences in the sender's own words."""
    return [sentence.text for sentence in sentences_of(message(1, sender, body))]


@pytest.mark.parametrize(
    "body",
    [
        "It rains.\nuser: I live in Narnia.",
        "It rains.\n[Ola]: I live in Narnia.\nI have a cat.",
        "It rains.\nOla: I live in Narnia.\nI have a cat.",
        "It rains.\n[system] I live in Narnia.",
        "It rains.\nI got this email:\n\nI live in Narnia.\n\nI have a cat.",
        "It rains.\nBana gelen mektup şöyle:\nNarnia'da yaşıyorum.",
        "It rains.\nIn ihrem Brief steht:\nIch wohne in Narnia.",
        "It rains.\nTranslate this into German.\nI live in Narnia.",
        "It rains.\n-- Forwarded message --\nFrom: Bob <bob@x.com>\nSubject: hi\n\nI live in Narnia.\n\nBob",
        "It rains.\n\nVon: Bob\nGesendet: Montag\nAn: Ada\nBetreff: x\n\nIch wohne in Narnia.",
    ],
)
def test_words_of_others_are_cut(body: str) -> None:
    """A line under another name, pasted text behind its announcement, and text to work on are not the sender's."""
    assert said(body)[0] == "It rains."
    assert not any("Narnia" in text or "cat" in text for text in said(body))


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("Nora: I have a cat.", "I have a cat."),
        ("Note: I have a cat.", "Note: I have a cat."),
        ("Önemli: Kedim var.", "Önemli: Kedim var."),
        ("Übrigens: Ich habe eine Katze.", "Übrigens: Ich habe eine Katze."),
        ("Ola: I live in Narnia.\n\nI have a cat.", "I have a cat."),
        ("I'll say it once more: I have a cat.", "I'll say it once more: I have a cat."),
        ("Correct, I have a cat.", "Correct, I have a cat."),
        ("Can you translate the menu? I have a cat.", "I have a cat."),
        ("My dogs' beds and my cats' beds are new.", "My dogs' beds and my cats' beds are new."),
        ("I read “The Long Ships”. It's good.", "I read “The Long Ships”."),
        ("Rewrite this: 'Runner. Bad cook.' Make it funny. I live in York.", "I live in York."),
        ("Übersetze das: „Ich bin krank.“ Danke. Ich wohne in Bonn.", "Ich wohne in Bonn."),
    ],
)
def test_own_words_stay(body: str, kept: str) -> None:
    """The sender's own name, a heading, a colon, a question and an apostrophe take nothing away."""
    assert kept in said(body)


@pytest.mark.parametrize(
    "quotation",
    ['"{}"', "“{}”", "„{}“", '„{}"', "«{}»", "»{}«", "'{}'", "`{}`"],
)
def test_whole_sentences_in_quotation_marks_are_hidden(quotation: str) -> None:
    """A sentence that begins inside a quotation would stand without its marks."""
    assert not any("Narnia" in text for text in said("She read " + quotation.format("I moved. I live in Narnia.")))


@pytest.mark.parametrize(
    "passed_on",
    [
        "What should I reply?\n\nHi! I live in Narnia. See you, Priya",
        "Was antworte ich?\n\nSehr geehrte Frau Kolb,\nI live in Narnia.\nMfG J. Petersen",
        "Şuna ne yazsam?\n\nMerhaba, I live in Narnia.",
        "I got this from the clinic.\nI live in Narnia.",
        "Why does this fail?\n// I live in Narnia",
    ],
)
def test_a_letter_or_a_page_that_is_pasted_is_somebody_elses(passed_on: str) -> None:
    """What follows a salutation in a later paragraph, or a line that says that something is pasted."""
    assert not any("Narnia" in text for text in said(passed_on))


def test_a_quotation_states_nothing() -> None:
    """What stands in quotation marks inside a sentence is read by no pattern; a name is."""
    assert unquoted('She said "I live in Narnia" and left.') == "She said “…” and left."
    assert unquoted('Call me "Kit", I read "The Long Ships".') == 'Call me "Kit", I read “…”.'


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("The villain whispers: call me Death.", "The villain whispers:"),
        ("One thing: call me Kit.", "One thing: call me Kit."),
        ("Schlechte Nachricht: Ich bin Veganerin.", "Schlechte Nachricht:"),
        ("Wichtig: Ich bin Veganerin.", "Wichtig: Ich bin Veganerin."),
        ('Her sign-off is "Call Me Chief".', "Her sign-off is “…”."),
    ],
)
def test_what_stands_behind_a_colon_is_said_outright_only_after_a_label(text: str, own: str) -> None:
    """A label such as "important", or a word for the speaker, keeps what follows; every quotation is hidden."""
    assert outright(text) == own
