"""Vectors are compared exactly; of many, those that are likely to be near."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.clouds import Cloud
from graph.index.vectors import CANDIDATES_MIN, CHUNK_ROWS, EXACT_MAX, Vectors


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
    assert vectors.has(np.array([-1, 3, 4, 5, 999])).tolist() == [False, True, False, True, False]
    assert vectors.cosines_at(np.array([3, 5]), QUERY).tolist() == [0.5, 1.0]


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


# --- Many ----------------------------------------------------------------------------------------------------------


def cloud(count: int, dimension: int = 96) -> np.ndarray:
    """Vectors of length 1 in groups of thirty."""
    random = np.random.default_rng(count)
    rows = np.repeat(random.standard_normal((-(-count // 30), dimension)), 30, axis=0)[:count]
    rows += 0.8 * random.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16)


def filled(rows: np.ndarray, exact_max: int = EXACT_MAX) -> Vectors:
    """Each row in the slot of its number."""
    vectors = Vectors(rows.shape[1], exact_max=exact_max)
    for slot, row in enumerate(rows):
        vectors.put(slot, row.tobytes())
    return vectors


def pairs(found: tuple[np.ndarray, np.ndarray]) -> dict[int, float]:
    """The cosine of each slot found."""
    return dict(zip(*(each.tolist() for each in found), strict=True))


NUMBERS = st.lists(st.integers(-3, 3).filter(bool), min_size=3, max_size=3)
PUTS = st.tuples(st.integers(0, 9), st.lists(NUMBERS, min_size=1, max_size=3))
DROPS = st.tuples(st.integers(0, 9), st.none())


@given(st.lists(st.one_of(PUTS, DROPS), max_size=40), st.integers(0, 12))
def test_few_are_all_compared(edits: list[tuple[int, list[list[int]] | None]], exact_max: int) -> None:
    """While the candidates are all there is, `nearest` gives every slot with the exact cosine of its nearest vector."""
    vectors, expected, counts = Vectors(3, exact_max=exact_max), {}, {}
    query = np.array([0.5, -0.5, 0.7], dtype=np.float32)
    for slot, rows in edits:
        if rows is None:
            vectors.drop(slot)
            expected.pop(slot, None)
        else:
            vectors.put(slot, half(*(number for row in rows for number in row)))
            expected[slot] = max(np.vecdot(np.array(rows, dtype=np.float32), query).tolist())
        counts[slot] = len(rows or ())

    assert vectors.count == sum(counts.values())
    assert pairs(vectors.nearest(query, 5)) == expected
    assert pairs(vectors.cosines(query)) == expected
    slots = np.array(sorted(expected), dtype=np.intp)
    assert vectors.has(np.arange(12)).tolist() == [slot in expected for slot in range(12)]
    assert vectors.cosines_at(slots, query).tolist() == [expected[slot] for slot in slots.tolist()]
    assert [len(vectors.of(slot)) for slot in range(12)] == [counts.get(slot, 0) for slot in range(12)]


def test_renumbered_slots_keep_all_their_vectors() -> None:
    """What further passages say is found after dead slots are gone, too."""
    vectors = Vectors(2)
    vectors.put(0, half(0, 1))
    vectors.put(1, half(0, 1, 1, 0))
    vectors.drop(0)

    vectors.renumber(np.array([-1, 0], dtype=np.int32))

    assert pairs(vectors.cosines(QUERY)) == {0: 1.0}
    assert [row.tolist() for row in vectors.of(0)] == [[0, 1], [1, 0]]


def test_at_the_bound_all_are_compared_and_above_it_few() -> None:
    """`exact_max` vectors are searched exactly; one more, and only candidates are."""
    rows = cloud(CANDIDATES_MIN * 4)
    query = rows[0].astype(np.float32)
    bound = len(rows) - 1

    assert len(filled(rows[:bound], bound).nearest(query, 50)[0]) == bound
    found = pairs(filled(rows, bound).nearest(query, 50))
    assert CANDIDATES_MIN <= len(found) < 2 * CANDIDATES_MIN
    exact = pairs(filled(rows).cosines(query))
    assert found == {slot: exact[slot] for slot in found}


def test_the_nearest_of_many_are_found() -> None:
    """Above the bound at least 99 in 100 of the 50 nearest are found, and all of the 10 nearest."""
    rows = np.concatenate(list(Cloud().rows(20_000))).astype(np.float16)
    vectors = filled(rows, exact_max=0)
    shares = {10: [], 50: []}
    for query in rows[:: len(rows) // 20].astype(np.float32):
        exact, found = pairs(vectors.cosines(query)), pairs(vectors.nearest(query, 50))
        for count, share in shares.items():
            nearest = sorted(exact, key=lambda slot: -exact[slot])[:count]
            share.append(len(found.keys() & nearest) / count)

    assert np.mean(shares[10]) == 1
    assert np.mean(shares[50]) >= 0.99


def test_no_history_of_many_is_visible() -> None:
    """The same vectors give the same answer: put in any order, replaced, dropped, renumbered, after a search or not."""
    rows = cloud(CANDIDATES_MIN * 4)
    rows[100:130] = rows[100]
    query = rows[110].astype(np.float32)
    straight, crooked = filled(rows, 100), Vectors(96, exact_max=100)
    order = np.random.default_rng(1).permutation(len(rows)).tolist()
    for turn, slot in enumerate(order):
        crooked.put(slot + 1000, rows[slot - 5].tobytes())
        if turn == len(order) // 2:
            crooked.nearest(query, 50)
    for slot in range(1000):
        crooked.put(slot, rows[slot].tobytes())
    crooked.nearest(query, 50)
    for slot in order:
        crooked.put(slot + 1000, rows[slot].tobytes())
    for slot in range(1000):
        crooked.drop(slot)
    crooked.renumber(np.concatenate((np.full(1000, -1), np.arange(len(rows)))).astype(np.int32))

    found = pairs(straight.nearest(query, 50))

    assert pairs(crooked.nearest(query, 50)) == found
    assert found.keys() >= set(range(100, 130))


def test_shrunk_below_the_bound_all_are_compared_again() -> None:
    """What is searched exactly depends on how many vectors there are, not on how many there were."""
    rows = cloud(CANDIDATES_MIN * 2)
    query = rows[0].astype(np.float32)
    shrunk = filled(rows, CANDIDATES_MIN + 500)
    for slot in range(CANDIDATES_MIN + 500, len(rows)):
        shrunk.drop(slot)

    assert pairs(shrunk.nearest(query, 5)) == pairs(filled(rows[: CANDIDATES_MIN + 500]).cosines(query))
