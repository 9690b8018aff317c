"""Weights follow verdicts where a window brings them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from archivists.keeping.archivist import Proposal
from archivists.keeping.ranker import learn_weights
from archivists.learning.judged_blocks import JudgedBlock, JudgedRow
from graph.values.changes import SetWeights, Verdict
from graph.values.learned_weights import LearningOutcome
from tests.archivists.building import talk_of, window_of

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_what_a_window_brings_is_learned_from() -> None:
    """One change with what came of it; a window without judged blocks teaches nothing."""
    window = window_of(talk_of("user: Hello."))
    judged = (JudgedBlock("b1", (JudgedRow("m1", 1, {"text": 1.0}, Verdict.USEFUL),)),)

    [change] = learn_weights(Proposal(window=replace(window, judged_blocks=judged, learns_at=NOW))).changes

    assert isinstance(change, SetWeights)
    assert (change.learned.outcome, change.learned.verdicts) == (LearningOutcome.TOO_FEW, 1)
    assert learn_weights(Proposal(window=window)).changes == ()
    assert learn_weights(Proposal(window=replace(window, learns_at=NOW))).changes == ()
