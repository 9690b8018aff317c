"""How near each node of a small neighbourhood is to the question's own nodes: personalised PageRank in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graph.store.verbs import Edge, Kind

KIND_WEIGHTS: Mapping[Kind, float] = {
    Kind.ABOUT: 1.0,  # Whoever asks for an entity wants to know first what is known about it.
    Kind.STATED_IN: 0.8,  # A fact and the line it came from explain each other.
    Kind.SUPERSEDED_BY: 0.8,  # Whoever asks about something outdated wants to know what holds now.
    Kind.EVIDENCE: 0.8,
    Kind.PART_OF: 0.8,
    Kind.MENTIONS: 0.5,  # A name dropped in a line says less than a statement about it.
    Kind.COVERS: 0.3,  # Usually beside an ABOUT edge between the same two.
    Kind.SAID_BY: 0.15,  # Everybody says a lot; who spoke is a term of its own.
}
"""The kinds of edges that a walk follows, in both directions, and the weight of each."""


def walk(edges: Sequence[Edge], seeds: Mapping[str, float], *, damping: float, rounds: int) -> dict[str, float]:
    """The share of time that a walk spends at each node if it restarts at `seeds`, relative to the greatest share.

    So the nearest node has 1.0. The weights of seeds are above 0; a walk without a way on restarts. Pure, O(edges x
    rounds).
    """
    if not seeds:
        return {}
    place: dict[str, int] = {seed: number for number, seed in enumerate(sorted(seeds))}
    ends = [(place.setdefault(edge.source, len(place)), place.setdefault(edge.target, len(place))) for edge in edges]
    sources, targets = np.array([*ends, *((target, source) for source, target in ends)], dtype=np.intp).reshape(-1, 2).T
    strengths = np.array([KIND_WEIGHTS[edge.kind] for edge in edges] * 2)
    leaving = np.bincount(sources, strengths, len(place))
    is_dead = leaving == 0.0
    passed_on = strengths / leaving[sources]

    restart = np.zeros(len(place))
    restart[: len(seeds)] = [seeds[seed] for seed in sorted(seeds)]
    restart /= restart.sum()
    shares = restart
    for _ in range(rounds):
        stranded = shares[is_dead].sum()
        moved = np.bincount(targets, shares[sources] * passed_on, len(place))
        shares = damping * (moved + stranded * restart) + (1.0 - damping) * restart
    return dict(zip(place, (shares / shares.max()).tolist(), strict=True))
