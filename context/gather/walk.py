"""How near each node of a small neighbourhood is to where the question stands: personalised PageRank in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graph.store.verbs import Edge, Kind

KIND_WEIGHTS: Mapping[Kind, float] = {
    Kind.ABOUT: 1.0,  # What is known about an entity is what one wants to know next to it.
    Kind.STATED_IN: 0.8,  # A fact and the line it came from explain each other.
    Kind.SUPERSEDED_BY: 0.8,  # Who asks about what is past wants to know what holds now.
    Kind.EVIDENCE: 0.8,
    Kind.PART_OF: 0.8,
    Kind.MENTIONS: 0.5,  # A name dropped in a line says less than a statement about it.
    Kind.COVERS: 0.3,  # Usually beside an ABOUT edge between the same two.
    Kind.SAID_BY: 0.15,  # Everybody says a lot; who spoke is a term of its own.
}
"""The kinds of edges a walk goes along, in both directions, and how readily."""


def walk(edges: Sequence[Edge], seeds: Mapping[str, float], *, damping: float, rounds: int) -> dict[str, float]:
    """The share of its time that a walk which restarts at `seeds` spends at each node, as a part of the greatest.

    Seeds weigh as given (above 0); a walk that cannot go on restarts. 1.0 is the nearest node. Pure, O(edges x rounds).
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
