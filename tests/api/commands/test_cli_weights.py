"""`remembrancer weights`: the weights of a space, and the switch."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from api.cli import app
from api.http.bodies import SpaceBody
from api.settings import Settings
from api.wiring import build


def test_weights_are_shown_and_put_back(tmp_path: Path) -> None:
    """A row for each term, and what came of the last look."""
    store = str(tmp_path / "memory.db")
    service = build(Settings(store=store))
    service.create_space(SpaceBody(name="ada"))
    service.close()

    def run(*arguments: str) -> str:
        return CliRunner().invoke(app, ["weights", "ada", *arguments, "--store", store]).output

    assert "Nothing was learned yet" in run()
    assert "vector" in run()
    assert "reset, 0 verdicts in 0 blocks. Learning is off" in run("--reset")
    assert "Learning is off" not in run("--learn")
    assert "expected one of them" in run("--reset", "--learn")
