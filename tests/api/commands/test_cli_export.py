"""`remembrancer export` and the way back: a space leaves one store and is the same in another."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import networkx
import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from api.profiles import PROFILES
from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from benchmarks.retrieval.convert import CONVERTERS, Set
from graph.errors import StoreError
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.sqlite import SqliteStore
from graph.transfer import lines as transfer
from tests.api.profiles.toy import TOY
from tests.contract.ops import put, whole
from tests.house.source import ROOT

CHAT = [
    {"role": "user", "name": "Ada", "content": "My sister Nil moved to Izmir.", "sent_at": "2026-01-05T10:00:00Z"},
    {"role": "assistant", "content": "Shall I look for trains to Izmir?", "sent_at": "2026-01-05T10:01:00Z"},
    {"role": "user", "name": "Ada", "content": "I'm allergic to walnuts.", "sent_at": "2026-02-05T10:00:00Z"},
]

KILLED = """
import os, sys
from api.cli import app
from graph.transfer import lines as transfer
from graph.store.sqlite import SqliteStore

load, left = SqliteStore.load, iter(range(int(sys.argv.pop(1))))

def loaded(self, space, changes):
    load(self, space, changes)
    if next(left, None) is None:
        os.kill(os.getpid(), 9)

transfer.LOAD_ROWS, SqliteStore.load = 5, loaded
app()
"""
LOCOMO = Path(__file__).parents[3].parent / "shared" / "data" / "locomo"


def run(*arguments: str | Path, input: bytes | None = None) -> Result:
    """The outcome of a command."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input)


def names(folder: Path) -> list[str]:
    """What is in a folder, but for the companions of a store."""
    return sorted(path.name for path in folder.iterdir() if ".db-" not in path.name)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with Ada's space, whose rounds are done."""
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps(CHAT))
    path = tmp_path / "memory.db"
    assert run("import", chat, "--space", "ada", "--store", path).exit_code == 0
    assert run("round", "ada", "--store", path).exit_code == 0
    assert run("fact", "add", "ada", "Ada is allergic to walnuts.", "--importance", 8, "--store", path).exit_code == 0
    return path


@pytest.fixture
def exported(store: Path, tmp_path: Path) -> Path:
    """Ada's space as a file."""
    path = tmp_path / "ada.jsonl"
    assert run("export", "ada", "-o", path, "--store", store).exit_code == 0
    return path


def test_space_comes_back_the_same(store: Path, exported: Path, tmp_path: Path) -> None:
    """Export, import elsewhere and export again give equal files, equal spaces, and the same counts and checksum."""
    other, again = tmp_path / "other.db", tmp_path / "again.jsonl"

    imported = run("import", exported, "--store", other)
    done = run("export", "ada", "--output", again, "--store", other)

    assert (imported.exit_code, done.exit_code) == (0, 0), imported.output
    assert again.read_bytes() == exported.read_bytes()
    end = json.loads(exported.read_text().splitlines()[-1])
    told = (
        f"{end['nodes']} nodes, {end['edges']} edges, 0 tombstones up to write {end['end']}, sha256 {end['sha256']} ("
    )
    assert imported.stdout.startswith(f"ada: {told}")
    assert done.stdout.startswith(f"ada: {told}")
    one, two = open_store(str(store), read_only=True), open_store(str(other), read_only=True)
    assert whole(one, "ada") == whole(two, "ada")
    one.close()
    two.close()


def test_import_again_says_what_is_there(store: Path, exported: Path) -> None:
    """An export that is in the store already is told so, and nothing is written."""
    before = whole(open_store(str(store), read_only=True), "ada")

    again = run("import", exported, "--store", store)

    assert again.exit_code == 0, again.output
    assert again.stdout.startswith("ada: known already, nothing new in the file: ")
    assert whole(open_store(str(store), read_only=True), "ada") == before


