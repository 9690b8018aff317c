"""The command that tells what models have cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.ledger import close_call, open_call
from graph.values.call_outcome import CallOutcome
from tests.api.http.routes.test_call_routes import CALL, DONE
from tests.api.test_cli import remembrancer


def test_cost_is_told(tmp_path: Path) -> None:
    """A table for all spaces or one, sums below, and a sentence where there is nothing to tell."""
    path = tmp_path / "memory.db"
    knowledge = KnowledgeGraph(open_store(str(path)))
    for space in ("ada", "bob"):
        knowledge.create_space(space, now=datetime(2026, 3, 1, tzinfo=UTC))
    knowledge.close()
    empty = remembrancer("cost", "--store", path)
    knowledge = KnowledgeGraph(open_store(str(path)))
    opened = open_call(knowledge, "ada", CALL)
    close_call(knowledge, "ada", opened, replace(opened, outcome=CallOutcome.ANSWERED, **DONE))
    knowledge.close()

    told = remembrancer("cost", "--store", path)
    one = remembrancer("cost", "bob", "--store", path)
    unknown = remembrancer("cost", "eve", "--store", path)

    lines = told.stdout.splitlines()
    assert lines[0].split("\t") == ["ada", "read", "1", "0", "90", "0", "10", "$0.2500", "0.0", "openai/small"]
    assert lines[2:] == [
        "ada: 1 call for 0 messages, 0.0 per 100; cost $0.2500; this hour 0 of 120 calls, 0 of 1,000,000 tokens",
        "All spaces this hour: 0 of 1,200 calls, 0 of 10,000,000 tokens",
    ]
    assert empty.stdout == one.stdout == "No language model has been asked yet.\n"
    assert (unknown.exit_code, unknown.stderr) == (
        2,
        "remembrancer: space 'eve' does not exist; create it first\n",
    )
