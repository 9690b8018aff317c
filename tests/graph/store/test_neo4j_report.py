"""What `doctor` is told of a server."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from graph.store import neo4j_report
from graph.store.backends import Check


def checks(components: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> Iterator[Check]:
    """Those of a server whose list of components has these rows."""
    monkeypatch.setattr(neo4j_report.neo4j_schema, "is_current", lambda connection: False)
    answers = {neo4j_report.SERVER: components, neo4j_report.DATABASE: [["read-write", "online"]]}
    server = SimpleNamespace(name="bolt://db", database="neo4j", read=lambda statement, **_: answers[statement])
    return neo4j_report._server_checks(server)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("components", "expected"),
    [
        ([["Neo4j Kernel", "5.26.1", "community"]], "Neo4j Kernel 5.26.1, community edition"),
        (
            [["Cypher", "5", ""], ["Neo4j Kernel", "2026.07.1", "community"], ["Cypher", "25", ""]],
            "Neo4j Kernel 2026.07.1, community edition",
        ),
    ],
)
def test_engine_is_told(components: list[list[str]], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's version counts; since 2026 the list has the versions of Cypher, too."""
    assert next(checks(components, monkeypatch)) == Check("engine", "ok", expected)


def test_old_engine_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that lacks what we use is told with the version that has it."""
    found = next(checks([["Neo4j Kernel", "5.25.9", "community"]], monkeypatch))

    assert (found.state, "expected 5.26 or later" in found.text) == ("wrong", True)
