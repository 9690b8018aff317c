"""Vectors are made off the request path, from the graph's own list of what has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from numpy.typing import NDArray

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, ReadDepth
from graph.upkeep.embedding import drop_vectors, embed_backlog
from graph.values.items import Role
from tests.topic_embedder import TopicEmbedder

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

CAT = "My cat sleeps on the warm radiator all winter long, and in summer on the balcony between the flower pots."
CAR = "The car needs new brakes before the long journey north."
PETS = ("cat", "kitten")
TURKISH = "Bugün hava çok güzel olduğu için sahilde uzun uzun yürüdük."


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """Three messages without vectors."""
    graph = KnowledgeGraph(open_store(":memory:"), TopicEmbedder(PETS, "en"))
    graph.create_space("home", now=NOW)
    graph.append("home", [Line(role=Role.USER, body=text) for text in (CAT, CAR, TURKISH)], now=NOW)
    yield graph
    graph.close()


def test_the_backlog_is_worked_off_in_steps(knowledge: KnowledgeGraph) -> None:
    """Each call does at most its limit; what is done is not done again, unknown languages count as done."""
    assert [embed_backlog(knowledge, "home", limit=2) for _ in range(3)] == [2, 1, 0]

    ids = [message.id for message in knowledge.messages("home", limit=9)]
    nodes = knowledge.store.nodes("home", ids, ReadDepth.ALL)
    vectors = [node.properties["vector"] for node in nodes.values()]
    assert vectors == [np.array(v, dtype=np.float16).tobytes() for v in ([1, 0], [0, 1])] + [b""]
    assert {node.properties["vector_model"] for node in nodes.values()} == {"topics/2"}
    assert knowledge.space("home").embedder == "topics/2"


def test_a_vector_knows_no_sender(knowledge: KnowledgeGraph) -> None:
    """Who has said a line says nothing about what it means."""
    lines = [Line(role=Role.USER, sender=sender, body=CAR) for sender in ("Kitten", "Ada")]
    ids = knowledge.append("home", lines, now=NOW).messages
    while embed_backlog(knowledge, "home"):
        pass

    nodes = knowledge.store.nodes("home", ids, ReadDepth.ALL).values()
    assert len({node.properties["vector"] for node in nodes}) == 1


def test_a_block_finds_by_meaning(knowledge: KnowledgeGraph) -> None:
    """A question without a word in common brings up the line that means the same, and says so."""
    embed_backlog(knowledge, "home")
    request = TurnRequest(space="home", query="Where does our kitten like to be?", visible=0, record=False)

    turn = take_turn(knowledge, request, now=NOW)

    terms = {item.id: item.terms for item in turn.items}
    first, second, _ = (message.id for message in knowledge.messages("home", limit=9))
    assert terms[first]["vector"] == pytest.approx(1.0)
    assert "vector" not in terms.get(second, {})


def test_without_an_embedder_nothing_is_due() -> None:
    """Lexical only is a mode of its own: no vectors are asked for."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=NOW)
    graph.append("home", [Line(role=Role.USER, body=CAT)], now=NOW)

    assert embed_backlog(graph, "home") == 0
    graph.close()


def test_a_space_keeps_its_embedder_until_it_is_embedded_anew(knowledge: KnowledgeGraph) -> None:
    """Vectors of two models are never compared: until then another one neither searches nor embeds."""
    embed_backlog(knowledge, "home")
    other = KnowledgeGraph(knowledge.store, TopicEmbedder(PETS, "en", "other/2"))

    assert embed_backlog(other, "home") == 0
    assert other.index("home").background is None
    assert sum(drop_vectors(other, "home")) == 3
    assert embed_backlog(other, "home") == 3
    assert other.space("home").embedder == "other/2"


def test_two_processes_embed_at_once(knowledge: KnowledgeGraph) -> None:
    """What another process has embedded meanwhile is left as it is, and only the rest is written."""
    other = KnowledgeGraph(knowledge.store, TopicEmbedder(PETS, "en"))

    class Slow(TopicEmbedder):
        def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
            embed_backlog(other, "home", limit=1)
            return super().embed(texts)

    slow = KnowledgeGraph(knowledge.store, Slow(PETS, "en"))
    seq = knowledge.store.seq("home")

    assert embed_backlog(slow, "home") == 3

    nodes = knowledge.store.since("home", seq).nodes
    assert [(node.id, node.version, node.seq - seq) for node in nodes if node.label is Label.MESSAGE] == [
        ("m00000001", 2, 1),
        ("m00000002", 2, 2),
        ("m00000003", 2, 2),
    ]
    assert embed_backlog(slow, "home") == 0
    assert knowledge.store.seq("home") == seq + 2
