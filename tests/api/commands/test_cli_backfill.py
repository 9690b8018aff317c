"""`remembrancer round --backfill`: what was imported is read by a model when somebody has agreed to what it takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from archivists.models.provider import Purpose, Request
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.ledger import calls_of
from tests.archivists.rounds.test_rounds_model import saying
from tests.archivists.scripted import Scripted

LINES = 120
ESTIMATE = "ada: 120 messages in 3 rounds: at most 17 calls, about "
LEFT = (
    "ada: 120 old or imported messages not read; remembrancer round ada --backfill --store {} says what it would cost\n"
)


def answer(request: Request) -> str:
    """A fact for each window, a sentence for each text; claims stand alone."""
    asked = json.loads(request.lines[-1].text)
    if "claims" in asked:
        return saying(claims=[{"n": each["n"], "said": True} for each in asked["claims"]])
    if "texts" in asked:
        return saying(texts=[{"n": each["n"], "text": "They met.", "title": "A meeting"} for each in asked["texts"]])
    said = asked["messages"][0].partition(": ")[2]
    return saying(facts=[{"words": said, "text": f"Ada said: {said}"}])


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """What every purpose is asked of."""
    made = Scripted(answer)
    monkeypatch.setattr("api.wiring.open_models", lambda default, others: dict.fromkeys(Purpose, made))
    return made


@pytest.fixture
def run(tmp_path: Path, model: Scripted) -> Callable[..., Result]:
    """The command on a store with an import of four days, by one who can be asked."""
    times = [f"2026-01-{1 + n // 30:02}T10:{n % 30:02}:00Z" for n in range(LINES)]
    said = [{"role": "user", "name": "Ada", "content": f"I own boat {n}.", "sent_at": at} for n, at in enumerate(times)]
    chat = tmp_path / "ada.json"
    chat.write_text(json.dumps(said))
    store = str(tmp_path / "m.db")

    def run(*arguments: str, says: str = "") -> Result:
        return CliRunner().invoke(app, [*arguments, "--store", store], input=says)

    done = run("import", str(chat), "--space", "ada")
    next_command = f"remembrancer round ada --backfill --store {store}"
    assert done.stdout.endswith(f"Next, which first says what it costs: {next_command}\n")
    return run


def counted(tmp_path: Path) -> tuple[int, int]:
    """Calls in the ledger, and how much of the import is left."""
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "m.db"), read_only=True))
    found = len(list(calls_of(knowledge, "ada"))), len(knowledge.space("ada").waiting)
    knowledge.close()
    return found


def test_answers_that_cannot_be_used_are_told(run: Callable[..., Result], model: Scripted) -> None:
    """A model that only chats costs money for nothing: whoever pays is told, once, and not after good answers."""
    good = run("round", "ada", "--backfill", "--yes")
    model.script[:] = ["Sure, I will remember that!"]
    talk = "Ada: I own another boat.\nBea: So do I, an old one."
    said = run("import", "-", "--space", "ada", "--chat", "late", says=talk)

    asked = len(model.asked)
    bad = run("round", "ada", "--backfill", "--yes")
    calls = len(model.asked) - asked

    assert (said.exit_code, good.exit_code, bad.exit_code) == (0, 0, 0)
    assert "usable" not in good.stdout
    assert f"ada: {calls} of {calls} calls to the model gave no usable answer; " in bad.stdout


def test_round_leaves_an_import_to_those_who_ask(run: Callable[..., Result], model: Scripted, tmp_path: Path) -> None:
    """Without --backfill a model is asked nothing about it, and the command says what waits."""
    done = run("round", "ada")

    assert (done.exit_code, model.asked) == (0, [])
    assert done.stdout.splitlines()[0].startswith("ada: nothing new to read")
    assert done.stdout.endswith(LEFT.format(tmp_path / "m.db"))


def test_nothing_is_paid_before_somebody_agrees(run: Callable[..., Result], model: Scripted) -> None:
    """The estimate stands before the question, and "no" ends it."""
    done = run("round", "ada", "--backfill", says="n\n")

    assert (done.exit_code, model.asked) == (1, [])
    assert done.stdout.startswith(ESTIMATE)
    assert "  read: 3 calls, about " in done.stdout
    assert "  link: at most 11 calls, about " in done.stdout
    assert "  write: at most 3 calls, about " in done.stdout
    assert "  Calls that repair a bad answer are extra." in done.stdout
    assert "cost unknown" in done.stdout


@pytest.mark.parametrize(("option", "says"), [("--yes", ""), ("--backfill", "y\n")])
def test_backfill_takes_what_was_told(
    run: Callable[..., Result], tmp_path: Path, model: Scripted, option: str, says: str
) -> None:
    """Whether it asks or not, no more calls are made than it says, and nothing waits afterwards."""
    done = run("round", "ada", "--backfill", option, says=says)

    assert done.exit_code == 0, done.output
    assert "120 messages read in 3 rounds" in done.stdout
    assert counted(tmp_path) == (9, 0)
    assert len(model.asked) == 9


def test_interrupted_backfill_goes_on(run: Callable[..., Result], tmp_path: Path, model: Scripted) -> None:
    """Ctrl-C in the fourth call: the command ends in one line, and the next run asks for the rest alone."""

    def stop(request: Request) -> str:
        raise KeyboardInterrupt

    model.script = [answer, answer, answer, stop, answer]
    stopped = run("round", "ada", "--backfill", "--yes")
    left = counted(tmp_path)
    again = run("round", "ada", "--backfill", "--yes")

    assert (stopped.exit_code, again.exit_code) == (130, 0), stopped.output
    assert stopped.stderr.splitlines()[-1] == "Stopped; run the same command to continue."
    assert left == (4, 2)
    assert "70 messages read in 2 rounds" in again.stdout
    assert counted(tmp_path) == (10, 0)


def test_ceiling_ends_a_backfill_for_this_hour(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Above the calls of an hour the command says so and until when, and keeps what it has."""
    monkeypatch.setenv("REMEMBRANCER_SPACE_CALLS_HOUR_MAX", "2")

    done = run("round", "ada", "--backfill", says="y\n")

    assert done.exit_code == 0
    assert "  The limit is 2 calls per hour: it takes several runs." in done.stdout
    assert "ada: the rest waits until " in done.stdout
    assert done.stdout.endswith("old or imported messages not read; run it again to go on\n")
    assert counted(tmp_path) == (2, 2)


def test_without_a_model_an_import_is_read_at_once(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules cost nothing: `round` reads everything and asks nothing."""
    monkeypatch.setattr("api.wiring.open_models", lambda default, others: {})

    done = run("round", "ada")

    assert "120 messages read in 3 rounds" in done.stdout
    assert counted(tmp_path) == (0, 0)
