"""What an index finds, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.store.backends import open_store
from graph.store.verbs import DropNode, Label, PutNode, Store
from graph.text.days import Days
from tests.graph.index.indexed import MODEL, QUERY, half, message, own, refreshed


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store."""
    store = open_store(":memory:")
    yield store
    store.close()


def test_a_search_may_name_labels(store: Store) -> None:
    """Other items are left out before the best are chosen."""
    store.write("s", [message("m1"), message("m2"), PutNode(Label.FACT, "f1", {"terms": "kahve =kahve x"})])

    index = refreshed(store)

    assert [hit.id for hit in index.search_words("kahve", 1, labels={Label.FACT})] == ["f1"]
    assert index.search_words("kahve", 5, labels=()) == []
    apart = index.search_terms(["kahve"], {frozenset({Label.FACT}): 1, frozenset({Label.MESSAGE}): 1})
    assert [hit.id for hit in apart] == ["f1", "m1"]


def test_equal_scores_are_ordered_by_id(store: Store) -> None:
    """Of many equal items the first ids are found, whatever order they came in."""
    ids = [f"m{number:08d}" for number in range(300)]
    store.write("s", [message(id) for id in reversed(ids)])

    assert [hit.id for hit in refreshed(store).search_words("kahve", 5)] == ids[:5]


def test_key_info_is_known_and_not_searched(store: Store) -> None:
    """It stands in every block, so that finding it would waste a place."""
    store.write(
        "s",
        [own(), PutNode(Label.KEY_INFO, "key-info", {"terms": "kahve", "vector": half(1, 0), "vector_model": MODEL})],
    )

    index = refreshed(store, MODEL)

    assert len(index) == 1
    assert index.search_words("kahve", 5) == []
    assert index.search_vector(QUERY, 5) == []


def test_lines_of_a_time_are_found(store: Store) -> None:
    """Said then, or about then: first what shares words, then the others, of which those about it come first."""
    day = Days.parsed("2023-10-03")
    said = {"sent_at": day.first * 86_400_000 + 5}
    store.write(
        "s",
        [
            message("m1", "deniz", speaks_of=("2023-10-01/2023-10-31",)),
            message("m2", "kahve", speaks_of=("2023-10-03",)),
            message("m3", "deniz ve kahve", **said),
            message("m4", "kahve", position=4.0, **said),
            message("m5", "deniz", speaks_of=("2023-10-04",)),
        ],
    )
    index = refreshed(store)

    assert [hit.id for hit in index.search_times(["deniz"], [day], (9, 9))] == ["m1", "m3", "m2", "m4"]
    assert [hit.id for hit in index.search_times(["deniz"], [day], (1, 1))] == ["m1", "m2"]
    assert index.days_fit(["m2", "m3", "m9"], [day]).tolist() == [1.0, 0.0, 0.0]


def test_days_change_with_their_line(store: Store) -> None:
    """Whether its text stays or not, and when it goes."""
    day = [Days.parsed("2023-10-03")]
    store.write("s", [message("m1"), message("m2", speaks_of=("2023-10-03",))])
    index = refreshed(store)

    store.write("s", [PutNode(Label.MESSAGE, "m1", {"speaks_of": ("2023-10-03",)}), message("m2", "deniz")])
    index.refresh(store)
    assert [hit.id for hit in index.search_times([], day, (0, 9))] == ["m1", "m2"]

    store.write("s", [DropNode("m2"), PutNode(Label.MESSAGE, "m1", {"speaks_of": None})])
    index.refresh(store)
    assert index.search_times([], day, (0, 9)) == []
