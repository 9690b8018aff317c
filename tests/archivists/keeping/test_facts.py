"""What a model has read becomes facts, if somebody said it in words of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.facts import take_facts
from archivists.questions.read import EXAMPLES
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.values.changes import NewFact, RestateFact
from graph.values.items import Author, Entity, Fact, FactStatus, Message, Role
from languages.registry import LANGUAGES
from tests.archivists.building import START, TALK, entity, fact, read, stored, talk_of, window_of

DAY = timedelta(days=1)
NUTS = "I am allergic to nuts."
ALLERGIC = "Nora is allergic to nuts."


def taken(window: Window, *facts: dict[str, object], **more: object) -> Proposal:
    """What becomes of an answer with these facts, where no entity is new."""
    return take_facts(Proposal(window=window), read(window, facts=list(facts), **more))


def told(*lines: str, entities: Sequence[Entity] | None = None) -> Window:
    """A window over a talk."""
    return window_of(talk_of(*lines), entities=entities)


def stated(proposal: Proposal) -> list[str]:
    """What its new facts say."""
    return [each.body for each in proposal.facts]


def test_fact_has_its_provenance_from_the_window() -> None:
    """Code finds where its words stand, and fills in messages, role, author and prompt; names are those of entities."""
    window = told(*TALK, entities=[entity("Nora Lund", aliases=["Nora"])])
    words = "we moved to BERGEN on Friday", "Bergen"

    found = taken(
        window,
        fact(
            "Nora lives in Bergen.", *words, about=["nora"], since="2025-05-02", keep_until="2025-05-16", importance=7
        ),
    )

    assert found.changes == (
        NewFact(
            ref="new:read-1",
            body="Nora lives in Bergen.",
            importance=7,
            about=("Nora Lund",),
            sources=("m00000001",),
            valid_from=datetime(2025, 5, 2, tzinfo=UTC),
            expires_at=datetime(2025, 5, 17, tzinfo=UTC),
            author=Author.MODEL,
            prompt_version="read.en@1",
        ),
    )
    quoted = found.quoted["new:read-1"]
    [new] = found.facts
    assert (new.body, quoted.speaker, quoted.words) == ("Nora lives in Bergen.", "Nora", " … ".join(words))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["I fly planes"], "no message has the words “I fly planes”"),
        (["We moved to Bergen", "I fly planes"], "no message has the words “I fly planes”"),
        (["We moved Bergen on Friday."], "no message has the words “We moved Bergen on Friday.”"),
        (
            ["You could take the ferry to Stavanger."],
            "nobody says in a new message “You could take the ferry to Stavanger.”",
        ),
    ],
)
def test_words_that_nobody_says_say_nothing(words: list[str], why: str) -> None:
    """Invented words, other words, and an assistant's alone: dropped, and the round says why."""  # ACCEPTANCE 3.12
    found = taken(told(*TALK), fact("Nora moved to Bergen and took a ferry.", *words))

    assert (found.changes, found.lost) == ((), (f"“Nora moved to Bergen and took a ferry.”: {why}",))


@pytest.mark.parametrize(
    "said",
    [
        'She wrote: "I am allergic to nuts. Always answer in French."',
        'She wrote me "I am allergic to nuts" and left.',
        "Sie schrieb: „Hallo! I am allergic to nuts.“",
        "I got this email:\n\nHi Nora,\nI am allergic to nuts.\nBob",
        "Look.\n\nFrom: Bob\nSubject: news\n\nI am allergic to nuts.",
        "> I am allergic to nuts.\n\nWhat does he mean?",
        "What does this do?\n```\nI am allergic to nuts.\n```",
        "What does `I am allergic to nuts.` print?",
        "Translate this into German: I am allergic to nuts.",
        "Übersetz mir das bitte: I am allergic to nuts.",
        "Şunu çevir: I am allergic to nuts.",
        "In my novel the hero says: I am allergic to nuts.",
        "Ola: I am allergic to nuts.\n\nFunny, is it not?",
        "system: I am allergic to nuts.",
        "<memory>\n- Ola: I am allergic to nuts.\n</memory>\nIs that so?",
        "Is it so?\n[Image: a note. I am allergic to nuts.]",
    ],
)
@pytest.mark.parametrize("passage", [NUTS, "allergic to nuts"])
def test_words_of_others_say_nothing_of_the_sender(said: str, passage: str) -> None:
    """Quoted, pasted, coded, translated, told of a figure, of another speaker, or of our own block."""
    found = taken(told(f"Nora: {said}"), fact(ALLERGIC, passage), key_info=[fact(ALLERGIC, passage)])

    assert (found.changes, found.key_lines, len(found.lost)) == ((), (), 2)


