"""Removes from what was found whatever the block's character does not know."""

from __future__ import annotations

from collections.abc import Sequence

from context.score.formula import Scored
from graph.index.heard_index import HeardIndex
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Edge, Store


def known_only(
    store: Store, index: SpaceIndex, ranked: list[Scored], edges: Sequence[Edge]
) -> tuple[list[Scored], Sequence[Edge]]:
    """The items and edges without those that a character does not know; all of them if the index is nobody's.

    An edge to something unknown would give away, say, that a line holds no longer. One read for a character.
    """
    if not isinstance(index, HeardIndex):
        return ranked, edges
    index.admit(store, [one.id for one in ranked])
    known = index.entries([*(one.id for one in ranked), *(end for edge in edges for end in (edge.source, edge.target))])
    return (
        [one for one in ranked if one.id in known],
        [edge for edge in edges if edge.source in known and edge.target in known],
    )
