"""Core is light: what the extras bring is loaded only by those who ask for it."""

from __future__ import annotations

import subprocess
import sys

from tests.house.source import ROOT, files

HEAVY = {"litellm", "sentence_transformers", "torch", "transformers", "scipy", "sklearn", "pandas"}


def test_importing_core_brings_in_no_extra() -> None:
    """Every module can be imported without torch, litellm and their like: they cost seconds and hundreds of MB."""
    modules = [file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in files()]
    # As if none were installed: the driver of Neo4j looks for pandas, and takes it where it is.
    hidden = f"sys.modules.update(dict.fromkeys({HEAVY!r}))"
    program = f"import importlib, sys\n{hidden}\nfor name in {modules!r}: importlib.import_module(name)"

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
