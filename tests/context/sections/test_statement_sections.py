"""Statements in a block: what holds, and what was so on the day on which it was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_rounds
from context.exchange import TurnRequest
from context.select.block_policy import BlockPolicy
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.index.day_ranges import DayRanges
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Node
from graph.text.days import Days
from graph.values.changes import NewFact, UnsettleFact
from graph.values.items import Author, Role

START = datetime(2024, 5, 3, 12, tzinfo=UTC)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space "home" in memory."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=START)
    yield graph
    graph.close()


def at(day: int) -> datetime:
    """A day after the start."""
    return START + timedelta(days=day)


def say(knowledge: KnowledgeGraph, *lines: tuple[int, str, str]) -> tuple[str, ...]:
    """Lines with the days after the start on which they are said, and by whom; rounds by rules read them."""
    said = [Line(role=Role.USER, sender=sender, body=body, sent_at=at(day)) for day, sender, body in lines]
    found = knowledge.append("home", said, now=START).new
    run_rounds(knowledge, "home", owner="test", now=START + timedelta(days=90), policy=RoundPolicy())
    return found


def block(knowledge: KnowledgeGraph, question: str, *, budget_tokens: int = 2048) -> str:
    """The block for a question, with nothing visible."""
    request = TurnRequest(space="home", query=question, visible=0, record=False, budget_tokens=budget_tokens)
    return take_turn(knowledge, request, now=START + timedelta(days=90)).block.body


def test_what_may_have_changed_is_told_as_of_its_day(knowledge: KnowledgeGraph) -> None:
    """A later line of the same speaker is about the same, in words that no rule can read."""
    say(
        knowledge,
        (0, "Nora", "I work as a nurse in Delft."),
        (20, "Nora", "First day with the new team at the tram depot!"),
    )

    told = block(knowledge, "Do I work as a nurse?")

    assert "## Facts" not in told
    assert "3 May 2024\n- Nora: I work as a nurse in Delft.\n" in told
    assert told.index("I work as a nurse") < told.index("23 May\n- Nora: First day with the new team")


@pytest.mark.parametrize(
    ("before", "since", "question"),
    [
        ("I work at Harbour Bank.", "I left the bank on Friday.", "Where do I work now?"),
        ("Ich arbeite bei der Hafenbank.", "Heute war mein erster Tag im Rathaus.", "Wo arbeite ich jetzt?"),
        ("Liman Bankası'nda çalışıyorum.", "Bugün belediyede ilk günümdü.", "Şimdi nerede çalışıyorum?"),
    ],
    ids=["en", "de", "tr"],
)
def test_what_was_said_since_comes_with_what_may_have_changed(
    knowledge: KnowledgeGraph, before: str, since: str, question: str
) -> None:
    """Both are lines of their days, and no fact tells the older one as what holds, whatever the question says."""
    say(
        knowledge,
        (0, "Nora", before),
        *((n, "Nora", f"It rains on boat {n}.") for n in range(1, 20)),
        (40, "Nora", since),
    )

    told = block(knowledge, question, budget_tokens=250)

    assert f"- Nora: {since}\n" in told
    assert f"{before} (" not in told
    assert before not in told or told.index(before) < told.index(since)


def test_of_many_lines_of_one_moment_few_come_with_what_may_have_changed(
    knowledge: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A history without times is stored as of one moment. Its other lines neither are read nor take the room."""
    say(knowledge, (0, "Nora", "I work at Harbour Bank."), (0, "Nora", "My desk at work is green."))
    say(
        knowledge,
        (40, "Nora", "I left the bank on Friday."),
        *((40, "Nora", f"It rains on boat {n}.") for n in range(200)),
    )
    read: list[str] = []
    nodes = knowledge.store.nodes

    def counted(space: str, ids: Sequence[str]) -> dict[str, Node]:
        read.extend(ids)
        return nodes(space, ids)

    monkeypatch.setattr(knowledge.store, "nodes", counted)
    told = block(knowledge, "Where do I work now?", budget_tokens=250)

    assert "- Nora: I left the bank on Friday.\n" in told and "Harbour Bank" in told
    assert len(read) < 100


