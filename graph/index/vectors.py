"""The vectors of a space in memory, and the search for the nearest ones. Adding a vector never rebuilds them.

Up to EXACT_MAX vectors, a search compares all. With more, it compares signs (`SignBits`) and computes the exact
cosine of the best candidates: docs/benchmarks/curves.md shows what that finds and costs.
"""

from itertools import pairwise
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


CHUNK_ROWS: Final = 16_384  # Unused rows of a chunk take no memory, and growing copies no other chunk.
EXACT_MAX: Final = 50_000  # 77 MB with 384 numbers, and about 4 ms; roughly measured, beside other work.
# How many candidates by signs are compared exactly. 1,000 contained 99.2 % of the 50 nearest of 27,000 sentences, 2,000
# contained 99.9 %. A share of all vectors keeps that in larger spaces.
CANDIDATES_MIN: Final = 2_000
CANDIDATES_SHARE: Final = 100
CANDIDATES_PER_HIT: Final = 30

FLOAT16_BYTES: Final = 2  # As the store keeps a number.

Vector = NDArray[np.float32]
Rows = NDArray[np.float32 | np.float16]


class Vectors:
    """Vectors of length 1, by slot; a slot with a long text has one for each passage, and is as near as the nearest.

    Up to `exact_max` vectors are float32, 1,536 bytes for 384 numbers: float16, as in the store, is eight times slower
    to multiply. More vectors are float16 with sign bits, 816 bytes, since only candidates are multiplied then. Results
    depend on the vectors that there are, not on earlier ones.
    """

    def __init__(self, dimension: int, *, exact_max: int = EXACT_MAX) -> None:
        self.dimension = dimension
        self._exact_max = exact_max
        self._chunks: list[Rows] = []
        self._signs = SignBits(dimension)
        self._rows = np.full(0, -1, dtype=np.int32)  # slot -> row of its first vector, -1 if it has none
        self._further: dict[int, list[int]] = {}  # slot -> rows of its other vectors
        self._slots = np.full(0, -1, dtype=np.int32)  # row -> slot, -1 if the row is free
        self._used = 0
        self._free: list[int] = []
        self._signed_count = 0  # rows whose sign bits are there; 0 until the first search that needs them

    @property
    def count(self) -> int:
        """The number of vectors."""
        return self._used - len(self._free)

    @property
    def size_bytes(self) -> int:
        """The memory that is in use: unused rows of a chunk take none."""
        number_bytes = self._chunks[0].itemsize if self._chunks else 0
        row_bytes = number_bytes * self.dimension + (self.dimension // 8 if self._signed_count else 0)
        return self._used * row_bytes + self._rows.nbytes + self._slots.nbytes

    def put(self, slot: int, vectors: bytes) -> None:
        """Set the vectors of a slot: `dimension` float16 numbers for each."""
        self.drop(slot)
        if slot >= len(self._rows):
            self._rows = _extended(self._rows, max(slot + 1, 2 * len(self._rows)))
        rows = [self._new_row() for _ in range(len(vectors) // (FLOAT16_BYTES * self.dimension))]
        for row, numbers in zip(rows, np.frombuffer(vectors, np.float16).reshape(len(rows), -1), strict=True):
            self._slots[row] = slot
            self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS] = numbers
            if row < self._signed_count:
                self._signs.put(row, numbers[np.newaxis])
        self._rows[slot] = rows[0]
        if len(rows) > 1:
            self._further[slot] = rows[1:]

    def drop(self, slot: int) -> None:
        """Remove the vectors of a slot. A slot without one is no error."""
        rows = self._rows_of(slot)
        if rows:
            self._rows[slot] = self._slots[rows] = -1
            self._further.pop(slot, None)
            self._free += reversed(rows)

    def of(self, slot: int) -> list[NDArray[np.float32]]:
        """The slot's vectors, in the order of its passages; none if it has none."""
        return [self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS].astype(np.float32) for row in self._rows_of(slot)]

    def cosines(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The slots with a vector, and the greatest cosine of each with `vector`, which has length 1."""
        cosines = np.empty(self._used, dtype=np.float32)
        for number, chunk in enumerate(self._chunks):
            part = cosines[number * CHUNK_ROWS : (number + 1) * CHUNK_ROWS]
            part[:] = _products(chunk[: len(part)], vector)
        is_taken = self._slots[: self._used] >= 0
        return self._nearest_of_each(self._slots[: self._used][is_taken].astype(np.intp), cosines[is_taken])

    def nearest(self, vector: NDArray[np.float32], limit: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Slots that include the `limit` nearest to `vector`, and the cosine of each.

        Up to `exact_max` vectors these are all slots. With more, they are the candidates by signs, so a few of the
        nearest may be missing.
        """
        candidates = max(CANDIDATES_MIN, self.count // CANDIDATES_SHARE, CANDIDATES_PER_HIT * limit)
        if self.count <= max(self._exact_max, candidates):
            return self.cosines(vector)
        while self._signed_count < self._used:  # Many at once cost a tenth of one after the other.
            number, start = divmod(self._signed_count, CHUNK_ROWS)
            unsigned = self._chunks[number][start : self._used - number * CHUNK_ROWS]
            self._signs.put(self._signed_count, unsigned)
            self._signed_count += len(unsigned)
        rows = self._signs.nearest(vector, candidates, self._slots[: self._used] >= 0)
        return self._nearest_of_each(self._slots[rows].astype(np.intp), self._cosines_of(rows, vector))

    def has(self, slots: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of these slots have a vector; slot -1 has none."""
        found = (slots >= 0) & (slots < len(self._rows))
        found[found] = self._rows[slots[found]] >= 0
        return found

    def cosines_at(self, slots: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The greatest cosine of `vector` with a vector of each of these slots, all of which have one."""
        rows = self._rows[slots]
        order = np.argsort(rows)
        cosines = np.empty(len(slots), dtype=np.float32)
        cosines[order] = self._cosines_of(rows[order].astype(np.intp), vector)
        for place, slot in enumerate(slots.tolist()) if self._further else ():
            if more := self._further.get(slot):
                cosines[place] = max(cosines[place], self._cosines_of(np.sort(more), vector).max())
        return cosines

    def _nearest_of_each(
        self, slots: NDArray[np.intp], cosines: NDArray[np.float32]
    ) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Each slot once, with its greatest cosine."""
        if not self._further:
            return slots, cosines
        best = np.full(len(self._rows), -np.inf, dtype=np.float32)
        np.maximum.at(best, slots, cosines)
        found = np.flatnonzero(best > -np.inf)
        return found, best[found]

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Replace each slot by `moved[slot]`. Slots with -1 have no vector."""
        has_vector = np.flatnonzero(self._rows[: len(moved)] >= 0)
        first = self._rows[has_vector]
        rows = np.flatnonzero(self._slots[: self._used] >= 0)
        self._slots[rows] = moved[self._slots[rows]]
        self._rows = np.full(len(moved), -1, dtype=np.int32)
        self._rows[moved[has_vector]] = first
        self._further = {int(moved[slot]): further for slot, further in self._further.items()}

    def _cosines_of(self, rows: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        # The rows are in order.
        cosines = np.empty(len(rows), dtype=np.float32)
        ends = np.searchsorted(rows, np.arange(len(self._chunks) + 1) * CHUNK_ROWS).tolist()
        for number, (start, end) in enumerate(pairwise(ends)):
            cosines[start:end] = _products(self._chunks[number][rows[start:end] - number * CHUNK_ROWS], vector)
        return cosines

    def _rows_of(self, slot: int) -> list[int]:
        first = int(self._rows[slot]) if slot < len(self._rows) else -1
        return [] if first < 0 else [first, *self._further.get(slot, ())]

    def _new_row(self) -> int:
        if self._free:
            return self._free.pop()
        if self._used == self._exact_max:
            self._chunks = [chunk.astype(np.float16) for chunk in self._chunks]  # Lossless: they were float16.
        if self._used == len(self._chunks) * CHUNK_ROWS:
            chunk: Rows = np.zeros(
                (CHUNK_ROWS, self.dimension), np.float32 if self._used < self._exact_max else np.float16
            )
            self._chunks.append(chunk)
            self._slots = _extended(self._slots, len(self._slots) + CHUNK_ROWS)
        self._used += 1
        return self._used - 1


def _products(rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The product of each row with the vector. Unlike a matrix product by BLAS, `vecdot` uses one thread, and its
    rounding does not depend on other rows."""
    products: NDArray[np.float32] = np.vecdot(rows.astype(np.float32, copy=False), vector)
    return products


def _extended(numbers: NDArray[np.int32], length: int) -> NDArray[np.int32]:
    return np.concatenate((numbers, np.full(length - len(numbers), -1, dtype=np.int32)))
