"""The console script: fast to start, one sentence for what went wrong, and each command on a small store."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner, Result

from api.cli import COMMANDS, app
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.sqlite_schema import SCHEMA_VERSION
from graph.upkeep.leases import claim, put_off

HEAVY = {"fastapi", "uvicorn", "numpy", "neo4j", "pydantic", "rich"}
CHAT = [
    {"role": "user", "name": "Ada", "content": "My sister Nil moved to Izmir.", "sent_at": "2026-01-05T10:00:00Z"},
    {"role": "assistant", "content": "Shall I look for trains to Izmir?", "sent_at": "2026-01-05T10:01:00Z"},
    {"role": "user", "name": "Ada", "content": "I'm allergic to walnuts.", "sent_at": "2026-02-05T10:00:00Z"},
    {"role": "assistant", "content": "No walnuts, then.", "sent_at": "2026-02-05T10:01:00Z"},
]


def remembrancer(*arguments: str | Path) -> Result:
    """The command's outcome, run in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def run_apart(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command's outcome, run in a process of its own."""
    command = [sys.executable, "-m", "api.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_module_is_the_script() -> None:
    """`python -m api.cli` is `remembrancer`, for those whose scripts are not on their path."""
    done = run_apart("--version")

    assert (done.returncode, done.stdout.split()[0], done.stderr) == (0, "remembrancer", "")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one space, Ada's, whose rounds are done."""
    chat = tmp_path / "ada.json"
    chat.write_text(json.dumps(CHAT))
    path = tmp_path / "memory.db"
    assert remembrancer("import", chat, "--space", "ada", "--store", path).exit_code == 0
    assert remembrancer("round", "ada", "--store", path).exit_code == 0
    return path


def test_help_names_every_command_at_once() -> None:
    """The help is there in half a second, since it imports no heavy part."""
    told = "print(process_time(), *sys.modules, file=sys.stderr)"
    program = f"import sys\nfrom time import process_time\nfrom api.cli import main\ntry: main()\nfinally: {told}"
    done = subprocess.run([sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True)
    seconds, *modules = done.stderr.split()

    assert [name for name in COMMANDS if name not in done.stdout] == []
    assert HEAVY & set(modules) == set()
    assert float(seconds) < 2.0  # Of the processor, however busy the machine is; 0.2 when nothing else runs.


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    """Each command loads, and says what it does in the words of the table or more."""
    done = remembrancer(name, "--help")

    assert done.exit_code == 0
    assert "Usage:" in done.output


def test_version() -> None:
    """The version is one line."""
    assert remembrancer("--version").output.startswith("remembrancer ")


def test_only_the_script_limits_the_threads_of_numpy() -> None:
    """Our threads need the cores; a process that only imports us is not ours, and keeps its environment."""
    limits = "print(sorted(name for name in os.environ if name.endswith('_NUM_THREADS')))"
    imported = f"import os, api.in_process, api.wiring; {limits}"
    started = (
        f"import os, sys, api.cli; assert 'numpy' not in sys.modules; api.cli.app = lambda: {limits}; api.cli.main()"
    )
    bare = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}

    told = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare
        ).stdout.strip()
        for code in (imported, started)
    ]

    assert told == ["[]", "['MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS']"]


