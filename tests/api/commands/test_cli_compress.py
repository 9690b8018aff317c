"""`remembrancer compress`: says what it will do, does it once, and can take it back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import api.commands.compress
from api.cli import app
from archivists.transcripts.archive import Archive
from tests.archivists.transcripts.making import Witness, chat_of, export_of, talk
from tests.archivists.transcripts.witness_server import WitnessServer

PROGRAM = "from api.cli import main; main()"
SIZES = ("--chunk", "100", "--tail", "300", "--live", "300")


def compress(*arguments: str | Path, agreed: str | None = None) -> Result:
    """The command's outcome, run in this process."""
    return CliRunner().invoke(app, ["compress", *map(str, arguments), *SIZES], input=agreed)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An export of two chats, one of them short."""
    path = tmp_path / "chats.json"
    path.write_text(export_of(chat_of(talk(0, 40)), chat_of(talk(0, 4), chatID="kx2", chatTitle="Short")))
    return path


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Witness]]:
    """Every model that is opened, by name, without a network."""
    made: dict[str, Witness] = {}
    monkeypatch.setattr(api.commands.compress, "has_provider", lambda name: True)
    monkeypatch.setattr(api.commands.compress, "LiteLLMModel", lambda name: made.setdefault(name, Witness(name)))
    yield made


def test_dry_run(source: Path, models: dict[str, Witness]) -> None:
    """It says what would be done in each chat and what it would take, asks no model and writes nothing."""
    # ACCEPTANCE 4.22
    done = compress(source, "--dry-run", "--manager", "small")

    assert done.exit_code == 0, done.output
    first, rest, agent, manager = done.output.splitlines()
    assert first == "Kettles: 6 new memories, 16 messages stay live"
    assert rest == "1 chat with nothing to compress"
    assert agent.startswith("  claude-test: 18 calls, about ") and agent.endswith(" out, cost unknown")
    assert manager.startswith("  small: 6 calls, about ")
    assert not models and [path.name for path in source.parent.iterdir()] == ["chats.json"]


def test_compress_and_restore(source: Path, tmp_path: Path, models: dict[str, Witness]) -> None:
    """Agent and context manager are two models; the archive stands beside the output; the original can come back."""
    # ACCEPTANCE 4.9, 4.17, 4.19
    out, back = tmp_path / "out.json", tmp_path / "back.json"

    done = compress(source, "-o", out, "--manager", "small", "--yes")
    restored = compress(out, "-o", back, "--restore")

    assert done.exit_code == 0 and restored.exit_code == 0, done.output + restored.output
    assert done.output.splitlines()[-1].startswith(f"{out}: 6 memories, 24 calls, 2,400 tokens in, 40% of it cached, ")
    assert done.output.endswith("$0.2400\n")
    assert {name: len(model.asked) for name, model in models.items()} == {"claude-test": 18, "small": 6}
    assert (tmp_path / "remembrancer-archive/chunks").is_dir()
    assert restored.output == f"{back}: 1 chat restored\n"
    assert back.read_bytes() == source.read_bytes()


def test_it_asks_first(source: Path, tmp_path: Path, models: dict[str, Witness]) -> None:
    """Nothing is spent before somebody has agreed."""
    done = compress(source, "-o", tmp_path / "out.json", agreed="n\n")

    assert done.exit_code == 1 and not models["claude-test"].asked and not (tmp_path / "out.json").exists()


def test_chosen_chats(source: Path, tmp_path: Path, models: dict[str, Witness]) -> None:
    """Chats are chosen by id or title; others come back as they are."""
    out = tmp_path / "out.json"

    done = compress(source, "-o", out, "--chat", "Short", "--yes")

    assert done.exit_code == 0 and out.read_bytes() == source.read_bytes() and not models


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-o", "{folder}/chats.json"], "is there already; expected a new name"),
        ([], "nothing says where the result goes; expected --output PATH, or --dry-run"),
        (
            ["--dry-run", "--chat", "Nobody"],
            "there is no chat Nobody; expected an id or a title of: Kettles (kx1), Short",
        ),
        (["--dry-run", "--primer", "{folder}/none.md"], "cannot be read as text; expected a Markdown file"),
        (["--dry-run", "--semantic"], "boundaries by meaning need an embedding model"),
        (["-o", "{folder}/o.json", "--restore"], "has no memories; expected an export that was compressed"),
    ],
)
def test_refusals(source: Path, models: dict[str, Witness], arguments: list[str], told: str) -> None:
    """What cannot be done is one sentence before any call."""
    # ACCEPTANCE 4.11
    done = compress(source, *(each.format(folder=source.parent) for each in arguments))

    assert done.exit_code == 2 and told in done.stderr and not models


def test_without_a_model_it_is_refused(tmp_path: Path, models: dict[str, Witness]) -> None:
    """No rules write what only the model that lived it can tell."""
    # ACCEPTANCE 4.19, 4.23
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of(talk(0, 40), model=None)))

    done = compress(source, "-o", tmp_path / "out.json", "--yes")

    assert done.exit_code == 2 and not models
    assert "does not say which model it was held with, and no rules can write its memories" in done.stderr


def test_own_primer(source: Path, tmp_path: Path, models: dict[str, Witness]) -> None:
    """Ours is a Markdown file that says how memory works; another one may take its place."""
    # ACCEPTANCE 4.11
    own = tmp_path / "primer.md"
    own.write_text("# You forget nothing")

    compress(source, "-o", tmp_path / "one.json", "--primer", own, "--yes")
    compress(source, "-o", tmp_path / "two.json", "--archive", tmp_path / "b", "--yes")

    asked = models["claude-test"].asked
    assert asked[0][0].text == "# You forget nothing"
    assert asked[len(asked) // 2][0].text.startswith("# How your memory works here\n")


def test_stopped_runs_say_how_to_go_on(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a run; the same command finishes it, and pays only for what is left."""
    # ACCEPTANCE 4.18
    one = Witness(fails_after=5)
    monkeypatch.setattr(api.commands.compress, "LiteLLMModel", lambda name: one)
    monkeypatch.setattr(api.commands.compress, "has_provider", lambda name: True)
    stopped = compress(source, "-o", tmp_path / "out.json", "--yes")
    one.fails_after = None

    done = compress(source, "-o", tmp_path / "out.json", "--yes")

    assert stopped.exit_code == 130 and "the same command goes on from there" in stopped.stderr
    assert done.exit_code == 0 and len(one.asked) == 24


