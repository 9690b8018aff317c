"""What the lines around a line add to it: an answer seldom repeats the words of what it answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from context.gather.gather_policy import GatherPolicy
from graph.index.space_index import Entry, Measured


class LineWindows:
    """What was measured of some entries, and of the lines before and behind those that are messages."""

    def __init__(self, measured: Measured, entries: Sequence[Entry], policy: GatherPolicy) -> None:
        self._measured = measured
        self._fades = [fade for fade in policy.around_fades for _ in range(2)]
        # A long line says itself what it is about.
        self._need = np.minimum(1.0, policy.around_tokens / np.array([max(1, entry.tokens) for entry in entries]))

    def words(self) -> NDArray[np.float64]:
        """What the words of the question that an entry lacks, and lines around it have, would add to its score."""
        parts, places = self._measured.parts, self._measured.places
        padded = np.column_stack([parts, np.zeros(len(parts))])  # The last column, -1, is where there is no line.
        lent = np.zeros((len(parts), len(places)))
        for fade, place in zip(self._fades, places.T, strict=True):
            np.maximum(lent, padded[:, place] * fade, out=lent)
        gained: NDArray[np.float64] = np.maximum(lent - parts[:, : len(places)], 0.0).sum(axis=0)
        return gained * self._need

    def asked(self) -> NDArray[np.float64]:
        """How well the line right before an entry matches, where that line is a question: the entry may answer it."""
        scores = np.append(self._measured.parts.sum(axis=0) * self._measured.asks, 0.0)
        matched: NDArray[np.float64] = scores[self._measured.places[:, 0]]
        return matched * self._need

    def meaning(self) -> NDArray[np.float64]:
        """How near the nearer of the two lines beside an entry is."""
        padded = np.append(self._measured.cosines, 0.0)
        nearest: NDArray[np.float64] = padded[self._measured.places[:, :2]].max(axis=1, initial=0.0)
        return nearest * self._need
