"""Selection: shares, skipping, repetitions, and a reason for whatever is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from context.select.selection import nearly_shown
from context.wording.reasons import in_words
from graph.store.verbs import Label
from graph.values.items import FactKind, FactStatus, Item, KeyInfo
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
    scored,
    sections,
    shown,
    summary,
)


def test_items_go_to_the_section_of_their_kind() -> None:
    """Facts, theories, questions and objectives each have their own."""
    found = choose([(fact(number, f"Number {number} holds.", kind=kind), 0.5) for number, kind in enumerate(FactKind)])

    assert [section for _, section in shown(found)] == [
        "facts", "theories", "questions", "objectives",
    ]  # fmt: skip


def test_item_that_does_not_fit_is_skipped_not_cut() -> None:
    """A long fact leaves its room to the shorter ones behind it."""
    long = fact(1, "very " * 200 + "long")

    found = choose([(long, 0.9), (fact(2, "Short."), 0.5)], budget=130)

    assert shown(found) == [("f00000002", "facts")]
    assert missed(found) == {"f00000001": "no room left in the budget"}


@pytest.mark.parametrize("budget", range(100, 1001, 100))
def test_dangers_and_instructions_are_the_last_to_go(budget: int) -> None:
    """At every budget they come before all else, and the dangers before the instructions, in the order of the lines."""
    danger, rule, pin = "Ada is allergic to walnuts.", "Answer in short bullet points.", "word " * 150
    row = KeyInfo(lines=(pin, danger, rule), sources=("m1",) * 3, pinned=1, updated_at=NOW)
    facts = [(fact(number, f"Fact {number} tells something else of Ada."), 0.9) for number in range(1, 30)]

    found = choose(facts, [row], budget=budget)

    lines = found.pieces[0].text.splitlines()
    is_whole = budget >= 300
    assert lines[1 if is_whole else 0 :][:2] == [f"- {danger}", f"- {rule}"]
    assert lines[2:] == ([f"- {rule}"] if is_whole else ["(1 more line has no room here.)"])


@pytest.mark.parametrize(
    "danger",
    ["Ada is allergic to walnuts.", "Ada: I can't take penicillin.", "Ada: Ich darf kein Penicillin nehmen."],
)
def test_a_danger_is_the_last_line_to_go(danger: str) -> None:
    """Where there is room for one line, it is the danger, in whatever words and wherever it stands."""
    rule = "Ada: Call me Captain Ada."
    row = KeyInfo(lines=(rule, danger), sources=("m1",) * 2, updated_at=NOW)
    shown_at = {size: choose([], [row], budget=size).pieces for size in range(40, 120)}
    lines_at = {size: pieces[0].text.splitlines() for size, pieces in shown_at.items() if pieces}
    narrow = max(size for size, lines in lines_at.items() if f"- {rule}" not in lines)

    assert lines_at[narrow][0] == f"- {danger}"
    assert lines_at[narrow][1:] in ([], ["(1 more line has no room here.)"])
    assert lines_at[narrow + 1] == [f"- {rule}", f"- {danger}"]


@pytest.mark.parametrize(("left_out", "budget"), [(0, 2000), (1, 2000), (3, 2000), (0, 150), (3, 150)])
def test_a_block_says_how_many_lines_of_key_info_it_leaves_out(left_out: int, budget: int) -> None:
    """Those that had no room in the key info, and those that have none in this block."""
    lines = tuple(
        f"Ada: Always name the harbour {number}, its keeper and the depth of its water." for number in range(9)
    )
    row = KeyInfo(lines=lines, sources=("m1",) * 9, left_out=left_out, updated_at=NOW)

    told = choose([], [row], budget=budget).pieces[0].text.splitlines()

    shown = [line for line in told if line.startswith("- ")]
    missing = left_out + len(lines) - len(shown)
    notes = {0: [], 1: ["(1 more line has no room here.)"]}
    assert shown and (len(shown) < 9) is (budget == 150)
    assert told == [*shown, *notes.get(missing, [f"({missing} more lines have no room here.)"])]


@pytest.mark.parametrize("budget", [200, 400, 2000])
def test_key_info_leaves_most_of_a_block_to_the_question(budget: int) -> None:
    """However many dangers rounds have kept; each of them is told once, by the line that says most."""
    dangers = [f"Ada: I'm allergic to the pollen of plant{number}, so keep it far away." for number in range(8)]
    row = KeyInfo(lines=("Ada: Since I'm allergic.", *dangers), sources=("m1",) * 9, updated_at=NOW)

    found = choose([(fact(1, "Ada's train leaves at noon."), 0.9)], [row], budget=budget)

    assert shown(found)[1:] == [("f00000001", "facts")]
    assert found.pieces[0].tokens <= 0.4 * budget + 12
    assert f"- {dangers[0]}" in found.pieces[0].text and "Since" not in found.pieces[0].text


def test_dossier_that_does_not_fit_gives_way_to_the_brief() -> None:
    """An entity that matters is shown by whichever of its texts there is room for."""
    known = entity(1, "A brief.", "long " * 300)

    found = choose([(known, 0.9)], budget=300)

    assert shown(found) == [(known.id, "dossiers")]
    assert found.pieces[0].text.endswith("A brief.\n")


def test_briefs_are_limited_and_weak_ones_left_out() -> None:
    """Less relevant entities get a brief, only so many of them, and none that has nothing to do with the question."""
    policy = replace(POLICY, briefs_max=1)
    near, second, far, mute = entity(1, "Near."), entity(2, "Second."), entity(3, "Far."), entity(4, None)

    found = choose([(near, 0.2), (second, 0.15), (far, 0.05), (mute, 0.9)], policy=policy)

    assert shown(found) == [(near.id, "briefs")]
    assert missed(found) == {
        second.id: "enough briefs are shown already",
        far.id: "too little to do with the question",
    }


def test_superseded_and_closed_facts_are_near_misses() -> None:
    """What no longer holds is not shown; nor is one side of a dispute without the other."""
    ranked = [(fact(number, f"Number {number}.", status=status), 0.9) for number, status in enumerate(FactStatus)]

    found = choose(ranked)

    assert [piece.text for piece in found.pieces] == ["- Number 0. (9 March 2026)\n"]
    assert missed(found) == {
        "f00000001": "closed",
        "f00000002": "superseded",
        "f00000003": "disputed, and what stands against it is not at hand",
        "f00000004": "withdrawn",
    }


def test_disputed_facts_are_told_with_both_sides() -> None:
    """One entry tells what contradicts what, and the other side has none of its own."""
    bursa, van = (
        fact(number, f"Mira lives in {city}.", status=FactStatus.DISPUTED)
        for number, city in enumerate(("Bursa", "Van"))
    )

    found = choose([(bursa, 0.9), (van, 0.8)], against={bursa.id: [van.id], van.id: [bursa.id]})

    assert [piece.text for piece in found.pieces] == [
        "- Mira lives in Bursa. (disputed: or “Mira lives in Van.”, 9 March 2026)\n"
    ]
    assert missed(found) == {van.id: f"{bursa.id}, which is shown, tells both sides"}


def test_a_stale_text_makes_way_for_the_facts() -> None:
    """A brief that tells of what no longer holds is not shown, and does not keep back what it covered."""
    known = replace(entity(1, "Mira lives in Bursa."), is_stale=True)
    now = fact(2, "Mira lives in Van.")

    found = choose([(known, 0.9), (now, 0.8)], covers={known.id: [now.id]})

    assert shown(found) == [(now.id, "facts")]
    assert missed(found) == {known.id: "its text is out of date"}


def test_covered_fact_is_shown_when_the_dossier_is_not() -> None:
    """A dossier says only what it says when it stands in the block."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")
    covers = {known.id: [said.id]}

    assert missed(choose([(known, 0.9), (said, 0.5)], covers=covers)) == {
        said.id: "the dossier of Name1 already says it"
    }
    assert shown(choose([(said, 0.5)], [known], covers=covers)) == [(said.id, "facts")]


