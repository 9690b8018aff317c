"""An item of a block as it is recorded, and the terms of its scores as one short text."""

import json
from collections.abc import Mapping, Sequence
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
    stands_for: int = 0  # messages of the history
    verdict: Verdict | None = None  # of an item that a pre-filter took out

    @property
    def properties(self) -> dict[str, Value]:
        """The properties of the edge."""
        names = ("rank", "section", "score", "reason", "tokens")
        told: dict[str, Value] = {name: getattr(self, name) for name in names}
        if self.stands_for:
            told["stands_for"] = self.stands_for
        return told if self.verdict is None else told | {"verdict": str(self.verdict)}


def packed(scores: Sequence[Mapping[str, float]]) -> str:
    """The terms of each score. A term that a score lacks is null."""
    names = sorted({name for terms in scores for name in terms})
    rows = [[terms.get(name) for name in names] for terms in scores]
    return json.dumps({"names": names, "rows": rows}, separators=(",", ":"))


def unpacked(text: str) -> list[dict[str, float]]:
    """The terms that `packed` was given; none for an empty text."""
    if not text:
        return []
    held = json.loads(text)
    return [
        {name: value for name, value in zip(held["names"], row, strict=True) if value is not None}
        for row in held["rows"]
    ]
