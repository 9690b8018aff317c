"""What a turn does with a text costs time that grows with the length of the text, however strange the text is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from time import process_time

import pytest

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.text.secrets import without_secrets
from graph.text.sentences import sentences
from graph.values.items import Role
from tests.graph.text.costly import FAMILIES

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Work = Callable[[str], object]

GROWTH_MAX = 3.0
"""How many times as long a character may take in the longer text. The square of the length would make it 8 times."""

NOISE_SECONDS = 0.02
TRIES = 4

SHORT = (
    *("nested quotes", "guillemets", "apostrophes", "nested double quotes", "quoted sentences", "underscores"),
    *("spaced digits", "dotted digits", "code", "different names", "Chinese sentences", "prose"),
)
"""The families of the ordinary tests: those that cost most, one for each reason, and prose."""


def turns(text: str) -> None:
    """Store the text, and make a block in which it may be quoted."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=NOW)
    for body in (text, "Where was Ada, and what did she say about the lake?"):
        line = Line(role=Role.USER, sender="Ada", body=body, sent_at=NOW)
        take_turn(knowledge, TurnRequest(space="a", lines=(line,)), now=NOW)
    knowledge.close()


def seconds(work: Work, text: str) -> float:
    """The processor time that the work takes."""
    before = process_time()
    work(text)
    return process_time() - before


def grows_too_fast(work: Work, family: str, short: int, long: int) -> str:
    """What is wrong with the cost of the work for texts of these lengths; "" if nothing is. Noise is tried again."""
    less = more = float("inf")
    for attempt in range(TRIES):  # Each with other texts, since some answers are cached.
        texts = [f"Ada {attempt}: {FAMILIES[family](length)}" for length in (short, long)]
        less, more = min(less, seconds(work, texts[0])), min(more, seconds(work, texts[1]))
        if more <= NOISE_SECONDS + GROWTH_MAX * less * long / short:
            return ""
    return f"{family}: {less:.3f} s for {short} characters, {more:.3f} s for {long}"


@pytest.mark.embedded
@pytest.mark.parametrize("work", [sentences, turns, without_secrets])
def test_cost_grows_with_length(work: Work) -> None:
    """Eight times the text takes about eight times as long, nested, repeated or all different."""
    turns("Once before, so that tables are there.")

    assert [found for family in SHORT if (found := grows_too_fast(work, family, 2_000, 16_000))] == []


@pytest.mark.soak
@pytest.mark.embedded
@pytest.mark.parametrize("work", [sentences, turns, without_secrets])
@pytest.mark.parametrize(("short", "long"), [(1_000, 8_000), (8_000, 64_000), (50_000, 399_000)])
def test_cost_of_every_family_grows_with_length(work: Work, short: int, long: int) -> None:
    """The same up to the longest message, for many more families."""
    turns("Once before, so that tables are there.")

    assert [found for family in FAMILIES if (found := grows_too_fast(work, family, short, long))] == []
