"""What every command owes people and programs: ids in one piece at any width, JSON on demand, and names as typed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import COMMANDS, app
from api.commands.demo import sample_lines
from api.commands.printing import out
from graph.changing.apply import apply_changes
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewFact
from graph.values.items import Author

SPACE = "selin-and-her-assistant"
READING = {
    "spaces": [],
    "block": [SPACE, "What is Biscuit allowed to do?"],
    "recall": [SPACE, "What did we say about the flat on Juniper Lane?"],
    "items": [SPACE],
    "search": [SPACE, "the flat on Juniper Lane"],
    "changes": [SPACE],
    "cost": [],
    "doctor": [],
    "keys list": [],
    "forget": [SPACE, "--chat", "", "--dry-run"],
}
"""Commands that print data and change nothing, with what they are asked."""

WRITING = {
    "round": [SPACE],
    "pause": [SPACE],
    "prune": [],
    "keys create": ["notes", "--all"],
}
"""Commands that print data of what they have done."""

TEXT_ONLY = {"demo", "serve", "work", "import", "export", "compress", "mcp", "client", "reembed"}
"""Commands that print a file, or say that something is done."""

SENTENCES = {"recall", "forget", "cost"}
"""Of these, what is said here are lines that the terminal itself wraps."""

WIDTHS = (60, 80, 120)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store with the sample of the demo in a space of a long name, and a key."""
    path = tmp_path_factory.mktemp("shapes") / "memory.db"
    *lines, question = sample_lines()
    assert question.sent_at is not None
    knowledge = KnowledgeGraph(open_store(str(path)))
    knowledge.create_space(SPACE, now=question.sent_at)
    source = knowledge.append(SPACE, lines, now=question.sent_at).new[0]
    fact = NewFact(body="Selin plans to hike in the Kaçkar mountains.", sources=(source,), author=Author.MODEL)
    apply_changes(knowledge, SPACE, [fact], now=question.sent_at)
    knowledge.close()
    for command in (["round", SPACE], ["keys", "create", "a key of a rather long name", "--space", SPACE]):
        assert run(*command, "--store", path).exit_code == 0
    yield path


def run(*arguments: object) -> Result:
    """The command's outcome, run in this process and without a terminal."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def ids_of(store: Path) -> set[str]:
    """All that has an id in the space."""
    kept = open_store(str(store), read_only=True)
    labels = [label for label in Label if label not in (Label.SPACE, Label.REQUEST)]
    found = {node.id for label in labels for node in kept.find(SPACE, label, {}, limit=1000)}
    kept.close()
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("is_terminal", [True, False])
def test_ids_are_whole(store: Path, monkeypatch: pytest.MonkeyPatch, name: str, width: int, is_terminal: bool) -> None:
    """Whatever looks like an id is one, the space has its name in one piece, and no line is wider than the screen."""
    monkeypatch.setattr(out, "_force_terminal", is_terminal)
    monkeypatch.setattr(out, "_width", width)

    done = run(*name.split(), *READING[name], "--store", store)

    assert done.exit_code == 0, done.output
    text = re.sub(r"\x1b\[[\d;]*m", "", done.stdout)
    known = ids_of(store)
    assert set(re.findall(r"\b[a-z]\d{6,8}\b", text)) <= known
    first = {line.split()[0] for line in text.splitlines() if line.strip()}
    if name == "spaces":
        assert SPACE in first
    if name in ("items", "changes"):
        assert len(known & first) >= 20
    if is_terminal and name not in SENTENCES:
        assert max(len(line.rstrip()) for line in text.splitlines()) <= width


@pytest.mark.walk
@pytest.mark.parametrize("width", [60])
def test_ids_are_whole_on_a_real_terminal(store: Path, width: int) -> None:
    """A terminal that is 60 columns wide shows each id of a page, and of an item's neighbours, in one piece."""
    page = on_terminal(width, "items", SPACE, "--limit", "5", "--store", str(store))
    ids = re.findall(r"^(\w[\w-]+\d|key-info) ", page, re.MULTILINE)
    item = on_terminal(width, "explain", SPACE, ids[-1], "--store", str(store))

    assert len(ids) == 5
    assert set(ids) <= ids_of(store)
    assert set(re.findall(r"\b[a-z]\d{8}\b", item)) <= ids_of(store)
    assert max(len(line) for line in page.splitlines()) <= width


