"""The lines that stand for what is no longer visible: all of it, once, coarser where it is older."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from benchmarks.retrieval.covered import uncovered
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import DisputeFacts, NewFact, NewSummary
from graph.values.items import Author, Role, Summary
from tests.context.select.choosing import NO_COVER, choose, message, sections, summary

pytestmark = pytest.mark.embedded

START = datetime(2024, 5, 3, 12, tzinfo=UTC)
THINGS = ("the harbour", "our garden", "the choir", "a new bicycle", "my thesis", "the neighbours", "old coins")


def talked(days: int, people: Sequence[str] = ("Nora", "Pim"), *, groups: int = 1, lines: int = 12) -> KnowledgeGraph:
    """A talk on each of so many days, read by rounds without a model; with `groups`, with others in turn."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    for day in range(days):
        said = [
            Line(
                role=Role.USER,
                sender=f"{people[line % len(people)]}{day % groups if groups > 1 else ''}",
                body=f"On day {day} I thought {line + 2} times about {THINGS[(day + line) % 7]} and what it costs us.",
                sent_at=START + timedelta(days=day, minutes=line),
            )
            for line in range(lines)
        ]
        knowledge.append("home", said, chat=f"day {day}", now=START + timedelta(days=day, hours=1))
    run_rounds(knowledge, "home", owner="test", now=START + timedelta(days), policy=RoundPolicy())
    return knowledge


@pytest.fixture(scope="module")
def read() -> Iterator[Callable[..., KnowledgeGraph]]:
    """`talked`, once for each talk: for tests that write nothing."""
    made: list[KnowledgeGraph] = []

    @cache
    def talk(days: int, groups: int) -> KnowledgeGraph:
        made.append(talked(days, groups=groups))
        return made[-1]

    yield talk
    for knowledge in made:
        knowledge.close()


def asked(
    knowledge: KnowledgeGraph, query: str, budget: int, *, visible: int = 0, chat: str = "", days: float = 400
) -> Turn:
    """The block for a question, which isn't kept."""
    request = TurnRequest(space="home", query=query, visible=visible, chat=chat, budget_tokens=budget, record=False)
    return take_turn(knowledge, request, now=START + timedelta(days))


def lines_of(turn: Turn) -> list[str]:
    """The lines of the cover, as they read."""
    return [item.text for item in turn.items if item.label is Label.SUMMARY]


@pytest.mark.parametrize("budget", [150, 1024, 4096])
@pytest.mark.parametrize("days, groups", [(3, 1), (90, 1), (60, 60)])
def test_whatever_was_read_is_shown_or_summarised_once(
    read: Callable[..., KnowledgeGraph], days: int, groups: int, budget: int
) -> None:
    """Also in a small block, with visible messages, and where each talk has its own people and no root is shared."""
    knowledge = read(days, groups)
    index = knowledge.index("home")
    chat = f"day {days - 1}"
    visible = index.newest_messages(chat, 5)

    for query in ("What about the choir?", "See you!", "What did I say about old coins on day 2?"):
        outside = asked(knowledge, query, budget)
        inside = asked(knowledge, query, budget, visible=5, chat=chat)

        assert uncovered(index, outside, ()) == {"uncovered": 0, "summarised twice": 0}
        assert uncovered(index, inside, visible) == {"uncovered": 0, "summarised twice": 0}
        assert outside.block.left_out_count == inside.block.left_out_count == 0
        assert max(outside.block.tokens, inside.block.tokens) <= budget


@pytest.mark.parametrize("budget", [130, 160, 200])
def test_small_block_with_dangers_still_stands_for_everything(budget: int) -> None:
    """Its one line leaves out the names above it before it gives way."""
    knowledge = talked(6, ("Alexandria Montgomery", "Bartholomew Featherstone"), groups=2)
    dangers = ("peanuts", "shellfish", "penicillin", "latex", "wasps", "kiwis", "dust", "cats")
    told = [
        Line(role=Role.USER, sender="Nora", body=f"I am allergic to {danger}.", sent_at=START) for danger in dangers
    ]
    knowledge.append("home", told, chat="dangers", now=START)
    run_rounds(knowledge, "home", owner="test", now=START + timedelta(30), policy=RoundPolicy())

    turn = asked(knowledge, "See you!", budget)

    assert "allergic to" in turn.block.body
    assert turn.block.left_out_count == 0 and turn.block.tokens <= budget


def test_older_parts_are_coarser(read: Callable[..., KnowledgeGraph]) -> None:
    """In one block, the last lines tell of fewer messages each than the first one."""
    knowledge = read(90, 1)

    turn = asked(knowledge, "What about the choir?", 2048)

    counts = [int(re.findall(r"\((\d+) messages\)", line)[0]) for line in lines_of(turn)]
    assert counts[0] == max(counts) > 5 * counts[-1]


def test_more_room_tells_more(read: Callable[..., KnowledgeGraph]) -> None:
    """A larger block has more lines about the same history."""
    knowledge = read(90, 1)

    counts = [len(lines_of(asked(knowledge, "What about the choir?", budget))) for budget in (300, 2048, 8192)]

    assert counts[0] == 1 and counts == sorted(set(counts))


