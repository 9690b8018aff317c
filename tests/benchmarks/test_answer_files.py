"""A model whose answers are files."""

from __future__ import annotations

from pathlib import Path

from archivists.models.provider import PromptMessage, Request
from archivists.questions.filter import FilterAnswer
from archivists.questions.read import ReadAnswer
from benchmarks.answer_files import AnswerFiles


def request(text: str, *, filters: bool = False) -> Request:
    """A prompt of two lines."""
    lines = (PromptMessage("system", "Read."), PromptMessage("user", text))
    return Request(lines=lines, answer=FilterAnswer if filters else ReadAnswer, tokens_max=9, timeout_seconds=9)


def test_an_answer_is_waited_for_and_played_back(tmp_path: Path) -> None:
    """Each prompt is a file; who answers writes another one beside it."""
    told: list[str] = []

    def write(seconds: float) -> None:
        (tmp_path / "a" / "001-read.answer.json").write_text('{"facts": []}', encoding="utf-8")

    recording = AnswerFiles(tmp_path / "a", is_replay=False, tell=told.append, wait=write)
    said = recording.complete(request("one"))

    assert said.text == '{"facts": []}'
    assert (tmp_path / "a" / "001-read.prompt.txt").read_text(encoding="utf-8") == (
        "===== system\nRead.\n===== user\none\n"
    )
    assert told == [f"{tmp_path / 'a' / '001-read.prompt.txt'}: write the answer to 001-read.answer.json"]

    playing = AnswerFiles(tmp_path / "a", is_replay=True, tell=told.append)
    assert playing.complete(request("one")).text == said.text
    assert (playing.changed, playing.missing) == ([], [])


def test_changed_prompts_and_missing_answers_are_told(tmp_path: Path) -> None:
    """What was recorded is played back all the same; what was not is no answer."""
    (tmp_path / "001-read.prompt.txt").write_text("another", encoding="utf-8")
    (tmp_path / "001-read.answer.json").write_text("{}", encoding="utf-8")
    playing = AnswerFiles(tmp_path, is_replay=True, tell=print)

    playing.complete(request("one"))
    playing.complete(request("two", filters=True))

    assert (playing.changed, playing.missing, playing.asked) == (["001-read"], ["002-filter"], 2)
    assert (tmp_path / "001-read.prompt.txt").read_text(encoding="utf-8") == "another"