def test_profile_goes_with_the_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A space has its profile and its rule in another store, too; who doesn't know the profile refuses the file."""
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "memory.db")))
    made = knowledge.create_space("game", now=datetime(2026, 1, 5, tzinfo=UTC), profile=TOY.name, intake=TOY.intake)
    knowledge.close()
    path, other = tmp_path / "game.jsonl", tmp_path / "other.db"

    done = run("export", "game", "-o", path, "--store", tmp_path / "memory.db")
    refused = run("import", path, "--store", other)
    monkeypatch.setattr("api.profiles.PROFILES", (*PROFILES, TOY))
    imported = run("import", path, "--store", other)

    assert [result.exit_code for result in (done, refused, imported)] == [0, 2, 0]
    known = ", ".join(profile.name for profile in PROFILES)
    assert refused.stderr == f"remembrancer: game.jsonl, there is no profile 'toy', expected one of: {known}\n"
    knowledge = KnowledgeGraph(open_store(str(other), read_only=True))
    assert knowledge.space("game") == made
    knowledge.close()


def test_file_is_for_its_owner(exported: Path) -> None:
    """What people said in confidence is in a file that others cannot read, with nothing beside it."""
    assert exported.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in exported.parent.iterdir() if ".jsonl" in path.name] == ["ada.jsonl"]


def test_from_stdout_to_stdin(store: Path, exported: Path, tmp_path: Path) -> None:
    """With - the file goes to stdout, what is told to stderr, and the import reads it from stdin."""
    out = run("export", "ada", "-o", "-", "--store", store)
    back = run("import", "-", "--store", tmp_path / "other.db", "--space", "ikiz", input=out.stdout_bytes)

    assert out.stdout_bytes == exported.read_bytes()
    assert out.stderr.startswith("ada: ")
    assert back.exit_code == 0, back.output
    assert back.stdout.startswith("ikiz: ")
    assert "ikiz" in run("spaces", "--store", tmp_path / "other.db").stdout


def test_messages_from_stdin(tmp_path: Path) -> None:
    """Files of messages may come from stdin too."""
    done = run("import", "-", "--space", "ada", "--store", tmp_path / "m.db", input=json.dumps(CHAT).encode())

    assert done.exit_code == 0, done.output
    assert "3 new messages" in done.stdout


