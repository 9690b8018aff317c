"""BEAM: long chats with an assistant; SRC holds a folder with `chat.json` and `probing_questions.json` for each.

Questions of abstention ask for what was never said. There is nothing to find, so they are left out. The marks that the
makers of the set left after their prompts ("->-> 1,1", "->-> 2,N/A") are cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.retrieval.convert.values import Value, files_in, read_json
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

LINE_SECONDS = 60  # Only batches have a date; their lines get times in order.
ANSWERS = ("answer", "ideal_answer", "ideal_summary", "ideal_response", "expected_compliance")

_MARK = re.compile(r"\s*->->\s*[\dNA/,\s]*\)?\s*$")


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each chat."""
    for file in files_in(path, "**/chat.json"):
        messages = list(_messages(read_json(file), file.parent.name))
        ids = {told.id for told in messages}
        questions = _questions(read_json(file.parent / "probing_questions.json"), ids)
        yield Folder(f"beam-{file.parent.name}", messages, list(questions))


def _messages(chat: Value, name: str) -> Iterator[Told]:
    at: datetime | None = None
    for batch in chat.each():
        for turn in batch.of("turns").each():
            for said in turn.each():
                anchor = said.find("time_anchor")
                started = anchor.time("%B-%d-%Y") if anchor else None
                if started is not None:
                    at = started
                elif at is not None:
                    at += timedelta(seconds=LINE_SECONDS)
                line = Line(
                    role=Role(said.of("role").text()),
                    body=_MARK.sub("", said.of("content").text()).strip() or "…",
                    sent_at=at,
                )
                yield Told(conversation=name, id=said.of("id").text(), line=line)


def _questions(probing: Value, ids: set[str]) -> Iterator[Asked]:
    for category in probing.names():
        for each in probing.of(category).each():
            cited = each.find("source_chat_ids")
            found = [str(number) for number in cited.numbers()] if cited else []
            evidence = tuple(dict.fromkeys(id for id in found if id in ids))
            answer = next((held for name in ANSWERS if (held := each.find(name)) is not None), None)
            if evidence and category != "abstention":
                yield Asked(
                    question=each.of("question").text(),
                    at=None,
                    conversation=None,
                    evidence=evidence,
                    category=category,
                    answer=answer.text() if answer else None,
                )
