"""`remembrancer pause`: rounds of a space wait, and go on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from typer.testing import CliRunner

from api.cli import app
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.archivists.rounds.test_round import story


def test_space_is_paused_and_goes_on(tmp_path: Path, now: datetime) -> None:
    """What arrived meanwhile is told with the command that reads it."""
    path = tmp_path / "memory.db"
    knowledge = KnowledgeGraph(open_store(str(path)))
    knowledge.create_space("ada", now=now)
    knowledge.close()

    paused = CliRunner().invoke(app, ["pause", "ada", "--store", str(path)])
    knowledge = KnowledgeGraph(open_store(str(path)))
    is_paused = knowledge.space("ada").paused
    knowledge.append("ada", story(12, now), now=now)
    knowledge.close()
    listed = CliRunner().invoke(app, ["spaces", "--store", str(path)])
    goes_on = CliRunner().invoke(app, ["pause", "ada", "--off", "--store", str(path)])

    off = f"remembrancer pause ada --off --store {path}"
    backfill = f"remembrancer round ada --backfill --store {path}"
    assert (is_paused, f"until{off}" in "".join(listed.stdout.split("\n")).replace(" ", "")) == (True, False)
    assert paused.stdout == f"ada is paused: no rounds, until\n  {off}\n"
    assert goes_on.stdout == f"ada goes on.\nWhat arrived meanwhile waits. Next: {backfill}\n"
    assert CliRunner().invoke(app, ["pause", "nobody", "--store", str(path)]).exit_code == 2
