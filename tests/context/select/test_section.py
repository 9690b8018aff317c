"""A section's share of the budget."""

from __future__ import annotations

from dataclasses import replace

import pytest

from context.sections.history_sections import SUMMARIES
from graph.errors import BadInput


def test_shares_are_parts_of_the_whole() -> None:
    """A share may be nothing or all, not less nor more."""
    assert [replace(SUMMARIES, share=share).share for share in (0.0, 1.0)] == [0.0, 1.0]
    for wrong in (-0.01, 1.01):
        with pytest.raises(BadInput, match=r"share .* 'summaries'"):
            replace(SUMMARIES, share=wrong)
        with pytest.raises(BadInput, match=r"share .* 'summaries'"):
            replace(SUMMARIES, whole_talk_share=wrong)


def test_small_blocks_belong_to_what_was_asked_for() -> None:
    """A part takes its share where the lines leave room, and the less without it the smaller the block is."""
    section = replace(SUMMARIES, share=0.2, lends_share=True)

    assert section.tokens_max(500, 400, 500) == 100
    assert section.tokens_max(500, 430, 500) == 70
    assert section.tokens_max(500, 900, 500) == 50
    assert section.tokens_max(4500, 9000, 500) == 810


def test_a_question_for_the_whole_talk_keeps_room_for_summaries() -> None:
    """Its words ("everything we talked about") bring up lines that would take all room, and say little."""
    section = replace(SUMMARIES, share=0.2, whole_talk_share=0.5)

    assert section.tokens_max(1000, 9000, 500, is_of_all=True) == 500
    assert replace(section, whole_talk_share=0.0).tokens_max(500, 900, 500, is_of_all=True) == 50
