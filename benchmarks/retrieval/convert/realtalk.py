"""REALTALK: two people's real messages over three weeks, in sessions; each `Chat_*.json` is a space.

The description of a picture follows the line that shares it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from benchmarks.retrieval.convert.locomo import folder
from benchmarks.retrieval.convert.values import Value, files_in, read_json
from benchmarks.retrieval.folder import Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

TIMES = ("%d.%m.%Y, %H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%I:%M %p on %d %B, %Y")


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each chat."""
    for file in files_in(path, "Chat_*.json"):
        chat = read_json(file)
        asked = chat.find("qa")
        yield folder(file.stem, list(_messages(chat, file.stem)), asked.each() if asked else [], answer="answer")


def _messages(chat: Value, name: str) -> Iterator[Told]:
    sessions = [key for key in chat.names() if re.fullmatch(r"session_\d+", key)]
    first = ""
    last = None
    for session in sorted(sessions, key=lambda key: int(key.removeprefix("session_"))):
        for said in chat.of(session).each():
            speaker, picture = said.of("speaker").text(), said.find("blip_caption")
            text = said.of("clean_text").text() + (f" [image: {picture.text()}]" if picture else "")
            first = first or speaker
            at = said.of("date_time").time(*TIMES)
            # Lines of one minute keep their order.
            last = at if last is None or at > last else last + timedelta(seconds=1)
            line = Line(
                role=Role.USER if speaker == first else Role.ASSISTANT,
                sender=speaker,
                body=text.strip() or "…",
                sent_at=last,
            )
            yield Told(conversation=name, id=said.of("dia_id").text(), line=line)
