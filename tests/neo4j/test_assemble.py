"""A server's home is complete or not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.neo4j.assemble import assemble
from tests.neo4j.releases import Missing, Release

RELEASE = Release("9.9.9", java=range(17, 18), main_class="none")
JAVA = Path("somewhere/bin/java")
COPIES = """
for word; do
    case "$word" in -Dfolder=*) mkdir -p "${word#*=}" && echo jar >"${word#*=}/a.jar" ;; esac
done
"""


@pytest.fixture
def homes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder for servers, empty, and a PATH on which the Maven below stands first."""
    monkeypatch.setenv("NEO4J_TEST_HOMES", str(tmp_path / "homes"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    return tmp_path / "homes"


def maven(homes: Path, script: str) -> None:
    """A Maven that does what the script says."""
    program = homes.parent / "bin/mvn"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


def test_home_holds_what_maven_fetched(homes: Path) -> None:
    """The jars are in lib/, and nothing else is left in the folder of servers."""
    maven(homes, COPIES)

    assert assemble(RELEASE, JAVA) == homes / "neo4j-9.9.9"
    assert files(homes) == ["neo4j-9.9.9/lib/a.jar"]


def test_second_time_does_nothing(homes: Path) -> None:
    """A home that is there is taken as it is, without Maven."""
    maven(homes, COPIES)
    assemble(RELEASE, JAVA)
    maven(homes, "exit 1")

    assert assemble(RELEASE, JAVA) == homes / "neo4j-9.9.9"


def test_interrupted_fetch_leaves_nothing(homes: Path) -> None:
    """A Maven that fails half-way is told with its words, and no home is there to be taken for one."""
    maven(homes, f"{COPIES}echo no such jar; exit 1")

    with pytest.raises(Missing, match=r"could not fetch Neo4j 9\.9\.9:\nno such jar$"):
        assemble(RELEASE, JAVA)
    assert files(homes) == []


def test_the_faster_of_two_wins(homes: Path) -> None:
    """A home that another process put there meanwhile stays."""
    faster = homes / "neo4j-9.9.9/lib"
    maven(homes, f"{COPIES}mkdir -p {faster}; echo jar >{faster}/b.jar")

    assemble(RELEASE, JAVA)

    assert files(homes) == ["neo4j-9.9.9/lib/b.jar"]


def test_missing_maven_is_named(monkeypatch: pytest.MonkeyPatch, homes: Path) -> None:
    """Without Maven the error says what to install."""
    monkeypatch.setenv("PATH", str(homes))

    with pytest.raises(Missing, match=r"Maven \(mvn\) .* install it"):
        assemble(RELEASE, JAVA)


def files(folder: Path) -> list[str]:
    """Every file below a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