def test_two_runs_at_once(source: Path, tmp_path: Path, models: dict[str, Witness]) -> None:
    """The second one is refused before it asks a model, and goes on when the first one is done."""
    with Archive(tmp_path / "remembrancer-archive").locked():
        refused = compress(source, "-o", tmp_path / "out.json", "--yes")

    done = compress(source, "-o", tmp_path / "out.json", "--yes")

    assert refused.exit_code == 2 and "another run writes to" in refused.stderr
    assert done.exit_code == 0 and len(models["claude-test"].asked) == 24


def test_an_output_of_another_run_is_not_replaced(
    source: Path, tmp_path: Path, models: dict[str, Witness], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result that appears while somebody is asked whether to begin stays as it is."""
    out = tmp_path / "out.json"
    monkeypatch.setattr("typer.confirm", lambda *_, **__: out.write_text("of another run"))

    refused = compress(source, "-o", out)

    assert refused.exit_code == 2 and "is there already; expected a new name" in refused.stderr
    assert out.read_text() == "of another run" and not models["claude-test"].asked


@pytest.mark.llm
def test_retired_models(tmp_path: Path) -> None:
    """A chat whose model LiteLLM has forgotten is refused before anything is asked, with what to type."""
    # ACCEPTANCE 4.19
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of(talk(0, 40), model="claude-3-5-sonnet-20241022")))

    done = compress(source, "-o", tmp_path / "out.json", "--yes")

    assert done.exit_code == 2
    assert "cannot tell who serves claude-3-5-sonnet-20241022" in done.stderr
    assert "such as anthropic/claude-3-5-sonnet-20241022" in done.stderr


@pytest.mark.llm
def test_over_http(source: Path, tmp_path: Path) -> None:
    """Two models behind LiteLLM are asked in turns, their tokens counted; a server that fails is asked again."""
    # ACCEPTANCE 4.19, 4.20
    server = WitnessServer()
    command = [sys.executable, "-c", PROGRAM, "compress", str(source), "-o", str(tmp_path / "out.json"), "--yes"]
    names = ["--agent", "openai/agent", "--manager", "openai/manager", *SIZES]
    with server.serving():
        environment = {**os.environ, "OPENAI_API_BASE": server.url, "OPENAI_API_KEY": "none"}
        done = subprocess.run(
            [*command, *names], env=environment, capture_output=True, text=True, check=False, timeout=100
        )

    assert done.returncode == 0, done.stderr
    assert [request["model"] for request in server.requests[:4]] == ["agent", "agent", "manager", "agent"]
    for request in server.requests:
        lines = request["messages"]
        assert isinstance(lines, list) and "response_format" not in request
        assert [line["role"] for line in lines] == ["system", *(["user", "assistant"] * len(lines))[: len(lines) - 1]]
        assert all(set(line) == {"role", "content"} for line in lines)
    assert "53% of it cached" in done.stdout
    found = json.loads((tmp_path / "out.json").read_text())["data"]["chats"][0]["messages"]
    assert found[2]["model"] == "openai/agent"
