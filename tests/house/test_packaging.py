"""The wheel has the packages, with all that they hold beside Python, and nothing else."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch

from tests.house.source import PACKAGES, ROOT


def test_wheel_has_the_packages_alone() -> None:
    """Benchmarks and tests are for those who have a clone: in a wheel their names would be everybody's."""
    find = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"][
        "find"
    ]
    folders = {
        path.parent.relative_to(ROOT).as_posix().replace("/", ".") for path in ROOT.glob("[a-z]*/**/__init__.py")
    }

    packed = {name for name in folders if any(fnmatch(name, pattern) for pattern in find["include"])}

    assert packed == {name for name in folders if name.partition(".")[0] in PACKAGES}


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