def on_terminal(width: int, *arguments: str) -> str:
    """What a command shows on a terminal of this width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "api.cli", *arguments]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=theirs, env=environment) as process:
        os.close(theirs)
        told = b""
        while part := _read(ours):
            told += part
        assert process.wait(timeout=60) == 0, told
    os.close(ours)
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", told.decode()).replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux tells the end of a terminal so.
        return b""


@pytest.mark.parametrize("name", [*READING, *WRITING])
def test_json_is_one_value(store: Path, name: str) -> None:
    """With --json a command prints one JSON value and nothing else on stdout."""
    done = run(*name.split(), *(READING | WRITING)[name], "--json", "--store", store)

    assert done.exit_code == 0, done.output
    assert isinstance(json.loads(done.stdout), dict)


def test_json_of_one_item_and_of_changes_taken_back(store: Path) -> None:
    """An item, an undo, a revoked key and a deletion are told as the service's routes tell them."""
    assert run("fact", "add", SPACE, "Selin sails.", "--store", store).exit_code == 0
    page = json.loads(run("items", SPACE, "--label", "fact", "--json", "--store", store).stdout)
    item = json.loads(run("explain", SPACE, page["items"][0]["id"], "--json", "--store", store).stdout)
    undone = json.loads(run("undo", SPACE, item["history"]["changes"][0]["id"], "--json", "--store", store).stdout)
    made = json.loads(run("keys", "create", "x", "--all", "--json", "--store", store).stdout)
    revoked = json.loads(run("keys", "revoke", made["id"], "--json", "--store", store).stdout)
    message = json.loads(run("items", SPACE, "--label", "message", "--json", "--store", store).stdout)["items"][0]["id"]
    gone = json.loads(run("forget", SPACE, "--message", message, "--yes", "--json", "--store", store).stdout)

    assert item["id"] == page["items"][0]["id"]
    assert undone["kind"] == "Undo"
    assert made["key"].startswith("rmbr_")
    assert revoked["id"] == made["id"]
    assert gone["counts"]["Message"] == 1


def test_json_asks_nothing(store: Path) -> None:
    """A question would stand among the JSON, so what asks wants to be agreed to beforehand."""
    done = run("forget", SPACE, "--chat", "x", "--json", "--store", store)

    assert done.exit_code == 2
    assert done.stderr == "remembrancer: --json asks nothing, expected --yes or --dry-run with it\n"


@pytest.mark.parametrize("name", sorted({*COMMANDS} - TEXT_ONLY))
def test_every_command_that_prints_data_has_json(name: str) -> None:
    """A new command has the option, or stands among those that print a file or that something is done."""
    below = re.findall(r"^  ([a-z]+)  +\w", run(name, "--help").stdout.partition("Commands:")[2], re.MULTILINE)

    assert [each for each in (below or [""]) if "--json" not in run(name, *each.split(), "--help").stdout] == [
        each for each in below if name == "bench" and each != "retrieval"
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_short_help(name: str) -> None:
    """-h is --help, everywhere."""
    assert run(name, "-h").stdout == run(name, "--help").stdout
    assert run("-h").stdout == run("--help").stdout


def test_mistyped_names_get_a_suggestion() -> None:
    """A command and an option that do not exist are answered with those that are like them."""
    assert "Did you mean 'items'?" in run("itmes").stderr
    assert "--label" in run("items", "ada", "--lable", "Fact").stderr


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["items", SPACE, "--label", "message", "--kind", "fact"], "expected --label to be 'Fact' or missing"),
        (["items", SPACE, "--type", "person"], "together with --type"),
        (
            ["forget", SPACE],
            "expected one of: --all (the whole space), --message, --conversation, --chat, --person, or",
        ),
        (["forget", SPACE, "--since", "yesterday"], "--since is yesterday, expected an ISO 8601 time"),
        (["keys", "create", "x", "--space", "a/b"], "--space is a/b, expected a name without '/'"),
        (["keys", "create", "x", "--all", "--until", "soon"], "--until is soon, expected an ISO 8601 time"),
        (["keys", "create", "x", "--all", "--scope", "all"], "--scope is all, expected"),
        (["keys", "create", "", "--all"], "NAME is "),
        (["fact", "add", SPACE, "Nil sails.", "--from", "soon"], "--from is soon, expected"),
        (["entity", "split", SPACE, "e1", ""], "NAME is "),
        (["search", SPACE, ""], "QUESTION is "),
        (["character", SPACE, "Ada", "--budget", "64", "--request", "word " * 99], "--budget 64 is too small"),
        (["forget", SPACE, "--all", "--message", "m1"], "expected no --message with it"),
    ],
)
def test_messages_name_options_as_typed(store: Path, command: list[str], told: str) -> None:
    """What is wrong is told by the option that was typed, not by the field of a body."""
    done = run(*command, "--store", store)

    assert done.exit_code == 2
    assert told in done.stderr, done.stderr


