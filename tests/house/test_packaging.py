"""What a package holds beside Python is in its wheel."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch

from tests.house.source import PACKAGES, ROOT


def test_wheel_has_every_file_of_the_packages() -> None:
    """Each file that a module may read is named by a pattern of pyproject.toml; a clone alone would have the others."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = setuptools["package-data"]["*"]
    left_out = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
        if not any(fnmatch(path.name, pattern.rsplit("/", 1)[-1]) for pattern in patterns)
    ]

    assert left_out == []
