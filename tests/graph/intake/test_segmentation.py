"""Conversations by gaps, whatever the order of arrival."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graph.intake.segmentation import segment
from graph.values.codec import from_ms
from graph.values.items import Conversation


def stored(id: str, first: float, last: float) -> Conversation:
    """A conversation between two positions."""
    return Conversation(
        id=id, chat="", started_at=from_ms(0), last_at=from_ms(0), first_position=first, last_position=last,
        message_count=1,
    )  # fmt: skip


def test_a_gap_splits_and_less_does_not() -> None:
    """Positions belong together below the gap; at the gap a new conversation begins."""
    assert segment([0, 9, 19, 28], [], 10) == [([], [0, 1]), ([], [2, 3])]
    assert segment([0, 10], [], 10) == [([], [0]), ([], [1])]


def test_no_gap_never_splits() -> None:
    """With gap None everything is one conversation."""
    assert segment([5, 1e12], [stored("c1", 0, 1)], None) == [([stored("c1", 0, 1)], [0, 1])]


def test_a_line_between_two_conversations_joins_them() -> None:
    """A late line that is near to both sides makes one conversation of two, and the earlier one keeps its name."""
    left, right = stored("c1", 0, 5), stored("c2", 20, 30)

    assert segment([12], [right, left], 10) == [([left, right], [0])]
    assert segment([16], [right, left], 10) == [([right], [0])]
    assert segment([45], [right, left], 10) == [([], [0])]


@given(st.lists(st.integers(0, 300), min_size=1, max_size=30, unique=True), st.randoms())
def test_arrival_order_does_not_matter(positions: list[int], random) -> None:
    """Lines that arrive one by one in any order end in the same conversations as all at once in order."""
    whole = [sorted(positions[i] for i in members) for _, members in segment(positions, [], 10)]
    shuffled = list(positions)
    random.shuffle(shuffled)

    runs: list[list[int]] = []
    for position in shuffled:
        spans = [stored(str(i), min(run), max(run)) for i, run in enumerate(runs)]
        ((olds, _),) = segment([position], spans, 10)
        joined = [int(old.id) for old in olds]
        merged = sorted([position, *(p for i in joined for p in runs[i])])
        runs = [run for i, run in enumerate(runs) if i not in joined] + [merged]

    assert sorted(runs) == sorted(whole)


def test_nothing_joins_a_closed_conversation_behind_its_end() -> None:
    """A late line that was said in it still does."""
    closed = replace(stored("c1", 0, 5), is_closed=True)

    assert segment([6], [closed], 10) == [([], [0])]
    assert segment([3], [closed], 10) == [([closed], [0])]
    assert segment([6], [closed, stored("c2", 8, 9)], 10) == [([stored("c2", 8, 9)], [0])]
