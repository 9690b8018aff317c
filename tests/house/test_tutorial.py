"""The tutorial, line by line: what it says to type is typed, and what it says comes out does."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.house.source import ROOT, text_of

pytestmark = pytest.mark.walk

PAGE = text_of("docs/tutorial.md")
COMMAND = ".venv/bin/remembrancer"
PORT = 8765


def lines_of(section: str) -> list[str]:
    """What a section says to type; a command that goes over several lines is one."""
    part = PAGE.partition(f"\n## {section}")[2].partition("\n## ")[0]
    fences = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    text = "".join(fences)
    found: list[str] = []
    for line in text.splitlines():
        if found and found[-1].count("'") % 2:  # A body of JSON is not at its end.
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with nothing in it, and `remembrancer` where the tutorial has it."""
    home = tmp_path_factory.mktemp("home")
    (home / ".venv" / "bin").mkdir(parents=True)
    script = home / COMMAND
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m api.cli "$@"\n')
    script.chmod(0o755)
    return home


@pytest.fixture(scope="module")
def environment(home: Path) -> dict[str, str]:
    """A terminal of 80 columns, and no settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REMEMBRANCER_", "XDG_"))}
    return kept | {"HOME": str(home), "COLUMNS": "80", "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def port() -> int:
    """A port that nobody listens on, in place of the usual one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture(scope="module")
def served(home: Path, environment: dict[str, str], port: int) -> Iterator[None]:
    """The service of step 2, started as it stands there."""
    (command,) = [line for line in lines_of("2.") if line.startswith(COMMAND)]
    with subprocess.Popen([*shlex.split(command), "--port", str(port)], cwd=home, env=environment) as process:
        deadline = time.monotonic() + 60
        while not _answers(port):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        yield
        process.terminate()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
            return True
    except URLError:
        return False


class Terminal:
    """Where the lines are typed."""

    def __init__(self, home: Path, environment: dict[str, str], port: int) -> None:
        self._where: dict[str, Any] = {"cwd": home, "env": environment}
        self._port = port

    def __call__(self, line: str) -> str:
        """What the line prints."""
        line = line.replace(f"localhost:{PORT}", f"localhost:{self._port}")
        done = subprocess.run(["sh", "-ec", line], **self._where, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (line, done.stderr)
        return done.stdout


@pytest.fixture(scope="module")
def typed(home: Path, environment: dict[str, str], port: int) -> Terminal:
    """A second terminal."""
    return Terminal(home, environment, port)


def test_sample_has_as_many_messages_as_it_says(typed: Terminal) -> None:
    """The number in step 1 is the one on the screen."""
    told = re.search(r"starts the demo: (\d+)\s+messages", PAGE)
    shown = typed(f"{COMMAND} demo --once")

    assert told is not None
    assert sum(map(int, re.findall(r"^append\b.* (\d+) messages in ", shown, re.MULTILINE))) == int(told[1])
    for step in re.findall(r"^- \*(\w+)\* ", PAGE, re.MULTILINE):
        assert re.search(rf"^{step}\b", shown, re.MULTILINE), step


def test_steps_do_what_they_say(served: None, typed: Terminal) -> None:
    """The first block is empty, the second one knows; nothing is stored twice; step 3 prints each part."""
    make, first, *rest = [line for line in lines_of("2.") if not line.startswith(COMMAND)]
    rounds, second = rest
    typed(make)
    assert json.loads(typed(first))["block"]["text"] == ""
    assert json.loads(typed(rounds))["rounds"]
    turn = json.loads(typed(second))
    assert "Izmir" in turn["block"]["text"]
    assert turn["items"] and turn["appended"]["new"]
    assert json.loads(typed(second))["appended"]["new"] == []

    items, messages, one, block, doctor = lines_of("3.")
    listed = typed(items)
    assert "Izmir" in listed
    id = shlex.split(one)[-1]
    assert re.search(rf"^{id}\b", typed(messages), re.MULTILINE)
    assert "Nil moved to Izmir" in typed(one)
    assert "penicillin" in typed(block)
    assert "ada" in typed(doctor)
