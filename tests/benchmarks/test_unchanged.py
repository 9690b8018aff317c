"""benchmarks.unchanged: equal code gives equal answers, and what differs is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.unchanged import SCALES, answers_of, main, own_case

SHORT = replace(own_case(has_vectors=True), told=own_case().told[:20], asked=own_case().asked[:4])


def recorded(path: Path, *, prefix: str = "") -> Path:
    """The answers of a short talk in a file."""
    rows = answers_of(SHORT, SCALES["small"], prefix=prefix)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_equal_code_gives_equal_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Recorded twice, under other names of spaces, all answers are the same: of turns, of rounds and exports."""
    before, after = recorded(tmp_path / "before"), recorded(tmp_path / "after", prefix="unchanged:again:")

    status = main(["compare", str(before), str(after)])

    count = len(before.read_text(encoding="utf-8").splitlines())
    assert (status, capsys.readouterr().out) == (0, f"{count} answers, all equal\n")
    answers = {row["key"]: row["answer"] for row in map(json.loads, before.read_text(encoding="utf-8").splitlines())}
    assert answers["own, asked after rounds 1"]["block"]["items"]
    assert answers["own, rounds 1"]["rounds"][0]["messages"] > 0
    assert json.loads(answers["own, export again 1"]["lines"][0])["space"] == "own"


def test_each_difference_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The place of the first difference in each answer, the first line of a text, and an answer that is missing."""
    before = recorded(tmp_path / "before")
    rows = {row["key"]: row for row in map(json.loads, before.read_text(encoding="utf-8").splitlines())}
    rows["own, asked 1"]["answer"]["turn"]["items"][1]["score"] = 7
    block = rows["own, asked 2"]["answer"]["turn"]["block"]
    block["text"] = block["text"].replace("\n", "\nchanged ", 1)
    lines = rows["own, export 1"]["answer"]["lines"]
    at = next(at for at, line in enumerate(lines) if '"label":"Message"' in line)
    lines[at] = lines[at].replace('"version":', '"version":9')
    del rows["own, rounds 1"]
    after = tmp_path / "after"
    after.write_text("".join(f"{json.dumps(row)}\n" for row in rows.values()), encoding="utf-8")

    assert main(["compare", str(before), str(after)]) == 1

    told = capsys.readouterr().out
    assert "own, asked 1: .turn.items[1].score\n  before 0." in told
    assert "own, asked 2: .turn.block.text line [1]\n" in told
    assert f"own, export 1:  export line [{at}] .version\n" in told
    assert "own, rounds 1: only before\n" in told
    assert told.endswith(f"own: 4 differ\n{len(rows) + 1} answers, 4 differ\n")


def test_only_texts_are_compared_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A score that differs is passed over then."""
    before = recorded(tmp_path / "before")
    rows = [json.loads(line) for line in before.read_text(encoding="utf-8").splitlines()]
    next(row for row in rows if row["key"] == "own, asked 1")["answer"]["turn"]["items"][0]["score"] = 7
    after = tmp_path / "after"
    after.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")

    assert main(["compare", str(before), str(after), "--text-only"]) == 0
    assert main(["compare", str(before), str(after)]) == 1


def test_a_space_that_is_there_is_not_told_again(tmp_path: Path) -> None:
    """Answers of a second run in the same store would be others: it stops at once and names the space."""
    store = str(tmp_path / "spaces.db")
    list(answers_of(replace(SHORT, asked=SHORT.asked[:1]), SCALES["small"], store=store))

    with pytest.raises(SystemExit, match="space 'own' exists already; give another --prefix"):
        list(answers_of(SHORT, SCALES["small"], store=store))
