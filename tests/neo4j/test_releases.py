"""Java is found where it is, and the server's home where it was put."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.neo4j.releases import Missing, Release, find_java

RELEASE = Release("9.9.9", java=range(900, 903), main_class="none")


def java(home: Path, version: str) -> Path:
    """A Java that says it is of this version."""
    program = home / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(("version", "feature"), [("900", 900), ("901.0.15", 901), ("902-ea", 902)])
def test_java_in_the_range_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, feature: int
) -> None:
    """JAVA_HOME counts, from the first to the last version that the release runs on."""
    found = java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    assert find_java(RELEASE) == (found.resolve(), feature)


@pytest.mark.parametrize("version", ["899.0.1", "903"])
def test_java_outside_the_range_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str) -> None:
    """What was found and what is expected stand in the error."""
    java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    with pytest.raises(Missing, match=rf"runs on Java 900 to 902, found .*{version[:3]} \({tmp_path}.* JAVA_HOME"):
        find_java(RELEASE)


def test_homes_can_be_put_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """NEO4J_TEST_HOMES says where servers are kept; without it they are in the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NEO4J_TEST_HOMES", raising=False)
    assert RELEASE.home == tmp_path / "cache/remembrancer/neo4j/neo4j-9.9.9"

    monkeypatch.setenv("NEO4J_TEST_HOMES", str(tmp_path / "here"))
    assert RELEASE.home == tmp_path / "here/neo4j-9.9.9"
