"""Meaning is what a cosine says above the background of its model, so blocks do not depend on a model's scale."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from numpy.typing import NDArray

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.embedders.choice import Embedder, open_embedder
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import background_of, embed_backlog
from graph.values.background import UNKNOWN, Background
from graph.values.items import Role
from tests.topic_embedder import TopicEmbedder

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TALK = (
    "Every Saturday I go hiking in the hills with my sister.",
    "The invoice for the roof was paid in March.",
    "Dün akşam balkona domates ve biber ektim.",
    "My knee hurts since I slipped on the wet stairs.",
    "Wir haben einen Hund aus dem Tierheim geholt, er heißt Bruno.",
    "Our server is called Brunhilde and stands in the cellar.",
    "I cannot stand coriander, it tastes like soap.",
    "We moved to a flat near the harbour last autumn.",
)
QUESTIONS = ("What do I do on weekends?", "Which pets do we have?", "What grows in our garden?", "Where do I live?")


class Squeezed:
    """The built-in embedder with every cosine c made .7 + .3 c, as a model whose texts are all alike has them."""

    dimension = 513

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self.id = "squeezed/513"

    def knows(self, text: str) -> bool:
        """Every text."""
        return True

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """The inner rows, shortened, with one number that all share."""
        rows = self.inner.embed(texts, is_question=is_question) * np.sqrt(0.3)
        return np.column_stack((rows, np.full(len(rows), np.sqrt(0.7)))).astype(np.float32)

    def close(self) -> None:
        """Nothing of its own."""


class Rotated(Squeezed):
    """The built-in embedder with all its vectors turned by one random rotation."""

    dimension = 512

    def __init__(self, inner: Embedder) -> None:
        super().__init__(inner)
        self.id = "rotated/512"
        self.turn = np.linalg.qr(np.random.default_rng(7).normal(size=(512, 512)))[0]

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """The inner rows, turned."""
        return (self.inner.embed(texts, is_question=is_question) @ self.turn).astype(np.float32)


def shown(embedder: Embedder) -> list[tuple[str, list[tuple[str, float]]]]:
    """For each question the block, and the meaning of each item in it."""
    knowledge = KnowledgeGraph(open_store(":memory:"), embedder)
    knowledge.create_space("home", now=NOW)
    knowledge.append("home", [Line(role=Role.USER, body=body) for body in TALK], now=NOW)
    embed_backlog(knowledge, "home")
    turns = [
        take_turn(knowledge, TurnRequest(space="home", query=each, visible=0, record=False), now=NOW)
        for each in QUESTIONS
    ]
    knowledge.close()
    return [(each.block.body, [(item.id, item.terms.get("vector", 0.0)) for item in each.items]) for each in turns]


@pytest.mark.parametrize("changed", [Squeezed, Rotated])
def test_blocks_are_the_same_whatever_the_scale(changed: type[Squeezed]) -> None:
    """Cosines squeezed into .7 to 1, or other axes, change no block, and no meaning by more than a point."""
    embedder = open_embedder("builtin")
    assert embedder is not None

    told, others = shown(embedder), shown(changed(embedder))

    assert [body for body, _ in told] == [body for body, _ in others]
    for (_, ours), (_, theirs) in zip(told, others, strict=True):
        assert [id for id, _ in ours] == [id for id, _ in theirs]
        assert [near for _, near in ours] == pytest.approx([near for _, near in theirs], abs=0.01)
    assert any(near > 0.2 for _, items in told for _, near in items)


def test_each_model_has_its_background() -> None:
    """It is that of pairs which have nothing to do with each other; one that cannot tell texts apart has none."""
    embedder = open_embedder("builtin")
    assert embedder is not None

    found = background_of(embedder)

    assert found.mean == pytest.approx(0.05, abs=0.02)
    assert found.spread == pytest.approx(0.07, abs=0.02)
    assert background_of(TopicEmbedder(("no text has it",), id="apart/2")) == UNKNOWN


def test_meaning_is_counted_in_spreads_above_the_background() -> None:
    """0 up to the background, 1 ten spreads above it."""
    cosines = np.array([-0.5, 0.8, 0.82, 0.84, 1.0], dtype=np.float32)

    assert Background(0.8, 0.004).meaning(cosines) == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0], abs=1e-5)
