"""A language model whose answers are files: each prompt is written into a folder, and its answer is read from there."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from archivists.models.provider import Purpose, Reply, Request
from archivists.questions.filter import FilterAnswer
from archivists.questions.settle import SettleAnswer
from archivists.questions.write import WriteAnswer
from graph.text.tokens import count_tokens

LOOK_SECONDS = 1.0
"""How often to look for an answer that somebody is writing."""

NO_ANSWER = "{}"
"""Stands for an answer that was not recorded. For *read* it means that nothing is new; for the others, no answer."""

PURPOSES = {SettleAnswer: Purpose.SETTLE, WriteAnswer: Purpose.WRITE, FilterAnswer: Purpose.FILTER}


@dataclass(slots=True)
class AnswerFiles:
    """Prompts and answers of one talk, numbered as they are asked: `001-read.prompt.txt`, `001-read.answer.json`.

    A recorded answer may name a line of key info that is over by its text: its id depends on the other lines.

    While recording, a missing answer is waited for. In a replay it counts as no answer, and each question gets the next
    answer to a question of its kind: another round may ask fewer or more of the others.
    """

    folder: Path
    is_replay: bool
    tell: Callable[[str], None]  # what is waited for
    wait: Callable[[float], None] = time.sleep
    changed: list[str] = field(default_factory=list)  # prompts that are not as they were recorded
    missing: list[str] = field(default_factory=list)  # prompts without an answer
    asked: int = 0
    asked_of: Counter[Purpose] = field(default_factory=Counter)
    name: str = "files"

    def complete(self, request: Request) -> Reply:
        """The answer to this prompt, from its file. While recording, waits until the file has one."""
        self.asked += 1
        purpose = PURPOSES.get(request.answer, Purpose.READ) if request.answer is not None else Purpose.READ
        stem = self._stem_of(purpose)
        prompt, answer = self.folder / f"{stem}.prompt.txt", self.folder / f"{stem}.answer.json"
        text = "\n".join(f"===== {line.role}\n{line.text}" for line in request.lines) + "\n"
        before = prompt.read_text(encoding="utf-8") if prompt.exists() else None
        if before is not None and before != text:
            self.changed.append(stem)
        if not self.is_replay:
            self.folder.mkdir(parents=True, exist_ok=True)
            prompt.write_text(text, encoding="utf-8")
            self._await(prompt, answer)
        if not answer.exists():
            self.missing.append(stem)
        said = _with_ids(answer.read_text(encoding="utf-8"), request) if answer.exists() else NO_ANSWER
        return Reply(
            text=said,
            tokens_in=sum(count_tokens(line.text) for line in request.lines),
            tokens_out=count_tokens(said),
        )

    def notes(self) -> list[str]:
        """What whoever reads the result has to know: which prompts were recorded otherwise, or not at all."""
        named = (("changed", self.changed), ("without an answer", self.missing))
        return [f"prompts {name}: {', '.join(stems)}" for name, stems in named if stems]

    def _stem_of(self, purpose: Purpose) -> str:
        stem = f"{self.asked:03}-{purpose}"
        if not self.is_replay:
            return stem
        self.asked_of[purpose] += 1
        recorded = sorted(self.folder.glob(f"*-{purpose}.answer.json"))
        place = self.asked_of[purpose] - 1
        return recorded[place].name.removesuffix(".answer.json") if place < len(recorded) else stem

    def _await(self, prompt: Path, answer: Path) -> None:
        if not answer.exists():
            self.tell(f"{prompt}: write the answer to {answer.name}")
        while not answer.exists() or not answer.stat().st_size:
            self.wait(LOOK_SECONDS)


def _with_ids(said: str, request: Request) -> str:
    """The answer with the ids that lines of key info have in this prompt, where it names them by their text."""
    answer = json.loads(said)
    if not answer.get("key_info_gone"):
        return said
    lines = json.loads(request.lines[1].text).get("key_info", ())
    ids = {text: id for id, _, text in (line.partition(": ") for line in lines)}
    gone = [ids.get(each, each) for each in answer["key_info_gone"]]
    return json.dumps(answer | {"key_info_gone": [id for id in gone if id in ids.values()]})  # The net may lack one.
