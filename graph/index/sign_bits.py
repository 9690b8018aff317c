"""The signs of vectors, one bit for each number, and the search for rows with the most similar signs."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

WORD_BITS: Final = 64
BLOCK_ROWS: Final = 16_384  # Compared at once; they fit into the processor's cache.
NEVER: Final = np.iinfo(np.uint16).max  # The distance of a row that is free.


class SignBits:
    """Rows of bits, stored as columns of 64-bit words: a row of 384 numbers takes 48 bytes."""

    def __init__(self, dimension: int) -> None:
        self._words = np.zeros((-(-dimension // WORD_BITS), 0), dtype=np.uint64)

    def put(self, row: int, vectors: NDArray[np.float32 | np.float16]) -> None:
        """Set the rows from `row` on to the signs of `vectors`."""
        end = row + len(vectors)
        if end > self._words.shape[1]:
            grown = np.zeros((len(self._words), max(end, 2 * self._words.shape[1])), dtype=np.uint64)
            grown[:, : self._words.shape[1]] = self._words
            self._words = grown
        self._words[:, row:end] = self._signs(vectors)

    def nearest(self, vector: NDArray[np.float32], count: int, is_taken: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The `count` taken rows whose signs differ least, and all that tie with the last of them, in order."""
        signs, rows = self._signs(vector[np.newaxis]), len(is_taken)
        distances = np.empty(rows, dtype=np.uint16)
        for start in range(0, rows, BLOCK_ROWS):
            end = min(start + BLOCK_ROWS, rows)
            np.bitwise_count(self._words[:, start:end] ^ signs).sum(axis=0, dtype=np.uint16, out=distances[start:end])
        distances[~is_taken] = NEVER
        farthest = np.partition(distances, count - 1)[count - 1]
        return np.flatnonzero(distances <= min(farthest, NEVER - 1))

    def _signs(self, vectors: NDArray[np.float32 | np.float16]) -> NDArray[np.uint64]:
        packed = np.packbits(np.signbit(vectors), axis=1)
        padded = np.zeros((len(vectors), len(self._words) * WORD_BITS // 8), dtype=np.uint8)
        padded[:, : packed.shape[1]] = packed
        return padded.view(np.uint64).T
