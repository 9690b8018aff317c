"""What README promises is so: its commands are CI's, its block is the demo's, its request is taken."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

from starlette.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import build
from tests.house.source import ROOT, text_of

LEFT_OUT = "…"
"""A line of README that stands for any number of lines of the demo."""


def test_commands_are_those_that_ci_runs() -> None:
    """CI takes README's two commands from README itself, so that they cannot rot."""
    commands = re.findall(r"^python3 -m venv .*$", text_of("README.md"), re.MULTILINE)

    assert [command.split()[-1] for command in commands] == ["demo", "pytest"]
    assert "grep '^python3 -m venv ' README.md" in text_of(".ci/run")


def test_block_is_what_the_demo_shows() -> None:
    """Each line of README's block and reasons is a line of the demo, in order."""
    shown = [line for fence in _fences("text") for line in fence.splitlines() if line != LEFT_OUT]

    lines = iter(_demo())

    assert [line for line in shown if line not in lines] == []


def test_request_is_taken() -> None:
    """The turn that README sends is answered."""
    body = re.search(r"-d '(.*?)'$", _fences("sh")[-1], re.DOTALL | re.MULTILINE)
    assert body is not None
    service = build(Settings(store=":memory:", rounds_enabled=False))
    with TestClient(create_app(service), base_url="http://localhost") as client:
        client.post("/v1/spaces", json={"name": "demo"})

        answer = client.post("/v1/spaces/demo/turns", json=json.loads(body[1]))

    service.close()
    assert answer.status_code == 200


def _demo() -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", "from api.cli import main; main()", "demo", "--once"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "120", "REMEMBRANCER_EMBEDDER": "builtin"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.rstrip() for line in done.stdout.splitlines()]


def _fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text_of("README.md"), re.DOTALL | re.MULTILINE)
