"""The vectors of a space in memory, appended to and never rebuilt, and which of them are nearest to another.

Up to EXACT_MAX vectors every one is compared. Above it their signs are (`sign_bits.py`), and the exact cosine is taken
of those that differ least: docs/benchmarks/curves.md has what that finds and costs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.sign_bits import SignBits

CHUNK_ROWS: Final = 16_384  # Untouched rows of a chunk cost no memory, and growing never copies the others.
EXACT_MAX: Final = 50_000  # 77 MB with 384 numbers, and about 4 ms; roughly measured, beside other work.
# How many of the nearest by signs are compared exactly. 1,000 found 99.2 % of the 50 nearest of 27,000 real sentences,
# 2,000 found 99.9 %, and a share of all keeps it so in larger spaces.
CANDIDATES_MIN: Final = 2_000
CANDIDATES_SHARE: Final = 100
CANDIDATES_PER_HIT: Final = 30

Rows = NDArray[np.float32 | np.float16]


class Vectors:
    """Rows of length 1 by slot.

    Up to `exact_max` rows are float32, 1,536 bytes for 384 numbers: float16, as they are stored, is eight times slower
    to multiply. More are float16 beside a sketch, 816 bytes, since few are multiplied then. What is found depends on
    how many there are now, not on how many there were.
    """

    def __init__(self, dimension: int, *, exact_max: int = EXACT_MAX) -> None:
        self.dimension = dimension
        self._exact_max = exact_max
        self._chunks: list[Rows] = []
        self._sketch = SignBits(dimension)
        self._rows = np.full(0, -1, dtype=np.int32)  # slot -> row, -1 where it has none
        self._slots = np.full(0, -1, dtype=np.int32)  # row -> slot, -1 where the row is free
        self._used = 0
        self._free: list[int] = []
        self._sketched = 0  # the rows before it are in the sketch; none while one has never been needed

    @property
    def count(self) -> int:
        """How many slots have a vector."""
        return self._used - len(self._free)

    def put(self, slot: int, vector: bytes) -> None:
        """The slot has this vector: `dimension` float16 numbers."""
        if slot >= len(self._rows):
            self._rows = _longer(self._rows, max(slot + 1, 2 * len(self._rows)))
        if self._rows[slot] < 0:
            self._rows[slot] = self._new_row()
        row = int(self._rows[slot])
        self._slots[row] = slot
        numbers = np.frombuffer(vector, dtype=np.float16)
        self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS] = numbers
        if row < self._sketched:
            self._sketch.put(row, numbers[np.newaxis])

    def drop(self, slot: int) -> None:
        """The slot has no vector; one that had none is no error."""
        row = self._row(slot)
        if row >= 0:
            self._rows[slot] = self._slots[row] = -1
            self._free.append(row)

    def of(self, slot: int) -> NDArray[np.float32] | None:
        """The slot's vector; None where there is none."""
        row = self._row(slot)
        return None if row < 0 else self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS].astype(np.float32)

    def cosines(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The slots that have a vector, and the cosine of each with `vector`, which has length 1."""
        found = np.empty(self._used, dtype=np.float32)
        for number, chunk in enumerate(self._chunks):
            part = found[number * CHUNK_ROWS : (number + 1) * CHUNK_ROWS]
            part[:] = _products(chunk[: len(part)], vector)
        is_taken = self._slots[: self._used] >= 0
        return self._slots[: self._used][is_taken].astype(np.intp), found[is_taken]

    def nearest(self, vector: NDArray[np.float32], limit: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Slots among which are the `limit` nearest to `vector`, and the cosine of each, as `cosines` gives it.

        All slots up to `exact_max` vectors; above, those whose signs are nearest: some of the `limit` may be missed.
        The same slots whatever the history of the space.
        """
        candidates = max(CANDIDATES_MIN, self.count // CANDIDATES_SHARE, CANDIDATES_PER_HIT * limit)
        if self.count <= max(self._exact_max, candidates):
            return self.cosines(vector)
        self._draw_sketch()
        rows = self._sketch.nearest(vector, candidates, self._slots[: self._used] >= 0)
        return self._slots[rows].astype(np.intp), self._cosines_of(rows, vector)

    def cosines_at(self, slots: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of `vector` with that of each of these slots; 0 where there is none."""
        found = np.zeros(len(slots), dtype=np.float32)
        rows = np.full(len(slots), -1, dtype=np.intp)
        is_known = slots < len(self._rows)
        rows[is_known] = self._rows[slots[is_known]]
        order = np.argsort(rows)[np.count_nonzero(rows < 0) :]
        found[order] = self._cosines_of(rows[order], vector)
        return found

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Each slot is now `moved[slot]`; those moved to -1 had been dropped before."""
        rows = np.flatnonzero(self._slots[: self._used] >= 0)
        self._slots[rows] = moved[self._slots[rows]]
        self._rows = np.full(len(moved), -1, dtype=np.int32)
        self._rows[self._slots[rows]] = rows

    def _cosines_of(self, rows: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Of these rows, which are in order."""
        found = np.empty(len(rows), dtype=np.float32)
        ends = np.searchsorted(rows, np.arange(len(self._chunks) + 1) * CHUNK_ROWS).tolist()
        for number, (start, end) in enumerate(pairwise(ends)):
            found[start:end] = _products(self._chunks[number][rows[start:end] - number * CHUNK_ROWS], vector)
        return found

    def _row(self, slot: int) -> int:
        return int(self._rows[slot]) if slot < len(self._rows) else -1

    def _new_row(self) -> int:
        if self._free:
            return self._free.pop()
        if self._used == self._exact_max:
            self._chunks = [chunk.astype(np.float16) for chunk in self._chunks]  # Exact: so they came.
        if self._used == len(self._chunks) * CHUNK_ROWS:
            chunk: Rows = np.zeros(
                (CHUNK_ROWS, self.dimension), np.float32 if self._used < self._exact_max else np.float16
            )
            self._chunks.append(chunk)
            self._slots = _longer(self._slots, len(self._slots) + CHUNK_ROWS)
        self._used += 1
        return self._used - 1

    def _draw_sketch(self) -> None:
        """The sketch has every row. Many at once cost a tenth of one after the other."""
        while self._sketched < self._used:
            number, start = divmod(self._sketched, CHUNK_ROWS)
            rows = self._chunks[number][start : self._used - number * CHUNK_ROWS]
            self._sketch.put(self._sketched, rows)
            self._sketched += len(rows)


def _products(rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """`vecdot` runs in one thread and rounds each row by itself: threads of BLAS fight over two cores, and a matrix
    product's last bit may depend on the other rows."""
    products: NDArray[np.float32] = np.vecdot(rows.astype(np.float32, copy=False), vector)
    return products


def _longer(numbers: NDArray[np.int32], length: int) -> NDArray[np.int32]:
    return np.concatenate((numbers, np.full(length - len(numbers), -1, dtype=np.int32)))