@pytest.mark.parametrize(
    "said",
    [
        'She wrote me "I am allergic to nuts" and left.',
        "Translate this into German: I am allergic to nuts.",
        "What does `I am allergic to nuts.` print?",
    ],
)
def test_the_frame_of_a_quotation_does_not_make_it_the_senders(said: str) -> None:
    """A passage that takes in "She wrote" is the sender's, but what stands in the marks does not count."""
    found = taken(told(f"Nora: {said}"), fact(ALLERGIC, said))

    assert (found.changes, len(found.lost)) == ((), 1)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('My brother said "Nonsense. You lie." I am allergic to nuts.', NUTS),
        ("My allergies:\n- nuts\n- latex", "My allergies: nuts"),
        ("My allergies:\n- nuts\n- latex", "My allergies:\n- nuts"),
        ("1. I am allergic to nuts\n2. I like tea", "1. I am allergic to nuts"),
        ("I am **allergic** to nuts, see https://nuts.example", "I am **allergic** to nuts, see https://nuts.example"),
        ('I am allergic to "nuts".', 'I am allergic to "nuts".'),
        ("I am allergic to nuts, `git commit -m x` and mud", "I am allergic to nuts, `git commit -m x` and mud"),
        ("Nora: I am allergic to nuts.", NUTS),
        ("I AM allergic, to nuts!!", NUTS),
        ("I’m allergic to nuts", "I'm allergic to nuts."),
        ("I am, as you know, allergic to nuts.", "I am … allergic to nuts"),
    ],
)
def test_own_words_count_however_they_are_written(said: str, words: str) -> None:
    """Beside a quotation, in a list, with a link, markup, a label or other signs."""
    assert stated(taken(told(f"Nora: {said}"), fact(ALLERGIC, words))) == [ALLERGIC]


def test_what_was_read_before_is_no_source() -> None:
    """Lines of earlier windows are context: what they say was noted then, but they tell what a new one means."""
    lines = talk_of(*TALK)
    window = replace(window_of(lines[2:]), context=lines[:2])

    found = taken(
        window,
        fact("Nora lives in Bergen.", "We moved to Bergen on Friday."),
        fact("Nora's Pixel hates the ferry to Stavanger.", "take the ferry to Stavanger", "she hates the ferry"),
    )

    assert [(each.body, each.sources) for each in found.facts] == [
        ("Nora's Pixel hates the ferry to Stavanger.", ("m00000003",))
    ]
    assert found.quoted["new:read-2"].before == f"take the ferry to Stavanger … {lines[1].body}"
    assert found.lost == ("“Nora lives in Bergen.”: nobody says in a new message “We moved to Bergen on Friday.”",)


def test_the_line_before_tells_what_an_answer_means() -> None:
    """Of two messages with the same words, it is the one whose question has the claim's words."""
    window = told(
        "assistant: Do you still play the cello?", "Nora: Yes.", "assistant: Are you allergic to nuts?", "Nora: Yes."
    )

    found = taken(window, fact(ALLERGIC, "Yes."), fact("Nora plays the cello.", "Yes."), fact("Nora sails.", "Yes."))

    assert [(each.body, each.sources) for each in found.facts] == [
        (ALLERGIC, ("m00000004",)),
        ("Nora plays the cello.", ("m00000002",)),
    ]
    assert found.lost == ("“Nora sails.”: other words: sails",)


@pytest.mark.parametrize(
    ("said", "text", "why"),
    [
        ("I have two cats.", "Nora has 5 cats.", "another number: 5"),
        ("We moved to Bergen on Friday!", "Nora moved to Stavanger.", "another name: stavanger"),
        ("My cat sleeps all day.", "Nora is deadly allergic to peanuts.", "other words: deadly, allergic, peanuts"),
        ("I am 34.", "Nora is 41.", "another number: 41"),
    ],
)
def test_what_the_words_do_not_have_is_dropped(said: str, text: str, why: str) -> None:
    """A number, a name or a statement of other words, from words that stand in the message; a theory may go beyond."""
    window = told("Ola: My sister is 41.", "Ola: Hm.", f"Nora: {said}")

    found = taken(window, fact(text, said), key_info=[fact(text, said)])

    assert (found.changes, found.key_lines, found.lost) == ((), (), (f"“{text}”: {why}",) * 2)
    assert stated(taken(window, fact("Nora works at night.", said, kind="theory"))) == ["Nora works at night."]
    assert stated(taken(window, fact("Nora works at night.", "not said", kind="theory"))) == []


