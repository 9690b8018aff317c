"""Selection: shares, skipping, repetitions, and a reason for whatever is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from context.score.scoring import TERMS, Scored, best_line
from context.select.reasons import in_words
from context.turn_policy import Shares, TurnPolicy

from context.select.history_cover import HistoryCover
from context.select.selection import Material, Selection, nearly_shown, select
from context.wording.phrases import ENGLISH
from context.wording.pieces import Section
from graph.index.space_index import Entry
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.codec import id_of, to_ms
from graph.values.items import Entity, Fact, FactKind, FactStatus, Item, KeyInfo, Message, Role, Summary

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
POLICY = TurnPolicy()


def message(number: int, body: str) -> Message:
    """A message of one minute after the other."""
    at = NOW + timedelta(minutes=number)
    return Message(
        id=f"m{number:08d}", conversation="c1", chat="", sender="Ada", role=Role.USER, body=body, sent_at=at,
        position=float(to_ms(at)), digest="", tokens=count_tokens(body),
    )  # fmt: skip


def fact(number: int, body: str, **changed: object) -> Fact:
    """A fact that nobody doubts."""
    whole: dict[str, object] = {"created_at": NOW, "updated_at": NOW, "tokens": count_tokens(body)}
    return Fact(id=f"f{number:08d}", body=body, **whole | changed)  # type: ignore[arg-type]


def entity(number: int, brief: str | None, dossier: str | None = None) -> Entity:
    """An entity with these texts."""
    return Entity(
        id=f"e{number:08d}", name=f"Name{number}", key=f"name{number}", brief=brief, dossier=dossier,
        created_at=NOW, updated_at=NOW,
    )  # fmt: skip


def summary(number: int, body: str, count: int = 5) -> Summary:
    """A summary of some messages."""
    return Summary(
        id=f"s{number:08d}", level=1, body=body, conversation=None, first_at=NOW, last_at=NOW,
        first_position=float(to_ms(NOW) + number), last_position=float(to_ms(NOW)), message_count=count,
        tokens=count_tokens(body),
    )  # fmt: skip


def scored(item: Item, score: float, container: str | None = None) -> Scored:
    """The item with a score that the question accounts for; below 0, what it is otherwise takes more away."""
    status = str(item.status) if isinstance(item, Fact) else ""
    tokens = getattr(item, "tokens", 0)
    entry = Entry(
        id=id_of(item), label=item.label, kind="", at_ms=0, position=0.0, importance=0, salience=0, usefulness=0.0,
        tokens=tokens, chat="", conversation=None, container=container, status=status, sender="",
    )  # fmt: skip
    return Scored(id_of(item), entry, score, abs(score), abs(score), (0.0,) * len(TERMS), None)


NO_COVER = HistoryCover(summaries=(), recent=(), older=(), earlier=(), tokens=0, blocked=frozenset())


def choose(
    ranked: Sequence[tuple[Item, float]],
    others: Sequence[Item] = (),
    *,
    budget: int = 2000,
    policy: TurnPolicy = POLICY,
    cover: HistoryCover = NO_COVER,
    container: str | None = None,
    **more: Mapping[str, Sequence[str]] | Mapping[str, float] | frozenset[str] | str,
) -> Selection:
    """A selection from these items."""
    material = Material(
        chat="", asked=None, visible=frozenset(), phrases=ENGLISH, history_count=50,
        ranked=[scored(item, score, container) for item, score in ranked], best_line=0.0, lines_tokens=0, cover=cover,
        rows={id_of(item): item for item in (*others, *(item for item, _ in ranked))},
        stems={}, sources={}, stated={}, spoken={}, covered_by={}, against={}, holders={}, below={},
    )  # fmt: skip
    material = replace(material, **more)  # type: ignore[arg-type]
    return select(replace(material, best_line=best_line(material.ranked, material.visible)), budget, policy)


def shown(selection: Selection) -> list[tuple[str, Section]]:
    """What is shown, and where."""
    return [(piece.id, piece.section) for piece in selection.pieces]


def missed(selection: Selection) -> dict[str, str]:
    """What is not, and why."""
    return {id: in_words(reason) for id, reason in selection.left_out.items()}


def test_items_go_to_the_section_of_their_kind() -> None:
    """Facts, theories, questions and objectives each have their own."""
    found = choose([(fact(number, f"Number {number} holds.", kind=kind), 0.5) for number, kind in enumerate(FactKind)])

    assert [section for _, section in shown(found)] == [
        Section.FACTS, Section.THEORIES, Section.QUESTIONS, Section.OBJECTIVES,
    ]  # fmt: skip


def test_item_that_does_not_fit_is_skipped_not_cut() -> None:
    """A long fact leaves its room to the shorter ones behind it."""
    long = fact(1, "very " * 200 + "long")

    found = choose([(long, 0.9), (fact(2, "Short."), 0.5)], budget=130)

    assert shown(found) == [("f00000002", Section.FACTS)]
    assert missed(found) == {"f00000001": "budget"}


def test_key_info_keeps_to_its_share() -> None:
    """Lines are taken from the first on while they fit; the rest of the block is not starved."""
    row = KeyInfo(lines=("One thing.", "word " * 80, "Third."), sources=("m1",) * 3, updated_at=NOW)

    found = choose([(fact(1, "A fact."), 0.5)], [row], budget=200)

    assert found.pieces[0].text == "- One thing.\n"
    assert shown(found)[1:] == [("f00000001", Section.FACTS)]


def test_dossier_that_does_not_fit_gives_way_to_the_brief() -> None:
    """An entity that matters is shown by whichever of its texts there is room for."""
    known = entity(1, "A brief.", "long " * 300)

    found = choose([(known, 0.9)], budget=300)

    assert shown(found) == [(known.id, Section.DOSSIERS)]
    assert found.pieces[0].text.endswith("A brief.\n")


def test_briefs_are_limited_and_weak_ones_left_out() -> None:
    """Less relevant entities get a brief, only so many of them, and none that has nothing to do with the question."""
    policy = replace(POLICY, briefs_max=1)
    near, second, far, mute = entity(1, "Near."), entity(2, "Second."), entity(3, "Far."), entity(4, None)

    found = choose([(near, 0.2), (second, 0.15), (far, 0.05), (mute, 0.9)], policy=policy)

    assert shown(found) == [(near.id, Section.BRIEFS)]
    assert missed(found) == {
        second.id: "1 briefs are shown already",
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

    found = choose([(known, 0.9), (now, 0.8)], covered_by={now.id: [known.id]})

    assert shown(found) == [(now.id, Section.FACTS)]
    assert missed(found) == {known.id: "its text is out of date"}


def test_covered_fact_is_shown_when_the_dossier_is_not() -> None:
    """A dossier says only what it says when it stands in the block."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")
    covered = {said.id: [known.id]}

    assert missed(choose([(known, 0.9), (said, 0.5)], covered_by=covered)) == {
        said.id: "the dossier of Name1 already says it"
    }
    assert shown(choose([(said, 0.5)], [known], covered_by=covered)) == [(said.id, Section.FACTS)]


