"""The lines around a line."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graph.index.columns import Columns
from graph.index.entries import Entry
from graph.index.neighbours import Neighbours
from graph.store.verbs import Label

IDS = [f"m0000000{letter}" for letter in "abcdefgh"]  # Alike in what their columns hold of them.
ROWS = st.tuples(st.sampled_from(["c1", "c2"]), st.integers(0, 3).map(float), st.sampled_from(IDS))


def line(conversation: str, position: float, id: str) -> Entry:
    """A message as the index knows it."""
    return Entry(id, Label.MESSAGE, "user", 0, position, 0, 0, 0.0, 0, "", conversation, None, "", "")


def check(columns: Columns, runs: Neighbours, rows: Iterable[tuple[str, float, str]]) -> None:
    """Those around each line are the next ones by (position, id)."""
    slots = columns.slots
    for conversation in ("c1", "c2"):
        order = [id for _, _, id in sorted(row for row in rows if row[0] == conversation)]
        near = runs.around(np.array([slots[id] for id in order], dtype=np.intp), 2).tolist()
        for at, found in enumerate(near):
            expected = [order[place] if 0 <= place < len(order) else None for place in (at - 1, at + 1, at - 2, at + 2)]
            assert [None if slot < 0 else columns.ids[slot] for slot in found] == expected


@given(st.lists(ROWS, unique_by=lambda row: row[2]), st.booleans(), st.data())
def test_neighbours_equal_those_of_a_sorted_list(
    rows: list[tuple[str, float, str]], is_looked_at: bool, data: st.DataObject
) -> None:
    """In whatever order messages come and go, and whenever one looks, each stands between the right two."""
    columns = Columns()
    runs = Neighbours(columns)
    for row in rows:
        runs.put(columns.extend([line(*row)], fingerprints=[0], seqs=[0]))
        if is_looked_at:
            runs.around(np.zeros(1, dtype=np.intp), 1)
    gone = data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []
    for row in gone:
        slot = columns.slots[row[2]]
        runs.drop(slot)
        columns.drop(slot)
    left = [row for row in rows if row not in gone]
    check(columns, runs, left)

    columns.compact()
    runs.renumber()

    check(columns, runs, left)


def test_who_sorts_in_far_back_is_found() -> None:
    """A line that belongs far from the end of its conversation has its place like any other."""
    columns = Columns()
    runs = Neighbours(columns)
    rows = [("c1", float(place), id) for place, id in enumerate(IDS, 1)]
    for row in rows:
        runs.put(columns.extend([line(*row)], fingerprints=[0], seqs=[0]))
    check(columns, runs, rows)

    runs.put(columns.extend([line("c1", 0.0, "m9")], fingerprints=[0], seqs=[0]))

    check(columns, runs, [*rows, ("c1", 0.0, "m9")])


def test_many_at_once_are_sorted_at_once() -> None:
    """An import of hundreds of lines into a conversation, backwards, is lined up too."""
    columns = Columns()
    runs = Neighbours(columns)
    rows = [("c1", float(-place), f"m{place}") for place in range(500)]
    for row in rows:
        runs.put(columns.extend([line(*row)], fingerprints=[0], seqs=[0]))

    check(columns, runs, rows)
