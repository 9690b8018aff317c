"""What has expired is gone with all that was made of it; what serves one chat is nowhere else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.due import has_work
from benchmarks.all_rounds import run_rounds
from context.exchange import Turn, TurnRequest
from context.recall.outcomes import Recalled, Several
from context.recall.recalling import RecallRequest, recall
from context.searching import SearchRequest, search_items
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.forgetting.expiry import expire
from graph.forgetting.removal import receipts_of
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Store
from graph.text.dangers import forbids_memory
from graph.transfer.lines import export_space
from graph.values.changes import NewFact, NewMemory
from graph.values.items import Author, MemoryType, Message, Role
from tests.contract.ops import whole

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
GATE = "The gate code of the marina is 4711, ask for Rosalind."


def said(
    knowledge: KnowledgeGraph, *bodies: str, chat: str = "", at: datetime = NOW, role: Role = Role.USER, **kept: object
) -> tuple[str, ...]:
    """Lines of one chat, a minute apart."""
    lines = [
        Line(role=role, body=body, sent_at=at + n * timedelta(minutes=1), **kept)  # type: ignore[arg-type]
        for n, body in enumerate(bodies)
    ]
    return knowledge.append("s", lines, chat=chat, now=at).messages


def made(store: Store) -> KnowledgeGraph:
    """A graph with one empty space."""
    knowledge = KnowledgeGraph(store)
    knowledge.create_space("s", now=NOW)
    return knowledge


def block(knowledge: KnowledgeGraph, query: str, *, chat: str = "", at: datetime = NOW) -> Turn:
    """A block for a question without a visible line."""
    return take_turn(knowledge, TurnRequest(space="s", query=query, chat=chat, visible=0, budget_tokens=600), now=at)


def found(knowledge: KnowledgeGraph, text: str, at: datetime = NOW) -> list[str]:
    """The ids that a search finds."""
    request = SearchRequest(space="s", text=text, is_wanted=lambda entry: True)
    return [each.id for each in search_items(knowledge, request, now=at)[0]]


def exported(knowledge: KnowledgeGraph) -> str:
    """Everything that the space holds."""
    return "\n".join(map(str, export_space(knowledge.store, "s")))


def small_talk(count: int) -> Sequence[str]:
    """Lines about something else."""
    return [f"We painted plank {number} of the boat in green." for number in range(count)]


def test_what_has_expired_is_gone_from_blocks_search_and_texts_at_once(store: Store) -> None:
    """One moment before its time a message is shown and stands in a summary and a fact; then nothing has it."""
    knowledge = made(store)
    (gate,) = said(knowledge, GATE, expires_at=NOW + 14 * DAY)
    said(knowledge, *small_talk(12), at=NOW + timedelta(minutes=2))
    fact = NewFact(body="Rosalind works at the marina.", sources=(gate,), author=Author.MODEL)
    apply_changes(knowledge, "s", [fact], now=NOW)
    run_rounds(knowledge, "s", owner="w", now=NOW + DAY, policy=RoundPolicy())
    just_before = NOW + 14 * DAY - timedelta(milliseconds=1)
    assert "Rosalind" in block(knowledge, "Who is at the marina?", at=just_before).block.body
    assert found(knowledge, "marina", just_before)

    after = block(knowledge, "Who is at the marina?", at=NOW + 14 * DAY)

    assert "Rosalind" not in after.block.body and "4711" not in after.block.body
    assert found(knowledge, "marina Rosalind", NOW + 14 * DAY) == []
    assert "Rosalind" not in exported(knowledge) and "plank 3" in exported(knowledge)
    assert [receipt.asked for receipt in receipts_of(knowledge, "s")] == ["expired"]


def test_a_fact_and_a_memory_expire_and_are_not_found_again(store: Store) -> None:
    """They go at their own times, what was said stays, and no round reads it again to make them anew."""
    knowledge = made(store)
    messages = said(knowledge, "Nil works from home.", "We found the lost map.", *small_talk(4))
    run_rounds(knowledge, "s", owner="w", now=NOW + DAY, policy=RoundPolicy())
    fact = NewFact(
        body="Nil is at home.", sources=messages[:1], author=Author.CALLER, expires_at=NOW + 3 * DAY, valid_from=NOW
    )
    memory = NewMemory(
        type=MemoryType.DISCOVERY,
        body="The map.",
        sources=messages[1:2],
        author=Author.CALLER,
        expires_at=NOW + 5 * DAY,
    )
    made_ids = apply_changes(knowledge, "s", [fact, memory], now=NOW + DAY).changes
    assert len(made_ids) == 2

    there = [
        [name for name in ("Nil is at home.", "The map.") if name in exported(knowledge)]
        for at in (NOW + 2 * DAY, NOW + 3 * DAY, NOW + 5 * DAY)
        if expire(knowledge, "s", now=at) or True
    ]

    assert there == [["Nil is at home.", "The map."], ["The map."], []]
    assert "Nil works from home." in exported(knowledge)
    assert knowledge.space("s").again == ()
    assert not expire(knowledge, "s", now=NOW + 9 * DAY)


def test_nothing_is_written_while_nothing_expires(store: Store) -> None:
    """Blocks and searches before the time leave the space as it was."""
    knowledge = made(store)
    said(knowledge, GATE, expires_at=NOW + DAY)
    before = whole(store, "s")

    request = TurnRequest(space="s", query="marina", visible=0, record=False)
    take_turn(knowledge, request, now=NOW)
    found(knowledge, "marina")

    assert whole(store, "s") == before


def test_a_chat_that_is_alone_serves_only_itself(store: Store) -> None:
    """Its lines are shown in it, for good, with what others said; no other block, search, recall or round has them."""
    knowledge = made(store)
    said(knowledge, "The surprise party for Ines is on the barge.", *small_talk(9), chat="secret", is_alone=True)
    said(knowledge, "Ines likes lemon cake.", *small_talk(9), chat="open", at=NOW + timedelta(hours=1))
    late = NOW + 2 * DAY
    reports = run_rounds(knowledge, "s", owner="w", now=late, policy=RoundPolicy())

    own = block(knowledge, "What about the party for Ines?", chat="secret", at=late).block.body
    other = block(knowledge, "What about the party for Ines?", chat="open", at=late).block.body
    newest = block(knowledge, "What did we talk about?", chat="open", at=late).block.body
    past = recall(
        knowledge, RecallRequest(space="s", text="What did we say about the barge?", chat="open"), offer=None, now=late
    )

    assert "barge" in own and "lemon" in own
    assert "lemon" in other and "barge" not in other + newest
    assert found(knowledge, "barge party", late) == []
    assert not isinstance(past, Recalled | Several)
    assert sum(report.messages for report in reports) == 10
    assert not has_work(knowledge, knowledge.space("s"), now=late, policy=RoundPolicy())
    holding = [json.loads(line)["label"] for line in exported(knowledge).splitlines() if "barge" in line]
    assert holding == ["Message", "Block"], "nothing was made of it but the block of its own chat"


def test_what_must_not_be_remembered_lasts_as_long_as_its_conversation(store: Store) -> None:
    """It is shown among the recent lines of its own chat, with the reply to it; elsewhere never, and later nowhere."""
    knowledge = made(store)
    said(knowledge, "I resign in May.", chat="a", is_remembered=False)
    said(knowledge, "Good luck with resigning.", chat="a", at=NOW + timedelta(minutes=1), role=Role.ASSISTANT)
    said(knowledge, "What shall I cook?", chat="a", at=NOW + timedelta(minutes=2))
    soon = NOW + timedelta(minutes=5)

    here, elsewhere = (block(knowledge, "When do I resign?", chat=chat, at=soon).block.body for chat in "ab")
    run_rounds(knowledge, "s", owner="w", now=NOW + DAY, policy=RoundPolicy())
    later = block(knowledge, "When do I resign?", chat="a", at=NOW + DAY).block.body

    assert "resign in May" in here and "Good luck" in here
    assert "resign" not in elsewhere + later
    assert "resign in May" not in exported(knowledge) and "cook" in exported(knowledge)


def test_a_resent_history_brings_back_no_more_than_its_conversation_needs(store: Store) -> None:
    """Sent again after it was forgotten, such a line serves the chat again, and goes again."""
    knowledge = made(store)
    history = [
        Line(role=Role.USER, body="Hello there, old boat."),
        Line(role=Role.USER, body="Don't remember this, but I resign in May."),
        Line(role=Role.ASSISTANT, body="Understood: May."),
    ]
    knowledge.append("s", history, chat="a", now=NOW)
    assert expire(knowledge, "s", now=NOW + DAY)

    history.append(Line(role=Role.USER, body="What shall I cook?"))
    knowledge.append("s", history, chat="a", now=NOW + DAY)

    said_there = [item for item in knowledge.messages("s", chat="a", limit=10) if isinstance(item, Message)]
    assert [item.body for item in said_there if item.expires_at is None] == [
        "Hello there, old boat.",
        "What shall I cook?",
    ]
    assert expire(knowledge, "s", now=NOW + 2 * DAY)
    assert "May" not in exported(knowledge)


@pytest.mark.parametrize(
    ("body", "is_order"),
    [
        ("Don't remember this, but I am planning to resign in May.", True),
        ("I'm thinking of leaving Tom. Please do not save this.", True),
        ("ok, don’t remember what I'm about to tell you: I failed the exam", True),
        ("This is off the record: the merger is on.", True),
        ("Don't remember that, please.", True),
        ("Bunu hatırlama ama mayısta istifa edeceğim.", True),
        ("Mayısta istifa edeceğim, bunu lütfen kaydetme.", True),
        ("bunu aklinda tutma, sinavdan kaldim", True),
        ("Merk dir das nicht, aber ich kündige im Mai.", True),
        ("Das musst du dir nicht merken: ich bin durchgefallen.", True),
        ("Bitte speicher das nicht.", True),
        ("I don't remember this at all, but Ana does.", False),
        ("Don't remember that, sorry. It was years ago.", False),
        ("Don't remember the name of the street.", False),
        ("Do you remember this song?", False),
        ("Don't forget this: I'm allergic to nuts.", False),
        ("Don't save the file as PDF.", False),
        ("Bunu hatırlamam mümkün değil.", False),
        ("Bunu hatırlamıyorum ama Ana hatırlıyor.", False),
        ("Ich kann mir das nicht merken.", False),
        ("Das habe ich mir nicht gemerkt.", False),
        ("Merk dir das bitte: ich esse keine Nüsse.", False),
    ],
)
def test_an_order_not_to_remember_is_told_from_a_bad_memory(body: str, is_order: bool) -> None:
    """Only who tells the assistant to keep nothing is taken at their word."""
    assert forbids_memory(body) is is_order
