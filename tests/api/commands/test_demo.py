"""`remembrancer demo`: a sample goes in, a block with its reasons comes out, and the service stays up."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.demo import sample_lines
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.items import Role

KNOWN = (
    "called Sel",
    "allergic to hazelnuts",
    "grams and millilitres",
    "vegetarian",
    "14 Juniper Lane",
    "26 June",
    "permit",
)
"""What an assistant must know to answer the sample's question well."""


def test_sample_is_a_life_of_its_own() -> None:
    """The sample is about fifty messages over weeks, in order, with a long answer and a Turkish exchange."""
    lines = sample_lines()
    times = [line.sent_at for line in lines if line.sent_at is not None]

    assert 45 <= len(lines) == len(times) <= 60
    assert times == sorted(times)
    assert times[-1] - times[0] > timedelta(days=60)
    assert max(len(line.body) for line in lines) > 1200
    assert any("ş" in line.body and "ğ" in line.body for line in lines)
    assert lines[-1].role is Role.USER


def test_demo_shows_a_block_that_knows(tmp_path: Path) -> None:
    """With --once the demo shows the block, why each item is in it and three near misses, and keeps what was asked."""
    done = CliRunner().invoke(app, ["demo", "--once", "--store", str(tmp_path / "demo.db")])

    assert done.exit_code == 0, done.output
    block = done.stdout[done.stdout.index("<memory>") : done.stdout.index("</memory>")]
    assert [text for text in KNOWN if text not in block] == []
    appends = re.findall(r"^append +\d+ ms +(\d+) messages in (\d) conversations", done.stdout, re.MULTILINE)
    assert appends == [("29", "5"), ("22", "4")]
    assert "Why: " in done.stdout
    assert "Nearly: the first 3 of" in done.stdout
    store = open_store(str(tmp_path / "demo.db"), read_only=True)
    assert [*store.spaces()] == ["demo"]
    store.close()


def test_demo_says_which_store_it_does_not_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory of one's own is left alone, and nobody looks for the demo in it."""
    monkeypatch.setenv("REMEMBRANCER_STORE", str(tmp_path / "own.db"))

    done = CliRunner().invoke(app, ["demo", "--once"])

    assert (done.exit_code, "and not in REMEMBRANCER_STORE" in done.stderr) == (0, True), done.output
    assert not (tmp_path / "own.db").exists()


def test_demo_is_the_same_everywhere(tmp_path: Path) -> None:
    """The block does not depend on the day or the machine."""
    first, second = (
        CliRunner().invoke(app, ["demo", "--once", "--store", str(tmp_path / name)]).stdout for name in ("a.db", "b.db")
    )

    assert first[first.index("<memory>") :] == second[second.index("<memory>") :]


def test_demo_wants_a_store_without_another_demo(tmp_path: Path, now: datetime) -> None:
    """A store that has a space of this name, made by somebody else, is left alone."""
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "a.db")))
    knowledge.create_space("demo", now=now)
    knowledge.close()

    done = CliRunner().invoke(app, ["demo", "--once", "--store", str(tmp_path / "a.db")])

    assert done.exit_code == 1
    assert "has a space demo already; choose another --store" in done.stderr


def test_interrupted_demo_is_tried_again(tmp_path: Path) -> None:
    """What an earlier demo has done is found, the rest is done, and the block is that of a demo that never stopped."""
    *before, question = sample_lines()
    assert question.sent_at is not None
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "a.db")))
    knowledge.create_space("demo", now=question.sent_at)
    knowledge.append("demo", before[:20], now=question.sent_at)
    knowledge.close()

    again, whole = (
        CliRunner().invoke(app, ["demo", "--once", "--store", str(tmp_path / name)]) for name in ("a.db", "b.db")
    )

    assert again.exit_code == 0, again.output
    known = [text for text in KNOWN if text in again.stdout]
    assert known == [text for text in KNOWN if text in whole.stdout] == list(KNOWN)


@pytest.mark.walk
def test_demo_serves_what_it_has_shown() -> None:
    """Without --once the service stays up, and the line to copy asks it; a signal ends it."""
    main = "from api.cli import main; main()"
    command = [sys.executable, "-c", main, "demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        curl = next(line for line in process.stdout if line.startswith("curl "))
        found = re.search(r"(http://\S+) .* -d '(.*)'", curl)
        assert found is not None
        request = Request(found[1], found[2].encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=20) as response:
            answer = json.load(response)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)

    assert "Biscuit" in answer["block"]["text"]
    assert (process.returncode, errors) == (0, "")


def test_demo_that_serves_keeps_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retention counts from today, and the demo's day is long ago: the block that it shows stays."""
    kept: list[int] = []

    def serve(service: Service, _: object) -> None:
        service.prune("demo")
        kept.append(len(service.knowledge.store.find("demo", Label.BLOCK, limit=10)))

    monkeypatch.setattr("api.commands.demo.serve_until_stopped", serve)

    done = CliRunner().invoke(app, ["demo", "--without-model"])

    assert (done.exit_code, kept) == (0, [1]), done.output
