"""The commands that list changes and take them back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph.changing.apply import apply_changes
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewFact, ReviseFact
from graph.values.items import Author
from tests.api.test_cli import CHAT, remembrancer


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one space, Ada's, whose rounds are done, with a fact that a model has noted."""
    chat = tmp_path / "ada.json"
    chat.write_text(json.dumps(CHAT))
    path = tmp_path / "memory.db"
    assert remembrancer("import", chat, "--space", "ada", "--store", path).exit_code == 0
    assert remembrancer("round", "ada", "--store", path).exit_code == 0
    knowledge = KnowledgeGraph(open_store(str(path)))
    said = knowledge.store.find("ada", Label.MESSAGE, limit=9)
    [source] = [node.id for node in said if "allergic" in str(node.properties["body"])]
    fact = NewFact(body="Ada: I'm allergic to walnuts.", sources=(source,), author=Author.MODEL, archivist="facts")
    apply_changes(knowledge, "ada", [fact], now=datetime(2026, 2, 6, tzinfo=UTC))
    knowledge.close()
    return path


def test_a_change_is_listed_undone_and_had_back(store: Path) -> None:
    """Somebody finds a wrong fact, takes it back with a reason, and has it back."""
    listed = remembrancer("changes", "ada", "--store", store).stdout
    (line,) = [line for line in listed.splitlines() if "New fact: Ada: I'm allergic to walnuts." in line]
    id, _, by, _ = line.split("\t")

    undone = remembrancer("undo", "ada", id, "--why", "a joke", "--store", store)
    redo = undone.stdout.split()[-3]

    assert by.startswith("model")
    assert undone.stdout.splitlines()[0] == "Undone: New fact: Ada: I'm allergic to walnuts."
    assert "walnuts" not in remembrancer("items", "ada", "--label", "Fact", "--store", store).stdout
    listed = remembrancer("changes", "ada", "--store", store).stdout
    assert f"(undone by {redo})" in listed and "Because: a joke" in listed
    again = remembrancer("undo", "ada", redo, "--store", store)
    assert again.stdout.splitlines()[0] == "Done again: New fact: Ada: I'm allergic to walnuts."
    assert "walnuts" in remembrancer("items", "ada", "--label", "Fact", "--store", store).stdout


def test_an_item_shows_its_changes(store: Path) -> None:
    """What is known of one item includes what has changed it."""
    (fact,) = remembrancer("items", "ada", "--label", "Fact", "--store", store).stdout.splitlines()[:1]
    id = fact.split("\t")[0]

    told = remembrancer("explain", "ada", id, "--store", store).stdout

    assert "New fact: " in told


def test_an_item_shows_until_when_it_held(store: Path) -> None:
    """A fact whose time is over has a line with both ends."""
    fact = remembrancer("items", "ada", "--label", "Fact", "--store", store).stdout.split("\t")[0]
    now = datetime(2026, 6, 1, 12, tzinfo=UTC)
    knowledge = KnowledgeGraph(open_store(str(store)))
    apply_changes(knowledge, "ada", [ReviseFact(fact=fact, valid_to=now)], now=now)
    knowledge.close()

    told = remembrancer("explain", "ada", fact, "--store", store).stdout

    assert "to 2026-06-01 12:00" in next(line for line in told.splitlines() if line.startswith("held"))


def test_pages_and_refusals(store: Path) -> None:
    """Pages end somewhere, an unknown change and a long reason are refused in one sentence."""
    first, second = (remembrancer("changes", "ada", "--limit", 1, "--page", no, "--store", store) for no in (1, 2))
    beyond = remembrancer("changes", "ada", "--page", 9, "--store", store)
    unknown = remembrancer("undo", "ada", "h99999999", "--store", store)
    verbose = remembrancer("undo", "ada", first.stdout.split()[0], "--why", "x" * 501, "--store", store)

    assert first.stdout.split()[0] > second.stdout.split()[0]
    assert (beyond.exit_code, beyond.stderr) == (
        2,
        "remembrancer: there is no page 9, the last one is 1\n",
    )
    assert unknown.stderr == "remembrancer: change 'h99999999' does not exist in space 'ada'\n"
    assert verbose.stderr == f"remembrancer: --why is {'x' * 79}…, expected at most 500 characters\n"


def test_a_space_without_changes_says_so(tmp_path: Path) -> None:
    """Before the first round there is nothing to list."""
    chat = tmp_path / "ada.json"
    chat.write_text(json.dumps(CHAT))
    store = tmp_path / "memory.db"
    remembrancer("import", chat, "--space", "ada", "--store", store)

    assert "ada has no changes yet" in remembrancer("changes", "ada", "--store", store).stdout


def test_a_search_finds_and_tells_why(store: Path) -> None:
    """The best comes first, with its id, its label, its score and the reason."""
    first = remembrancer("search", "ada", "allergic to walnuts", "--store", store).stdout.splitlines()[0]
    facts = remembrancer("search", "ada", "allergic", "--label", "Fact", "--store", store).stdout
    none = remembrancer("search", "ada", "zeppelin", "--store", store)

    assert "walnuts" in first and "has words like the question's" in first
    assert {line.split("\t")[1] for line in facts.splitlines()} == {"Fact"}
    assert none.stdout == "Nothing in ada has to do with that.\n"
    assert remembrancer("search", "ada", " " * 5000, "--store", store).exit_code == 2


def test_what_is_known_is_changed_by_hand(store: Path) -> None:
    """Facts, entities and key info are changed by commands that print ids and how to undo."""

    def run(*words: str) -> str:
        done = remembrancer(*words[:2], "ada", *words[2:], "--by", "Ada", "--store", store)
        assert done.exit_code == 0, done.output
        return done.stdout

    added = run("fact", "add", "Zoe sings.", "--about", "Zoe", "--about", "Zoey")
    fact = added.splitlines()[-2].split("(")[-1].rstrip(")")
    rows = remembrancer("items", "ada", "--label", "Entity", "--store", store).stdout.splitlines()
    ids = {row.split("\t")[-1]: row.split("\t")[0] for row in rows}
    nil, other = ids["Zoe"], ids["Zoey"]

    assert "Revised" in run("fact", "edit", fact, "--text", "Zoe dances.", "--from", "2026-05-01T00:00Z")
    assert "is Zoe Hill, person" in run("entity", "edit", nil, "--name", "Zoe Hill", "--type", "person")
    assert "is Zoe Hill" in run("entity", "merge", nil, other)
    assert "is not Zoe Hill" in run("entity", "split", nil, "Zoey", "--fact", fact)
    assert "Withdrawn: Zoe dances." in run("fact", "withdraw", fact, "--why", "a joke")
    pinned = remembrancer("pin", "ada", "Be brief.", "--store", store)
    again = remembrancer("pin", "ada", "Be brief.", "--store", store)
    off = remembrancer("pin", "ada", "Be brief.", "--off", "--store", store)
    assert pinned.stdout.startswith("Pinned: Be brief. (key-info)")
    assert again.stdout == "Nothing to change: it is so already.\n"
    assert off.stdout.startswith("No longer always to be known: Be brief.")
    log = remembrancer("changes", "ada", "--store", store).stdout
    assert "caller, Ada\tWithdrawn: Zoe dances. Because: a joke" in log
    assert remembrancer("fact", "edit", "ada", fact, "--store", store).exit_code == 2
