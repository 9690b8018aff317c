"""Made-up vectors, spread about like those of sentences: lines in talks, talks in subjects, subjects in fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

DIMENSION: Final = 384
SHARED: Final = 0.28  # the length of the mean of all; this and the next two are from MiniLM vectors of 27,000 sentences
DECAY: Final = 0.33  # how fast directions grow weaker; a hundred equal directions would spread vectors as much
LEVELS: Final = {27_000: 0.1, 3_000: 0.1, 300: 0.1, 30: 0.2, 1: 0.5}
"""What this many lines in a row have in common, as a part of a line's squared length: fields, subjects, talks."""
BATCH: Final = 27_000  # whole subjects


class Cloud:
    """The same seed gives the same vectors of length 1. Their neighbours are a little harder to find than real ones."""

    def __init__(self, seed: int = 0, dimension: int = DIMENSION) -> None:
        self._random = np.random.default_rng(seed)
        scale = np.arange(1, dimension + 1) ** -DECAY
        self._scale = (scale / np.linalg.norm(scale)).astype(np.float32)
        # Rotated, so that no component of a vector matters more than another.
        turn, _ = np.linalg.qr(self._random.standard_normal((dimension, dimension)))
        self._turn = turn.astype(np.float32)
        self._shared = self._random.standard_normal(dimension, dtype=np.float32)
        self._shared *= SHARED / np.linalg.norm(self._shared)

    def rows(self, count: int) -> Iterator[NDArray[np.float32]]:
        """`count` vectors, some thousand at a time."""
        while count > 0:
            lines = min(BATCH, count)
            found = np.tile(self._shared, (lines, 1))
            for together, share in LEVELS.items():
                part = np.repeat(self._spread(-(-lines // together)), together, axis=0)[:lines]
                found += np.float32(((1 - SHARED**2) * share) ** 0.5) * part
            found /= np.linalg.norm(found, axis=1, keepdims=True)
            yield found
            count -= lines

    def _spread(self, count: int) -> NDArray[np.float32]:
        made = self._random.standard_normal((count, len(self._scale)), dtype=np.float32)
        turned: NDArray[np.float32] = np.matmul(made * self._scale, self._turn, dtype=np.float32)
        return turned
