"""`remembrancer bench`: figures for people and for programs, and folders made from public sets."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from api.cli import app
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from tests.benchmarks.retrieval.own import write_own


def test_retrieval_tells_its_figures(tmp_path: Path) -> None:
    """One table: all questions first, then each category."""
    write_own(tmp_path / "ada")

    done = CliRunner().invoke(app, ["bench", "retrieval", str(tmp_path)])

    assert done.exit_code == 0
    assert done.stdout.startswith("1 space, 3 messages, 2 questions; a block of 2,048 tokens in ")
    assert "recall@10" in done.output
    assert "100.0 (100.0–100.0)" in done.output


def test_retrieval_as_json(tmp_path: Path) -> None:
    """A program gets one object."""
    write_own(tmp_path / "ada")

    done = CliRunner().invoke(app, ["bench", "retrieval", str(tmp_path / "ada"), "--json", "--rounds"])

    assert json.loads(done.stdout)["rows"][0]["figures"]["recall@1"] == [100.0, 100.0, 100.0]


def test_retrieval_with_budgets(tmp_path: Path) -> None:
    """Blocks are measured at the sizes asked for, with the tokens they took; stderr tells how far it is."""
    write_own(tmp_path / "ada")

    done = CliRunner().invoke(app, ["bench", "retrieval", str(tmp_path), "--budgets", "300, 900"])
    wrong = CliRunner().invoke(app, ["bench", "retrieval", str(tmp_path), "--budgets", "300,many"])

    assert "block tokens@900" in done.stdout
    assert "block@512" not in done.stdout
    assert done.stderr == "Storing ada\nAsking ada\n"
    assert wrong.exit_code == 2
    assert "--budgets '300,many', expected numbers of tokens" in wrong.stderr


FACT = {
    "words": "My sister Nil moved to Izmir.",
    "text": "Nil lives in Izmir.",
    "about": ["Nil"],
    "importance": 7,
    "salience": 4,
}


def test_rounds_with_recorded_answers(tmp_path: Path) -> None:
    """Rounds ask a model whose answers are in a folder with the space's name; a prompt without one is named."""
    write_own(tmp_path / "ada")
    answers, store = tmp_path / "answers", tmp_path / "ada.db"
    (answers / "ada").mkdir(parents=True)
    (answers / "ada" / "001-read.answer.json").write_text(json.dumps({"facts": [FACT], "entities": []}))
    asking = ["bench", "retrieval", str(tmp_path / "ada"), "--rounds", "--answers", str(answers), "--json"]

    done = CliRunner().invoke(app, [*asking, "--store", str(store)])

    assert done.stderr == "Storing ada\nada: prompts without an answer: 002-link\nAsking ada\n"
    assert json.loads(done.stdout)["questions"] == 2
    knowledge = KnowledgeGraph(open_store(str(store)))
    facts = [node.properties["body"] for node in knowledge.store.find("ada", Label.FACT, limit=9)]
    knowledge.close()
    assert facts == ["Nil lives in Izmir."]


def test_answers_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    """Without rounds nobody asks for answers, and without a folder for the space there are none."""
    write_own(tmp_path / "ada")
    asking = ["bench", "retrieval", str(tmp_path / "ada"), "--answers", str(tmp_path / "answers")]

    alone = CliRunner().invoke(app, asking)
    absent = CliRunner().invoke(app, [*asking, "--rounds"])

    assert (alone.exit_code, absent.exit_code) == (2, 2)
    assert "--answers was given without --rounds" in alone.stderr
    assert f"{tmp_path / 'answers' / 'ada'} does not exist" in absent.stderr.replace("\n", "")


def test_convert_then_retrieval(tmp_path: Path) -> None:
    """What convert makes can be measured."""
    passage = {"context": "Nil lives here.", "qas": [{"question": "Who lives?", "answers": [{"text": "Nil"}]}]}
    (tmp_path / "xquad.en.json").write_text(json.dumps({"data": [{"paragraphs": [passage]}]}))

    made = CliRunner().invoke(app, ["bench", "convert", "xquad", str(tmp_path), "-o", str(tmp_path / "out")])

    assert made.output == f"{tmp_path / 'out' / 'xquad.en'}: 1 message, 1 question\n"
    assert CliRunner().invoke(app, ["bench", "retrieval", str(tmp_path / "out")]).exit_code == 0


def test_corrections_are_for_locomo(tmp_path: Path) -> None:
    """An option that would do nothing is refused."""
    done = CliRunner().invoke(
        app, ["bench", "convert", "beam", str(tmp_path), "-o", str(tmp_path), "--corrections", "x.json"]
    )

    assert done.exit_code == 2
    assert "--corrections was given for beam, expected it with locomo only" in done.stderr
