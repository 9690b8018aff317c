"""What the lines around a line add to it: an answer seldom repeats the words of what it answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from context.policy import Policy
from graph.index import Entry, SpaceIndex


class Windows:
    """The messages among some entries, each with the lines before and behind it in its conversation."""

    def __init__(self, index: SpaceIndex, entries: Sequence[Entry], policy: Policy) -> None:
        # One column for each distance and side; -1 where there is no line, which is the column of zeros put last.
        self.ids, self._places = index.around([entry.id for entry in entries], len(policy.around_fades))
        tokens = np.array([max(1, entry.tokens) for entry in entries], dtype=float)
        # A long line says itself what it is about.
        self._need = np.minimum(1.0, policy.around_tokens / tokens)
        self._fades = np.repeat(np.array(policy.around_fades), 2)

    def words(self, parts: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the words of the question that an entry lacks, and lines around it have, would add to its score.

        `parts` holds what each word (a row) adds to each of `ids` (a column).
        """
        own = parts[:, : len(self._places)]
        padded = np.column_stack([parts, np.zeros(len(parts))])
        lent = (padded[:, self._places] * self._fades).max(axis=2, initial=0.0)
        gained: NDArray[np.float64] = np.maximum(lent - own, 0.0).sum(axis=0)
        return gained * self._need

    def asked(self, index: SpaceIndex, parts: NDArray[np.float64]) -> NDArray[np.float64]:
        """How well the line right before an entry matches, where that line is a question: the entry may answer it."""
        is_question = np.append(index.are_questions(self.ids), False)
        scores = np.append(parts.sum(axis=0), 0.0) * is_question
        matched: NDArray[np.float64] = scores[self._places[:, 0]]
        return matched * self._need

    def meaning(self, cosines: NDArray[np.float64]) -> NDArray[np.float64]:
        """How near the nearer of the two lines beside an entry is; `cosines` has one for each of `ids`."""
        padded = np.append(cosines, 0.0)
        nearest: NDArray[np.float64] = padded[self._places[:, :2]].max(axis=1, initial=0.0)
        return nearest * self._need