def test_of_many_statements_that_may_have_changed_few_lines_are_read(
    knowledge: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each the line in which it was said last, of no more than there is room for; and no day is walked through."""
    said = [
        (day, "Nora", f"I work at desk {number}.") for number in range(120) for day in (number % 5, number % 5 + 10)
    ]
    lines = [Line(role=Role.USER, sender=who, body=body, sent_at=at(day)) for day, who, body in said]
    ids = knowledge.append("home", lines, now=START).new
    later = [Line(role=Role.USER, sender="Nora", body=f"It rains on boat {n}.", sent_at=at(40)) for n in range(300)]
    knowledge.append("home", later, now=START)
    facts = [NewFact(body=f"Nora: {said[n][2]}", sources=ids[n : n + 2]) for n in range(0, len(ids), 2)]
    apply_changes(knowledge, "home", facts, now=START)
    stored = [node.id for node in knowledge.store.find("home", Label.FACT, limit=200)]
    apply_changes(knowledge, "home", [UnsettleFact(fact=id, since=at(40)) for id in stored], now=START)
    read, walked = list[str](), list[int]()
    nodes, fit = knowledge.store.nodes, DayRanges.fit

    def counted(space: str, ids: Sequence[str]) -> dict[str, Node]:
        read.extend(ids)
        return nodes(space, ids)

    def counted_fit(ranges: DayRanges, slot: int, times: Sequence[Days]) -> float:
        walked.append(slot)
        return fit(ranges, slot, times)

    monkeypatch.setattr(knowledge.store, "nodes", counted)
    monkeypatch.setattr(DayRanges, "fit", counted_fit)
    told = block(knowledge, "At which desk do I work?", budget_tokens=8000)

    assert "13 May 2024\n- Nora: I work at desk" in told
    assert "I work at desk 7. (" not in told
    assert len(read) <= 2 * BlockPolicy().rows_max
    assert walked == []


def test_what_was_said_last_is_told_as_what_holds(knowledge: KnowledgeGraph) -> None:
    """Neither others' lines nor a question, nor lines about other things put a statement in doubt."""
    say(
        knowledge,
        (0, "Nora", "I work as a nurse in Delft."),
        (21, "Emre", "Delft is lovely in spring."),
        (22, "Nora", "Is there a good bakery in Delft?"),
        (23, "Nora", "It rains a lot."),
        (24, "Nora", "If I worked in Rome, I would eat ice cream every day."),
    )

    told = block(knowledge, "Do I work as a nurse in Delft?")

    assert "I work as a nurse in Delft. (3 May 2024)" in told


def test_what_took_the_place_of_something_is_told_as_what_holds(knowledge: KnowledgeGraph) -> None:
    """It was said as what is so now."""
    say(
        knowledge,
        (0, "Nora", "I live in Leeds."),
        (20, "Nora", "We moved to York."),
        (30, "Nora", "To live in York is lovely."),
    )

    assert "We moved to York. (23 May 2024)" in block(knowledge, "Where do I live?")


def test_a_brief_leaves_out_what_may_have_changed(knowledge: KnowledgeGraph) -> None:
    """Its quotes have no day, so that they would tell it as what holds."""
    say(
        knowledge,
        (0, "Nora", "My cousin Ruth works as a nurse in Delft."),
        (0, "Nora", "My cousin Ruth has two cats."),
        (20, "Nora", "Ruth drives a tram in Delft."),
    )

    told = block(knowledge, "Does Ruth work as a nurse?")

    assert "- Nora: My cousin Ruth works as a nurse in Delft.\n" in told
    assert told.count("works as a nurse") == 1


def test_what_is_said_again_holds_from_then_on(knowledge: KnowledgeGraph) -> None:
    """The last day on which a statement was made counts."""
    say(
        knowledge,
        (0, "Nora", "I work as a nurse in Delft."),
        (20, "Nora", "I work as a nurse in Delft."),
    )

    told = block(knowledge, "Where do I work?")

    assert told.endswith("23 May\n- Nora: I work as a nurse in Delft.\n</memory>\n")


def test_what_a_model_has_read_beside_each_new_line_holds(knowledge: KnowledgeGraph) -> None:
    """It would have said that something replaces it."""
    first, _ = say(
        knowledge, (0, "Nora", "The new pills are fine, fifty it is."), (20, "Nora", "Sertraline makes me tired.")
    )
    fact = NewFact(body="Nora takes 50 mg of sertraline.", importance=8, sources=(first,), author=Author.MODEL)
    apply_changes(knowledge, "home", [fact], now=START + timedelta(days=21))

    told = block(knowledge, "How much sertraline do I take?")

    assert "50 mg of sertraline. (3 May 2024)" in told
