"""`remembrancer import`: every message once, however often and in whatever order files come."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from api.importers import storing
from api.profiles import PROFILES
from graph.errors import StoreError
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, ReadDepth
from graph.values.items import Clock, IntakeRule, Message
from tests.api.profiles.toy import TOY

SEED = Path(__file__).parents[3].parent / "shared" / "seeds" / "0-conversations-and-reflections.txt"
OWN_ROWS = [
    ("The Narrator", "You wake in the hold of a grain barge.", 100_000),
    ("Mirela", "Quiet. They search the boats at the Salt Gate.", 104_000),
    ("Prisoner", "Who is searching?", 109_000),
    ("Mirela", "The tax men, since Tuesday.", 175_000),
    ("Mirela", "You again! The tax men left in the night.", 247_001),
    ("Prisoner", "Did they find your cousin Dragos?", 250_000),
    ("Mirela", "Never.", 250_000),
    ("Dragos", "I owe you a barge, stranger.", 900_000),
]


def run_import(*arguments: str | Path) -> Result:
    """The outcome of the command."""
    return CliRunner().invoke(app, ["import", *(str(argument) for argument in arguments)])


def talks(path: Path, space: str) -> list[list[tuple[float, str]]]:
    """The conversations of a space in order of time, each as the places and texts of its messages."""
    knowledge = KnowledgeGraph(open_store(str(path), read_only=True))
    nodes = knowledge.store.find(space, Label.CONVERSATION, {"chat": ""}, order="last_position", limit=100)
    found = [
        [(message.position, message.body) for message in knowledge.messages(space, conversation=node.id, limit=1000)]
        for node in nodes
    ]
    knowledge.close()
    return found


def messages(path: Path, space: str) -> list[Message]:
    """All messages of a space in order of arrival."""
    knowledge = KnowledgeGraph(open_store(str(path), read_only=True))
    found = knowledge.messages(space, limit=10_000)
    knowledge.close()
    return found


def write_rows(path: Path, rows: list[tuple[str, str, int]]) -> Path:
    """A table of speech rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("speaker", "speech", "gamets"))
        writer.writerows(rows)
    return path


def write_chat(path: Path, count: int) -> Path:
    """JSON lines of this many messages without times."""
    lines = [{"role": ("user", "assistant")[i % 2], "content": f"line {i // 3}"} for i in range(count)]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


@pytest.mark.parametrize("seed", range(3))
def test_speech_rows_in_any_order(tmp_path: Path, seed: int) -> None:
    """Rows of a game fall into the same conversations in the same places, in whatever order and parts they come."""
    store = tmp_path / "m.db"
    rows = random.Random(seed).sample(OWN_ROWS, len(OWN_ROWS))
    first, second = write_rows(tmp_path / "a.csv", rows[:4]), write_rows(tmp_path / "b.csv", rows[4:])

    done = run_import(first, second, "--space", "save", "--store", store)

    assert done.exit_code == 0, done.output
    found = talks(store, "save")
    assert [len(talk) for talk in found] == [4, 3, 1]
    assert [place for talk in found for place, _ in talk] == [float(gamets) for _, _, gamets in OWN_ROWS]
    assert sorted(text for talk in found for _, text in talk) == sorted(text for _, text, _ in OWN_ROWS)
    knowledge = KnowledgeGraph(open_store(str(store), read_only=True))
    assert knowledge.space("save").intake == IntakeRule(clock=Clock.WORLD, gap=72_000.0)
    knowledge.close()


@pytest.mark.parametrize("seed", range(3))
def test_seed_rows_are_three_conversations(tmp_path: Path, seed: int) -> None:
    """The 29 sample lines of the proposal give its three conversations, each line in its place."""
    if not SEED.is_file():
        pytest.skip("the proposal is not at hand")
    pattern = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *(\d+) *\| *([0-9a-f-]{36}) *\|$", re.M)
    rows = pattern.findall(SEED.read_text(encoding="utf-8"))
    expected: dict[str, list[int]] = {}
    for _, _, gamets, conversation in sorted(rows, key=lambda row: int(row[2])):
        expected.setdefault(conversation, []).append(int(gamets))
    shuffled = random.Random(seed).sample(rows, len(rows))
    table = write_rows(tmp_path / "speech.csv", [(name, text, int(gamets)) for name, text, gamets, _ in shuffled])

    done = run_import(table, "--space", "save", "--store", tmp_path / "m.db")

    assert done.exit_code == 0, done.output
    found = talks(tmp_path / "m.db", "save")
    assert len(rows) == 29
    assert [[int(place) for place, _ in talk] for talk in found] == list(expected.values())


