"""What people have said is printed, and does not steer the terminal."""

from __future__ import annotations

import pytest
from rich.console import Console

from api.commands import printing

SAID = "red \x1b[31m, a bell \x07, a title \x9d0;x\x9c\tand\nmore"


def test_terminal_is_not_steered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither by a line nor by a table."""
    monkeypatch.setattr(printing, "out", Console(force_terminal=True, highlight=False, color_system=None))

    printing.say(SAID)
    assert capsys.readouterr().out == "red �[31m, a bell �, a title �0;x�\tand\nmore\n"
    printing.table(("id", "text"), [("m1", SAID)])
    assert not {"\x1b", "\x07", "\x9d"} & set(capsys.readouterr().out)