def test_command_that_needs_a_clone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package has no benchmarks."""
    monkeypatch.setattr("api.cli.find_spec", lambda name: None)

    done = remembrancer("bench")

    assert done.exit_code == 2
    assert "run it from a clone of the project" in done.stderr


def test_unknown_command() -> None:
    """A command that does not exist is a usage error."""
    done = remembrancer("remember")

    assert done.exit_code == 2
    assert "No such command 'remember'" in done.stderr


def test_our_errors_are_one_sentence(tmp_path: Path) -> None:
    """What we raise is told on stderr without a traceback: 2 for what was asked wrongly, 1 for what failed."""
    missing = remembrancer("import", tmp_path / "none.txt", "--space", "a", "--store", tmp_path / "m.db")
    failed = remembrancer("spaces", "--store", tmp_path / "none.db")

    assert (missing.exit_code, failed.exit_code) == (2, 1)
    assert missing.stderr == f"remembrancer: {tmp_path / 'none.txt'} is not a file; expected the path of one\n"
    assert "none.db" in failed.stderr
    assert "Traceback" not in missing.output + failed.output


def test_block_reads_only(store: Path) -> None:
    """A block is shown beside a service that writes, and leaves the store as it was."""
    with_service = open_store(str(store))
    before = with_service.seq("ada")

    done = remembrancer("block", "ada", "Where does Nil live?", "--why", "--store", store)

    assert done.exit_code == 0, done.output
    assert "Nil moved to Izmir" in done.stdout
    assert "Why: " in done.stdout
    assert with_service.seq("ada") == before
    with_service.close()


def test_block_of_no_space(store: Path) -> None:
    """A space that does not exist is told by its name."""
    done = remembrancer("block", "nobody", "Anything?", "--store", store)

    assert done.exit_code == 2
    assert "space 'nobody' does not exist" in done.stderr


def test_writing_beside_a_service_is_refused(store: Path) -> None:
    """A command that writes says that something else writes to this file, and what to do."""
    service = open_store(str(store))

    done = remembrancer("round", "ada", "--store", store)

    assert done.exit_code == 1
    assert done.stderr == (
        f"remembrancer: a service or another command is writing to {store}; use the service's HTTP API, or stop it\n"
    )
    service.close()


def test_round_says_what_it_did(store: Path) -> None:
    """Rounds that are done again find nothing new."""
    assert remembrancer("round", "ada", "--store", store).stdout.startswith("ada: nothing new to read")


def test_items_are_listed_and_shown(store: Path) -> None:
    """Items are one line each in a pipe, filtered and by page; one of them is shown with its neighbours."""
    messages = remembrancer("items", "ada", "--label", "Message", "--limit", "2", "--store", store).stdout.splitlines()
    second = remembrancer("items", "ada", "--label", "Message", "--limit", "2", "--page", "2", "--store", store)
    beyond = remembrancer("items", "ada", "--label", "Message", "--page", "9", "--store", store)
    id = second.stdout.splitlines()[-1].split("\t")[0]
    shown = remembrancer("explain", "ada", id, "--store", store).stdout

    assert [line.split("\t")[3] for line in messages] == [
        "assistant: No walnuts, then.",
        "Ada: I'm allergic to walnuts.",
    ]
    assert len(second.stdout.splitlines()) == 2
    assert (beyond.exit_code, beyond.stderr) == (
        2,
        "remembrancer: there is no page 9, the last one is 1\n",
    )
    assert shown.startswith(f"Message {id}\nAda: My sister Nil moved to Izmir.\n")
    assert "SAID_BY" in shown


def test_items_filters_are_checked(store: Path) -> None:
    """A filter that no item can match is a mistake."""
    done = remembrancer("items", "ada", "--label", "Message", "--kind", "question", "--store", store)

    assert done.exit_code == 2
    assert done.stderr == ("remembrancer: expected --label to be 'Fact' or missing, together with --kind or --status\n")


def test_spaces_are_listed(store: Path) -> None:
    """Each space is told with its profile, its messages and its gap."""
    assert remembrancer("spaces", "--store", store).stdout.split()[-6:-3] == ["assistant", "4", "6"]


def test_reembed_without_an_embedder_drops_vectors(store: Path) -> None:
    """Without an embedder there are no vectors afterwards."""
    done = remembrancer("reembed", "ada", "--store", store)

    assert done.exit_code == 0, done.output
    assert done.stdout == "ada has no vectors now; set REMEMBRANCER_EMBEDDER to get new ones.\n"


def test_doctor_of_a_healthy_store(store: Path) -> None:
    """Everything that is looked at is well, as text and as JSON."""
    done = remembrancer("doctor", "--json", "--store", store)

    answer = json.loads(done.stdout)
    assert done.exit_code == 0
    assert answer["is_well"] is True
    checks = {check["name"]: check["text"] for check in answer["checks"]}
    assert checks["schema"] == f"version {SCHEMA_VERSION}"
    assert checks["lock"] == "free"
    assert checks["models"] == "none: archivists keep names, quotes and key info"
    assert checks["space ada"].startswith("4 messages")
    assert remembrancer("doctor", "--store", store).exit_code == 0


def test_doctor_asks_the_service_on_its_port(store: Path) -> None:
    """Where the service is of this version all is well; another program there, or another version, is wrong."""

    def told(answer: bytes | None) -> tuple[str, str]:
        with answering(answer) as port:
            done = CliRunner().invoke(
                app, ["doctor", "--json", "--store", str(store)], env={"REMEMBRANCER_PORT": str(port)}
            )
        (found,) = [check for check in json.loads(done.stdout)["checks"] if check["name"] == "service"]
        return found["state"], found["text"]

    ours = json.dumps({"status": "ok", "version": version("remembrancer")}).encode()

    assert told(ours)[0] == "ok"
    assert told(b'{"version": "0.0.1"}')[0] == "wrong"
    assert told(b"<html>")[0] == "wrong"
    assert told(None)[0] == "note"


@contextmanager
def answering(answer: bytes | None) -> Iterator[int]:
    """A port with a server that gives this answer to everything, or with none."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer or b"")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        if answer is None:
            server.server_close()
            yield server.server_port
            return
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_doctor_finds_secrets_that_others_can_read(store: Path, tmp_path: Path) -> None:
    """A file of keys that every user can read is worth a note; one of the service's own is well."""
    tmp_path.chmod(0o755)
    keys = tmp_path / "keys"
    keys.write_text("a-key-of-sixteen-letters")
    states = []
    for mode in (0o644, 0o640):
        keys.chmod(mode)
        done = CliRunner().invoke(
            app, ["doctor", "--json", "--store", str(store)], env={"REMEMBRANCER_API_KEYS_FILE": str(keys)}
        )
        states += [check["state"] for check in json.loads(done.stdout)["checks"] if check["name"] == "secrets"]

    assert states == ["note", "ok"]