def test_importing_again_adds_nothing(tmp_path: Path) -> None:
    """A file that comes again is known; one that has grown adds what is new."""
    store = tmp_path / "m.db"
    chat = write_chat(tmp_path / "chat.jsonl", 40)
    run_import(chat, "--space", "a", "--store", store)

    again = run_import(chat, "--space", "a", "--store", store)
    write_chat(chat, 45)
    grown = run_import(chat, "--space", "a", "--store", store)

    assert "chat.jsonl: 0 new messages, 40 known already" in again.stdout
    assert "chat.jsonl: 5 new messages in 1 conversation, 40 known already" in grown.stdout
    assert len(messages(store, "a")) == 45
    assert f"Next: remembrancer round a --store {store}" in " ".join(grown.stdout.split())


def test_chat_whose_name_has_half_a_letter_is_imported(tmp_path: Path) -> None:
    """Programs cut the names of chats in the middle of an emoji; the messages do not suffer."""
    file = tmp_path / "a.json"
    file.write_text('[{"id": "Trip \\ud83d", "messages": [{"role": "user", "content": "Hi"}]}]')

    done = run_import(file, "--space", "a", "--store", tmp_path / "m.db")

    assert "1 new message" in done.stdout
    assert [message.chat for message in messages(tmp_path / "m.db", "a")] == ["Trip \ufffd"]