def test_fact_that_differs_in_a_number_is_not_said_by_the_dossier() -> None:
    """What a dossier was not made of is shown in addition, however much its words are the same."""  # ACCEPTANCE 3.6
    known = entity(1, None, "Ada: The meeting is on 16 April. The meeting is on 23 April.")
    told, other = (fact(number, f"Ada: The meeting is on {day} April.") for number, day in ((1, 16), (2, 30)))

    found = choose([(known, 0.9), (told, 0.5), (other, 0.5)], covers={known.id: [told.id]})

    assert shown(found) == [(known.id, "dossiers"), (other.id, "facts")]


def test_strong_fact_earns_a_repeat() -> None:
    """At the policy's score a fact is shown although a dossier says it."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")

    found = choose([(known, 0.95), (said, POLICY.repeat_score)], covers={known.id: [said.id]})

    assert (said.id, "facts") in shown(found)


def test_summary_that_says_it_is_named() -> None:
    """A fact whose words stand in a shown summary is left out, and the reason tells which."""
    told = summary(1, "Ada bought a green canoe from the old harbour shop and painted it.")
    cover = replace(NO_COVER, summaries=(told.id,))

    found = choose([(fact(1, "Ada bought a green canoe."), 0.5)], [told], cover=cover)

    assert missed(found) == {"f00000001": f"summary {told.id} already says it"}


def test_summary_is_not_shown_beside_a_part_of_itself() -> None:
    """Of a summary and those below it, only one or the others stand in the block, whatever ranks high."""
    chapter = summary(1, "Chapter.", 15)
    parts = [summary(2, "First."), summary(3, "Found."), summary(4, "Last. " * 30)]
    cover = replace(NO_COVER, summaries=(chapter.id,))
    holders = {one.id: chapter.id for one in parts}

    finer = choose([(parts[1], 0.9)], [chapter, *parts], cover=cover, holders=holders)
    coarse = choose([(parts[1], 0.9)], [chapter, *parts], cover=cover, holders=holders, budget=90)

    assert {id for id, _ in shown(finer)} == {one.id for one in parts}
    assert [id for id, _ in shown(coarse)] == [chapter.id]
    assert missed(coarse) == {parts[1].id: "its messages are shown or stood for already"}


def test_history_keeps_to_its_shares_and_gets_what_is_left() -> None:
    """Recent messages stop at their share, knowledge comes next, then earlier messages while there is room."""
    lines = [message(number, f"Line {number} has some words in it.") for number in range(30)]
    ids = tuple(line.id for line in lines)
    cover = replace(NO_COVER, messages=ids, lines=ids)

    found = choose([(fact(1, "A fact."), 0.5)], lines, cover=cover, sections=sections(recent=0.1), budget=400)

    order = [id for id, _ in shown(found)]
    before_fact = order[: order.index("f00000001")]
    assert 0 < len(before_fact) < len(order) - 1 < len(ids)
    assert [id for id in order if id != "f00000001"] == [*reversed(ids)][: len(order) - 1]


def test_only_some_visible_lines_are_near_misses() -> None:
    """The lines before the question are much like it; they don't crowd out what else was nearly shown."""
    lines = [message(number, f"Line {number}.") for number in range(12)]
    ranked: list[tuple[Item, float]] = [(line, 0.9) for line in lines]
    old = fact(1, "Old.", status=FactStatus.SUPERSEDED)

    ranked.append((old, 0.4))
    found = choose(ranked, visible=frozenset(line.id for line in lines))
    misses = nearly_shown([scored(*one) for one in ranked], found, frozenset(), POLICY)

    visible = ["the assistant sees it anyway"] * POLICY.visible_misses_max
    assert [in_words(reason) for _, reason in misses] == [*visible, "superseded"]


