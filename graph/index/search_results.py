"""The results of searching an index."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Hit(NamedTuple):
    """An item that a search has found."""

    id: str
    score: float  # 0..1: BM25 divided by the most that the query could reach, or the meaning that the vectors share


class LinesAround(NamedTuple):
    """Some items, and the lines around those that are messages.

    `places` has a row for each item: the indices in `ids` of the line before it, after it, the second before it, …;
    -1 for none.
    """

    ids: list[str]  # the items, then other lines around them
    places: NDArray[np.intp]


class Measured(NamedTuple):
    """How well items and the lines around them match a question, in the order of `LinesAround.ids`."""

    parts: NDArray[np.float64]  # a row for each term of the question: what it adds to the score of `search_words`
    meanings: NDArray[np.float64]  # the score of `search_vector`; 0 without a vector
    asks: NDArray[np.bool_]  # whether it ends with a question mark
    places: NDArray[np.intp]  # as in LinesAround
