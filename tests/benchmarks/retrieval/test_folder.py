"""Folders that are measured: read as they were written, and what does not fit is pointed at."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.retrieval.folder import read_folder, read_folders, write_folder
from graph.errors import BadInput
from tests.benchmarks.retrieval.own import MESSAGES, QUESTIONS, write, write_own


def test_a_folder_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Reading, writing and reading again changes nothing."""
    write_own(tmp_path / "ada")
    read = read_folder(tmp_path / "ada")

    write_folder(tmp_path / "again" / "ada", read.messages, read.questions)

    assert read_folder(tmp_path / "again" / "ada") == read
    assert (read.name, len(read.messages), len(read.questions)) == ("ada", 3, 2)


def test_folders_are_found_right_below(tmp_path: Path) -> None:
    """A set's folder stands for all folders in it, in the order of their names."""
    write_own(tmp_path / "b")
    write_own(tmp_path / "a")

    assert [folder.name for folder in read_folders([tmp_path])] == ["a", "b"]


def test_no_folder(tmp_path: Path) -> None:
    """A path without anything to measure says what was expected."""
    with pytest.raises(BadInput, match=r"has no messages\.jsonl.*expected a folder of"):
        read_folders([tmp_path])


@pytest.mark.parametrize(
    ("name", "number", "change", "told"),
    [
        ("messages.jsonl", 2, {"role": "robot"}, '"robot"}; expected role: user, assistant, tool, narrator'),
        ("messages.jsonl", 2, {"id": "a"}, '"a"}; expected id: an id that no line before has'),
        ("messages.jsonl", 1, {"text": ""}, '""}; expected text: a text that is not empty'),
        ("messages.jsonl", 3, {"at": "in May"}, '"in May"}; expected at: a time such as'),
        ("questions.jsonl", 1, {"evidence": []}, "[]}; expected evidence: a list of ids of messages, one or more"),
        ("questions.jsonl", 2, {"evidence": ["z"]}, '["z"]}; expected evidence: ids of lines of messages.jsonl'),
        ("questions.jsonl", 2, {"question": None}, "null}; expected question: a text that is not empty"),
    ],
)
def test_what_does_not_fit(tmp_path: Path, name: str, number: int, change: dict[str, object], told: str) -> None:
    """The error names file, line, what was found and what was expected."""
    write_own(tmp_path)
    rows = [dict(row) for row in (MESSAGES if name == "messages.jsonl" else QUESTIONS)]
    rows[number - 1] |= change
    write(tmp_path, name, rows)

    with pytest.raises(BadInput) as caught:
        read_folder(tmp_path)

    assert f"{name}, line {number}: found {{" in str(caught.value)
    assert told in str(caught.value)


def test_a_line_that_is_no_object(tmp_path: Path) -> None:
    """A line that is not JSON, or no object, is pointed at too."""
    write_own(tmp_path)
    (tmp_path / "questions.jsonl").write_text("[]\n")

    with pytest.raises(BadInput, match=r"questions\.jsonl, line 1: found \[\]; expected one JSON object on each line"):
        read_folder(tmp_path)
