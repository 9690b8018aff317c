"""The size of an index is told about as the interpreter counts it."""

from __future__ import annotations

import gc
import tracemalloc
from datetime import UTC, datetime

import numpy as np
import pytest

from graph.index.memory_size import EMPTY_BYTES, size_bytes
from graph.index.space_index import SpaceIndex
from graph.store.backends import open_store
from graph.store.verbs import Label, PutNode
from tests.graph.index.indexed import message

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = [f"word{number}" for number in range(3_000)]


@pytest.mark.embedded
@pytest.mark.parametrize("count", [300, 3_000])
def test_estimate_is_near_what_was_allocated(count: int) -> None:
    """Within a third, for texts of a dozen words."""
    store = open_store(":memory:")
    store.write(
        "s", [message(f"m{n}", " ".join(WORDS[(n * 7 + k * k) % 3_000] for k in range(12))) for n in range(count)]
    )
    SpaceIndex("s").refresh(store)  # What is made once for all stays out of the sum.
    gc.collect()
    tracemalloc.start()
    index = SpaceIndex("s")
    index.refresh(store)
    gc.collect()
    allocated, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert 0.67 < size_bytes(index) / allocated < 1.5
    store.close()


def test_vectors_count_by_their_rows() -> None:
    """Vectors take most of the memory where there are any."""
    store = open_store(":memory:")
    vector = np.ones(8, dtype=np.float16).tobytes()
    store.write(
        "s", [PutNode(Label.MESSAGE, "m1", {"body": "sea", "terms": "sea", "vector": vector, "vector_model": "x/8"})]
    )
    without, with_them = SpaceIndex("s"), SpaceIndex("s", "x/8")
    without.refresh(store)
    with_them.refresh(store)

    assert size_bytes(with_them) > size_bytes(without) > EMPTY_BYTES
    store.close()
