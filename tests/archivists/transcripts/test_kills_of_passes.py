"""A pass that is killed at any write goes on from there: the same output, and nothing is paid for twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.archivists.transcripts.making import Bench, chat_of, export_of, talk

PROGRAM = """
import os, signal, sys
from pathlib import Path
from tests.archivists.transcripts.making import Bench, Witness

class Paid(Witness):
    def complete(self, request):
        with open(folder / "paid.txt", "a") as file:
            file.write(f"{hash(request.lines)}\\n")
        return super().complete(request)

folder, left = Path(sys.argv[1]), int(sys.argv[2])

def die(event, arguments):
    global left
    is_write = event == "open" and str(arguments[0]).startswith(str(folder)) and "r" not in str(arguments[1])
    if is_write or event == "os.rename":
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(die)
bench = Bench(folder, agent=Paid(), manager=Paid("manager-test"))
bench.compress(folder / "in.json", folder / "out.json")
"""


def run(folder: Path, writes: int) -> int:
    """The exit code of a pass that is killed at this write; 0 when it ends before."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", PROGRAM, str(folder), str(writes)]
    return subprocess.run(command, env=environment, check=False, timeout=60).returncode


@pytest.mark.parametrize("deaths", [3, pytest.param(20, marks=pytest.mark.soak)])
def test_killed_passes(tmp_path: Path, deaths: int) -> None:
    """Killed at random writes, one after the other, a pass gives what an undisturbed one gives."""
    # ACCEPTANCE 4.18
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of(talk(0, 120))))
    undisturbed = Bench(tmp_path / "undisturbed")
    undisturbed.compress(source, tmp_path / "whole.json")
    chance = Random(deaths)

    killed = [run(tmp_path, chance.randint(2, 60 if deaths < 10 else 30)) for _ in range(deaths)]
    last = run(tmp_path, 0)

    assert killed.count(-signal.SIGKILL) == deaths and last == 0
    assert (tmp_path / "out.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    paid = (tmp_path / "paid.txt").read_text().splitlines()
    wanted = len(undisturbed.agent.asked) + len(undisturbed.manager.asked)
    assert len(set(paid)) == wanted
    assert len(paid) <= wanted + deaths, "only a reply that was on its way when the process died is asked for again"