def test_strong_fact_earns_a_repeat() -> None:
    """At the policy's score a fact is shown although a dossier says it."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")

    found = choose([(known, 0.95), (said, POLICY.repeat_score)], covered_by={said.id: [known.id]})

    assert (said.id, Section.FACTS) in shown(found)


def test_summary_that_says_it_is_named() -> None:
    """A fact whose words stand in a shown summary is left out, and the reason tells which."""
    told = summary(1, "Ada bought a green canoe from the old harbour shop and painted it.")
    cover = replace(NO_COVER, summaries=(told.id,))

    found = choose([(fact(1, "Ada bought a green canoe."), 0.5)], [told], cover=cover)

    assert missed(found) == {"f00000001": f"summary {told.id} already says it"}


def test_summary_is_not_shown_beside_a_part_of_itself() -> None:
    """Of a summary and one below it, only one stands in the block, whichever came first."""
    above, below, free = summary(1, "Above."), summary(2, "Below."), summary(3, "Free.")
    holders = {below.id: frozenset({above.id}), above.id: frozenset[str](), free.id: frozenset[str]()}
    cover = replace(NO_COVER, summaries=(below.id,))

    found = choose([(above, 0.9), (free, 0.8)], [below], cover=cover, holders=holders)
    turned = choose([(below, 0.9)], [above], cover=replace(NO_COVER, summaries=(above.id,)), holders=holders)

    assert [id for id, _ in shown(found)] == [below.id, free.id]
    assert missed(found) == {above.id: "its messages are shown or stood for already"}
    assert [id for id, _ in shown(turned)] == [above.id]


def test_a_summary_of_which_a_part_is_shown_is_stood_for_by_its_other_parts() -> None:
    """A conversation found by the question does not take the others of its chapter out of the block."""
    chapter = summary(1, "Chapter.", 15)
    first, found, last = summary(2, "First."), summary(3, "Found."), summary(4, "Last.")
    cover = replace(NO_COVER, older=(chapter.id,))
    holders, below = {found.id: frozenset({chapter.id})}, {chapter.id: (first.id, found.id, last.id)}

    selection = choose([(found, 0.9)], [chapter, first, last], cover=cover, holders=holders, below=below)

    assert [id for id, _ in shown(selection)] == [found.id, last.id, first.id]


def test_history_keeps_to_its_shares_and_gets_what_is_left() -> None:
    """Recent messages stop at their share, knowledge comes next, then earlier messages while there is room."""
    lines = [message(number, f"Line {number} has some words in it.") for number in range(9)]
    ids = tuple(line.id for line in lines)
    cover = replace(NO_COVER, recent=ids[4:], earlier=ids[:4])
    policy = replace(POLICY, shares=Shares(recent=0.1))

    found = choose([(fact(1, "A fact."), 0.5)], lines, cover=cover, policy=policy, budget=500)

    order = [id for id, _ in shown(found)]
    before_fact = order[: order.index("f00000001")]
    assert before_fact == [*reversed(ids)][: len(before_fact)] and 0 < len(before_fact) < 5


def test_only_some_visible_lines_are_near_misses() -> None:
    """The lines before the question are much like it; they don't crowd out what else was nearly shown."""
    lines = [message(number, f"Line {number}.") for number in range(12)]
    ranked: list[tuple[Item, float]] = [(line, 0.9) for line in lines]
    old = fact(1, "Old.", status=FactStatus.SUPERSEDED)

    ranked.append((old, 0.4))
    found = choose(ranked, visible=frozenset(line.id for line in lines))
    misses = nearly_shown([scored(*one) for one in ranked], found, frozenset(), POLICY)

    assert [in_words(miss.reason) for miss in misses] == ["visible anyway"] * POLICY.visible_misses_max + ["superseded"]


