"""The measurement of other wording runs; its figures with a real embedder stand in docs/how-to/recall.md."""

from __future__ import annotations

import pytest

from benchmarks.other_wording import main


def test_words_alone_find_nearly_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The questions have no word of what they mean, so what an embedder finds is its own."""
    # ACCEPTANCE 1.17
    main("none")

    assert "it is good (0.5): 2\n" in capsys.readouterr().out
