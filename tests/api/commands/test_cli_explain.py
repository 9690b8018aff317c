"""`remembrancer explain`: of a block that was given, with the verdicts on its items; items are in test_cli.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from api.app import create_app
from api.cli import app
from api.settings import Settings
from api.wiring import build

LINES = [
    {"role": "user", "content": "My sister Nil is allergic to walnuts.", "sender": "Ada"},
    {"role": "user", "content": "My brother Cem plays the cello.", "sender": "Ada"},
]


def run(store: Path, *arguments: str) -> Result:
    """The outcome of the command."""
    return CliRunner().invoke(app, ["explain", *arguments, "--store", str(store)])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A file."""
    return tmp_path / "memory.db"


def test_a_kept_block_tells_its_verdicts(store: Path) -> None:
    """Of each item that was judged, in words and as JSON; the others say nothing of one."""
    service = build(Settings(store=str(store), rounds_enabled=False))
    client = TestClient(create_app(service), base_url="http://127.0.0.1")
    asked = {"messages": LINES, "query": "Is Nil allergic, and does Cem play?", "visible": 0}
    turn = client.post("/v1/spaces/ada/turns?create=true", json=asked).json()
    block, (harmful, other) = turn["block"]["id"], [item["id"] for item in turn["items"]]
    assert client.post(f"/v1/spaces/ada/blocks/{block}/verdicts", json={"harmful": [harmful]}).status_code == 200
    answered = client.get(f"/v1/spaces/ada/blocks/{block}").json()
    service.close()

    shown, as_json = run(store, "ada", block), run(store, "ada", block, "--json")

    assert {item["id"]: item["verdict"] for item in answered["items"]} == {harmful: "harmful", other: None}
    assert json.loads(as_json.stdout) == answered
    assert turn["block"]["text"].strip() in shown.stdout and shown.stdout.count("harmful: ") == 1


@pytest.mark.parametrize(
    ("space", "id", "told"),
    [
        ("ada", "f99", "item 'f99' does not exist in space 'ada'; list its items to see their ids"),
        ("ada", "space", "item 'space' does not exist in space 'ada'; list its items to see their ids"),
        ("nobody", "f99", "space 'nobody' does not exist; create it first"),
    ],
)
def test_what_cannot_be_explained_is_told(store: Path, space: str, id: str, told: str) -> None:
    """In words of no other interface: no route is named to somebody at a terminal."""
    service = build(Settings(store=str(store), rounds_enabled=False))
    service.knowledge.create_space("ada", now=service.now())
    service.close()

    outcome = run(store, space, id)

    assert (outcome.exit_code, outcome.stderr) == (2, f"remembrancer: {told}\n")
