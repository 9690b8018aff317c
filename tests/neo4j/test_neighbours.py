"""Spaces of one database know nothing of each other, however different their sizes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Store
from tests.neo4j.corner import Corner

if TYPE_CHECKING:
    from tests.neo4j.server import Address

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
WORDS = ["harbour", "permit", "Ingrid", "boat", "Bergen", "walnuts", "planks", "Svalbard", "Elif", "lantern", "tide"]
QUESTIONS = ["Where is the permit for the harbour?", "What does Ingrid say of the boat?", "Elif nerede?", "walnuts"]


@pytest.fixture
def server(neo4j_server: Address) -> Iterator[Store]:
    """An empty store in a corner of a server."""
    opened = Corner(open_store(neo4j_server.uri, login=neo4j_server.login), closes=True)
    yield opened
    opened.close()


@pytest.mark.parametrize("messages", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_small_space_beside_a_large_one(server: Store, messages: int) -> None:
    """Two hundred lines give the same blocks beside many thousands of the same words as they gave alone."""
    knowledge = KnowledgeGraph(server)
    remember(knowledge, "small")
    alone = blocks(knowledge, "small")
    crowd(server, "large", messages)

    assert blocks(knowledge, "small") == alone
    assert blocks(KnowledgeGraph(server), "small") == alone
    assert blocks(of_sqlite(), "small") == alone


def remember(knowledge: KnowledgeGraph, space: str) -> None:
    """Two hundred lines and their rounds."""
    knowledge.create_space(space, now=NOW)
    lines = [
        Line(
            role=Role.USER,
            sender="Maren",
            body=f"Day {number}: {WORDS[number % 11]} and {WORDS[number * 7 % 11]} near the {WORDS[number * 3 % 11]}.",
            sent_at=NOW + timedelta(minutes=number),
        )
        for number in range(200)
    ]
    knowledge.append(space, lines, now=NOW + timedelta(days=1))
    run_rounds(knowledge, space, owner="me", now=NOW + timedelta(days=1), policy=RoundPolicy())


def blocks(knowledge: KnowledgeGraph, space: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is answered to each question."""
    asked = [TurnRequest(space=space, query=question, visible=5, record=False) for question in QUESTIONS]
    turns = [take_turn(knowledge, each, now=NOW + timedelta(days=2)) for each in asked]
    return [(turn.block.body, tuple(item.reason for item in turn.items)) for turn in turns]


def of_sqlite() -> KnowledgeGraph:
    """The same two hundred lines in memory."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    remember(knowledge, "small")
    return knowledge


def crowd(store: Store, space: str, messages: int) -> None:
    """As many messages about the same things, all of one entity, moved in as an import does."""
    ingrid = Node(Label.ENTITY, "e00000001", {"name": "Ingrid", "key": "ingrid", "type": "person"}, 1, 1)
    store.load(space, Changes([ingrid], [], [], 1, has_more=False))
    for start in range(0, messages, 1_000):
        seq = 2 + start // 1_000
        nodes = [
            Node(Label.MESSAGE, f"m{number:08}", {"chat": "", "position": number, "body": WORDS[number % 11]}, 1, seq)
            for number in range(start, min(start + 1_000, messages))
        ]
        edges = [Edge(node.id, Kind.MENTIONS, ingrid.id, {}, seq) for node in nodes]
        store.load(space, Changes(nodes, edges, [], seq, has_more=False))