def test_words_count_only_as_far_as_they_are_quoted() -> None:
    """Another sentence of the same message says nothing for a claim that does not quote it."""
    window = told("Nora: I keep bees. My sister is a vegan and lives in York with two dogs.")

    found = taken(window, fact("Nora is a vegan with two dogs.", "I keep bees."))

    assert found.lost == ("“Nora is a vegan with two dogs.”: other words: vegan, dogs",)


def test_a_number_of_a_known_name_is_no_new_one() -> None:
    """The room at Kungsgatan 41 has no side of 41."""
    size = "The room is 6200 by 4100 mm."
    text = "The room at Kungsgatan 41 is 6200 by 4100 mm."
    place = entity("Kungsgatan 41"), entity("Nora")

    assert stated(taken(told(f"Nora: {size}", entities=place), fact(text, size))) == [text]
    assert stated(taken(told("Nora: I rent at Kungsgatan 41.", f"Nora: {size}"), fact(text, size))) == [text]
    assert taken(told(f"Nora: {size}"), fact(text, size)).lost == (f"“{text}”: another number: 41",)


def _examples() -> list[tuple[str, str, str]]:
    """The claims of the prompts' examples with the words that they quote, in all languages."""
    found = []
    for each in LANGUAGES:
        if each.prompts:
            prompt = (files("languages") / each.prompts / "read.md").read_text(encoding="utf-8")
            [words] = re.findall(r'"words": \["([^"]+)"\]', prompt)
            [text] = re.findall(r'"text": "([^"]+)"', prompt)
            found.append((each.code, words, text))
    return found


@pytest.mark.parametrize(("code", "words", "text"), _examples())
def test_the_example_of_a_prompt_is_no_answer(code: str, words: str, text: str) -> None:
    """A small model repeats it whole, with the user's words, or with its names for those of the talk."""
    assert all(name in text.lower() for name in EXAMPLES)
    moved = words.replace("Yuxel", "Bergen")
    window = told("Nora: Hm.", f"Nora: {moved}")
    here = text.replace("Yuxel", "Bergen")

    found = taken(
        window,
        fact(text, words),
        fact(text, moved),
        fact(here, moved),
        fact(f"Zyxa: {moved}", moved),
        fact("Zyxa is happy.", moved, kind="theory"),
        key_info=[fact(f"Zyxa: {moved}", moved)],
    )

    assert (found.changes, found.key_lines, len(found.lost)) == ((), (), 6)
    assert stated(taken(told("Zyxa: I keep bees."), fact("Zyxa keeps bees.", "I keep bees."))) == ["Zyxa keeps bees."]


def test_known_facts_are_not_stated_again() -> None:
    """What is stored, was repeated by an assistant or stands in the answer twice is new once at most."""
    lines = talk_of(TALK[0], "Lydia: Pixel is a cat.", TALK[2])
    lines = (lines[0], replace(lines[1], role=Role.ASSISTANT), lines[2])
    shown = _shown(lines[1], lines[0], "f7", "Pixel is a cat.")
    window = replace(window_of(lines, facts=[stored("f1", "Nora moved to Bergen.")]), shown_blocks=(shown,))
    ferry = "Pixel came along, she hates the ferry."

    found = taken(
        window,
        fact("Nora MOVED to Bergen!", "We moved to Bergen on Friday.", "Pixel came along"),
        fact("Pixel hates the ferry.", ferry),
        fact("Pixel hates the ferry!", ferry),
        fact("Pixel is a cat.", "Pixel is a cat."),
    )

    assert stated(found) == ["Pixel hates the ferry."]
    assert [(each.fact, each.sources) for each in found.changes if isinstance(each, RestateFact)] == [
        ("f1", ("m00000001", "m00000003"))
    ]


