"""`remembrancer completion`: the script that completes commands and options in a shell."""

from __future__ import annotations

from enum import StrEnum
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