def test_interrupted_import_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import that failed halfway is run again, and each line is there once, in its order."""
    store = tmp_path / "m.db"
    chat = write_chat(tmp_path / "chat.jsonl", 50)
    monkeypatch.setattr(storing, "BATCH_LINES", 8)
    append = KnowledgeGraph.append
    calls = 0

    def failing(self: KnowledgeGraph, *arguments: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise StoreError("the disk is full")
        return append(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(KnowledgeGraph, "append", failing)
    failed = run_import(chat, "--space", "a", "--store", store)
    monkeypatch.setattr(KnowledgeGraph, "append", append)
    done = run_import(chat, "--space", "a", "--store", store)

    assert (failed.exit_code, failed.stderr) == (1, "remembrancer: the disk is full\n")
    assert "26 new messages in 1 conversation, 24 known already" in done.stdout
    assert [message.body for message in messages(store, "a")] == [f"line {i // 3}" for i in range(50)]


def test_broken_file_writes_nothing(tmp_path: Path) -> None:
    """Every file is read to its end first: one mistake in the last line, and nothing is stored."""
    good, broken = write_chat(tmp_path / "a.jsonl", 3), write_chat(tmp_path / "b.jsonl", 600)
    broken.write_text(broken.read_text() + '\n{"role": "pilot", "content": "x"}')

    done = run_import(good, broken, "--space", "a", "--store", tmp_path / "m.db")

    assert done.exit_code == 2
    assert done.stderr.startswith("remembrancer: b.jsonl, line 601: found role pilot; expected user, assistant")
    assert not (tmp_path / "m.db").exists()


def test_each_file_is_a_chat(tmp_path: Path) -> None:
    """Files are chats of their own, named after them, and unknown columns stay with their message."""
    (tmp_path / "one.txt").write_text("Ada: Hello\nAssistant: Hello Ada\n")
    (tmp_path / "two.json").write_text('[{"role": "user", "content": "Hi", "mood": "calm"}]')

    done = run_import(tmp_path / "one.txt", tmp_path / "two.json", "--space", "a", "--store", tmp_path / "m.db")

    assert done.exit_code == 0, done.output
    assert [message.chat for message in messages(tmp_path / "m.db", "a")] == ["one", "one", "two"]
    store = open_store(str(tmp_path / "m.db"), read_only=True)
    found = store.find("a", Label.MESSAGE, limit=10, reading=ReadDepth.HEAD)
    assert [node.properties.get("extra") for node in found] == [None, None, '{"mood":"calm"}']
    store.close()


def test_gap_and_names_are_checked(tmp_path: Path) -> None:
    """A name that no route could hold, a gap of nothing, and a game in a space of real time are refused."""
    chat, rows = write_chat(tmp_path / "c.jsonl", 2), write_rows(tmp_path / "s.csv", OWN_ROWS)
    store = tmp_path / "m.db"

    slash = run_import(chat, "--space", "a/b", "--store", store)
    gap = run_import(chat, "--space", "a", "--gap", "-1", "--store", store)
    run_import(chat, "--space", "a", "--gap", "60", "--store", store)
    game = run_import(rows, "--space", "a", "--store", store)

    assert [done.exit_code for done in (slash, gap, game)] == [2, 2, 2]
    assert "without '/'" in slash.stderr
    assert "gap is -1.0, expected greater than 0" in gap.stderr
    assert "space a uses real time" in game.stderr
    knowledge = KnowledgeGraph(open_store(str(store), read_only=True))
    assert knowledge.space("a").intake.gap == 60.0
    knowledge.close()


def test_profile_of_a_new_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what no option says; rows of CHIM bring their own unit, and a space keeps the profile it has."""
    monkeypatch.setattr("api.profiles.PROFILES", (*PROFILES, TOY))
    chat, rows = write_chat(tmp_path / "c.jsonl", 2), write_rows(tmp_path / "s.csv", OWN_ROWS)
    store = tmp_path / "m.db"

    unknown = run_import(chat, "--space", "a", "--profile", "tyo", "--store", store)
    made = [
        run_import(file, "--space", space, "--profile", "toy", *gap, "--store", store)
        for file, space, gap in ((chat, "a", ()), (chat, "b", ("--gap", "5")), (rows, "c", ()), (chat, "a", ()))
    ]
    other = run_import(chat, "--space", "a", "--profile", "assistant", "--store", store)

    known = ", ".join(profile.name for profile in (*PROFILES, TOY))
    assert unknown.stderr == f"remembrancer: there is no profile 'tyo', expected one of: {known}\n"
    assert [done.exit_code for done in (*made, other)] == [0, 0, 0, 0, 2]
    assert "space a has the profile toy, not assistant" in other.stderr
    knowledge = KnowledgeGraph(open_store(str(store), read_only=True))
    assert [knowledge.space(name).intake.gap for name in "abc"] == [10.0, 5.0, 72_000.0]
    assert {knowledge.space(name).profile for name in "abc"} == {"toy"}
    knowledge.close()


def test_message_too_long_is_left_out_and_told(tmp_path: Path) -> None:
    """One document among the messages of years does not stop the import."""
    messages = [{"role": "user", "content": text} for text in ("Hello.", "x" * 400_001, "y" * 400_000)]
    (tmp_path / "a.json").write_text(json.dumps(messages))

    done = run_import(tmp_path / "a.json", "--space", "a", "--store", tmp_path / "m.db")

    first, second, third, _ = done.stdout.splitlines()
    assert (done.exit_code, first.split(" (")[0]) == (0, "a.json: 2 new messages in 1 conversation")
    assert third == "  no message has a time: the days in blocks are those of the import"
    assert second == f"  1 message of more than 400,000 characters left out (message 2 of chat a: {'x' * 59}…)"


def test_file_without_messages(tmp_path: Path) -> None:
    """A file whose every entry is left out is refused."""
    (tmp_path / "a.json").write_text('[{"role": "system", "content": "Be kind."}]')

    done = run_import(tmp_path / "a.json", "--space", "a", "--store", tmp_path / "m.db")

    assert (done.exit_code, done.stderr) == (
        2,
        "remembrancer: a.json has no messages; expected at least one with text\n",
    )