def test_doctor_tells_what_waits(store: Path) -> None:
    """A round that waits for the next hour is worth a note, and nothing is wrong."""
    knowledge = KnowledgeGraph(open_store(str(store)))
    claim(knowledge, "ada", owner="me", now=datetime(2026, 3, 1, 9, 30, tzinfo=UTC), seconds=60)
    until = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
    put_off(knowledge, "ada", owner="me", reason="60 of 60 model calls", until=until)
    knowledge.close()

    done = remembrancer("doctor", "--json", "--store", store)

    notes = [check["text"] for check in json.loads(done.stdout)["checks"] if check["state"] == "note"]
    assert done.exit_code == 0
    assert "rounds: put off until 2026-03-01 10:00: 60 of 60 model calls" in notes


def test_doctor_finds_an_unknown_profile(store: Path) -> None:
    """What a later version has made cannot be read here, and the others are well."""
    knowledge = KnowledgeGraph(open_store(str(store)))
    knowledge.create_space("young", now=datetime(2026, 3, 1, tzinfo=UTC), profile="later")
    knowledge.close()

    done = remembrancer("doctor", "--json", "--store", store)

    wrong = [check["name"] for check in json.loads(done.stdout)["checks"] if check["state"] == "wrong"]
    assert (done.exit_code, wrong) == (1, ["space young"])


def test_doctor_of_no_store(tmp_path: Path) -> None:
    """A store that does not exist yet is no mistake."""
    done = remembrancer("doctor", "--store", tmp_path / "new" / "memory.db")

    assert done.exit_code == 0
    assert "does not exist yet" in " ".join(done.stdout.split())


def test_doctor_of_a_file_that_is_not_ours(tmp_path: Path) -> None:
    """A file of something else, and an embedder that is not there, are told, and the exit code is 1."""
    path = tmp_path / "memory.db"
    path.write_text("This is a letter to my aunt, long enough to be no header of a database." * 20)

    done = CliRunner().invoke(
        app,
        ["doctor", "--json", "--store", str(path)],
        env={"REMEMBRANCER_EMBEDDER": "sentence-transformers:none", "REMEMBRANCER_MODELS": "reed=openai/small"},
    )

    wrong = {check["name"]: check["text"] for check in json.loads(done.stdout)["checks"] if check["state"] == "wrong"}
    assert done.exit_code == 1
    assert "is not a SQLite database" in wrong["store"]
    assert 'there is no purpose "reed"' in wrong["models"]


def test_settings_of_the_environment_are_checked(store: Path) -> None:
    """A mistyped setting is refused before anything is done."""
    done = CliRunner().invoke(app, ["spaces", "--store", str(store)], env={"REMEMBRANCER_BUGDET_TOKENS": "7"})

    assert done.exit_code == 2
    assert "did you mean REMEMBRANCER_BUDGET_TOKENS?" in done.stderr
