"""MADial: what is remembered about a person, and chats in which it should come up unasked; each person is a space.

A question is all that was said in the chat before the assistant's first turn that draws on memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from benchmarks.retrieval.convert.values import Value, files_in, read_json_lines
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

_SAID = re.compile(r'^<([^>]+)>:\s*"?(.*?)"?\s*$', re.DOTALL)


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each person of `dialogue*.jsonl`, with those memories of `memory.jsonl` that name them first."""
    memories = {id: memory.of(id) for memory in read_json_lines(path / "memory.jsonl") for id in memory.names()}
    asked: dict[str, list[Asked]] = {}
    for file in files_in(path, "dialogue*.jsonl"):
        for dialogue in read_json_lines(file):
            person, question = _question(dialogue)
            asked.setdefault(person, []).append(question)
    for person, questions in asked.items():
        held = {id: memory for id, memory in memories.items() if _named_first(memory, list(asked)) == person}
        messages = [_told(person, id, memory) for id, memory in held.items()]
        messages.sort(key=lambda told: str(told.line.sent_at))
        known = [question for question in questions if all(id in held for id in question.evidence)]
        yield Folder(person, messages, known)


def _question(dialogue: Value) -> tuple[str, Asked]:
    lines = dialogue.of("dialogue").each()
    turn = next(dialogue.of("test-turn").numbers())
    said = [_SAID.match(line.text()) for line in lines[1:turn]]
    spoken = [(found[1], found[2]) for found in said if found]
    if not spoken:
        raise dialogue.of("dialogue").wrong('lines such as <Ada>: "Hello." before the test turn')
    evidence = tuple(str(number) for number in dialogue.of("relevant-id").numbers())
    text = "\n".join(body for _, body in spoken)
    asked = Asked(question=text, at=None, conversation=None, evidence=evidence, category="proactive", answer=None)
    return spoken[0][0], asked


def _named_first(memory: Value, people: list[str]) -> str | None:
    event = memory.of("event").text()
    named = [(event.find(person), person) for person in people if person in event]
    return min(named)[1] if named else None


def _told(person: str, id: str, memory: Value) -> Told:
    at = memory.of("time").time("%Y-%m-%d") + timedelta(seconds=int(id))
    line = Line(role=Role.USER, sender=person, body=memory.of("event").text(), sent_at=at)
    return Told(conversation="memories", id=id, line=line)
