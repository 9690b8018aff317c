"""The interface of a profile's formula, its result, and what of it a character knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from context.gather.gathering import Candidates
from context.gather.question import Question
from graph.index.entries import Entry
from graph.index.heard_index import HeardIndex
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Edge, Store


class Scored(NamedTuple):
    """A candidate with its total and the terms that add up to it. A tuple, as Entry is."""

    id: str
    entry: Entry
    score: float
    relevance: float  # the part of the score that comes from the question
    direct: float  # the part of `relevance` that comes from its own words, meaning and neighbours
    names: Sequence[str]  # of the terms
    row: Sequence[float]  # the terms, without their weights
    named_by: str | None  # the entity of the question that it is about, mentions or is said by

    @property
    def terms(self) -> dict[str, float]:
        """The terms that are not 0, rounded for keeping."""
        row = zip(self.names, self.row, strict=True)
        return {term: round(value, 4) for term, value in row if value >= 0.00005 or value <= -0.00005}

    @property
    def is_unwanted_reply(self) -> bool:
        """Whether it is a tool's line, or an unnamed assistant's and the question wants what others said."""
        return self.terms.get("role", 0.0) < 0.0


class Formula(Protocol):
    """How much each candidate is worth to a turn, and why."""

    def score(self, candidates: Candidates, question: Question, *, now: datetime) -> list[Scored]:
        """Every candidate with its total, best first, equal ones by id. Pure."""

    def fitted(self, weights: Mapping[str, float]) -> Formula:
        """The same formula with a space's own weights of named terms."""

    def explain(self, one: Scored, names: Mapping[str, str], *, now: datetime) -> str:
        """Why it has its score, in words; `names` are those of the question's entities."""


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
