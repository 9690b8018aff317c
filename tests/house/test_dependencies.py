"""What is installed is pinned: the lock files hold every dependency with its hashes."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.house.source import ROOT, text_of

PROJECT = tomllib.loads(text_of("pyproject.toml"))["project"]
CORE = PROJECT["dependencies"]
DEV = PROJECT["optional-dependencies"]["dev"]


def test_locks_hold_every_dependency() -> None:
    """What pyproject.toml asks for is pinned; `make lock` does it."""
    assert _names(CORE) - _pinned("requirements.lock") == set()
    assert _names(CORE + DEV) - _pinned("requirements-dev.lock") == set()


@pytest.mark.parametrize("extras", ["neo4j", "neo4j,llm", "neo4j,llm,embeddings"])
def test_image_is_made_of_pinned_packages(extras: str) -> None:
    """Each choice of the image has a lock with its extras and what builds the project; Dockerfile takes no more."""
    wanted = [each for name in extras.split(",") for each in PROJECT["optional-dependencies"][name]]
    installs = re.findall(r"pip install (.*?)(?: \\)?$", text_of("Dockerfile"), re.MULTILINE)

    assert _names(CORE + wanted + ["setuptools"]) - _pinned(f"locks/{extras}.lock") == set()
    assert installs == ['--require-hashes -r "locks/$EXTRAS.lock"', "--no-deps --no-build-isolation ."]


def test_both_locks_pin_the_same_versions() -> None:
    """The tests run on what a user gets."""
    core, dev = _pins("requirements.lock"), _pins("requirements-dev.lock")

    assert [pin for pin in core if pin not in dev] == []


def test_every_pin_has_a_hash() -> None:
    """A file with other content is refused, wherever it comes from."""
    for lock in (
        "requirements.lock",
        "requirements-dev.lock",
        *(f"locks/{each.name}" for each in ROOT.glob("locks/*")),
    ):
        entries = re.split(r"^(?=[\w-]+==)", text_of(lock), flags=re.MULTILINE)[1:]

        assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def _names(requirements: list[str]) -> set[str]:
    return {_normal(re.split(r"[<>=!\[; ]", requirement)[0]) for requirement in requirements}


def _pinned(lock: str) -> set[str]:
    return {_normal(pin.split("==")[0]) for pin in _pins(lock)}


def _pins(lock: str) -> list[str]:
    return re.findall(r"^[\w.-]+==[^ \\;]+", text_of(lock), re.MULTILINE)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
