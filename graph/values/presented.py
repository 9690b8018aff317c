"""An item of a block as it is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graph.store.verbs import Value
from graph.values.changes import Verdict


@dataclass(frozen=True, slots=True)
class Presented:
    """One item of a recorded block: an edge that may get a verdict later."""

    item: str
    rank: int  # from 1, in the order of relevance
    section: str
    score: float
    terms: Mapping[str, float]
    reason: str
    tokens: int
    verdict: Verdict | None = None  # of an item that a pre-filter took out

    @property
    def properties(self) -> dict[str, Value]:
        """The properties of the edge."""
        names = ("rank", "section", "score", "reason", "tokens")
        told: dict[str, Value] = {name: getattr(self, name) for name in names}
        return told if self.verdict is None else told | {"verdict": str(self.verdict)}