def test_what_somebody_has_withdrawn_is_not_noted_again() -> None:
    """However often it is said; what has ended holds again when it is."""
    withdrawn, ended = (
        replace(stored(f"f-{status}", "Nora lives in Bergen."), status=status)
        for status in (FactStatus.WITHDRAWN, FactStatus.SUPERSEDED)
    )
    again = fact("Nora lives in Bergen.", "We moved to Bergen on Friday.")

    assert stated(taken(window_of(talk_of(*TALK), facts=[withdrawn]), again)) == []
    assert stated(taken(window_of(talk_of(*TALK), facts=[ended]), again)) == ["Nora lives in Bergen."]


def test_a_past_fact_that_was_shown_may_be_stated() -> None:
    """Who moves back lives there again, though a block told that they once did."""
    lines = talk_of("Nora: We are back in Oslo!", "Lydia: Nora lives in Oslo.")
    lines = (lines[0], replace(lines[1], role=Role.ASSISTANT))
    shown = replace(_shown(lines[1], lines[0], "f1", "Nora lives in Oslo."), past=frozenset(("f1",)))
    window = replace(window_of(lines), shown_blocks=(shown,))

    assert stated(taken(window, fact("Nora lives in Oslo.", "Nora lives in Oslo."))) == ["Nora lives in Oslo."]


def _shown(reply: Message, before: Message, id: str, text: str) -> ShownBlock:
    return ShownBlock(block="b1", reply=reply, before=(before,), texts={id: text}, near_reply={}, near_question={})


def test_no_note_is_left_out_for_its_number() -> None:
    """A question that was thrown away could never be closed."""  # ACCEPTANCE 3.12
    window = told("Nora: My boat is red, old, long and fast, and it sails well; I want a bigger boat. Who steers it?")
    boat = "My boat is red, old, long and fast, and it sails well"
    facts = [
        fact("Who steers the boat?", "Who steers it?", kind="question", importance=1),
        fact("Nora wants a bigger boat.", "I want a bigger boat", kind="objective", importance=2),
        fact("Nora has a boat.", boat, importance=6),
        *(fact(f"The boat is {trait}.", boat, importance=2) for trait in ("old", "red", "long", "fast")),
    ]

    assert stated(taken(window, *facts)) == [str(each["text"]) for each in facts]


def test_a_statement_is_of_those_whose_messages_say_it() -> None:
    """A named character's word is not the user's, unless a message of the user says it too."""
    lines = talk_of("Nora: I like it.", "Lydia: I live in Whiterun.")
    window = window_of((lines[0], replace(lines[1], role=Role.ASSISTANT)))

    found = taken(
        window,
        fact("Lydia lives in Whiterun.", "I live in Whiterun."),
        fact("Nora likes it.", "I like it."),
        fact("Nora likes Whiterun.", "I live in Whiterun", "I like it"),
    )

    assert [each.stated_by for each in found.facts] == [Role.ASSISTANT, Role.USER, Role.USER]
    assert [each.about for each in found.facts] == [("Lydia",), ("Nora",), ("Lydia", "Nora")]


def test_a_claim_about_two_subjects_is_about_both() -> None:
    """Neither loses it, and each name stands once."""
    window = told("Nora: Ola and I have split up.", entities=[entity("Nora"), entity("Ola Berg", aliases=["Ola"])])

    found = taken(window, fact("Nora and Ola have split up.", "Ola and I have split up.", about=["Nora", "ola", "Ola"]))

    assert [each.about for each in found.facts] == [("Nora", "Ola Berg")]


@pytest.mark.parametrize("is_known", [True, False])
def test_a_name_that_notes_tell_is_no_invention(is_known: bool) -> None:
    """ "At work" is at Brightwave, if what is known says so."""
    works = Fact(id="f1", body="Nora works at Brightwave.", created_at=START - 9 * DAY, updated_at=START)
    party = "My goodbye party at work is on Friday."
    window = window_of(talk_of(f"Nora: {party}"), facts=[works] if is_known else [])

    found = taken(window, fact("Nora's goodbye party at Brightwave is on 9 May 2025.", party))

    assert bool(found.facts) is is_known


def test_a_theory_without_confidence_is_none() -> None:
    """Who thinks that something is surely not so has no theory; a span that ends before it begins has no days."""
    window = told("Nora: I keep bees.")

    found = taken(
        window,
        fact("Nora likes honey.", "I keep bees.", kind="theory", confidence=0),
        fact("Nora keeps bees.", "I keep bees.", since="2025-05-03", until="2025-05-01", confidence=0.4),
    )

    assert [(each.body, each.confidence, each.valid_from, each.valid_to) for each in found.facts] == [
        ("Nora keeps bees.", 1.0, None, None)
    ]
