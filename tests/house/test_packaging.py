"""The wheel has the packages, with all that they hold beside Python, and nothing else."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from zipfile import ZipFile

import pytest

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

    assert packed == {name for name in folders if name.partition(".")[0] in (*PACKAGES, "remembrancer")}


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


SCRIPT = """
import api, graph
from remembrancer_client import Memory

with Memory.open("ada.db") as memory:
    memory.add([{"role": "user", "content": "My sister Nil is allergic to walnuts."}])
    print("walnuts" in memory.turn(query="What may Nil not eat?").text, api.OURS)
"""


def test_every_name_of_a_package_is_installed_under_one() -> None:
    """No import and no module named in a text of the code would find somebody else's `graph` or `api`."""
    pytest.importorskip("setuptools")
    spec = spec_from_file_location("setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    setup = module_from_spec(spec)
    spec.loader.exec_module(setup)
    names = "|".join(PACKAGES)
    named = re.compile(rf"(?:{names})(?:\.[a-z_]+)+\.?")

    assert set(setup.FOLDERS) == set(PACKAGES)
    for file in [ROOT / "remembrancer_client.py", *(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))]:
        tree = ast.parse(setup.renamed(file.read_text(encoding="utf-8")))
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(module)):
                    assert module.partition(".")[0] not in PACKAGES, f"{file}:{node.lineno}"
                case ast.Import(names=modules):
                    assert not {each.name.partition(".")[0] for each in modules} & {*PACKAGES}, f"{file}:{node.lineno}"
                case ast.Constant(value=str(text)):
                    assert named.fullmatch(text) is None, f"{file}:{node.lineno} {text}"
                case ast.Call(func=ast.Name(id="files"), args=[ast.Constant(value=str(package))]):
                    assert package not in PACKAGES, f"{file}:{node.lineno}"


@pytest.mark.walk
def test_wheels_work_beside_folders_of_the_same_names(tmp_path: Path) -> None:
    """A script beside its own packages `api` and `graph` opens a memory; the client is a wheel of its own."""
    for folder in (ROOT, ROOT / "clients" / "python"):
        build = ["python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(folder)]
        subprocess.run(build, check=True, timeout=300)
    whole, client = (next(tmp_path.glob(f"{name}-*.whl")) for name in ("remembrancer", "remembrancer_client"))
    with ZipFile(whole) as wheel:
        wheel.extractall(tmp_path / "installed")
        packed = {name.split("/")[0].split("-")[0] for name in wheel.namelist()}
    with ZipFile(client) as wheel:
        alone = {name.split("-")[0] for name in wheel.namelist()}
    for name in ("api", "graph"):
        (tmp_path / "own" / name).mkdir(parents=True)
        (tmp_path / "own" / name / "__init__.py").write_text("OURS = True\n")
    (tmp_path / "own" / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}

    def run(*words: str) -> str:
        asked = [sys.executable, *words]
        done = subprocess.run(asked, cwd=tmp_path / "own", env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert (packed, alone) == (
        {"remembrancer", "remembrancer_client.py"},
        {"remembrancer_client.py", "remembrancer_client"},
    )
    assert run("script.py") == "True True\n"
    assert "walnuts" not in run("-m", "remembrancer", "spaces", "--store", "ada.db")
    assert "class Memory" in run("-m", "remembrancer", "client")
