"""Where a chat is cut: never between a question and its answer, near the size that is wanted."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivists.transcripts.chat_messages import ChatMessage
from archivists.transcripts.chunks import boundaries, cut, live_from, subject_changes, tail_from

LETTERS = {"u": "user", "a": "assistant", "s": "system", "t": "tool"}


def chat(roles: str, tokens: int = 50) -> list[ChatMessage]:
    """Messages of these roles, each of so many tokens."""
    return [ChatMessage("{}", LETTERS[role], " a" * (tokens - 4)) for role in roles]


@pytest.mark.parametrize(
    ("roles", "cuts"),
    [
        ("uaua", "ua|ua"),
        ("uua", "u|ua"),
        ("uaa", "ua|a"),
        ("uuaaua", "u|ua|a|ua"),
        ("usa", "usa"),
        ("uatau", "uata|u"),
        ("uattataau", "uattata|a|u"),
        ("asua", "a|s|ua"),
        ("sua", "s|ua"),
        ("a", "a"),
        ("u", "u"),
    ],
)
def test_boundaries(roles: str, cuts: str) -> None:
    """A pair stays whole with what tools and the system said in it; a run of one role may be split."""
    # ACCEPTANCE 4.15
    found = boundaries(chat(roles))

    assert "|".join(roles[a:b] for a, b in pairwise([0, *found, len(roles)])) == cuts


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(5, 200), st.integers(50, 1200)), max_size=200))
def test_chunks_are_near_their_size(sizes: list[tuple[int, int]]) -> None:
    """Chunks hold whole pairs, within a quarter of their size, and what is left over is shorter than a chunk."""
    # ACCEPTANCE 4.15
    messages = [
        ChatMessage("{}", role, " a" * (size - 4))
        for pair in sizes
        for role, size in zip(("user", "assistant"), pair, strict=True)
    ]

    found = cut(messages, chunk_tokens=4000)

    ends = [0, *found.ends]
    chunks = [sum(each.tokens for each in messages[a:b]) for a, b in pairwise(ends)]
    assert all(end % 2 == 0 for end in ends)
    assert all(3000 <= size <= 5000 for size in chunks)
    assert sum(each.tokens for each in messages[ends[-1] :]) < 4000
    assert found.oversize == 0


def test_a_long_pair_is_a_chunk_by_itself() -> None:
    """A pair that is much longer than a chunk shares it with nothing, and is counted."""
    # ACCEPTANCE 4.15
    short, long = chat("ua", 500), [*chat("u", 100), *chat("a", 8900)]

    found = cut([*short * 3, *long, *short, *long, *short], chunk_tokens=4000)

    assert found.ends == (6, 8, 10, 12) and found.oversize == 2


@pytest.mark.parametrize(
    ("roles", "live_tokens", "start"),
    [("ua" * 4, 100, 6), ("ua" * 4, 199, 6), ("ua" * 4, 200, 4), ("ua" * 4, 9, 6), ("ua" * 4, 400, 0), ("", 100, 0)],
)
def test_what_stays_live(roles: str, live_tokens: int, start: int) -> None:
    """Whole pairs of the last tokens, and the last pair in any case."""
    # ACCEPTANCE 4.14
    assert live_from(chat(roles), live_tokens=live_tokens) == start


def test_tail() -> None:
    """The whole chunks right before the next one that fit into 30,000 tokens; what is before them is told."""
    # ACCEPTANCE 4.12
    sizes = [4000] * 19

    assert tail_from(sizes, tail_tokens=30_000) == 12, (
        "of chunk 20 it is chunks 13 to 19, and memories are those of 1-12"
    )
    assert tail_from(sizes[:4], tail_tokens=30_000) == 0, "of chunk 5 it is chunks 1 to 4, and there is no memory"
    assert tail_from([4000, None, 4000], tail_tokens=30_000) == 2
    assert tail_from([31_000], tail_tokens=30_000) == 1
    assert tail_from([], tail_tokens=30_000) == 0


def test_boundaries_move_to_where_the_subject_changes() -> None:
    """With a comparison of texts a chunk ends where the next text is another matter, if its size allows."""
    messages = chat("ua" * 40)
    subjects = [number // 11 for number in range(40)]

    def compare(texts: list[str]) -> list[float]:
        assert len(texts) == 40
        return [0.0, *(float(a != b) for a, b in pairwise(subjects))]

    plain, moved = cut(messages, chunk_tokens=1000), cut(messages, chunk_tokens=1000, compare=compare)  # type: ignore

    assert plain.ends == (20, 40, 60, 80)
    assert moved.ends == (22, 44, 66)


SEA, MILL = [1.0, 0.0], [0.0, 1.0]


@pytest.mark.parametrize(
    ("vectors", "deepest"),
    [([SEA] * 4 + [MILL] * 4, 4), ([SEA] * 3 + [MILL] * 5, 3), ([SEA, [0.9, 0.1], SEA, MILL, [0.1, 0.9], MILL], 3)],
)
def test_deepest_change(vectors: list[list[float]], deepest: int) -> None:
    """It is 1 there, 0 at the beginning, and between them elsewhere."""
    found = subject_changes(vectors)

    assert len(found) == len(vectors) and found[0] == 0.0
    assert found.index(1.0) == deepest and max(found) == 1.0 and min(found) >= 0.0


@pytest.mark.parametrize("vectors", [[], [SEA], [SEA] * 5, [[0.0, 0.0]] * 3])
def test_no_change(vectors: list[list[float]]) -> None:
    """One subject has no boundaries of its own."""
    assert subject_changes(vectors) == [0.0] * len(vectors)
