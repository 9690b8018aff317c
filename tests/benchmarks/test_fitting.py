"""benchmarks.fitting: figures of recorded questions under any weights, and the search for weights."""

from __future__ import annotations

import numpy as np

from benchmarks.fitting import Asked, Figures, Questions, choose, figures
from context.select.block_policy import BlockPolicy
from graph.values.score_terms import TERMS

TEXT, VECTOR = (TERMS.index(term) for term in ("text", "vector"))


def test_evidence_counts_where_it_ranks_and_where_it_has_room() -> None:
    """What did not come up is missing, and what stands behind a full budget is ranked but not shown."""
    long = _asked([(0.9, 0, 10), *[(0.8, 0, 160)] * 8, (0.7, 0, 10)], evidence=[0, 9], count=4)

    assert figures(Questions([long], BlockPolicy()), _weights(text=1)) == Figures(25.0, 50.0, 25.0)


def test_questions_of_other_spaces_do_not_count() -> None:
    """Figures can be those of some spaces alone."""
    found, missed = (_asked([(0.9, 0, 10), (0.1, 0, 10)], evidence=[at], space=str(at)) for at in (0, 1))
    questions = Questions([found, missed], BlockPolicy())

    assert [figures(questions, _weights(text=1), frozenset(spaces)).first for spaces in ("0", "1", "01")] == [
        100,
        0,
        50,
    ]


def test_a_weight_is_chosen_only_where_it_is_worth_it() -> None:
    """The term that brings evidence up gets the least weight that does so; one that does nothing gets none."""
    hidden = _asked([*[(0.5, 0, 10)] * 10, (0.45, 0.4, 10)], evidence=[10])
    parts = {"set": [(Questions([hidden], BlockPolicy()), None)]}

    chosen = choose(parts, _weights(text=1, role=0.4), ["vector", "role"])

    assert chosen.tolist() == _weights(text=1, vector=0.15).tolist()


def _asked(rows: list[tuple[float, float, int]], *, evidence: list[int], count: int = 1, space: str = "a") -> Asked:
    terms = np.zeros((len(rows), len(TERMS)))
    terms[:, TEXT], terms[:, VECTOR] = [row[0] for row in rows], [row[1] for row in rows]
    return Asked(space, terms, np.array([row[2] for row in rows], dtype=float), evidence, count)


def _weights(**given: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([given.get(term, 0.0) for term in TERMS])
