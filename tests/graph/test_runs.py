"""The lines around a line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.runs import Runs

lines = st.tuples(st.sampled_from(["c1", "c2"]), st.integers(0, 3).map(float), st.sampled_from("abcdefgh"))


@given(st.lists(lines, unique_by=lambda line: line[2]), st.data())
def test_neighbours_equal_those_of_a_sorted_list(put: list[tuple[str, float, str]], data: st.DataObject) -> None:
    """In whatever order messages come and go, those around one are the next ones by (position, id)."""
    runs = Runs()
    for line in put:
        runs.put(*line)
    gone = data.draw(st.lists(st.sampled_from(put), unique=True)) if put else []
    for line in gone:
        runs.drop(*line)

    for conversation in ("c1", "c2"):
        order = sorted(line[1:] for line in put if line[0] == conversation and line not in gone)
        for at, (position, id) in enumerate(order):
            before, behind = order[max(0, at - 2) : at], order[at + 1 : at + 3]
            expected = [id for _, id in reversed(before)], [id for _, id in behind]
            assert runs.around(conversation, position, id, 2) == expected
