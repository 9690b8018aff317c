"""Vectors are compared exactly."""

import numpy as np
import pytest

from graph.vectors import CHUNK_ROWS, Vectors


def half(*numbers: float) -> bytes:
    """A vector as it is stored."""
    return np.array(numbers, dtype=np.float16).tobytes()


QUERY = np.array([1.0, 0.0], dtype=np.float32)


def test_cosines_of_what_was_put() -> None:
    """Each slot has the vector it was given last."""
    vectors = Vectors(2)
    vectors.put(5, half(0, 1))
    vectors.put(3, half(0.5, 0.5))
    vectors.put(5, half(1, 0))

    slots, cosines = vectors.cosines(QUERY)

    assert dict(zip(slots.tolist(), cosines.tolist(), strict=True)) == {5: 1.0, 3: 0.5}
    assert vectors.cosines_at(np.array([3, 4, 5]), QUERY).tolist() == [0.5, 0.0, 1.0]


def test_dropped_rows_are_used_again() -> None:
    """A slot without a vector is not found, and its place goes to the next one."""
    vectors = Vectors(2)
    vectors.put(0, half(1, 0))
    vectors.put(1, half(0, 1))
    vectors.drop(0)
    vectors.drop(0)
    vectors.put(2, half(0.5, 0.5))

    slots, cosines = vectors.cosines(QUERY)

    assert slots.tolist() == [2, 1]
    assert cosines.tolist() == [0.5, 0.0]


def test_renumbered_slots_keep_their_vectors() -> None:
    """After dead slots are gone, the others are found under their new numbers."""
    vectors = Vectors(2)
    vectors.put(1, half(1, 0))
    vectors.put(2, half(0.5, 0.5))
    vectors.put(3, half(0, 1))
    vectors.drop(2)

    vectors.renumber(np.array([-1, 0, -1, 1], dtype=np.int32))

    assert vectors.cosines_at(np.array([0, 1]), QUERY).tolist() == [1.0, 0.0]
    assert vectors.cosines(QUERY)[0].tolist() == [0, 1]


def test_a_row_is_rounded_alike_wherever_it_stands() -> None:
    """The history of a space does not reach the last bit of a cosine; chunks have no seams."""
    random = np.random.default_rng(0)
    rows = random.standard_normal((CHUNK_ROWS + 9, 48)).astype(np.float16)
    query = rows[7].astype(np.float32)
    forward, backward = Vectors(48), Vectors(48)
    for slot in range(len(rows)):
        forward.put(slot, rows[slot].tobytes())
        backward.put(len(rows) - 1 - slot, rows[-1 - slot].tobytes())

    first = dict(zip(*(each.tolist() for each in forward.cosines(query)), strict=True))
    second = dict(zip(*(each.tolist() for each in backward.cosines(query)), strict=True))

    assert first == second
    assert list(first.values()) == forward.cosines_at(np.arange(len(rows)), query).tolist()
    assert list(first.values()) == pytest.approx((rows.astype(np.float32) @ query).tolist(), rel=1e-4, abs=1e-4)
