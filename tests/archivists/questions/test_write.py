"""Which texts a model is asked to write, how it is asked, to the letter, and what the numbers of an answer mean."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from archivists.questions.write import (
    CONVERSATION_MAX,
    Text,
    TextKind,
    TextSource,
    WriteAnswer,
    WriteQuestion,
    WrittenText,
    write_question,
)
from archivists.round_policy import RoundPolicy
from graph.text.block_wrapper import CLOSING, opened
from graph.values.changes import EntityText
from graph.values.items import Author
from languages.english.phrases import PHRASES
from tests.archivists.building import START, entity, talk_of, window_of
from tests.archivists.golden_prompts import assert_golden
from tests.archivists.rewriting_windows import LINES, closing, completed, known, meeting, proposed, question_of

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
    return WriteQuestion(language=language, texts=(brief, whole), today=LATER)


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


@pytest.mark.parametrize("empty", [{}, dict.fromkeys(("text", "title", "topics", "covers"))], ids=["left out", "null"])
def test_what_is_empty_may_be_left_out(empty: dict[str, object]) -> None:
    """The prompt asks for that; the other texts of the answer are taken."""
    answer = WriteAnswer.model_validate({"texts": [{"n": 1, "text": "Nora has a cat."}, {"n": 2, **empty}]})

    assert answer.texts[1] == WrittenText(n=2, text="")
    assert writing("en").complaint(answer) is None


@pytest.mark.parametrize(("count", "is_asked"), [(3, False), (4, True), (5, True)])
def test_short_conversations_are_left_to_the_rules(count: int, is_asked: bool) -> None:
    """Fewer than four messages do not earn a call."""
    window = closing(count)

    assert (question_of(proposed(window)) is not None) is is_asked


@pytest.mark.parametrize(("asks", "kind"), [(False, TextKind.CONVERSATION), (True, TextKind.RESEARCH)])
def test_research_is_told_by_what_was_found(asks: bool, kind: TextKind) -> None:
    """Where people ask for past research, a conversation is written as such."""
    policy = RoundPolicy(titles_ask=asks)

    asked = question_of(proposed(closing(12), policy), policy)

    assert asked is not None
    assert asked.texts[0].kind is kind


DOCUMENT = {
    "tr": (
        "ana bulgularını ve sonuçlarını 2-3 cümleyle özetle",
        "5-7 kelimeyle özetle",
        "sadece kavram isimlerini ver",
    ),
    "en": ("the main findings and conclusions", "in 5-7 words", "give only their names"),
    "de": ("die wichtigsten Erkenntnisse und Ergebnisse", "in 5-7 Wörtern", "nur ihre Namen"),
}


@pytest.mark.parametrize("language", DOCUMENT)
def test_research_is_asked_for_in_the_documents_words(language: str) -> None:
    """Summary, title and topics."""
    # ACCEPTANCE 1.10
    prompt = " ".join(writing(language).call().system.split())

    assert [words for words in DOCUMENT[language] if words not in prompt] == []


def test_what_goes_on_is_told_after_what_is_over() -> None:
    """Summaries inside an active conversation are texts of the last rank."""
    window = window_of(talk_of(*LINES))

    asked = question_of(proposed(window))

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.SUMMARY, TextKind.SUMMARY]
    assert [source.id for source in asked.texts[0].sources] == [f"m{n:08}" for n in range(1, 11)]


def test_blocks_of_ours_are_not_told() -> None:
    """What a chat hands back of a block is no part of the conversation."""
    window = closing(12, f"Nora: {opened(PHRASES)}- Nora keeps bees.\n{CLOSING}Thanks.")

    asked = question_of(proposed(window))

    assert asked is not None
    assert "bees" not in asked.call().prompt


@pytest.mark.parametrize(("count", "is_whole"), [(30, True), (CONVERSATION_MAX, True), (CONVERSATION_MAX + 1, False)])
def test_conversations_are_told_from_their_messages(count: int, is_whole: bool) -> None:
    """Not from what rules have quoted of them, and once; only a very long one is told from its summaries."""
    lines = talk_of(*(f"Nora: I walked to pier {n}." for n in range(count)))
    window = window_of(lines, is_silent=True)

    proposal = proposed(window)

    asked = question_of(proposal)

    assert asked is not None
    text = asked.texts[0]
    assert [each.kind for each in asked.texts] == [TextKind.CONVERSATION]
    members = completed(proposal.changes)[1].members
    assert [source.id for source in text.sources] == ([line.id for line in lines] if is_whole else list(members))


def test_texts_of_one_thing_are_told_their_sources_once() -> None:
    """A dossier says that it is made of the same as the brief before it."""
    brief = writing("en").texts[0]
    question = WriteQuestion(language="en", texts=(brief, replace(brief, kind=TextKind.DOSSIER)))

    first, second = json.loads(question.call().prompt)["texts"]

    assert (len(first["from"]), second["from"]) == (len(brief.sources), 1)


def test_no_more_texts_than_fit_into_one_answer() -> None:
    """The rest stays as rules wrote it."""
    policy = replace(POLICY, write_texts_max=1)
    window = window_of(talk_of(*LINES))

    asked = question_of(proposed(window, policy), policy)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.SUMMARY]


def test_what_has_ended_is_no_source() -> None:
    """A brief tells how things are: a note whose last day has passed is left out, one that ends today is not."""
    nora = replace(entity("Nora"), author=Author.MODEL)
    facts = [known(n) for n in range(6)]
    today = meeting(nora).messages[-1].sent_at
    facts[0] = replace(facts[0], valid_to=today - timedelta(days=1))
    facts[1] = replace(facts[1], valid_to=today)
    window = meeting(nora, *facts)

    asked = write_question(window, [EntityText(entity=nora.id, brief="Nora: I sail.")], (), POLICY)

    assert asked is not None and asked.today == today
    assert [source.id for source in asked.texts[0].sources] == [fact.id for fact in facts[1:]]
