"""Builds the wheel: what a clone has as folders named `graph` or `api` is installed as `remembrancer.graph` and so on.

An installed `graph` would hide everybody else's, and a script beside a folder named `api` would hide ours. A clone and
its editable install keep the short names (docs/decisions/0019-installed-under-one-name.md).
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = ("languages", "graph", "context", "archivists", "api")
NAMES = "|".join(FOLDERS)
IMPORTED = re.compile(rf"^(\s*from )(?=(?:{NAMES})[. ])", re.MULTILINE)
NAMED = re.compile(rf"""(?<=["'])(?=(?:{NAMES})\.(?:\w|{{))|(?<=files\(["'])(?=(?:{NAMES})["'])""")
"""A module's name as text: "api.commands.demo", f"languages.{folder}", files("languages")."""


def renamed(code: str) -> str:
    """The code with our packages under their installed names."""
    return NAMED.sub("remembrancer.", IMPORTED.sub(r"\1remembrancer.", code))


class UnderOneName(build_py):
    """Moves the packages into one, and renames them wherever code names them."""

    def run(self) -> None:
        """The wheel's files are in `build_lib`."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # What an earlier build has moved would be there twice.
        super().run()
        if self.editable_mode:
            return
        built = Path(self.build_lib)
        for folder in FOLDERS:
            shutil.move(built / folder, built / "remembrancer" / folder)
        for file in built.rglob("*.py"):
            file.write_text(renamed(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    setup(cmdclass={"build_py": UnderOneName})
