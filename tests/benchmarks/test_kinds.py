"""Kinds of questions are told apart as well as docs/benchmarks/retrieval.md says, and measured one by one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.kinds import Kind, kind_of, labelled, main, recognised

LEAST = {
    Kind.ORDER: (6, 6),
    Kind.OVERVIEW: (12, 2),
    Kind.WHEN: (9, 9),
    Kind.ALL: (0, 0),
    Kind.WHO: (7, 7),
    Kind.ONE: (12, 12),
}
"""Today's counts, of 12 questions of the half "developed" and of 12 of the half "aside": tables that get worse fail."""


def test_the_table_is_balanced() -> None:
    """Four questions of each half, language and kind."""
    counts = Counter((each.half, each.language, each.kind) for each in labelled())

    assert len(counts) == 2 * 3 * len(Kind)
    assert {*counts.values()} == {4}


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_is_recognised(kind: Kind) -> None:
    """By its words, in both halves of the table."""
    own = [each for each in labelled() if each.kind is kind]
    found = [recognised([each for each in own if each.half == half], kind) for half in ("developed", "aside")]

    assert all(count >= least for count, least in zip(found, LEAST[kind], strict=True)), found


@pytest.mark.parametrize("kind", [Kind.ORDER, Kind.OVERVIEW, Kind.WHEN])
def test_no_other_question_shows_it(kind: Kind) -> None:
    """What changes the order of lines for a kind changes it for no other."""
    assert recognised([each for each in labelled() if each.kind is not kind], kind) == 0


def test_words_decide_before_the_number_of_lines() -> None:
    """A question with several lines is about all of a kind, unless it asks for a day, an order or an overview."""
    assert kind_of("When did we sail?", 3) is Kind.WHEN
    assert kind_of("Who sailed?", 2) is Kind.ALL
    assert kind_of("Who sailed?", 1) is Kind.WHO
    assert kind_of("Did we sail?", 1) is Kind.ONE


def test_both_tables_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without files the labelled questions, and for each file its questions by kind."""
    figures = {"recall@10": 0.5, "excerpts@1024": 1.0, "block@1024": 0.0}
    asked = {"question": "When did we sail?", "ranks": {"m1": 1, "m2": 0}, "figures": figures}
    (tmp_path / "figures.json").write_text(json.dumps({"asked": [asked]}))

    monkeypatch.setattr("sys.argv", ["kinds"])
    main()
    table = capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["kinds", str(tmp_path / "figures.json")])
    main()

    assert [line.split()[0] for line in table.splitlines()] == [
        "kind",
        "order",
        "overview",
        "when",
        "all",
        "who",
        "one",
    ]
    assert capsys.readouterr().out.splitlines() == [
        "figures.json",
        "kind          questions      recall@10  excerpts@1024     block@1024",
        "when                  1           50.0          100.0            0.0",
    ]