def test_near_misses_are_the_best_of_what_is_not_shown() -> None:
    """So many of them, with what was chosen and had no room in the end, and without what stands in the block."""
    told, dropped, far = fact(1, "Told."), fact(2, "Dropped."), fact(3, "Far.")
    ranked: list[tuple[Item, float]] = [(told, 0.9), (dropped, 0.8), (far, 0.01)]
    found = choose(ranked)

    def misses(count: int) -> list[tuple[str, str]]:
        policy = replace(POLICY, near_misses_max=count)
        return [
            (one.id, in_words(reason))
            for one, reason in nearly_shown([scored(*one) for one in ranked], found, {told.id}, policy)
        ]

    assert misses(2) == [(dropped.id, "no room left in the budget"), (far.id, "worth too little in this turn")]
    assert misses(1) == [(dropped.id, "no room left in the budget")]


def test_asked_message_is_no_near_miss() -> None:
    """The question itself is neither shown nor explained."""
    line = message(1, "What about the canoe?")

    found = choose([(line, 0.9)], asked=line.id)

    assert (shown(found), missed(found)) == ([], {})


def test_labels_come_with_their_sections() -> None:
    """A piece knows what kind of item it is."""
    assert choose([(fact(1, "A fact."), 0.5)]).pieces[0].label is Label.FACT


