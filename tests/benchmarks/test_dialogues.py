"""Dialogues whose answers a careful model would give: a block tells how things are now, and never how they were."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.answer_files import AnswerFiles
from benchmarks.block_lines import told_as_now
from benchmarks.replaying import replayed
from benchmarks.retrieval.folder import read_folder
from context.exchange import TurnRequest
from context.turn import take_turn

DATED = re.compile(r"^- [^:\n]*\([^()\n]*\d[^()\n]*\): .*$", re.MULTILINE)
"""A line of key info that quotes what somebody said on a day: of that day; a later one stands beside it."""

ENDED = re.compile(r"^- .*\((?:[^()\n]*, )?(?:until [^()\n]*|bis [^()\n]*|[^()\n]* tarihine kadar)\)$", re.MULTILINE)
"""A fact with its last day."""

FOLDERS = sorted(path for path in (Path(__file__).parent / "dialogues").iterdir() if path.is_dir())


@pytest.mark.parametrize("path", FOLDERS, ids=[path.name for path in FOLDERS])
def test_a_block_tells_how_things_are_now(path: Path) -> None:
    """Moves, a way back, plans that were called off, corrections, a separation, an aim with parts, rules taken back."""
    folder = read_folder(path)
    model = AnswerFiles(path, is_replay=True, tell=print)
    told = replayed(folder, model, embedder="none", rounds=True)
    expected = json.loads((path / "expected.json").read_text(encoding="utf-8"))
    recorded = json.loads((path / "read.json").read_text(encoding="utf-8"))
    assert model.noted == {each["text"] for each in (*recorded["facts"], *recorded["key_info"])}
    for asked, each in zip(folder.questions, expected, strict=True):
        request = TurnRequest(space=folder.name, query=asked.question, visible=0, record=False)
        now = told_as_now(take_turn(told.knowledge, request, now=asked.at or told.after).block.body)
        missing = [words for words in each["holds"] if not any(word in now for word in words.split("|"))]
        past = [text for text in each["past"] if text in ENDED.sub("", DATED.sub("", now))]
        assert (asked.question, missing, past) == (asked.question, [], [])
    told.knowledge.close()


def test_there_are_forty_three() -> None:
    """In three languages; thirty-eight things that they say are in no part of their blocks that tells what holds."""
    assert {path.name.partition("-")[0] for path in FOLDERS} == {"en", "tr", "de"}
    assert len(FOLDERS) == 43
    expected = [each for path in FOLDERS for each in json.loads((path / "expected.json").read_text(encoding="utf-8"))]
    assert sum(len(each.get("missed", ())) for each in expected) == 38
