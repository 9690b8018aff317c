"""`remembrancer completion` and `client`: files for a shell and for programs."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]

from api.commands.printing import say


class Shell(StrEnum):
    """A shell that completes with Tab."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def run(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh or fish.", show_default=False)],
) -> None:
    """Write the script that completes commands and options with Tab, for the shell's own configuration."""
    script = get_completion_script(prog_name="remembrancer", complete_var="_REMEMBRANCER_COMPLETE", shell=shell.value)
    say(script)


def client() -> None:
    """Write the Python client to stdout: one file that needs httpx, and nothing else of Remembrancer."""
    found = find_spec("remembrancer_client")  # Not imported: that needs httpx.
    assert found is not None and found.origin is not None
    sys.stdout.write(Path(found.origin).read_text(encoding="utf-8"))
