"""Columns hold entries side by side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.index.columns import Columns
from graph.index.entries import Entry
from graph.store.verbs import Label

ENTRY = Entry(
    id="m1",
    label=Label.MESSAGE,
    kind="user",
    at_ms=1_773_489_600_000,
    position=0.1,
    importance=10,
    salience=1,
    usefulness=-2.5,
    tokens=70_000,
    chat="",
    conversation="c1",
    container=None,
    status="",
    sender="Ali",
)


@pytest.fixture
def columns() -> Columns:
    """A hundred entries, more than room was made for."""
    columns = Columns()
    for number in range(100):
        columns.extend(
            [ENTRY._replace(id=f"m{number}", position=float(number), container=f"s{number % 2}")],
            fingerprints=[0],
            seqs=[0],
        )
    return columns


def test_an_entry_comes_back_as_it_went_in() -> None:
    """No value is rounded, and None stays apart from the empty string."""
    columns = Columns()

    assert columns.entries([columns.extend([ENTRY], fingerprints=[-5], seqs=[0])]) == {ENTRY.id: ENTRY}
    assert columns.fingerprint[0] == -5


def test_entries_come_in_the_order_asked_for(columns: Columns) -> None:
    """Many entries at once are those that one by one give."""
    assert [*columns.entries([7, 3]).items()] == [*columns.entries([7]).items(), *columns.entries([3]).items()]
    assert columns.entries([]) == {}


def test_an_entry_is_made_once_until_it_changes(columns: Columns) -> None:
    """A turn asks for the same entries several times; after a change none of them is out of date."""
    before = columns.entries([7, 3])

    assert columns.entries([3])["m3"] is before["m3"]
    columns.set(3, before["m3"]._replace(usefulness=2.0), seq=1)
    assert columns.entries([3, 7]) == {"m3": before["m3"]._replace(usefulness=2.0), "m7": before["m7"]}
    columns.drop(7)
    columns.compact()
    assert [*columns.entries([7])] == ["m8"]


def test_columns_grow(columns: Columns) -> None:
    """Entries keep their values when room is made for more."""
    assert [entry.position for entry in columns.entries(range(100)).values()] == [
        float(number) for number in range(100)
    ]


def test_dropped_entries_are_found_by_nothing(columns: Columns) -> None:
    """A dead slot has no label, no container and no id."""
    columns.drop(columns.slots["m4"])

    assert len(columns) == 99
    assert "m4" not in columns.slots
    assert not columns.of_label(Label.MESSAGE)[4]
    assert np.flatnonzero(columns.in_container("s0"))[:3].tolist() == [0, 2, 6]
    assert not columns.in_container("nothing").any()


def test_compact_keeps_the_living_in_order(columns: Columns) -> None:
    """The old order stays, and each old slot is told its new one."""
    for number in range(0, 100, 2):
        columns.drop(columns.slots[f"m{number}"])

    moved = columns.compact()

    assert moved[:4].tolist() == [-1, 0, -1, 1]
    assert (columns.count, len(columns)) == (50, 50)
    assert [*columns.entries(range(50))] == [f"m{n}" for n in range(1, 100, 2)]
    assert columns.extend([ENTRY._replace(id="new")], fingerprints=[0], seqs=[0]) == 50


@given(
    st.lists(st.tuples(st.text("am0é😀", max_size=10), st.sampled_from([0.0, 1.0, 2.0])), unique_by=lambda row: row[0]),
    st.integers(0, 12),
    st.booleans(),
)
def test_first_is_the_beginning_of_the_whole_order(
    rows: list[tuple[str, float]], limit: int, last_id_first: bool
) -> None:
    """Choosing before sorting changes nothing, also for ids that share their first bytes."""
    columns = Columns()
    for id, _ in rows:
        columns.extend([ENTRY._replace(id=id)], fingerprints=[0], seqs=[0])

    first = columns.first(
        np.arange(len(rows)), np.array([by for _, by in rows], dtype=float), limit, last_id_first=last_id_first
    )

    ordered = sorted(rows, key=lambda row: row[0], reverse=last_id_first)
    ordered.sort(key=lambda row: row[1])
    assert [(columns.ids[slot], by) for by, slot in first] == ordered[:limit]
