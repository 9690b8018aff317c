"""Lines of chat as they are stored."""

from __future__ import annotations

import pytest

from graph.intake.recognise import Line
from graph.text.block_wrapper import CLOSING, opened
from graph.values.items import Role
from languages.registry import LANGUAGES

BLOCK = opened(LANGUAGES[0].phrases) + "\n## Always to be known\n- Nora: I live in Bergen.\n" + CLOSING


@pytest.mark.parametrize("role", Role)
def test_a_block_of_ours_is_cut_from_any_role(role: Role) -> None:
    """A chat that hands a block back has said the rest, and is recognised by it whatever the block says."""
    line = Line(role=role, body=BLOCK + "What's for lunch?")

    assert line.body == "What's for lunch?"
    assert line.digest == Line(role=role, body="What's for lunch?").digest


def test_a_message_that_is_only_a_block_stays_as_it_is() -> None:
    """Whoever imports it loses nothing; no archivist reads it."""
    assert Line(role=Role.USER, body=BLOCK).body == BLOCK
