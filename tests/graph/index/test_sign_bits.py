"""Rows that differ in few signs are found, whatever their order."""

import numpy as np

from graph.index.vectors import BLOCK_ROWS, SignBits


def signs(*rows: str) -> np.ndarray:
    """`+-+` is a vector with these signs."""
    return np.array([[1.0 if sign == "+" else -1.0 for sign in row] for row in rows], dtype=np.float16)


def nearest(sketch: SignBits, query: str, count: int, is_taken: list[bool]) -> list[int]:
    """The rows found."""
    return sketch.nearest(signs(query)[0].astype(np.float32), count, np.array(is_taken)).tolist()


def test_nearest_with_all_that_tie() -> None:
    """The rows with fewest other signs are found, and none is left out that is as near as the last."""
    sketch = SignBits(4)
    sketch.put(0, signs("++++", "+++-", "++-+", "--++", "----"))

    assert nearest(sketch, "++++", 1, [True] * 5) == [0]
    assert nearest(sketch, "++++", 2, [True] * 5) == [0, 1, 2]
    assert nearest(sketch, "++++", 5, [True] * 5) == [0, 1, 2, 3, 4]


def test_free_rows_are_never_found() -> None:
    """A row that holds nothing takes no place, also when fewer rows are left than are asked for."""
    sketch = SignBits(4)
    sketch.put(0, signs("++++", "+++-", "----"))

    assert nearest(sketch, "++++", 1, [False, True, True]) == [1]
    assert nearest(sketch, "++++", 3, [False, True, True]) == [1, 2]


def test_a_row_can_be_put_anew() -> None:
    """A row has the signs that it was given last; the others keep theirs while the sketch grows."""
    sketch = SignBits(70)
    sketch.put(0, signs("+" * 70))
    sketch.put(1, signs("+" * 69 + "-", "-" * 70))
    sketch.put(0, signs("-" * 69 + "+"))

    assert nearest(sketch, "+" * 70, 1, [True] * 3) == [1]
    assert nearest(sketch, "-" * 70, 2, [True] * 3) == [0, 2]


def test_blocks_have_no_seams() -> None:
    """Every distance is the number of signs that differ, in whichever block the row stands."""
    random = np.random.default_rng(0)
    rows = random.standard_normal((BLOCK_ROWS + 9, 65)).astype(np.float16)
    query = random.standard_normal(65).astype(np.float32)
    differing = ((rows < 0) != (query < 0)).sum(axis=1)
    sketch = SignBits(65)
    sketch.put(0, rows)

    found = sketch.nearest(query, 100, np.ones(len(rows), dtype=np.bool_))

    assert found.tolist() == np.flatnonzero(differing <= np.sort(differing)[99]).tolist()
