"""How near each node of a small neighbourhood is to where the question stands: personalised PageRank in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graph.store.verbs import Edge, Kind

KIND_WEIGHTS: Mapping[Kind, float] = {
    Kind.ABOUT: 1.0,  # What is known about an entity is what one wants to know next to it.
    Kind.STATED_IN: 0.8,  # A fact and the line it came from explain each other.
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
    sources: list[int] = []
    targets: list[int] = []
    strengths: list[float] = []
    for edge in edges:
        sources.append(place.setdefault(edge.source, len(place)))
        targets.append(place.setdefault(edge.target, len(place)))
        strengths.append(KIND_WEIGHTS[edge.kind])

    restart = np.zeros(len(place))
    restart[: len(seeds)] = [seeds[seed] for seed in sorted(seeds)]
    shares = stationary(
        np.array(sources + targets, dtype=np.intp),
        np.array(targets + sources, dtype=np.intp),
        np.array(strengths + strengths),
        restart / restart.sum(),
        damping=damping,
        rounds=rounds,
    )
    return dict(zip(place, (shares / shares.max()).tolist(), strict=True))


def stationary(
    sources: np.ndarray[tuple[int], np.dtype[np.intp]],
    targets: np.ndarray[tuple[int], np.dtype[np.intp]],
    strengths: np.ndarray[tuple[int], np.dtype[np.float64]],
    restart: np.ndarray[tuple[int], np.dtype[np.float64]],
    *,
    damping: float,
    rounds: int,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """PageRank by power iteration over directed edges, restarting (from dead ends too) as `restart` says; sums to 1."""
    count = len(restart)
    leaving = np.bincount(sources, strengths, count)
    is_dead = leaving == 0.0
    passed_on = strengths / leaving[sources]
    restarted = (1.0 - damping) * restart
    shares = restart
    for _ in range(rounds):
        stranded = shares[is_dead].sum()
        moved = np.bincount(targets, shares[sources] * passed_on, count)
        shares = damping * (moved + stranded * restart) + restarted
    return shares