def test_near_misses_are_the_best_of_what_is_not_shown() -> None:
    """So many of them, with what was chosen and had no room in the end, and without what stands in the block."""
    told, dropped, far = fact(1, "Told."), fact(2, "Dropped."), fact(3, "Far.")
    ranked: list[tuple[Item, float]] = [(told, 0.9), (dropped, 0.8), (far, 0.01)]
    found = choose(ranked)

    def misses(count: int) -> list[tuple[str, str]]:
        policy = replace(POLICY, near_misses_max=count)
        return [
            (miss.one.id, in_words(miss.reason))
            for miss in nearly_shown([scored(*one) for one in ranked], found, {told.id}, policy)
        ]

    assert misses(2) == [(dropped.id, "budget"), (far.id, "worth too little in this turn")]
    assert misses(1) == [(dropped.id, "budget")]


def test_asked_message_is_no_near_miss() -> None:
    """The question itself is neither shown nor explained."""
    line = message(1, "What about the canoe?")

    found = choose([(line, 0.9)], asked=line.id)

    assert (found.pieces, found.left_out) == ((), {})


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
    above, cover = {"s00000009": {told.id}}, replace(NO_COVER, summaries=(told.id,))

    free = choose([(line, 0.9)])
    unshown = choose([(line, 0.9)], [told], container=told.id)
    held = choose([(line, 0.9)], [told], cover=cover, container=told.id)
    far = choose([(line, 0.9)], [told], cover=cover, container="s00000009", holders=above)

    assert [piece.stands_for for piece in (*free.pieces, *unshown.pieces)] == [1, 1]
    assert [piece.stands_for for piece in (*held.pieces, *far.pieces)] == [5, 0, 5, 0]


def test_a_reply_that_is_worth_nothing_is_not_quoted() -> None:
    """ "Great, well done!" stands beside lines that match, and has nothing to say itself."""
    answer, reply = message(1, "The harbour opens at six."), message(2, "Great, well done!")

    selection = choose([(answer, 0.9), (reply, -0.3)])

    assert shown(selection) == [(answer.id, Section.EXCERPTS)]
    assert missed(selection) == {reply.id: "too little to do with the question"}


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
    """Unless the summary says nothing else: it stands for its messages."""
    known = KeyInfo(lines=("Ada: I am allergic to hazelnuts.",), sources=("m1",), updated_at=NOW)
    first, second = (
        summary(1, "Ada: I am allergic to hazelnuts. I live in Bristol."),
        summary(2, "Ada: I am allergic to hazelnuts."),
    )
    cover = replace(NO_COVER, summaries=(first.id, second.id))

    texts = {piece.id: piece.text for piece in choose([], [known, first, second], cover=cover).pieces}

    assert texts[first.id] == "- 9 March 2026: Ada: I live in Bristol.\n"
    assert texts[second.id] == "- 9 March 2026: Ada: I am allergic to hazelnuts.\n"


