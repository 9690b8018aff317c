"""The terms of many scores as one short text: each name once, then a row of numbers for each score."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence


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