def test_errors_of_what_stands_behind_the_command_do_so_too(store: Path, tmp_path: Path) -> None:
    """What an importer says of a file is told by the option that would help."""
    file = tmp_path / "chat.txt"
    file.write_bytes("Ay\u015fe: x\n".encode("windows-1254"))

    done = run("import", str(file), "--space", SPACE, "--store", store)

    assert done.exit_code == 2
    assert done.stderr.endswith("expected utf-8 text; give the --encoding, such as windows-1254\n")


def test_labels_are_read_in_any_case(store: Path) -> None:
    """keyinfo, KEYINFO and KeyInfo are one label; so it is with kinds and types."""
    asked = [["--label", label] for label in ("keyinfo", "KEYINFO", "KeyInfo")]

    assert len({run("items", SPACE, *each, "--store", store).stdout for each in asked}) == 1
    people = {
        run("items", SPACE, "--label", "entity", "--type", t, "--store", store).stdout for t in ("person", "Person")
    }
    assert len(people) == 1 and "\tperson\tSelin\n" in people.pop()


def test_reasons_show_what_the_block_shows(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item is named by its text in the block, not by the beginning of a message or summary that stands elsewhere."""
    monkeypatch.setattr(out, "_width", 200)  # So that a reason is one line.
    told = json.loads(run("block", SPACE, "Who is Marc?", "--json", "--store", store).stdout)
    shown = run("block", SPACE, "Who is Marc?", "--why", "--store", store).stdout
    block, _, reasons = shown.partition("Why: ")
    named = [line[2:].partition("…")[0] for line in reasons.partition("Nearly:")[0].splitlines() if "…" in line]

    assert len(named) > 5
    assert [text for text in named if text.strip() not in " ".join(block.split())] == []
    assert len(told["items"]) >= len(named)


def test_export_replaces_nothing_unasked(store: Path, tmp_path: Path) -> None:
    """A file that is there stays, unless --force says otherwise."""
    file = tmp_path / "ada.jsonl"
    file.write_text("mine")

    refused = run("export", SPACE, "-o", file, "--store", store)

    assert refused.exit_code == 2
    assert refused.stderr == (
        f"remembrancer: {file} is there already; choose another name, or replace it with --force\n"
    )
    assert file.read_text() == "mine"
    assert run("export", SPACE, "-o", file, "--force", "--store", store).exit_code == 0
    assert file.read_text() != "mine"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_export_that_is_stopped_leaves_nothing(store: Path, tmp_path: Path, number: int) -> None:
    """A signal in the middle of an export ends it, and no file is left of it."""
    program = (
        "import os, signal, sys\n"
        "from api.cli import main\n"
        "from api.commands import exports\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # Ignored in the background.\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)  # Ignored under nohup.\n"
        "def lines(*_, **__):\n"
        "    yield '{}\\n'\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    yield '{}\\n'\n"
        "exports.exported_lines = lines\n"
        "main()\n"
    )
    command = [sys.executable, "-c", program, "export", SPACE, "-o", str(tmp_path / "ada.jsonl"), "--store", str(store)]

    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (130, "remembrancer: stopped\n")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.walk
@pytest.mark.parametrize(
    ("shell", "asked", "told"),
    [
        ("bash", {"COMP_WORDS": "remembrancer it", "COMP_CWORD": "1"}, "items"),
        ("bash", {"COMP_WORDS": "remembrancer items --la", "COMP_CWORD": "2"}, "--label"),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "remembrancer it"}, "items"),
        ("fish", {"_TYPER_COMPLETE_ARGS": "remembrancer it", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}, "items"),
    ],
)
def test_shells_complete_commands_and_options(shell: str, asked: dict[str, str], told: str) -> None:
    """Once completion is installed, a shell asks the program, which answers what may come next."""
    program = "import sys\nsys.argv[0] = 'remembrancer'\nfrom api.cli import main\nmain()"
    environment = os.environ | asked | {"_REMEMBRANCER_COMPLETE": f"complete_{shell}"}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=60
    )

    assert told in answer.stdout


def test_round_counts_what_is_new(tmp_path: Path) -> None:
    """A name that comes again in later rounds is one entity, and not one for each round."""
    lines = [f"User: On day {day} Nil met Marc Weber in Trabzon." for day in range(120)]
    (tmp_path / "a.txt").write_text("\n".join(lines))
    path = tmp_path / "memory.db"
    assert run("import", tmp_path / "a.txt", "--space", "ada", "--store", path).exit_code == 0

    told = run("round", "ada", "--store", path).stdout

    entities = open_store(str(path), read_only=True)
    count = len(entities.find("ada", Label.ENTITY, {}, limit=1000))
    entities.close()
    found = re.search(r"(\d+) entit(?:y|ies)(?! text)", told)
    assert found is not None
    assert int(found[1]) == count, told
