"""The measurement of recall runs; its figures for 100,000 conversations stand in docs/benchmarks.md."""

from __future__ import annotations

import pytest

from benchmarks.past_talks import main


def test_conversations_are_filled_and_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Conversations are found, and the times are told as percentiles."""  # ACCEPTANCE 1.16
    main(40)

    told = capsys.readouterr().out
    assert told.startswith("40 conversations: filled in ")
    assert "took: p50 " in told and "of it at work: p50 " in told
    assert "'Several': " in told
