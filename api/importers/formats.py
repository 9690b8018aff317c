"""Recognises the format of a file and reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from api.importers.chatgpt import read_chatgpt
from api.importers.chim import has_columns, read_chim
from api.importers.claude import read_claude
from api.importers.openai_messages import read_openai
from api.importers.plain_text import read_text
from api.importers.sillytavern import read_sillytavern
from api.importers.sources import Imported, ImportOptions, LeftOut, SourceFile, consistent, dated, head_and_lines
from api.importers.typingmind import read_typingmind
from graph.errors import BadInput

JSON_START = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\"\]]|$))")


class ImportFormat(StrEnum):
    """The format of a file."""

    AUTO = "auto"
    OPENAI = "openai"
    TEXT = "text"
    CHIM = "chim"
    TYPINGMIND = "typingmind"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    SILLYTAVERN = "sillytavern"


MARKS: Mapping[ImportFormat, re.Pattern[str]] = {
    ImportFormat.TYPINGMIND: re.compile(r'"chatID"\s*:|^\s*\{\s*"data"\s*:\s*\{'),
    ImportFormat.CHATGPT: re.compile(r'"mapping"\s*:\s*\{'),
    ImportFormat.CLAUDE: re.compile(r'"chat_messages"\s*:'),
    ImportFormat.SILLYTAVERN: re.compile(r'"chat_metadata"\s*:|"is_user"\s*:'),
}
"""What the first lines of a JSON file contain in this format only."""

READERS: Mapping[ImportFormat, Callable[[SourceFile, Iterator[str]], Iterator[Imported | LeftOut]]] = {
    ImportFormat.OPENAI: read_openai,
    ImportFormat.TEXT: read_text,
    ImportFormat.CHIM: read_chim,
    ImportFormat.TYPINGMIND: read_typingmind,
    ImportFormat.CHATGPT: read_chatgpt,
    ImportFormat.CLAUDE: read_claude,
    ImportFormat.SILLYTAVERN: read_sillytavern,
}


TAKES: Mapping[str, frozenset[ImportFormat]] = {
    "player": frozenset({ImportFormat.TEXT, ImportFormat.CHIM}),
    "speakers": frozenset({ImportFormat.TEXT}),
}
"""The formats that need an option; the others say themselves who is the user, and where a message begins."""


def read_file(
    path: Path, format: ImportFormat, options: ImportOptions
) -> tuple[ImportFormat, Iterator[Imported | LeftOut]]:
    """The format of a file, and its messages in their order. Raises BadInput."""
    if not path.is_file():
        raise BadInput(f"{path} is not a file; expected the path of one")
    source = SourceFile(path, options)
    head, lines = head_and_lines(source.lines())
    format = format_of(head) if format is ImportFormat.AUTO else format
    for option, formats in TAKES.items():
        if getattr(options, option) and format not in formats:
            taking = " and ".join(sorted(formats))
            raise BadInput(
                f"{path.name} is {format}, which says itself who speaks; expected {option} only for {taking}"
            )
    return format, dated(consistent(READERS[format](source, lines), source))


def format_of(head: str) -> ImportFormat:
    """The format of a file, by its beginning."""
    if not JSON_START.match(head):
        return ImportFormat.CHIM if has_columns(head.strip().splitlines()[0]) else ImportFormat.TEXT
    other = ImportFormat.CHIM if _is_speech_row(head) else ImportFormat.OPENAI
    return next((format for format, mark in MARKS.items() if mark.search(head)), other)


def _is_speech_row(head: str) -> bool:
    """Whether the first JSON object has the names of a speech row, and not those of a message."""
    start = head.lower()
    names = {name: start.find(f'"{name}"') for name in ("speech", "gamets", "role", "messages")}
    message_at = min((names[name] for name in ("role", "messages") if names[name] >= 0), default=len(start))
    return all(0 <= names[name] < message_at for name in ("speech", "gamets"))