def test_weak_lines_are_not_quoted_beside_a_clear_answer() -> None:
    """An excerpt must match a part as well as the best; a bit more where a shown summary tells of the message."""
    best, fair, weak = (message(number, f"Line {number}.") for number in range(3))
    told = summary(1, "They talked.")
    ranked = [(best, 1.0), (fair, POLICY.told_part - 0.05), (weak, POLICY.excerpt_part - 0.01)]
    cover = replace(NO_COVER, summaries=(told.id,))

    policy = replace(POLICY, floor=0.0)
    free = choose(ranked, [told], cover=cover, policy=policy)
    held = choose(ranked, [told], cover=cover, policy=policy, container=told.id)

    assert missed(free) == {weak.id: "too little to do with the question"}
    assert missed(held)[fair.id] == f"summary {told.id} tells of it"


def test_a_line_quoted_whole_is_not_counted_as_left_out() -> None:
    """Unless a summary that is shown holds it, itself or through others."""
    line, told = message(1, "The harbour opens at six."), summary(1, "They talked.")
    ranked = [(line, 0.9), (message(2, "It rained."), -1.0)]
    cover = replace(NO_COVER, summaries=(told.id,))

    free = choose([(line, 0.9)])
    unshown = choose([(line, 0.9)], [told], container=told.id)
    held = choose(ranked, [told], cover=cover, container=told.id)
    far = choose([(line, 0.9)], [told], cover=cover, container="s00000009", holders={"s00000009": told.id})

    assert [left_out(found) for found in (free, unshown, held, far)] == [49, 49, 45, 45]
    assert [len(found.pieces) for found in (held, far)] == [2, 2]


def test_recent_message_stands_for_itself() -> None:
    """A message of the history counts as covered, and so does a line quoted whole; a part of one does not."""
    line = message(1, "The harbour opens at six. Nobody is there before, as you can imagine.")
    cover, cut = replace(NO_COVER, messages=(line.id,)), replace(POLICY, recent_tokens_max=8, answer_tokens_max=8)

    recent = choose([], [line], cover=cover, policy=cut)
    whole, part = choose([(line, 0.9)]), choose([(line, 0.9)], policy=cut)

    assert [left_out(found) for found in (recent, whole, part)] == [49, 49, 50]
    assert [found.pieces[0].text for found in (recent, part)] == ["- Ada: The harbour opens at six. …\n"] * 2


def test_a_reply_that_is_worth_nothing_is_not_quoted() -> None:
    """ "Great, well done!" stands beside lines that match, and has nothing to say itself."""
    answer, reply = message(1, "The harbour opens at six."), message(2, "Great, well done!")

    selection = choose([(answer, 0.9), (reply, -0.3)])

    assert shown(selection) == [(answer.id, "excerpts")]
    assert missed(selection) == {reply.id: "too little to do with the question"}
