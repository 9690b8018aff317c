"""Which texts a model is asked to write, how it is asked, to the letter, and what the numbers of an answer mean."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from archivists.questions.write import Text, TextKind, TextSource, WriteAnswer, WriteQuestion, WrittenText
from archivists.round_policy import RoundPolicy
from graph.text.block_wrapper import CLOSING, OPENING
from tests.archivists.building import START, talk_of, window_of
from tests.archivists.golden_prompts import assert_golden
from tests.archivists.rewriting_windows import LINES, closing, completed, proposed, question_of

POLICY = RoundPolicy()
LATER = datetime(2026, 2, 1, tzinfo=UTC)


def writing(language: str | None) -> WriteQuestion:
    """A brief and a conversation."""
    facts = (
        TextSource(id="f7", text="Nora lives in Oslo.", at=START),
        TextSource(id="f8", text="Nora has a cat.", at=LATER),
    )
    said = (TextSource(id="m1", text="Nora: I am off to Bergen.", at=START),)
    brief = Text(kind=TextKind.BRIEF, subject="Nora", tokens_max=12, sources=facts, now="Nora lives in Oslo.")
    whole = Text(kind=TextKind.CONVERSATION, subject="3 May 2025", tokens_max=150, sources=said)
    return WriteQuestion(language=language, texts=(brief, whole))


@pytest.mark.parametrize("language", ["en", "tr"])
def test_prompt_is_golden(language: str) -> None:
    """The whole prompt, frame and data, is what was reviewed."""
    assert_golden(writing(language).call(), language)


@pytest.mark.parametrize(
    ("brief", "whole", "complaint"),
    [
        ({"text": "Nora has a cat."}, {"text": "Nora left.", "title": "Nora leaves Oslo for Bergen"}, None),
        ({"text": "Nora has a cat."}, {"text": ""}, None),
        ({"text": "Nora has a cat."}, {"text": "Nora left."}, "Text 2 has no title."),
        ({"text": ""}, {"text": ""}, "Text 1 is empty."),
        ({"text": "a " * 16}, {"text": ""}, "Text 1 has 16 tokens, expected at most 12."),
        ({"text": "a " * 15}, {"text": ""}, None),
    ],
)
def test_complaints_about_a_writing(brief: dict[str, object], whole: dict[str, object], complaint: str | None) -> None:
    """A brief is not empty and not too long, a conversation has a title; nothing worth telling is a valid summary."""
    answer = WriteAnswer.model_validate({"texts": [{"n": 1, **brief}, {"n": 2, **whole}]})

    assert writing("en").complaint(answer) == complaint


def test_covered_sources_lead_back() -> None:
    """Numbers of sources become ids, once each; what is not there is passed over."""
    assert writing("en").covered(1, [2, 1, 2, 3, 0]) == ("f8", "f7")
    assert writing("en").covered(3, [1]) == ()


def test_nothing_worth_a_text_is_an_answer() -> None:
    """An empty text says that nothing happened."""
    assert WrittenText(n=1, text="").text == ""


@pytest.mark.parametrize(("count", "is_asked"), [(9, False), (10, True), (11, True)])
def test_short_conversations_are_left_to_the_rules(count: int, is_asked: bool) -> None:
    """Below ten messages a call costs more than it tells."""
    window = closing(count)

    assert (question_of(proposed(window)) is not None) is is_asked


def test_what_goes_on_is_told_after_what_is_over() -> None:
    """Summaries inside an active conversation are texts of the last rank."""
    window = window_of(talk_of(*LINES))

    asked = question_of(proposed(window))

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.SUMMARY, TextKind.SUMMARY]
    assert [source.id for source in asked.texts[0].sources] == [f"m{n:08}" for n in range(1, 11)]


def test_blocks_of_ours_are_not_told() -> None:
    """What a chat hands back of a block is no part of the conversation."""
    window = closing(12, f"Nora: {OPENING}- Nora keeps bees.\n{CLOSING}Thanks.")

    asked = question_of(proposed(window))

    assert asked is not None
    assert "bees" not in asked.call().prompt


def test_long_conversations_are_told_from_their_summaries() -> None:
    """The root of a tree of two levels is made of what it holds."""
    window = closing(30)

    proposal = proposed(window)

    asked = question_of(proposal)

    assert asked is not None
    text = asked.texts[0]
    assert text.kind is TextKind.CONVERSATION
    assert [source.id for source in text.sources] == list(completed(proposal.changes)[1].members)


def test_no_more_texts_than_fit_into_one_answer() -> None:
    """What is over comes first, and the rest stays as rules wrote it."""
    policy = replace(POLICY, write_texts_max=2)
    window = closing(30)

    asked = question_of(proposed(window, policy), policy)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.CONVERSATION, TextKind.SUMMARY]
