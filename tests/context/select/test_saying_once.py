"""Selection: nothing is said twice, and lines and facts make way for each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.values.items import FactKind, Item, KeyInfo, Role
from tests.context.select.choosing import (
    NO_COVER,
    NOW,
    POLICY,
    choose,
    entity,
    fact,
    left_out,
    message,
    missed,
    sections,
    shown,
    summary,
)


def test_a_brief_says_only_what_is_not_shown() -> None:
    """What a summary says is left out; what a fact says with its date goes afterwards; an empty brief is none."""
    told = summary(1, "Ada: We fly to Trabzon on Sunday.")
    both = entity(1, "Ada: We fly to Trabzon on Sunday. Marc has booked two beds there.")
    spoken = entity(2, "Ada: Marc has booked two beds there. He is a geologist by training.")
    cover = replace(NO_COVER, summaries=(told.id,))

    selection = choose(
        [(both, 0.9), (spoken, 0.8), (fact(1, "Ada: Marc has booked two beds there."), 0.95)], [told], cover=cover
    )

    texts = {piece.id: piece.text for piece in selection.pieces}
    assert both.id not in texts
    assert texts[spoken.id] == "- Name2: Ada: He is a geologist by training.\n"
    assert texts["f00000001"].startswith("- Ada: Marc has booked two beds there.")


def test_a_line_about_two_entities_is_quoted_once() -> None:
    """The one that matters more says it; another with nothing else to say is none."""
    met = "Ada: I met Amy at the library of Trabzon."
    amy, library, town = entity(1, met), entity(2, f"{met} Bo: Its roof leaks."), entity(3, met)

    selection = choose([(amy, 0.9), (library, 0.8), (town, 0.7)])

    assert [piece.text for piece in selection.pieces] == [f"- Name1: {met}\n", "- Name2: Bo: Its roof leaks.\n"]
    assert missed(selection) == {town.id: "all that it says is shown already"}


def test_key_info_is_not_repeated_by_a_summary() -> None:
    """A summary that says nothing else keeps its days and its count, since it still stands for its messages."""
    known = KeyInfo(lines=("Ada: I am allergic to hazelnuts.",), sources=("m1",), updated_at=NOW)
    first, second = (
        summary(1, "Ada: I am allergic to hazelnuts. I live in Bristol."),
        summary(2, "Ada: I am allergic to hazelnuts."),
    )
    cover = replace(NO_COVER, summaries=(first.id, second.id))

    selection = choose([], [known, first, second], cover=cover)

    texts = {piece.id: piece.text for piece in selection.pieces}
    assert texts[first.id] == "- 9 March 2026 (5 messages): Ada: I live in Bristol.\n"
    assert texts[second.id] == "- 9 March 2026 (5 messages)\n"
    assert (missed(selection), left_out(selection)) == ({}, 40)


CAKE = message(1, "We had the one with the nuts at my aunt's last year, and she loved it, as you can imagine.")
OVEN = message(2, "The cake is in the oven.")
LOVED = fact(3, "Ilgın loved last year's cake.")
CAKE_STATES = {"sources": {LOVED.id: [CAKE.id]}, "stated": {CAKE.id: [LOVED.id]}}


def test_a_fact_stands_for_its_line_where_room_is_short() -> None:
    """The fact says in fewer tokens what the line says, if it is placed better or the line has no room at all."""
    fact_first: list[tuple[Item, float]] = [(OVEN, 0.9), (LOVED, 0.5), (CAKE, 0.4)]
    line_first: list[tuple[Item, float]] = [(OVEN, 0.9), (CAKE, 0.5), (LOVED, 0.2)]

    stood_for = choose(fact_first, budget=88, **CAKE_STATES)
    line = choose(line_first, budget=88, **CAKE_STATES)
    without_room = choose(line_first, budget=78, **CAKE_STATES)

    assert {id for id, _ in shown(stood_for)} == {OVEN.id, LOVED.id}
    assert missed(stood_for) == {CAKE.id: f"{LOVED.id}, which is shown, tells of it"}
    assert {id for id, _ in shown(line)} == {OVEN.id, CAKE.id}
    assert {id for id, _ in shown(without_room)} == {OVEN.id, LOVED.id}
    assert missed(without_room) == {CAKE.id: "no room left in the budget"}


def test_a_line_takes_the_place_of_its_fact_where_there_is_room() -> None:
    """Both are not shown, neither where room is left in the end nor where the line has most to do with the question."""
    with_room = choose([(OVEN, 0.9), (LOVED, 0.5), (CAKE, 0.4)], **CAKE_STATES)
    best = choose([(LOVED, 0.5), (CAKE, 0.4)], **CAKE_STATES)

    for found in (with_room, best):
        assert CAKE.id in {id for id, _ in shown(found)}
        assert missed(found) == {LOVED.id: f"message {CAKE.id}, which is shown, is where it was said"}


def test_what_is_no_statement_stands_for_no_line() -> None:
    """A question that came up in a line is told beside it, and so is what is disputed."""
    asked = fact(4, "Which cake?", kind=FactKind.QUESTION)
    states = {"sources": {asked.id: [CAKE.id]}, "stated": {CAKE.id: [asked.id]}}

    found = choose([(OVEN, 0.9), (asked, 0.5), (CAKE, 0.4)], **states)

    assert {id for id, _ in shown(found)} == {OVEN.id, asked.id, CAKE.id}
    assert missed(found) == {}


def test_a_quote_stands_for_no_line_that_says_more_on_the_question() -> None:
    """What a fact quotes is a part of its line: the rest is shown beside it, unless that has nothing to do with it."""
    line = message(1, "Ilgın loved last year's cake. The nuts in it made Deniz ill all the same.")
    quote = fact(3, "Ilgın loved last year's cake.")
    states = {"sources": {quote.id: [line.id]}, "stated": {line.id: [quote.id]}}

    quote_first: list[tuple[Item, float]] = [(OVEN, 0.9), (quote, 0.5), (line, 0.4)]

    of_both = choose(quote_first, stems={"cake": 1.0, "nuts": 1.0}, **states)
    of_cake = choose(quote_first, stems={"cake": 1.0}, **states)
    line_first = choose([(OVEN, 0.9), (line, 0.5), (quote, 0.2)], stems={"cake": 1.0}, **states)

    assert [piece.text for piece in of_both.pieces][1:] == [
        "- Ilgın loved last year's cake. (9 March 2026)\n",
        "- Ada: … The nuts in it made Deniz ill all the same.\n",
    ]
    assert {id for id, _ in shown(of_cake)} == {OVEN.id, quote.id}
    assert missed(of_cake) == {line.id: "a fact that is shown already says it"}
    assert {id for id, _ in shown(line_first)} == {OVEN.id, line.id}
    assert missed(line_first) == {quote.id: f"message {line.id}, which is shown, is where it was said"}


def test_a_line_is_shown_with_its_date_and_the_summary_does_not_repeat_it() -> None:
    """What a summary quotes stands once in the block: as the line itself, where the line answers the question."""
    told = summary(1, "Ada: I bought a green canoe. Ada: We met at the old harbour.")
    line = message(1, "I bought a green canoe.")

    found = choose([(line, 0.5)], [told], cover=replace(NO_COVER, summaries=(told.id,)))

    texts = {piece.id: piece.text for piece in found.pieces}
    assert texts == {
        told.id: "- 9 March 2026 (5 messages): Ada: We met at the old harbour.\n",
        line.id: "- Ada: I bought a green canoe.\n",
    }
    assert missed(found) == {}


def test_room_that_quotes_left_goes_to_the_next_line() -> None:
    """A line for which there was no room comes in when a summary lost what another line says itself."""
    quote = " ".join(f"I bought a green canoe number {number}." for number in range(12))
    told = summary(1, f"Ada: {quote}")
    lines = [message(1, quote), message(2, " ".join(f"The harbour has {number} lamps." for number in range(10)))]
    cover = replace(NO_COVER, summaries=(told.id,))
    policy = replace(POLICY, excerpt_tokens_max=500, answer_tokens_max=500)

    found = choose(
        [(lines[0], 0.6), (lines[1], 0.5)],
        [told],
        cover=cover,
        policy=policy,
        sections=sections(summaries=1.0),
        budget=380,
    )

    assert {id for id, _ in shown(found)} == {told.id, *(line.id for line in lines)}
    assert next(piece.text for piece in found.pieces if piece.id == told.id) == "- 9 March 2026 (5 messages)\n"


def test_no_reason_names_what_is_not_shown() -> None:
    """What a brief said that is not shown after all is said by others, and the reason tells no more than that."""
    told, line = entity(1, "Ada: I bought a green canoe."), message(1, "I bought a green canoe.")
    said = fact(1, "Ada bought a green canoe.")

    found = choose([(told, 0.9), (said, 0.8), (line, 0.5)])

    assert shown(found) == [(line.id, "excerpts")]
    assert missed(found) == dict.fromkeys((told.id, said.id), "all that it says is shown already")


def test_a_line_of_the_key_info_is_not_quoted_again() -> None:
    """Key info names who said it, the line itself does not: it is the same sentence."""
    known = KeyInfo(lines=("Ada: Always answer in rhymes.",), sources=("m1",), updated_at=NOW)
    line = message(1, "Always answer in rhymes.")

    more = message(2, "The harbour is closed. Always answer in rhymes.")

    found = choose([(line, 0.8), (more, 0.9)], [known], stems={"harbour": 1.0})

    assert missed(found) == {line.id: "a fact that is shown already says it"}
    assert [piece.text for piece in found.pieces][1:] == ["- Ada: The harbour is closed. …\n"]


@pytest.mark.parametrize(
    ("line", "body", "is_repeated"),
    [
        (
            "Has a severe latex allergy; vinyl gloves only.",
            "Ada has a severe latex allergy and uses vinyl gloves.",
            True,
        ),
        ("Ada takes 5 mg of warfarin.", "Ada takes 7 mg of warfarin.", False),
        ("Ada is allergic to nuts.", "Ada is not allergic to nuts.", False),
        ("Has a severe latex allergy; vinyl gloves only.", "Ada cooks at Wilder's.", False),
    ],
)
def test_what_key_info_says_is_no_fact_beside_it(line: str, body: str, is_repeated: bool) -> None:
    """In other words too, if both come from the same message; a number or a "not" makes it another statement."""
    known = KeyInfo(lines=(line,), sources=("m00000001",), updated_at=NOW)
    said, elsewhere = fact(1, body), fact(2, f"{body} So she says.")

    found = choose([(said, 0.95), (elsewhere, 0.9)], [known], sources={said.id: ["m00000001"]})

    assert missed(found) == ({said.id: "key info already says it"} if is_repeated else {})


def test_tool_outputs_that_differ_in_numbers_are_one_line_and_a_count() -> None:
    """Among excerpts and recent messages; what people say again is shown again."""
    outputs = [replace(message(n, f"GET /health: 200 in {n} ms, id a{n}f"), role=Role.TOOL) for n in range(1, 21)]
    weights = [message(n, f"I weigh {n} kg today.") for n in range(30, 33)]
    ids = [line.id for line in outputs]
    cover = replace(NO_COVER, lines=tuple(line.id for line in [*outputs, *weights]))
    alike = dict.fromkeys(ids, ids)

    found = choose([(outputs[3], 0.9), (outputs[4], 0.8)], [*outputs, *weights], cover=cover, alike=alike)
    recent = choose([], [*outputs, *weights], cover=cover, alike=alike)

    assert [piece.text for piece in found.pieces if piece.id in ids] == [
        "- Ada: GET /health: 200 in 4 ms, id a4f (×20)\n"
    ]
    assert [piece.text for piece in recent.pieces if piece.id in ids] == [
        "- Ada: GET /health: 200 in 20 ms, id a20f (×20)\n"
    ]
    assert len(found.pieces) == len(recent.pieces) == 4
    assert left_out(recent) == 50 - 23


def test_what_a_fact_leaves_of_a_line_is_shown_if_it_has_to_do_with_the_question() -> None:
    """A greeting beside a fact says nothing."""
    greeting = message(1, "Hey Ada! I won the regatta on Sunday!")
    more = message(2, "The prize was a kayak. I won the regatta on Sunday!")
    said = fact(3, "Ben: I won the regatta on Sunday!")

    texts = choose([(said, 0.9), (greeting, 0.8), (more, 0.8)], stems={"prize": 1.0})

    assert missed(texts) == {greeting.id: "a fact that is shown already says it"}
    assert [piece.text for piece in texts.pieces if piece.id == more.id] == ["- Ada: The prize was a kayak. …\n"]
