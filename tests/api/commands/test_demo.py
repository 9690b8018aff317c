"""`remembrancer demo`: a sample goes in, a block with its reasons comes out, and the service stays up."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.demo import DEMOS
from api.commands.demos.assistant_demo import ASSISTANT_DEMO
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
    lines = ASSISTANT_DEMO.lines()
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
    *before, question = ASSISTANT_DEMO.lines()
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


def test_recall_demo_answers_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the right conversation, with the list where two are meant, with what is missing, and without any."""
    monkeypatch.setenv("REMEMBRANCER_EMBEDDER", "builtin")
    done = CliRunner().invoke(app, ["demo", "--once", "--profile", "recall"])

    assert done.exit_code == 0, done.output
    shown = " ".join(done.stdout.split())
    parts = re.split(r"Nora asks: .*?[?.]? (?=You|I found|→|5 Haziran)", shown)[1:]
    assert "the 50-degree test" in parts[0]
    assert "several times: 1) My sourdough starter smells of nail polish - 16 May 2026 2)" in parts[1]
    assert "it was baked too early" in parts[2]
    assert "This is what you learned then: Train to London and Paris" in parts[3]
    assert "→ the conversation is over" in parts[4]
    assert "5 Haziran'da “Magnezyum hangi besinlerde çok bulunur” konusunu araştırmıştın." in shown
    assert "Bu bilgi tam olarak sorunuzu cevaplamıyor gibi." in shown
    assert "I found no earlier research about beta blockers. Shall I research it now?" in shown
    assert "→ Quick: beta blockers" in shown


def test_game_demo_knows_what_was_found() -> None:
    """The block has the find, the promise, the grief, and what was revealed, and says why each of them stands there."""
    done = CliRunner().invoke(app, ["demo", "--once", "--profile", "game"])

    assert done.exit_code == 0, done.output
    block = done.stdout[done.stdout.index("Significant Memories (") : done.stdout.index("</memory>")]
    told = re.findall(r"^\d\. \[(\w+)\] (.+?) (?:\(|\[)", block, re.MULTILINE)
    assert dict(told)["DISCOVERY"] == "A brass key was hidden inside the globe, under Iceland."
    assert {type for type, _ in told} >= {"DISCOVERY", "PROMISE", "CHARACTER_BOND"}
    assert "a thing of it is at hand" in " ".join(done.stdout.split())


def test_unknown_profile_is_refused() -> None:
    """In a sentence that names those there are."""
    done = CliRunner().invoke(app, ["demo", "--once", "--profile", "opera"])

    assert done.exit_code == 2
    assert f"there is no demo of the profile 'opera', expected one of: {', '.join(DEMOS)}" in done.stderr


@pytest.mark.walk
@pytest.mark.parametrize(
    ("profile", "answered"),
    [
        ("assistant", lambda answer: "Biscuit" in answer["block"]["text"]),
        ("recall", lambda answer: answer["kind"] == "recall" and "dent" in answer["say"]),
        ("game", lambda answer: "Director Hanak" in answer["block"]["text"]),
    ],
)
def test_demo_serves_what_it_has_shown(profile: str, answered: Callable[[Any], bool]) -> None:
    """Without --once the service stays up, and the line to copy asks it; a signal ends it."""
    main = "from api.cli import main; main()"
    command = [sys.executable, "-c", main, "demo", "--port", "0", "--profile", profile]
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

    assert answered(answer)
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
