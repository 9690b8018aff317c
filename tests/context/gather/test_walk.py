"""The walk agrees with networkx and stays where the question is."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # The public one wants scipy.

from context.gather.walk import KIND_WEIGHTS, walk
from graph.store.verbs import Edge, Kind


@settings(deadline=None)  # The first one loads networkx.
@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from(list(KIND_WEIGHTS))), max_size=24),
    st.dictionaries(st.integers(0, 7), st.floats(0.1, 3.0), min_size=1, max_size=3),
)
def test_power_iteration_equals_networkx(pairs: list[tuple[int, int, Kind]], seeds: dict[int, float]) -> None:
    """On any small graph, dead ends included, the shares are those of networkx, with edges taken in both directions."""
    peer = nx.MultiDiGraph()
    peer.add_nodes_from(range(8))
    for source, target, kind in pairs:
        peer.add_edge(source, target, weight=KIND_WEIGHTS[kind])
        peer.add_edge(target, source, weight=KIND_WEIGHTS[kind])
    expected = _pagerank_python(peer, alpha=0.85, personalization=seeds, max_iter=1000, tol=1e-12)

    edges = [Edge(str(source), kind, str(target)) for source, target, kind in pairs]
    found = walk(edges, {str(seed): weight for seed, weight in seeds.items()}, damping=0.85, rounds=300)

    greatest = max(expected.values())
    assert [found.get(str(node), 0.0) for node in range(8)] == pytest.approx(
        [expected[node] / greatest for node in range(8)], abs=1e-9
    )


def test_nearer_nodes_are_reached_more() -> None:
    """What is known about a named entity is nearer than what is known about its neighbour."""
    edges = [
        Edge("f1", Kind.ABOUT, "e1"),
        Edge("f1", Kind.STATED_IN, "m1"),
        Edge("m1", Kind.MENTIONS, "e2"),
        Edge("f2", Kind.ABOUT, "e2"),
    ]

    near = walk(edges, {"e1": 1.0}, damping=0.85, rounds=20)

    assert max(near.values()) == 1.0
    assert near["e1"] > near["f2"]
    assert near["f1"] > near["m1"] > near["e2"] > near["f2"] > 0.0


def test_no_seeds_reach_nothing() -> None:
    """Without a place to start from there is no nearness."""
    assert walk([Edge("f1", Kind.ABOUT, "e1")], {}, damping=0.85, rounds=20) == {}


def test_seed_without_edges_keeps_its_place() -> None:
    """A seed that nothing leads away from is as near as can be."""
    assert walk([], {"m1": 2.0}, damping=0.85, rounds=20) == {"m1": 1.0}
