"""The lease of a space, and the round that is done under it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from graph.errors import LeaseLost
from graph.intake.import_backlog import Stretch
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.leases import claim, cut_short, give_up, release

HOUR = timedelta(hours=1)


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    yield graph
    graph.close()


def test_another_try_reads_what_the_first_one_was_to_read(knowledge: KnowledgeGraph, now: datetime) -> None:
    """The end and the time of a round are settled when it is first claimed, and outlast its failure."""
    claim(knowledge, "a", owner="me", now=now, seconds=60, stretch=Stretch("", "m00000010"))
    give_up(knowledge, "a", owner="me", error="no", now=now)

    space = claim(knowledge, "a", owner="you", now=now + HOUR, seconds=60, stretch=Stretch("", "m00000025"))

    assert space is not None
    assert (space.round_to, space.round_at) == ("m00000010", now)


def test_a_lease_without_a_round_settles_nothing(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Who takes a lease to keep others out leaves the next round free to choose."""
    claim(knowledge, "a", owner="me", now=now, seconds=60)
    release(knowledge, "a", owner="me")

    assert (knowledge.space("a").round_to, knowledge.space("a").round_at) == ("", None)


def test_round_is_cut_short_by_its_owner_alone(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Whoever lost the lease has no say."""
    claim(knowledge, "a", owner="me", now=now, seconds=60, stretch=Stretch("", "m00000010"))

    assert cut_short(knowledge, "a", owner="me", read_to="m00000005").round_to == "m00000005"
    with pytest.raises(LeaseLost):
        cut_short(knowledge, "a", owner="you", read_to="m00000002")


def test_what_another_has_read_is_not_begun(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Whoever looked before another's round landed takes no lease, and looks again."""
    late = Stretch("m00000005", "m00000010")

    assert claim(knowledge, "a", owner="me", now=now, seconds=60, stretch=late) is None
    assert knowledge.space("a").lease_owner is None
