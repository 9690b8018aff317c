"""Every reason has words, and they are told in one place."""

from __future__ import annotations

import pytest
from context.select.reasons import (
    BothSidesIn,
    EnoughBriefs,
    Reason,
    SaidBy,
    SameWordsIn,
    SourceShown,
    StandIn,
    ToldBy,
    Unfit,
    in_words,
)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        *((reason, reason.value) for reason in Unfit),
        (SaidBy("e1", "the dossier of Ada"), "the dossier of Ada already says it"),
        (ToldBy("s1"), "summary s1 tells of it"),
        (StandIn("f1"), "f1, which is shown, tells of it"),
        (BothSidesIn("f1"), "f1, which is shown, tells both sides"),
        (SourceShown("m1"), "message m1, which is shown, is where it was said"),
        (SameWordsIn("m1"), "message m1, which is shown, says it in the same words"),
        (EnoughBriefs(8), "8 briefs are shown already"),
    ],
)
def test_a_reason_is_told_in_words(reason: Reason, words: str) -> None:
    """A person reads what stood against an item."""
    assert in_words(reason) == words
