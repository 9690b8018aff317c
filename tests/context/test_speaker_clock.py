"""Days are those of the speaker's clock, wherever the server stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from archivists.questions.read import ReadQuestion
from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from context.exchange import TurnRequest
from context.searching import SearchRequest, search_items
from context.turn import take_turn
from graph.errors import BadInput
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import IntakeRule, Message, Role, Summary

LIMA, KATHMANDU, BERLIN = "America/Lima", "Asia/Kathmandu", "Europe/Berlin"  # -5, +5:45, +1 and +2


def made(zone: str, *said: tuple[str, str]) -> tuple[KnowledgeGraph, list[Message]]:
    """A space in a zone, with lines at these times; a minute after the last one for those without."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    now = datetime(2026, 6, 30, tzinfo=UTC)
    knowledge.create_space("s", now=now, intake=IntakeRule(zone=zone))
    lines = [Line(role=Role.USER, body=body, sent_at=datetime.fromisoformat(at) if at else None) for at, body in said]
    knowledge.append("s", lines, now=now)
    return knowledge, knowledge.messages("s", limit=50)


def block(knowledge: KnowledgeGraph, query: str, at: str) -> str:
    """The block for a question at this moment."""
    request = TurnRequest(space="s", query=query, visible=0, budget_tokens=500)
    return take_turn(knowledge, request, now=datetime.fromisoformat(at).astimezone(UTC)).block.body


@pytest.mark.parametrize(
    ("zone", "at", "day", "yesterday"),
    [
        (LIMA, "2026-03-02T02:30:00Z", "1 March 2026", "2026-02-28"),  # Half past nine in the evening.
        (KATHMANDU, "2026-03-01T18:20:00Z", "2 March 2026", "2026-03-01"),  # Five past midnight.
        (KATHMANDU, "2026-03-01T18:10:00Z", "1 March 2026", "2026-02-28"),  # Five to midnight.
        (BERLIN, "2026-03-28T22:59:59Z", "28 March 2026", "2026-03-27"),  # The last second before midnight, winter.
        (BERLIN, "2026-03-29T22:00:00Z", "30 March 2026", "2026-03-29"),  # Midnight, now in summer.
        (BERLIN, "2026-03-29T21:59:59Z", "29 March 2026", "2026-03-28"),
        ("UTC", "2026-03-02T02:30:00Z", "2 March 2026", "2026-03-01"),
        (LIMA, "2026-03-02T07:30:00+05:00", "2 March 2026", "2026-03-01"),  # A traveller: their own clock counts.
        (LIMA, "2026-03-02T02:30:00+00:00", "1 March 2026", "2026-02-28"),  # UTC says nothing about a speaker.
    ],
)
def test_a_line_has_the_day_of_its_speakers_clock(zone: str, at: str, day: str, yesterday: str) -> None:
    """In headings, in what "yesterday" means, in summaries, and in what a model reads; the moment stays what it is."""
    knowledge, [message] = made(zone, (at, "I swam across the lake yesterday."))
    year, month, number = map(int, yesterday.split("-"))
    told = f"yesterday ({number} {datetime(year, month, number):%B})"

    text = block(knowledge, "Where did I swim?", "2026-06-30T12:00:00Z")
    prompt = ReadQuestion(language="en", messages=[message]).call().prompt
    run_rounds(knowledge, "s", owner="w", now=datetime(2026, 6, 30, tzinfo=UTC), policy=RoundPolicy(round_messages=1))

    assert message.sent_at == datetime.fromisoformat(at)
    assert message.speaks_of == (yesterday,)
    assert f"\n{day}\n" in text and told in text
    assert f"{datetime.strptime(day, '%d %B %Y'):%Y-%m-%d}" in prompt