def test_an_overview_of_a_time_is_told_day_by_day(read: Callable[..., KnowledgeGraph]) -> None:
    """What lies before it and after it is one line each; where nothing was said, the whole history is told."""
    knowledge = read(90, 1)

    def days(query: str) -> list[str]:
        return [re.findall(r"^- (.*?) \(", line)[0] for line in lines_of(asked(knowledge, query, 512))]

    four = ["3–31 May 2024", "1 June 2024", "2 June 2024", "3 June 2024", "4 June 2024", "5 June – 31 July 2024"]
    assert days("What did we talk about between 1 and 4 June 2024?") == four
    assert days("What did Nora and Pim talk about between the 1st and the 4th of June 2024?") == four
    assert days("What did we talk about in June 1999?") == days("What did we talk about so far?") != four


def test_the_part_that_matches_is_told_in_detail() -> None:
    """With room for the parts of one root, that is the newest, unless another holds a summary that was found."""
    roots = [summary(number, f"They talked of {thing}.") for number, thing in ((1, "nets"), (2, "sails"))]
    parts = [summary(number, f"Part {number} of it, told at some length here.") for number in (3, 4, 5, 6)]
    holders = {part.id: roots[place // 2].id for place, part in enumerate(parts)}
    cover = replace(NO_COVER, summaries=tuple(root.id for root in roots))

    def chosen(found: Summary) -> set[str]:
        others, shares = [*roots, *parts], sections(summaries=1.0)
        pieces = choose([(found, 0.9)], others, cover=cover, holders=holders, sections=shares, budget=168).pieces
        return {piece.id for piece in pieces}

    assert chosen(parts[3]) == chosen(roots[1]) == {roots[0].id, parts[2].id, parts[3].id}
    assert chosen(parts[1]) == {parts[0].id, parts[1].id, roots[1].id}


def test_groups_of_people_stand_above_their_lines(read: Callable[..., KnowledgeGraph]) -> None:
    """Where different people talked, each line of the cover says between whom; among the same two, none needs to."""
    two, more = read(40, 1), read(40, 4)

    assert "\nNora, Pim\n" not in asked(two, "What about the choir?", 4096).block.body
    assert "\nNora3, Pim3\n" in asked(more, "What about the choir?", 4096).block.body


def test_one_line_for_several_parts_names_what_it_quotes() -> None:
    """All that it stands for is kept with the block, so that forgetting one of them finds the block."""
    knowledge = talked(30, groups=30)

    turn = asked(knowledge, "What about the choir?", 256)

    parts = {*turn.block.quotes, *(item.id for item in turn.items if item.label is Label.SUMMARY)}
    assert {*knowledge.index("home").tops()} == parts
    assert len(lines_of(turn)) < len(parts)
    knowledge.close()


def test_part_whose_words_stand_in_the_block_keeps_its_days() -> None:
    """The line of a summary that only repeats a quoted message still says when, and how much was said."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    bodies = [
        "The keys are in the blue tin on the shelf.",
        *(f"It rained {n} times, as it does." * 9 for n in range(9)),
    ]
    said = [Line(role=Role.USER, sender="Nora", body=body, sent_at=START + timedelta(minutes=n))
            for n, body in enumerate(bodies)]  # fmt: skip
    ids = knowledge.append("home", said, now=START).messages
    told = NewSummary(ref="new:1", level=1, members=ids, body=f"Nora: {bodies[0]}", conversation=None)
    apply_changes(knowledge, "home", [told], now=START)

    turn = asked(knowledge, "Where are the keys?", 180)

    assert turn.block.body.count("blue tin") == 1
    assert lines_of(turn) == ["- 3 May 2024 (10 messages)\n"]
    knowledge.close()


def test_what_no_summary_holds_yet_is_said_to_be_missing() -> None:
    """Before the first round nothing is summarised, and the block says how many messages it lacks."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    said = [Line(role=Role.USER, sender="Nora", body=f"Net {n} is mended. " * 2, sent_at=START) for n in range(30)]
    knowledge.append("home", said, now=START)

    turn = asked(knowledge, "Which harbour?", 200)

    count = 30 - len(turn.items)
    assert 0 < count == turn.block.left_out_count
    assert f"({count} messages are neither summarised nor shown here.)" in turn.block.body
    knowledge.close()


def test_newest_lines_come_last() -> None:
    """Where lines match the question, last month's farewell takes no room from them or from the cover."""
    knowledge = talked(30)
    farewell = [Line(role=Role.USER, sender="Pim", body="See ya!", sent_at=START + timedelta(31))]
    knowledge.append("home", farewell, now=START + timedelta(31))

    turn = asked(knowledge, "What about the choir?", 256)

    assert "See ya!" not in turn.block.body
    assert "See ya!" in asked(knowledge, "What about the choir?", 256, days=31.01).block.body
    knowledge.close()


def test_one_line_keeps_what_it_stands_for_when_it_is_shortened() -> None:
    """A sentence that stands elsewhere leaves the line of several parts, and all of them stay with the block."""
    roots = [summary(number, "Ada: I bought a green canoe. Ada: It is in the shed.") for number in range(1, 7)]
    cover = replace(NO_COVER, summaries=tuple(root.id for root in roots))
    line = message(1, "I bought a green canoe.")

    pieces = choose([(line, 0.9)], roots, cover=cover, budget=150).pieces
    alone = choose([], roots[:1], cover=replace(NO_COVER, summaries=(roots[0].id,)), budget=90).pieces

    told = [piece for piece in pieces if piece.stands_for > 1]
    assert {id for piece in told for id in (piece.id, *piece.quotes)} == {root.id for root in roots}
    assert [piece.id for piece in alone] == [roots[0].id]


def test_neighbours_with_nothing_left_to_tell_are_one_line() -> None:
    """What they would say stands in the block already; a day and a count for each of them would only fill it."""
    said = [message(number, f"In week {number} the harbour ferry was late again.") for number in range(3)]
    roots = [summary(number, f"Ada: {line.body}") for number, line in enumerate(said)]
    roots.append(summary(3, "Ada: The ferry has a new captain who sings."))
    cover = replace(NO_COVER, summaries=tuple(root.id for root in roots))

    pieces = choose([(line, 0.9) for line in said], roots, cover=cover).pieces

    told = {piece.tells: piece for piece in pieces if piece.label is Label.SUMMARY}
    assert {tells: piece.stands_for for tells, piece in told.items()} == {"": 15, roots[3].body: 5}
    assert {told[""].id, *told[""].quotes} == {root.id for root in roots[:3]}


def test_a_summary_says_what_is_disputed() -> None:
    """Though the sentence says more; not one that says the same of other messages, which nobody disputes."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    said: list[tuple[str, ...]] = []
    for place, body in enumerate(["Spruce is from Falun.", "No, from Mora.", "Falun has spruce."]):
        at = START + timedelta(place)
        talk = [body, *(f"On day {place} I thought {number} times about {THINGS[number]}." for number in range(2, 7))]
        lines = [Line(role=Role.USER, sender="Nora", body=each, sent_at=at) for each in talk]
        said.append(knowledge.append("home", lines, chat=f"talk {place}", now=at).messages)
    bodies = [
        "The spruce comes from Falun, two boards of it. The varnish dries slowly.",
        "The spruce comes from Mora.",
        "In Falun she saw where the spruce comes from.",
    ]
    facts = [
        NewFact(ref=f"new:{place}", body=f"The spruce comes from {town}.", sources=said[place][:1], author=Author.MODEL)
        for place, town in enumerate(["Falun", "Mora"])
    ]
    summed = [
        NewSummary(ref=f"new:s{place}", level=1, members=said[place], body=body, conversation=None)
        for place, body in enumerate(bodies)
    ]
    dispute = DisputeFacts(a="new:0", b="new:1", reason="they contradict each other")
    apply_changes(knowledge, "home", [*facts, *summed, dispute], now=START + timedelta(4))

    told = "".join(lines_of(asked(knowledge, "Where does the spruce come from?", 280)))

    assert "The spruce comes from Falun, two boards of it (disputed). The varnish dries slowly." in told
    assert "In Falun she saw where the spruce comes from.\n" in told
    knowledge.close()


def test_a_history_that_is_shown_whole_has_no_cover() -> None:
    """At any budget at which all lines fit, whether its summaries are told one by one or as one."""
    knowledge = talked(5, lines=2)
    whole = 0
    for budget in range(200, 800, 50):
        shown = lines_of(turn := asked(knowledge, "What does the garden cost?", budget))
        said = [item for item in turn.items if item.label is Label.MESSAGE]
        whole += len(said) == 10
        assert len(said) < 10 or not any("messages)" in line for line in shown), budget
    assert whole
    knowledge.close()


def test_no_line_counts_more_messages_than_its_days_have() -> None:
    """Also where lines that have nothing left to tell are one, of which some stand for others."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    for day in range(1, 26):
        at = datetime(2026, 11, day, 8, tzinfo=UTC)
        note = f"Note {day}: I walked {day} kilometres along the river with Tom."
        walk = Line(role=Role.USER, sender="Ada", body=note, sent_at=at)
        reply = Line(role=Role.ASSISTANT, body=f"Answer {day}: good walking.", sent_at=at + timedelta(minutes=1))
        knowledge.append("home", [walk, reply], now=at)
    run_rounds(knowledge, "home", owner="test", now=at, policy=RoundPolicy())
    joined = 0
    for budget in range(500, 700, 20):
        for line in lines_of(asked(knowledge, "What did I do last week?", budget, days=939)):
            days = re.match(r"- (?:(\d+)–)?(\d+) November 2026 \((\d+) messages", line)
            assert days is not None
            first, last, count = int(days[1] or days[2]), int(days[2]), int(days[3])
            assert count <= 2 * (last - first + 1), (budget, line)
            joined += line.endswith(")\n")
    assert joined
    knowledge.close()
