"""A small set of our own: two chats of Ada's, and what is asked about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

MESSAGES = (
    {"conversation": "home", "id": "a", "sender": "Ada", "role": "user", "at": "2026-01-05T10:00:00Z",
     "text": "My sister Nil moved to Izmir."},
    {"conversation": "home", "id": "b", "sender": None, "role": "assistant", "at": "2026-01-05T10:01:00Z",
     "text": "Shall I look for trains?"},
    {"conversation": "work", "id": "c", "sender": "Ada", "role": "user", "at": "2026-02-05T10:00:00Z",
     "text": "The harbour report is due in May."},
)  # fmt: skip
QUESTIONS = (
    {"question": "Where does Nil live?", "at": None, "conversation": None, "evidence": ["a"], "category": "people",
     "answer": "In Izmir"},
    {"question": "When is the report due?", "at": "2026-03-01T09:00:00Z", "conversation": "home", "evidence": ["c"],
     "category": "work", "answer": None},
)  # fmt: skip


def write(folder: Path, name: str, rows: Sequence[object]) -> None:
    """A file of JSON lines."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def write_own(folder: Path) -> None:
    """The set in its folder."""
    write(folder, "messages.jsonl", MESSAGES)
    write(folder, "questions.jsonl", QUESTIONS)
