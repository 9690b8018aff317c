"""The vectors of a space in memory, appended to and never rebuilt, and their exact cosines."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

CHUNK_ROWS: Final = 4096  # Untouched rows of a chunk cost no memory, and growing never copies the others.


class Vectors:
    """Rows of length 1 by slot. Kept as float32: float16, as they are stored, is eight times slower to multiply."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._chunks: list[NDArray[np.float32]] = []
        self._rows: dict[int, int] = {}  # slot -> row
        self._slots = np.full(0, -1, dtype=np.int32)  # row -> slot, -1 where the row is free
        self._used = 0
        self._free: list[int] = []

    def put(self, slot: int, vector: bytes) -> None:
        """The slot has this vector: `dimension` float16 numbers."""
        row = self._rows.get(slot)
        if row is None:
            row = self._rows[slot] = self._new_row()
        self._slots[row] = slot
        self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS] = np.frombuffer(vector, dtype=np.float16)

    def drop(self, slot: int) -> None:
        """The slot has no vector; one that had none is no error."""
        row = self._rows.pop(slot, None)
        if row is not None:
            self._slots[row] = -1
            self._free.append(row)

    def of(self, slot: int) -> NDArray[np.float32] | None:
        """The slot's vector; None where there is none."""
        row = self._rows.get(slot)
        return None if row is None else self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS]

    def cosines(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The slots that have a vector, and the cosine of each with `vector`, which has length 1.

        `vecdot` runs in one thread and rounds each row by itself: threads of BLAS fight over two cores, and a matrix
        product's last bit may depend on the other rows.
        """
        found = np.empty(self._used, dtype=np.float32)
        for number, chunk in enumerate(self._chunks):
            part = found[number * CHUNK_ROWS : (number + 1) * CHUNK_ROWS]
            part[:] = np.vecdot(chunk[: len(part)], vector)
        is_taken = self._slots[: self._used] >= 0
        return self._slots[: self._used][is_taken].astype(np.intp), found[is_taken]

    def cosines_at(self, slots: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """What `cosines` gives at these slots; 0 where there is no vector."""
        found = np.zeros(len(slots), dtype=np.float32)
        for at, slot in enumerate(slots.tolist()):
            row = self._rows.get(slot)
            if row is not None:
                found[at] = np.vecdot(self._chunks[row // CHUNK_ROWS][row % CHUNK_ROWS], vector)
        return found

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Each slot is now `moved[slot]`; those moved to -1 had been dropped before."""
        self._rows = {int(moved[slot]): row for slot, row in self._rows.items()}
        is_taken = self._slots[: self._used] >= 0
        self._slots[: self._used][is_taken] = moved[self._slots[: self._used][is_taken]]

    def _new_row(self) -> int:
        if self._free:
            return self._free.pop()
        if self._used == len(self._chunks) * CHUNK_ROWS:
            self._chunks.append(np.empty((CHUNK_ROWS, self.dimension), dtype=np.float32))
            self._slots = np.concatenate((self._slots, np.full(CHUNK_ROWS, -1, dtype=np.int32)))
        self._used += 1
        return self._used - 1
