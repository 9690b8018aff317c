"""The format that is measured: a folder of `messages.jsonl` and `questions.jsonl`, which is one space."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from api.importers.sources import ImportOptions, SourceFile, time_of
from graph.errors import BadInput
from graph.intake.recognise import Line
from graph.values.items import Role

MESSAGES = "messages.jsonl"
QUESTIONS = "questions.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A message as it was said; its id is the data's own."""

    conversation: str
    id: str
    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and the messages that answer it."""

    question: str
    at: datetime | None  # when it is asked; None: a day after the last message
    conversation: str | None  # the chat it is asked in; None: from outside
    evidence: tuple[str, ...]
    category: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class Folder:
    """One space of a set with its questions."""

    name: str
    messages: Sequence[Told]
    questions: Sequence[Asked]


def read_folders(paths: Iterable[Path]) -> list[Folder]:
    """Every folder in the format among `paths` and directly below them. Raises BadInput if there is none."""
    found: list[Folder] = []
    for path in paths:
        places = [path] if (path / MESSAGES).exists() else sorted(place.parent for place in path.glob(f"*/{MESSAGES}"))
        if not places:
            raise BadInput(
                f"{path} has no {MESSAGES}, and no folder in it has; expected a folder of {MESSAGES} and {QUESTIONS}, "
                f"as `remembrancer bench convert` makes them"
            )
        found += map(read_folder, places)
    return found


def read_folder(path: Path) -> Folder:
    """The folder's messages and questions. Raises BadInput with file, line, what was found and what was expected."""
    messages: dict[str, Told] = {}
    for row in _rows(path / MESSAGES):
        told = _told(row)
        if told.id in messages:
            raise row.wrong("id", "an id that no line before has")
        messages[told.id] = told
    return Folder(path.name, list(messages.values()), [_asked(row, messages) for row in _rows(path / QUESTIONS)])


def write_folder(path: Path, messages: Iterable[Told], questions: Iterable[Asked]) -> None:
    """Write these messages and questions to the folder, in place of any others."""
    path.mkdir(parents=True, exist_ok=True)
    _write(path / MESSAGES, map(_message_row, messages))
    _write(path / QUESTIONS, map(_question_row, questions))


@dataclass(frozen=True, slots=True)
class _Row:
    source: SourceFile
    place: str
    values: Mapping[str, object]

    def wrong(self, name: str, expected: str) -> BadInput:
        return self.source.wrong(self.place, {name: self.values.get(name)}, f"{name}: {expected}")

    def text(self, name: str, *, default: str | None = None) -> str:
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(name, "a text that is not empty")
        return value

    def maybe(self, name: str) -> str | None:
        return None if self.values.get(name) is None else self.text(name)

    def time(self, name: str) -> datetime | None:
        try:
            return time_of(self.values.get(name))
        except ValueError as error:
            raise self.wrong(name, "a time such as 2026-03-01T18:30:00Z, or null") from error

    def role(self) -> Role:
        try:
            return Role(self.text("role"))
        except ValueError as error:
            raise self.wrong("role", ", ".join(Role)) from error

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.values.get(name)
        if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
            raise self.wrong(name, "a list of ids of messages, one or more")
        return tuple(dict.fromkeys(value))


def _rows(path: Path) -> Iterator[_Row]:
    source = SourceFile(path, ImportOptions())
    for number, text in enumerate(source.lines(), 1):
        if not text.strip():
            continue
        place = f"line {number}"
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise source.wrong(place, text, "one JSON object on each line") from error
        if not isinstance(values, dict):
            raise source.wrong(place, values, "one JSON object on each line")
        yield _Row(source, place, values)


def _told(row: _Row) -> Told:
    conversation, id = row.text("conversation"), row.text("id")
    line = row.source.checked(
        row.place,
        {
            "role": row.role(),
            "sender": row.text("sender", default=""),
            "body": row.text("text"),
            "sent_at": row.time("at"),
            "external_id": id,
        },
    )
    return Told(conversation=conversation, id=id, line=line)


def _asked(row: _Row, messages: Mapping[str, Told]) -> Asked:
    evidence = row.texts("evidence")
    if any(id not in messages for id in evidence):
        raise row.wrong("evidence", f"ids of lines of {MESSAGES}")
    return Asked(
        question=row.text("question"),
        at=row.time("at"),
        conversation=row.maybe("conversation"),
        evidence=evidence,
        category=row.text("category", default="all"),
        answer=row.maybe("answer"),
    )


def _message_row(told: Told) -> dict[str, object]:
    line = told.line
    return {
        "conversation": told.conversation,
        "id": told.id,
        "sender": line.sender or None,
        "role": str(line.role),
        "at": line.sent_at.isoformat() if line.sent_at else None,
        "text": line.body,
    }


def _question_row(asked: Asked) -> dict[str, object]:
    return {
        "question": asked.question,
        "at": asked.at.isoformat() if asked.at else None,
        "conversation": asked.conversation,
        "evidence": list(asked.evidence),
        "category": asked.category,
        "answer": asked.answer,
    }


def _write(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    path.write_text(text, encoding="utf-8")
