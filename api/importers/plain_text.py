"""Reads plain transcripts: "Name: what was said", with or without a time in brackets before it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from api.importers.sources import Imported, LeftOut, SourceFile

START = re.compile(r"(?:\[(?P<time>[^\]]{8,40})\]\s*)?(?P<name>[^\W\d_][\w .'’()&-]{0,59}):(?:\s+(?P<text>.*)|$)", re.S)
NAME_WORDS_MAX = 4
EXPECTED = '"Name: what was said" or "[2024-05-01 10:00] Name: what was said"'


@dataclass(slots=True)
class _Unfinished:
    """A message whose last line has not been read yet."""

    name: str
    place: str
    sent_at: datetime | None
    parts: list[str] = field(default_factory=list)


def read_text(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """Each line that starts with a name is a message; other lines continue it.

    If the first message has a time, only lines with a time start a message. Raises BadInput if the first line has no
    name, and in the end if no message is of the player.
    """
    said: _Unfinished | None = None
    is_timed = False
    names: set[str] = set()
    for number, line in enumerate(lines, 1):
        start = _message_start(source, line, number)
        if start is not None and (said is None or not is_timed or start.sent_at is not None):
            if said is None:
                is_timed = start.sent_at is not None
            else:
                yield _message_of(source, said)
            said = start
            names.add(said.name)
        elif said is not None:
            said.parts.append(line)
        elif line.strip():
            raise source.wrong(f"line {number}", line.strip(), EXPECTED)
    if said is not None:
        yield _message_of(source, said)
        source.check_player(names)


def _message_start(source: SourceFile, line: str, number: int) -> _Unfinished | None:
    found = START.match(line)
    if found is None:
        return None
    name = found["name"].strip()
    if len(name.split()) > NAME_WORDS_MAX or (source.options.speakers and name not in source.options.speakers):
        return None
    sent_at = source.time(f"line {number}", found["time"], "a time such as 2024-05-01 10:00")
    return _Unfinished(name, f"line {number}", sent_at, [found["text"] or ""])


def _message_of(source: SourceFile, said: _Unfinished) -> Imported | LeftOut:
    body = "".join(said.parts).replace("\r\n", "\n").strip()
    if not body:
        return LeftOut("empty message", said.place)
    line = {"role": source.role_of(said.name), "sender": said.name, "body": body, "sent_at": said.sent_at}
    return Imported(source.options.chat or source.path.stem, source.checked(said.place, line), said.place)
