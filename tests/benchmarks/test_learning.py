"""Verdicts in simulation are what they say they are."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.fitting import Asked
from benchmarks.learning import DEFAULTS, HONEST, LIARS, judged, known_of, learned, ndcg_at, own, reached
from benchmarks.steadiness import same_length
from graph.values.changes import Verdict
from graph.values.learned_weights import LearningOutcome
from graph.values.score_terms import TERMS


def asked(count: int = 40) -> Asked:
    """A question with so many messages, of which the second best is evidence."""
    terms = np.zeros((count, len(TERMS)))
    terms[:, TERMS.index("text")] = np.linspace(1, 0, count)
    return Asked("a", terms, np.ones(count), [1], 1, [f"m{n}" for n in range(count)], {"lamp": 1.0})


def test_the_best_are_judged_by_evidence_up_to_a_count() -> None:
    """Block after block, in the order of their scores; what lies says the opposite."""
    first, second = judged([asked(), asked(), asked()], HONEST, 40)

    assert [row.item for row in first.rows[:3]] == ["m0", "m1", "m2"]
    assert [row.verdict for row in first.rows[:3]] == [Verdict.UNUSED, Verdict.USEFUL, Verdict.UNUSED]
    assert len(first.rows) + len(second.rows) <= 60
    [lie] = judged([asked()], LIARS["inverted"], 30)
    assert [row.verdict for row in lie.rows[:2]] == [Verdict.USEFUL, Verdict.UNUSED]


def test_few_blocks_teach_nothing_and_usefulness_helps_at_once() -> None:
    """The same question again has its evidence in front."""
    blocks = judged([asked()], HONEST, 30)

    found = learned(blocks)

    assert (found.outcome, own(found).tolist()) == (LearningOutcome.TOO_FEW, DEFAULTS.tolist())
    assert reached(asked(), DEFAULTS, known_of([asked()], blocks)) > reached(asked(), DEFAULTS)


def test_ndcg_counts_what_never_came_up() -> None:
    """One of two pieces of evidence at the top is not all."""
    one = Asked("a", np.zeros((3, len(TERMS))), np.ones(3), [0], 2, ["a", "b", "c"])

    assert ndcg_at(np.array([3.0, 2.0, 1.0]), one) == pytest.approx(1 / (1 + 1 / np.log2(3)))


def test_texts_are_compared_from_their_beginning() -> None:
    """Up to the first character that differs."""
    assert [same_length("abc", other) for other in ("abd", "abc", "abcd", "x", "")] == [2, 3, 3, 0, 0]
