"""LoCoMo: two people over months, in sessions; each conversation is a space.

Questions of category 5 ask for what was never said. There is nothing to find, so they are left out. The description of
a picture follows the line that shares it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from benchmarks.retrieval.convert.values import Value, files_in, read_json
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

CATEGORIES: Mapping[str, str] = {"1": "multi-hop", "2": "temporal", "3": "open-domain", "4": "single-hop"}
_LABEL = re.compile(r"D:?(\d+)[:;](\d+)(?:\s*[-–]\s*(?:D\1:)?(\d+)(?!:))?")
LINE_SECONDS = 20  # Only sessions have a time; their lines get times in order.


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each conversation of the file."""
    for file in files_in(path, "locomo*.json"):
        for talk in read_json(file).each():
            yield folder(talk.of("sample_id").text(), list(_messages(talk)), talk.of("qa").each(), answer="answer")


def folder(name: str, messages: list[Told], asked: Iterable[Value], *, answer: str) -> Folder:
    """The messages, and those questions whose evidence is among them."""
    ids = {told.id for told in messages}
    questions: list[Asked] = []
    for each in asked:
        category = each.of("category").text()
        named = " ".join(one.text() for one in each.of("evidence").each())
        evidence = tuple(dict.fromkeys(id for id in _ids_in(named) if id in ids))
        if category not in CATEGORIES or not evidence:
            continue
        known = each.find(answer)
        questions.append(
            Asked(
                question=each.of("question").text(),
                at=None,
                conversation=None,
                evidence=evidence,
                category=CATEGORIES[category],
                answer=known.text() if known else None,
            )
        )
    return Folder(name, messages, questions)


def _ids_in(named: str) -> Iterator[str]:
    """The ids in a label: "D1:2", several of them, ranges such as "D12:3-D12:5" with all between, and "D17;39"."""
    for session, first, last in _LABEL.findall(named):
        for line in range(int(first), int(last or first) + 1):
            yield f"D{session}:{line}"


def corrected(folders: Iterable[Folder], path: Path) -> Iterator[Folder]:
    """The folders with the labels of a file of corrections: `question`, `correct_evidence` and `correct_answer`."""
    known = {each.of("question").text(): each for each in read_json(path).each()}
    for folder in folders:
        ids = {told.id for told in folder.messages}
        yield replace(
            folder, questions=[_corrected(asked, known.get(asked.question), ids) for asked in folder.questions]
        )


def _corrected(asked: Asked, label: Value | None, ids: set[str]) -> Asked:
    if label is None:
        return asked
    evidence = tuple(one.text() for one in label.of("correct_evidence").each() if one.text() in ids)
    answer = label.find("correct_answer")
    return replace(asked, evidence=evidence or asked.evidence, answer=answer.text() if answer else asked.answer)


def _messages(talk: Value) -> Iterator[Told]:
    held = talk.of("conversation")
    first = held.of("speaker_a").text()
    sessions = [name for name in held.names() if re.fullmatch(r"session_\d+", name)]
    for session in sorted(sessions, key=lambda name: int(name.removeprefix("session_"))):
        lines = held.of(session).each()
        if not lines:
            continue
        at = held.of(f"{session}_date_time").time("%I:%M %p on %d %B, %Y")
        for number, said in enumerate(lines):
            speaker, picture = said.of("speaker").text(), said.find("blip_caption")
            text = said.of("text").text() + (f" [image: {picture.text()}]" if picture else "")
            line = Line(
                role=Role.USER if speaker == first else Role.ASSISTANT,
                sender=speaker,
                body=text.strip() or "…",
                sent_at=at + timedelta(seconds=LINE_SECONDS * number),
            )
            yield Told(conversation=talk.of("sample_id").text(), id=said.of("dia_id").text(), line=line)
