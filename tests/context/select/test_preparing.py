"""The order in which items are chosen, what lines would take, and the language of a block."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from context.block_profile import ASSISTANT
from context.exchange import TurnRequest
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.preparing import best_line, in_order, lines_tokens
from context.turn import take_turn
from graph.index.entries import Entry
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import to_ms
from graph.values.items import FactKind, Role
from tests.context.scenes import NOW, home

POLICY = BlockPolicy()
ENTRY = Entry(
    id="m1", label=Label.MESSAGE, kind=Role.USER, at_ms=to_ms(datetime(2026, 3, 9, tzinfo=UTC)), position=0.0,
    importance=0, salience=0, usefulness=0.0, tokens=10, chat="", conversation=None, container=None, status="",
    sender="Sibel",
)  # fmt: skip
LINE = Scored("m1", ENTRY, 0.2, 0.2, 0.2, (), (), None)
FACT = ENTRY._replace(id="f1", label=Label.FACT, kind=FactKind.FACT, importance=5, salience=5)


def test_lines_take_what_an_excerpt_of_each_takes() -> None:
    """Only those count that have enough to do with the question and are not visible."""
    lines = [
        LINE._replace(id=id, direct=direct, entry=ENTRY._replace(id=id, tokens=tokens))
        for id, direct, tokens in (("m1", 0.2, 20), ("m2", 0.2, 5000), ("m3", 0.1, 20), ("m4", 0.2, 20))
    ]

    expected = 20 + POLICY.excerpt_tokens_max + 2 * POLICY.line_tokens
    assert lines_tokens(lines, frozenset({"m4"}), 0.15, POLICY) == expected


def test_facts_that_share_nothing_with_the_question_come_last() -> None:
    """A fact about somebody named makes way for what has to do with the question; then it has its place by score."""
    near = LINE._replace(score=0.3)
    about = LINE._replace(id="f1", entry=FACT, score=0.6, direct=0.0)
    telling = LINE._replace(id="f2", entry=FACT._replace(id="f2"), score=0.2, direct=0.4)

    least = POLICY.least(best_line([about, near, telling], frozenset()))
    assert [one.id for one in in_order([about, near, telling], least)] == ["m1", "f2", "f1"]
    assert [one.id for one in in_order([about], POLICY.least(best_line([about], frozenset())))] == ["f1"]


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("Derya gelirse yemekte neye dikkat edeyim?", "Son mesajlar"),
        ("What should I cook for Derya?", "Most recent messages"),
        ("¿Qué cocino para Derya y para los otros?", "Most recent messages"),
    ],
)
def test_a_question_of_unclear_language_gets_the_headings_of_the_newest_messages(asked: str, heading: str) -> None:
    """A Turkish question without a word that shows it is answered in the language of the talk, others in their own."""
    answer = take_turn(home(), TurnRequest(space="ev", query=asked, record=False), now=NOW)

    assert f"## {heading}\n" in answer.block.body


def test_a_block_repeats_no_secret() -> None:
    """It is masked in excerpts and recent lines, unless the user asked to remember it and asks for it now."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=NOW)
    bodies = ("The wifi is BlueHorse, password Kestrel_77.", "Remember that my locker code is 4711.", "It rains.")
    said = [Line(role=Role.USER, sender="Ada", body=body, sent_at=NOW) for body in bodies]
    knowledge.append("home", said, now=NOW)

    def block(query: str, policy: BlockPolicy = POLICY) -> str:
        profile = replace(ASSISTANT, policy=policy)
        request = TurnRequest(space="home", query=query, visible=0, record=False)
        return take_turn(knowledge, request, profile=profile, now=NOW).block.body

    rain = block("How is the rain?")
    assert "password •••." in rain and "code is •••." in rain
    assert "code is 4711" in block("What is my locker code?")
    assert "Kestrel_77" not in block("What is the wifi password?")
    assert "Kestrel_77" in block("What is the wifi password?", replace(POLICY, redact=False))
    knowledge.close()
