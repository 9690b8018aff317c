"""Summary trees and conversations that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivists.keeping.archivist import Proposal, Questions
from archivists.keeping.summaries import SUMMARIES, find_summaries, rewrite_stale
from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import sentences_quoted
from archivists.window.stale_summaries import SummaryToRewrite
from graph.text.sentences import sentences
from graph.text.tokens import count_tokens
from graph.values.changes import Change, CompleteConversation, NewSummary, ReplaceSummary, SupersedeFact
from graph.values.codec import to_ms
from graph.values.items import Author, Clock, Fact, FactStatus, IntakeRule, Message, Summary
from tests.archivists.building import START, conversation_of, message, talk_of, window_of

POLICY = RoundPolicy()


def lines(count: int) -> list[Message]:
    """A talk of so many messages, each about something of its own."""
    things = ("boats", "planks", "nets", "gulls", "ropes", "storms", "lamps", "fish", "songs", "maps")
    return [
        message(number, ("Nora", "Ola")[number % 2], f"I like {things[number % 10]} of number {number}.")
        for number in range(1, count + 1)
    ]


def proposed(messages: Sequence[Message], *, is_silent: bool = False, tops: Sequence[Summary] = ()) -> list[Change]:
    """What is proposed for one conversation."""
    return find_summaries(window_of(messages, is_silent=is_silent, tops=tops), POLICY)


def summaries(changes: Sequence[Change], level: int) -> list[NewSummary]:
    """The new summaries of one level."""
    return [change for change in changes if isinstance(change, NewSummary) and change.level == level]


def stored(number: int, *, level: int = 1, conversation: str | None = "c00000001", body: str = "Nora: So.") -> Summary:
    """A stored summary; a higher number is later."""
    return Summary(
        id=f"s{number:08d}",
        level=level,
        body=body,
        conversation=conversation,
        first_at=START,
        last_at=START,
        first_position=float(number),
        last_position=float(number),
        message_count=10,
        participants=("Nora", "Ola"),
    )


@pytest.mark.parametrize(("count", "chunks"), [(19, 0), (20, 1), (29, 1), (30, 2)])
def test_active_conversation_keeps_its_tail(count: int, chunks: int) -> None:
    """Ten messages stay as they are; before them, whole chunks of ten are summarised."""
    found = summaries(proposed(lines(count)), 1)

    assert [len(summary.members) for summary in found] == [10] * chunks


@pytest.mark.parametrize(("count", "sizes"), [(1, [1]), (14, [14]), (16, [8, 8]), (25, [12, 13])])
def test_silent_conversation_is_summarised_whole(count: int, sizes: list[int]) -> None:
    """Its last lines go too, in parts of about ten."""
    found = summaries(proposed(lines(count), is_silent=True), 1)

    assert [len(summary.members) for summary in found] == sizes


def test_root_is_the_conversations_summary() -> None:
    """A conversation that is over has one summary over all, and its first sentence of substance is the title."""
    changes = proposed(lines(25), is_silent=True)

    [root] = summaries(changes, 2)
    completed = changes[-1]
    assert isinstance(completed, CompleteConversation)
    assert completed.summary == root.ref
    assert list(root.members) == [summary.ref for summary in summaries(changes, 1)]
    assert completed.title and completed.title.rstrip("…") in " ".join(line.body for line in lines(25))
    assert completed.topics == ()  # Only a model names them.


def test_conversation_with_unread_messages_is_not_closed() -> None:
    """What was not read yet comes first."""
    window = window_of(lines(12), is_silent=True)
    unread = replace(window, conversations=(replace(window.conversations[0], is_read=False),))

    assert find_summaries(unread, POLICY) == []


def test_late_lines_are_summarised_at_once() -> None:
    """A line that came into what is summarised already joins the tree beside it, tail or not."""
    late = message(1, "Nora", "I found an old letter in the shed.")
    above = replace(stored(9), first_position=late.position - 5, last_position=late.position + 5)

    [summary] = proposed([late], tops=[above])

    assert isinstance(summary, NewSummary)
    assert (summary.level, summary.members) == (1, ("m00000001",))


@pytest.mark.parametrize(("count", "combined"), [(8, 0), (9, 8)])
def test_more_tops_than_the_maximum_are_combined(count: int, combined: int) -> None:
    """Eight of one level may stand side by side; with the ninth, the oldest eight become one."""
    tops = [stored(number, body=f"Nora: I like {number} of them.") for number in range(1, count + 1)]

    found = summaries(_with_tops(tops), 2)

    assert [len(summary.members) for summary in found] == ([combined] if combined else [])


def test_lower_tops_among_those_that_are_combined_come_along() -> None:
    """Else the days of two summaries would overlap, as if messages were told twice."""
    tops = [stored(number, level=1 if number in (3, 11) else 2) for number in range(1, 12)]

    [summary] = summaries(_with_tops(tops), 3)

    assert summary.members == tuple(top.id for top in tops[:9])


def _with_tops(tops: Sequence[Summary]) -> list[Change]:
    window = window_of(lines(1), tops=tops)
    return find_summaries(replace(window, conversations=(replace(window.conversations[0], unsummarised=()),)), POLICY)


def test_only_equal_participants_are_combined_above_conversations() -> None:
    """Nobody learns from a summary what was said where they were not."""
    others = [
        replace(stored(number, level=1, conversation=f"c9{number}"), participants=("Ola", "Nora"))
        for number in range(1, 9)
    ]
    strangers = [replace(stored(20 + number, conversation=f"c8{number}"), participants=("Ulf",)) for number in range(9)]
    window = replace(window_of(lines(5), is_silent=True), shared_tops=(*strangers, *others))

    shared = [
        change
        for change in find_summaries(window, POLICY)
        if isinstance(change, NewSummary) and change.conversation is None
    ]

    assert [list(change.members) for change in shared] == [[top.id for top in others]]
    assert shared[0].level == 2


@pytest.mark.parametrize(
    ("relative", "plain"),
    [
        ("I moved to Bergen last Friday.", "My boat has a red sail."),
        ("Geçen cuma Bergen'e taşındım.", "Teknemin yelkeni kırmızı."),
        ("Ich bin letzten Freitag nach Bergen gezogen.", "Mein Boot hat ein rotes Segel."),
    ],
    ids=["en", "tr", "de"],
)
def test_summary_of_several_days_says_on_which_day_last_friday_was_said(relative: str, plain: str) -> None:
    """In a summary of several days each sentence has its day with it, also in the next summary above."""
    days = [START + timedelta(days=7 * number) for number in range(8)]
    tops = [
        replace(
            stored(number, conversation=f"c9{number}", body=f"Nora: {relative if number == 2 else plain}"),
            **{"first_at": at, "last_at": at, "first_position": to_ms(at), "last_position": to_ms(at)},
        )
        for number, at in enumerate(days)
    ]
    window = replace(window_of(lines(5), is_silent=True), shared_tops=tops)

    (above,) = (each for each in summaries(find_summaries(window, POLICY), 2) if each.conversation is None)

    assert f"Nora ({days[2]:%Y-%m-%d}): {relative}" in above.body
    assert f"Nora ({days[0]:%Y-%m-%d}): {plain}" in above.body
    kept = sentences_quoted([above.body], ("Nora", "Ola"))
    assert {(one.speaker, one.text) for one in kept} >= {
        (f"Nora ({days[2]:%Y-%m-%d})", relative),
        (f"Nora ({days[0]:%Y-%m-%d})", plain),
    }


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize(
    "said", ["I moved to Bergen last Saturday.", "Geçen cumartesi taşındım.", "Ich bin letzten Samstag umgezogen."]
)
def test_summary_across_midnight_says_on_which_day_last_saturday_was_said(said: str, clock: Clock) -> None:
    """Its first and last message are of two days, and each sentence that needs its day has it; a story has no days."""
    night = START.replace(hour=23, minute=58)
    talk = [
        replace(message(number, "Nora", text), sent_at=night + timedelta(minutes=number))
        for number, text in enumerate((said, "My boat has a red sail."), start=1)
    ]
    window = window_of(talk, is_silent=True)
    window = replace(window, space=replace(window.space, intake=IntakeRule(clock=clock)))

    (summary,) = summaries(find_summaries(window, POLICY), 1)

    assert summary.body.startswith(f"Nora ({night:%Y-%m-%d}): " if clock is Clock.WALL else "Nora: ")
    alone = replace(window_of(talk[:1], is_silent=True), space=window.space)
    assert summaries(find_summaries(alone, POLICY), 1)[0].body == f"Nora: {said}"


def test_nothing_said_is_a_summary_without_a_text() -> None:
    """It stands for its messages and says nothing; the conversation is called after who took part."""
    [summary, done] = proposed([message(1, "Nora", "👍"), message(2, "Ola", "👍")], is_silent=True)

    assert isinstance(summary, NewSummary) and isinstance(done, CompleteConversation)
    assert (summary.body, summary.members) == ("", ("m00000001", "m00000002"))
    assert done.title == "Nora, Ola"


@settings(deadline=None)
@given(st.integers(1, 120), st.booleans())
def test_each_message_is_held_once(count: int, is_silent: bool) -> None:
    """Members of level 1 and what stays loose are the messages, each exactly once; no body is too long."""
    messages = lines(count)

    changes = proposed(messages, is_silent=is_silent)

    held = [member for summary in summaries(changes, 1) for member in summary.members]
    assert held == [each.id for each in messages[: len(held)]]
    assert len(messages) - len(held) == (0 if is_silent else min(count, 10 + (count % 10) if count >= 20 else count))
    members = [m for change in changes if isinstance(change, NewSummary) for m in change.members]
    assert len(members) == len(set(members))
    assert all(count_tokens(c.body) <= POLICY.summary_tokens_max for c in changes if isinstance(c, NewSummary))


def test_no_summary_is_longer_than_three_sentences() -> None:
    """On every level: what a reader takes in at a glance, whatever stands below it."""
    bodies = [change.body for change in proposed(lines(200), is_silent=True) if isinstance(change, NewSummary)]

    assert len(bodies) > 20
    assert {len(sentences(body)) for body in bodies} == {3}


HOMES = talk_of("Nora: I live in Bergen.", "Nora: My sister Ingrid sails to Svalbard every summer.")


def stale(*members: Message | Summary, level: int = 1, gone: tuple[str, ...] = ()) -> SummaryToRewrite:
    """A summary that has these members, of which something holds no longer."""
    summary = Summary(
        id="s9", level=level, body="Nora: I live in Bergen.", conversation="c1", first_at=START, last_at=START,
        first_position=0, last_position=1, message_count=2, participants=("Nora",), is_stale=True,
    )  # fmt: skip
    facts = [
        Fact(id=f"f{n}", body=body, status=FactStatus.SUPERSEDED, created_at=START, updated_at=START)
        for n, body in enumerate(gone)
    ]
    return SummaryToRewrite(summary=summary, members=members, stated=tuple(facts))


def rewritten(one: SummaryToRewrite) -> str:
    """How it reads anew."""
    [change] = rewrite_stale(replace(window_of(HOMES), stale_summaries=(one,)), (), POLICY)
    assert isinstance(change, ReplaceSummary) and change.summary == "s9"
    return change.body


def test_what_was_superseded_is_left_out() -> None:
    """The rest of what was said is quoted as before."""
    assert rewritten(stale(*HOMES)) == "Nora: I live in Bergen. My sister Ingrid sails to Svalbard every summer."
    assert rewritten(stale(*HOMES, gone=("Nora: I live in Bergen.",))) == (
        "Nora: My sister Ingrid sails to Svalbard every summer."
    )


def test_what_this_round_replaces_is_left_out() -> None:
    """It would be quoted otherwise, in a text that is no longer stale."""
    one = stale(*HOMES)
    lives = Fact(id="f1", body="Nora: I live in Bergen.", created_at=START, updated_at=START)
    window = replace(window_of(HOMES), stale_summaries=(replace(one, stated=(lives,)),))
    moved = SupersedeFact(fact=lives.id, by="new:1", reason="it changed")

    proposal = SUMMARIES.work(Proposal(window=window, changes=(moved,)), Questions(), POLICY)

    assert isinstance(proposal, Proposal)
    [told] = [change for change in proposal.changes if isinstance(change, ReplaceSummary)]
    assert told.body == "Nora: My sister Ingrid sails to Svalbard every summer."


def test_text_of_a_model_stays() -> None:
    """It tells of its own day. Only a sentence that says no more than what is gone is left out, if others are left."""
    one = stale(*HOMES, gone=("Nora lives in Bergen.",))
    ways = {
        "Nora lives in Bergen. Her sister sails.": "Her sister sails.",
        "Nora lives in Bergen, and her sister sails.": "Nora lives in Bergen, and her sister sails.",
        "Nora lives in Bergen.": "Nora lives in Bergen.",
    }
    for body, kept in ways.items():
        by_model = replace(one, summary=replace(one.summary, body=body, author=Author.MODEL))
        window = replace(window_of(HOMES), stale_summaries=(by_model,))

        assert rewrite_stale(window, (), POLICY) == [ReplaceSummary(summary="s9", body=kept, author=Author.MODEL)]


def test_text_with_nothing_else_to_say_stays() -> None:
    """An empty summary would say that nothing was said."""
    assert rewritten(stale(HOMES[0], gone=("Nora: I live in Bergen.",))) == "Nora: I live in Bergen."


def test_higher_summary_says_what_those_below_it_say_now() -> None:
    """It is made of their texts, not of its own."""
    below = replace(stale(HOMES[0]).summary, id="s1", body="Nora: I live in Oslo.")

    assert rewritten(stale(below, level=2)) == "Nora: I live in Oslo."


@pytest.mark.parametrize("author", [Author.RULES, Author.MODEL])
def test_title_stays_with_the_summary(author: Author) -> None:
    """What was first said was first said, and a title that a model gave is left for a model."""
    one = stale(*HOMES, gone=("Nora: I live in Bergen.",))
    over = replace(conversation_of(HOMES), title="At sea", summary="s9")
    one = replace(one, summary=replace(one.summary, author=author), conversation=over)

    changes = rewrite_stale(replace(window_of(HOMES), stale_summaries=(one,)), (), POLICY)

    [_, called] = changes
    assert isinstance(called, CompleteConversation)
    assert (called.title, called.summary) == ("At sea", "s9")