CAKE = message(1, "We had the one with the nuts at my aunt's last year, and she loved it, as you can imagine.")
OVEN = message(2, "The cake is in the oven.")
LOVED = fact(3, "Ilgın loved last year's cake.")
CAKE_STATES = {"sources": {LOVED.id: [CAKE.id]}, "stated": {CAKE.id: [LOVED.id]}}


def test_a_fact_stands_for_its_line_where_room_is_short() -> None:
    """The fact says in fewer tokens what the line says, wherever the better placed of both stands."""
    fact_first = choose([(OVEN, 0.9), (LOVED, 0.5), (CAKE, 0.4)], budget=105, **CAKE_STATES)
    line_first = choose([(OVEN, 0.9), (CAKE, 0.5), (LOVED, 0.2)], budget=105, **CAKE_STATES)

    for found in (fact_first, line_first):
        assert {id for id, _ in shown(found)} == {OVEN.id, LOVED.id}
        assert missed(found) == {CAKE.id: f"{LOVED.id}, which is shown, tells of it"}


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

    of_both = choose([(OVEN, 0.9), (line, 0.5), (quote, 0.2)], stems={"cake": 1.0, "nuts": 1.0}, budget=95, **states)
    of_cake = choose([(OVEN, 0.9), (line, 0.5), (quote, 0.2)], stems={"cake": 1.0}, budget=95, **states)

    assert line.id in {id for id, _ in shown(of_both)}
    assert {id for id, _ in shown(of_cake)} == {OVEN.id, quote.id}


def test_a_line_is_shown_with_its_date_and_the_summary_does_not_repeat_it() -> None:
    """What a summary quotes stands once in the block: as the line itself, where the line answers the question."""
    told = summary(1, "Ada: I bought a green canoe. Ada: We met at the old harbour.")
    line = message(1, "I bought a green canoe.")

    found = choose([(line, 0.5)], [told], cover=replace(NO_COVER, summaries=(told.id,)))

    texts = {piece.id: piece.text for piece in found.pieces}
    assert texts == {
        told.id: "- 9 March 2026: Ada: We met at the old harbour.\n",
        line.id: "- Ada: I bought a green canoe.\n",
    }
    assert missed(found) == {}


def test_room_that_quotes_left_goes_to_the_next_line() -> None:
    """A line for which there was no room comes in when a summary lost what another line says itself."""
    quote = " ".join(f"I bought a green canoe number {number}." for number in range(12))
    told = summary(1, f"Ada: {quote}")
    lines = [message(1, quote), message(2, " ".join(f"The harbour has {number} lamps." for number in range(10)))]
    cover = replace(NO_COVER, summaries=(told.id,))
    policy = replace(POLICY, excerpt_tokens_max=500, answer_tokens_max=500, shares=Shares(summaries=1.0))

    found = choose([(lines[0], 0.6), (lines[1], 0.5)], [told], cover=cover, policy=policy, budget=380)

    assert [id for id, _ in shown(found)] == [line.id for line in lines]


def test_a_line_of_the_key_info_is_not_quoted_again() -> None:
    """Key info names who said it, the line itself does not: it is the same sentence."""
    known = KeyInfo(lines=("Ada: Always answer in rhymes.",), sources=("m1",), updated_at=NOW)
    line = message(1, "Always answer in rhymes.")

    assert missed(choose([(line, 0.9)], [known])) == {line.id: "key info already says it"}


def test_what_a_fact_leaves_of_a_line_is_shown_if_it_has_to_do_with_the_question() -> None:
    """A greeting beside a fact says nothing."""
    greeting = message(1, "Hey Ada! I won the regatta on Sunday!")
    more = message(2, "The prize was a kayak. I won the regatta on Sunday!")
    said = fact(3, "Ben: I won the regatta on Sunday!")

    texts = choose([(said, 0.9), (greeting, 0.8), (more, 0.8)], stems={"prize": 1.0})

    assert missed(texts) == {greeting.id: "a fact that is shown already says it"}
    assert [piece.text for piece in texts.pieces if piece.id == more.id] == ["- Ada: The prize was a kayak. …\n"]