@pytest.mark.parametrize(
    ("zone", "asked_at", "friday"),
    [
        (LIMA, "2026-03-08T03:00:00Z", "soup"),  # Saturday evening there, Sunday in London.
        (KATHMANDU, "2026-03-06T19:00:00Z", "soup"),  # Saturday there, Friday evening in London.
    ],
)
def test_last_friday_is_that_of_who_asks(zone: str, asked_at: str, friday: str) -> None:
    """A question for a day finds what was said on that day of the speaker's clock, in a block and in search."""
    offset = {LIMA: timedelta(hours=-5), KATHMANDU: timedelta(hours=5, minutes=45)}[zone]

    def at(day: int, hour: int) -> str:
        return datetime(2026, 3, day, hour, tzinfo=timezone(offset)).astimezone(UTC).isoformat()

    filler = [(at(day, 12), f"Plank number {day} of the boat is green.") for day in (1, 2, 3, 4)]
    knowledge, _ = made(
        zone,
        *filler,
        (at(5, 23), "We had rice."),
        (at(6, 0), "We had soup."),
        (at(6, 23), "Then cake."),
        (at(7, 1), "Tea."),
    )

    now = datetime.fromisoformat(asked_at)
    request = SearchRequest(space="s", text="What did I say last Friday?", is_wanted=lambda entry: True)
    found = [hit.id for hit in search_items(knowledge, request, now=now)[0][:2]]

    bodies = {message.id: message.body for message in knowledge.messages("s", limit=50)}
    assert {bodies[id] for id in found} == {"We had soup.", "Then cake."}
    assert friday in block(knowledge, "What did I say last Friday?", asked_at)


def test_a_traveller_asks_on_their_own_clock() -> None:
    """Whose message has its offset means that clock's yesterday, not the zone's."""
    knowledge, _ = made(
        LIMA, ("2026-03-01T12:00:00-05:00", "We had rice."), ("2026-03-02T12:00:00-05:00", "We had soup.")
    )
    line = Line(
        role=Role.USER,
        body="What did I eat yesterday?",
        sent_at=datetime.fromisoformat("2026-03-03T04:00:00+05:45"),  # 2 March in Lima and in London.
    )

    turn = take_turn(
        knowledge,
        TurnRequest(space="s", lines=(line,), budget_tokens=500),
        now=line.sent_at.astimezone(UTC),  # type: ignore[union-attr]
    )

    terms = {item.text.strip(): item.terms.get("time", 0.0) for item in turn.items}
    best = max(terms, key=lambda text: terms[text])
    assert "soup" in best


def test_summaries_say_the_days_of_the_clock() -> None:
    """A conversation on one evening in Lima is of one day, though it is two in UTC."""
    start = datetime(2026, 3, 1, 22, tzinfo=UTC)
    said = [((start + timedelta(minutes=6 * n)).isoformat(), f"Plank {n} is green.") for n in range(40)]
    knowledge, messages = made(LIMA, *said)
    assert {message.sent_at.date().isoformat() for message in messages} == {"2026-03-01"}
    assert {message.sent_at.astimezone(UTC).date().isoformat() for message in messages} == {"2026-03-01", "2026-03-02"}

    run_rounds(knowledge, "s", owner="w", now=datetime(2026, 6, 30, tzinfo=UTC), policy=RoundPolicy())
    tops = [each for each in knowledge.get("s", knowledge.index("s").tops()).values() if isinstance(each, Summary)]

    assert {at.date().isoformat() for top in tops for at in (top.first_at, top.last_at)} == {"2026-03-01"}
    assert all("2026-03-02" not in top.body for top in tops)


def test_a_clock_that_is_wrong_does_no_lasting_harm() -> None:
    """Lines dated by a clock at its zero, or years ahead, stand where they arrived; what follows is dated right."""
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    knowledge, _ = made("UTC")
    for number, at in enumerate(("1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "2026-03-01T12:10:00Z")):
        line = Line(role=Role.USER, body=f"Line {number}.", sent_at=datetime.fromisoformat(at))
        knowledge.append("s", [line], now=now + timedelta(minutes=number))

    messages = knowledge.messages("s", limit=5)

    assert [message.body for message in messages] == ["Line 0.", "Line 1.", "Line 2."]
    assert [message.sent_at for message in messages] == [now, now + timedelta(minutes=1), now + timedelta(minutes=10)]
    assert len({message.conversation for message in messages}) == 1


def test_an_undated_line_stands_with_its_neighbours() -> None:
    """Among dated lines it has the time of the one before it, or else of the one behind, and their conversation."""
    knowledge, messages = made(
        "UTC", ("", "First."), ("2026-03-01T12:00:00Z", "Second."), ("", "Third."), ("2026-03-01T12:05:00Z", "Fourth.")
    )

    assert [message.body for message in messages] == ["First.", "Second.", "Third.", "Fourth."]
    assert {message.sent_at.date().isoformat() for message in messages} == {"2026-03-01"}
    assert len({message.conversation for message in messages}) == 1
    assert knowledge.space("s").intake.zone == "UTC"


def test_an_unknown_zone_is_refused() -> None:
    """The error names it and shows a right one."""
    with pytest.raises(BadInput, match=r"'Mars/Olympus' is unknown, expected .* Europe/Istanbul"):
        IntakeRule(zone="Mars/Olympus")
