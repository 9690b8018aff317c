"""What a window's replies had before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from archivists.window.shown_blocks import ShownBlock, part_shown
from archivists.window.window_reading import read_window
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import KEY_INFO_ID, Block, Role
from graph.values.presented import Presented as Shown

POLICY = RoundPolicy()
MINUTE = timedelta(minutes=1)


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A space with a line of old talk that blocks can show."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", [Line(role=Role.USER, sender="Nora", body="I have a cat.", sent_at=now)], chat="old", now=now)
    yield graph
    graph.close()


def said(knowledge: KnowledgeGraph, role: Role, body: str, at: datetime, *, chat: str = "") -> str:
    """A line is stored; its id."""
    stored = knowledge.append("a", [Line(role=role, body=body, sent_at=at)], chat=chat, now=at).messages[0]
    assert stored is not None
    return stored


def shown(knowledge: KnowledgeGraph, query: str, at: datetime, *, chat: str = "") -> str:
    """A block with the old line and key info is stored; its id."""
    items = ("m00000001", KEY_INFO_ID)
    block = Block(
        id="",
        chat=chat,
        query=query,
        body="## Earlier\n- Nora: I have a cat.",
        tokens=1,
        budget_tokens=9,
        shown=items[:1],
        near_misses="[]",
        left_out_count=0,
        visible_from=None,
        created_at=at,
    )
    presented = [Shown("m00000001", 1, "excerpts", 1.0, {}, "because", 1)]
    return knowledge.record_block("a", block, presented).id


def presented(knowledge: KnowledgeGraph, now: datetime) -> list[tuple[str, str, str]]:
    """Block, reply and the line before it, as a round would see them."""
    window = read_window(knowledge, knowledge.space("a"), now=now, policy=POLICY)
    return [(one.block, one.reply.body, one.before[-1].body) for one in window.shown_blocks]


def test_reply_comes_with_the_block_of_its_question(knowledge: KnowledgeGraph, now: datetime) -> None:
    """By the message that the block was made for; the block says which items, and the graph what they say."""
    asked = said(knowledge, Role.USER, "What pets have I?", now)
    block = shown(knowledge, asked, now + 9 * MINUTE)
    said(knowledge, Role.ASSISTANT, "A cat.", now + MINUTE)

    [one] = read_window(knowledge, knowledge.space("a"), now=now, policy=POLICY).shown_blocks

    assert (one.block, one.reply.body, one.texts) == (block, "A cat.", {"m00000001": "I have a cat."})
    assert one == replace(one, near_reply={}, near_question={})
    assert isinstance(one, ShownBlock)


def test_block_without_a_message_goes_by_its_time(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Made between a line and the reply to it."""
    said(knowledge, Role.USER, "Hello.", now)
    shown(knowledge, "", now - MINUTE)
    meant = shown(knowledge, "", now + MINUTE)
    said(knowledge, Role.ASSISTANT, "Hi.", now + 2 * MINUTE)
    shown(knowledge, "", now + 3 * MINUTE)

    assert presented(knowledge, now) == [(meant, "Hi.", "Hello.")]


def test_other_chats_and_read_replies_are_left_out(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Each reply is judged once, with blocks of its own chat."""
    asked = said(knowledge, Role.USER, "Hello.", now)
    shown(knowledge, asked, now, chat="another")
    block = shown(knowledge, asked, now)
    said(knowledge, Role.ASSISTANT, "Hi.", now + MINUTE)

    assert presented(knowledge, now) == [(block, "Hi.", "Hello.")]


def test_question_may_have_been_read_before(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A round between question and reply loses nothing."""
    asked = said(knowledge, Role.USER, "Hello.", now)
    block = shown(knowledge, asked, now)
    run_round(knowledge, "a", owner="me", now=now, policy=POLICY)
    said(knowledge, Role.ASSISTANT, "Hi.", now + MINUTE)

    assert presented(knowledge, now) == [(block, "Hi.", "Hello.")]


@pytest.mark.parametrize(
    ("text", "block", "part"),
    [
        (
            "Emre lives in Delft. Emre drives a blue van.",
            "- Emre (person): Emre lives in Delft.",
            "Emre lives in Delft.",
        ),
        ("Emre lives in Delft.", "- Emre lives in Delft (since May), Nora, 8 May 2023", "Emre lives in Delft."),
        ("We met last year in Graz.", "- Nora: We met last year (2025) in Graz.", "We met last year in Graz."),
        (
            "I said so, and then the boat sank near Graz, alas.",
            "- Nora: … the boat sank near Graz …",
            "the boat sank near Graz",
        ),
        ("Emre moved to Utrecht.", "- Emre: Emre lives in Delft.", ""),
    ],
)
def test_only_what_was_shown_is_judged(text: str, block: str, part: str) -> None:
    """ACCEPTANCE 3.4: not a sentence that was left out, nor what was written later."""
    assert part_shown(text, " ".join(re.sub(r"\([^()]*\)", " ", block).split())) == part