def test_graphml(store: Path, tmp_path: Path) -> None:
    """GraphML is opened by networkx."""
    graph = run("export", "ada", "--format", "graphml", "-o", tmp_path / "ada.graphml", "--store", store)

    read = networkx.read_graphml(tmp_path / "ada.graphml")
    assert graph.stdout.startswith("ada: nodes and edges, as GraphML (")
    assert {"Message", "Fact"} <= {label for _, label in read.nodes(data="label")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody", "-o", "x.jsonl"], "space 'nobody' does not exist"),
        (["nobody", "-o", "x.graphml", "--format", "graphml"], "space 'nobody' does not exist"),
        (["ada", "-o", "none/x.jsonl"], "none/x.jsonl cannot be written: No such file or directory"),
        (["ada", "-o", "memory.db"], "memory.db is there already"),
        (["ada", "-o", "."], "cannot be written"),
    ],
)
def test_export_that_cannot_be(
    store: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    """One sentence, exit code 2, and no file is left."""
    monkeypatch.chdir(store.parent)
    before = names(store.parent)

    done = run("export", *arguments, "--store", store)

    assert done.exit_code == 2
    assert message in done.stderr
    assert names(store.parent) == before


def test_failed_export_leaves_the_old_file(store: Path, exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced only when the new one is whole."""
    before = exported.read_bytes()
    monkeypatch.setattr(transfer, "PAGE_ROWS", 5)
    since, calls = SqliteStore.since, iter(range(9))

    def failing(*arguments: object, **named: object) -> object:
        if next(calls) == 1:
            raise StoreError("the disk failed")
        return since(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(SqliteStore, "since", failing)
    done = run("export", "ada", "-o", exported, "--force", "--store", store)

    assert (done.exit_code, done.stderr) == (1, "remembrancer: the disk failed\n")
    assert exported.read_bytes() == before
    assert [path.name for path in exported.parent.iterdir() if ".jsonl" in path.name] == ["ada.jsonl"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:-40], "ada.jsonl, line 3: found {"),
        (lambda text: text.replace(b"Izmir", b"Bursa"), ": a line was changed"),
        (lambda text: text.replace(b"Izmir", b"\xffzmir"), "found byte 0xff; expected UTF-8 text"),
        (
            lambda text: text.replace(b'"version":1', b'"version":2', 1),
            "space of version 2 and schema 1 is not",
        ),
        (lambda text: text.replace(b'"space":"ada"', b'"space":"a/b"', 1), "ada.jsonl, the space's name is a/b"),
        (lambda text: text[: text.index(b"\n") + 1], "ada.jsonl, line 2: found the end of the file"),
    ],
)
def test_damaged_file_writes_nothing(exported: Path, tmp_path: Path, change: object, message: str) -> None:
    """The error names file and line; no space is there afterwards."""
    lines = exported.read_bytes().splitlines(keepends=True)
    short = b"".join([lines[0], *lines[1:3]]) if "line 3" in message else exported.read_bytes()
    exported.write_bytes(change(short))  # type: ignore[operator]

    done = run("import", exported, "--store", tmp_path / "other.db")

    assert done.exit_code == 2
    assert message in done.stderr
    assert "no spaces" in run("spaces", "--store", tmp_path / "other.db").stdout or not (tmp_path / "other.db").exists()


def test_byte_order_mark_does_no_harm(exported: Path, tmp_path: Path) -> None:
    """A program that saved the export with a byte order mark has changed nothing in it."""
    exported.write_bytes(b"\xef\xbb\xbf" + exported.read_bytes())

    done = run("import", exported, "--store", tmp_path / "other.db")

    assert (done.exit_code, done.stdout.startswith("ada: ")) == (0, True), done.output


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"role":"user"', '"role":"root"', "role of m00000001 is 'root', expected user, assistant, tool, narrator"),
        ('"sent_at":1767607200000', '"sent_at":"noon"', "sent_at of m00000001 is 'noon', expected a time in milli"),
        ('"sent_at":1767607200000', '"sent_at":1e99', "sent_at of m00000001 is 1e+99, expected a time in milli"),
        ('"sent_at":1767607200000', '"sent_at":999999999999999999', "is 999999999999999999, expected a time in milli"),
        ('"sent_at":1767607200000,', "", "Message m00000001 has no sent_at"),
        ('"importance":8', '"importance":11', "importance 11 is outside 1..10"),
        ('"sender":"Ada"', '"sender":["Ada"]', "sender of m00000001 is ('Ada',), expected a text"),
    ],
)
def test_edited_export_is_refused(exported: Path, tmp_path: Path, before: str, after: str, message: str) -> None:
    """A row that could be stored but not read again is told by its line, although the checksum fits."""
    lines = exported.read_text().replace(before, after, 1).splitlines(keepends=True)
    assert lines != exported.read_text().splitlines(keepends=True)
    end = json.loads(lines[-1])
    end["sha256"] = sha256("".join(lines[:-1]).encode()).hexdigest()
    exported.write_text("".join([*lines[:-1], json.dumps(end, separators=(",", ":")) + "\n"]))

    done = run("import", exported, "--store", tmp_path / "other.db")

    assert (done.exit_code, message in done.stderr, "ada.jsonl, line " in done.stderr) == (2, True, True), done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--gap", "5"],
        ["--chat", "x"],
        ["--format", "text"],
        ["--player", "Ada"],
        ["--profile", "assistant"],
        ["{chat}"],
        ["{twin}", "--space", "x"],
    ],
)
def test_space_goes_in_whole_and_alone(exported: Path, tmp_path: Path, options: list[str]) -> None:
    """Options and files of messages do not go with an exported space; two spaces do not become one."""
    twin = tmp_path / "twin.jsonl"
    twin.write_bytes(exported.read_bytes())
    given = [option.format(chat=tmp_path / "chat.json", twin=twin) for option in options]

    done = run("import", exported, *given, "--store", tmp_path / "other.db")

    assert (done.exit_code, done.stdout) == (2, "")
    assert "expected such files only" in done.stderr or "one by one" in done.stderr


def test_several_spaces_at_once(store: Path, exported: Path, tmp_path: Path) -> None:
    """Each file becomes the space of its own name."""
    run("import", exported, "--space", "nil", "--store", store)
    run("export", "nil", "-o", tmp_path / "nil.jsonl", "--store", store)

    done = run("import", exported, tmp_path / "nil.jsonl", "--store", tmp_path / "other.db")

    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["ada", "nil"]


def test_messages_need_a_space(tmp_path: Path) -> None:
    """Without --space only an exported space says where it goes."""
    (tmp_path / "chat.json").write_text(json.dumps(CHAT))

    done = run("import", tmp_path / "chat.json", "--store", tmp_path / "m.db")

    assert (done.exit_code, "expected --space NAME" in done.stderr) == (2, True)


def test_interrupted_import_is_run_again_or_discarded(
    store: Path, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What failed halfway is in no list; --discard leaves nothing of it, and the import again makes it whole."""
    other = tmp_path / "other.db"
    monkeypatch.setattr(transfer, "LOAD_ROWS", 5)
    load, calls = SqliteStore.load, iter(range(1_000))

    def failing(*arguments: object) -> object:
        if next(calls) == 3:
            raise StoreError("the disk is full")
        return load(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SqliteStore, "load", failing)
    failed = run("import", exported, "--store", other)
    listed = run("spaces", "--store", other)
    told = run("doctor", "--store", other)
    discarded = run("import", exported, "--discard", "--store", other)
    left = run("doctor", "--store", other)
    done = run("import", exported, "--store", other)
    refused = run("import", exported, "--discard", "--store", other)

    assert (failed.exit_code, failed.stderr) == (1, "remembrancer: the disk is full\n")
    assert "There are no spaces" in listed.stdout
    assert (told.exit_code, "its import is under way, or was interrupted" in " ".join(told.stdout.split())) == (1, True)
    assert discarded.stdout == "Deleted what the interrupted import of ada has left behind.\n"
    assert (left.exit_code, done.exit_code) == (0, 0)
    assert (refused.exit_code, "is complete" in refused.stderr) == (1, True)


def test_space_that_went_on_is_not_overwritten(exported: Path, store: Path) -> None:
    """A space with other content is refused, and told how."""
    opened = open_store(str(store))
    opened.write("ada", [put("m9")])
    opened.close()

    done = run("import", exported, "--store", store)

    assert done.exit_code == 1
    assert done.stderr.startswith("remembrancer: space 'ada' has rows that are not in the file, such as {")


@pytest.mark.parametrize("loads", [0, 4])
def test_killed_import_is_run_again(store: Path, exported: Path, tmp_path: Path, loads: int) -> None:
    """Killed with -9 after some of its loads an import is seen by nobody; run again it ends as if never killed."""
    other, again = tmp_path / "other.db", tmp_path / "again.jsonl"
    command = [sys.executable, "-c", KILLED, str(loads), "import", str(exported), "--store", str(other)]

    killed = subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    listed = run("spaces", "--store", other)
    done = run("import", exported, "--store", other)
    run("export", "ada", "-o", again, "--store", other)

    assert killed.returncode == -9
    assert "There are no spaces" in listed.stdout
    assert done.exit_code == 0, done.output
    assert again.read_bytes() == exported.read_bytes()


def test_real_space_comes_back_the_same(tmp_path: Path, now: datetime) -> None:
    """A conversation over months, after its rounds, is the same file from the store that it was imported into."""
    if not LOCOMO.is_dir():
        pytest.skip("LoCoMo is not at hand")
    talk = next(folder for folder in CONVERTERS[Set.LOCOMO](LOCOMO) if folder.name == "conv-26")
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "one.db")))
    knowledge.create_space("talk", now=now)
    knowledge.append("talk", [told.line for told in talk.messages], now=now)
    run_rounds(knowledge, "talk", owner="test", now=now, policy=RoundPolicy())
    before = whole(knowledge.store, "talk")
    knowledge.close()

    for command in (
        ("export", "talk", "-o", tmp_path / "one.jsonl", "--store", tmp_path / "one.db"),
        ("import", tmp_path / "one.jsonl", "--store", tmp_path / "two.db"),
        ("export", "talk", "-o", tmp_path / "two.jsonl", "--store", tmp_path / "two.db"),
    ):
        assert run(*command).exit_code == 0

    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    two = open_store(str(tmp_path / "two.db"), read_only=True)
    assert whole(two, "talk") == before
    two.close()
    assert len(before.nodes) > 500
