"""Every reason has words, and they are told in one place."""

from __future__ import annotations

import pytest

from context.wording.reasons import Reason, SaidBy, Unfit, Way, in_words, is_for_room


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        *((reason, reason.value) for reason in Unfit),
        (Unfit.OVER, "its time is over"),
        (Unfit.ENOUGH_BRIEFS, "enough briefs are shown already"),
        (SaidBy("e1", "the dossier of Ada"), "the dossier of Ada already says it"),
        (SaidBy("s1", "summary s1", Way.TELLS), "summary s1 tells of it"),
        (SaidBy("f1", "f1", Way.STANDS_IN), "f1, which is shown, tells of it"),
        (SaidBy("f1", "f1", Way.BOTH_SIDES), "f1, which is shown, tells both sides"),
        (SaidBy("m1", "message m1", Way.SOURCE), "message m1, which is shown, is where it was said"),
    ],
)
def test_a_reason_is_told_in_words(reason: Reason, words: str) -> None:
    """A person reads what stood against an item."""
    assert in_words(reason) == words


def test_room_helps_only_what_lacked_room() -> None:
    """An item comes in later if the budget alone stood against it, or a fact that stands in for its line."""
    reasons: list[Reason] = [*Unfit, *(SaidBy("f1", "f1", way) for way in Way)]

    assert [reason for reason in reasons if is_for_room(reason)] == [
        Unfit.NO_ROOM,
        Unfit.NOT_READ,
        Unfit.UNANSWERED,
        SaidBy("f1", "f1", Way.STANDS_IN),
    ]
