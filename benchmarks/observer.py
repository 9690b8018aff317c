"""A language model that answers from LoCoMo itself: its observations are facts, its session summaries are texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from archivists.models.provider import Reply, Request
from archivists.questions.link import LinkAnswer
from archivists.questions.read import ReadAnswer
from benchmarks.retrieval.convert.locomo import convert
from benchmarks.retrieval.convert.values import Value, read_json
from benchmarks.retrieval.folder import Folder
from context.wording.excerpts import clip
from graph.text.sentences import sentences
from graph.text.tokens import count_tokens

TITLE_WORDS = 6

_LINE = re.compile(r"(?s)^(?:(\w+ \d{4}-\d\d-\d\d) )?(.*)$")
"""A message in a prompt: its day if it is another one, who says what."""

_SOURCE = re.compile(r"(?s)^(?:\d+:? )?(?:(\d{4}-\d\d-\d\d): )?(.*)$")
"""What a text is made of in a prompt: its number if it has one, its day if it is another one, its text."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Something that is known about one speaker, and the lines that say it."""

    about: str
    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of the set, with what the set tells about it."""

    folder: Folder
    observed: Sequence[Observed]
    told: Mapping[str, str]  # day -> the summaries of its sessions


def talks_of(path: Path) -> Iterator[Talk]:
    """Every conversation of a LoCoMo file."""
    for folder, held in zip(convert(path), read_json(path).each(), strict=True):
        days = {told.id.split(":")[0].removeprefix("D"): told.line.sent_at for told in folder.messages}
        told: dict[str, str] = {}
        for name in held.of("session_summary").names():
            number = re.sub(r"\D", "", name)
            if at := days.get(number):
                day = f"{at:%Y-%m-%d}"
                told[day] = f"{told.get(day, '')} {held.of('session_summary').of(name).text()}".strip()
        yield Talk(folder, list(_observed(held.of("observation"))), told)


def _observed(sessions: Value) -> Iterator[Observed]:
    for session in sessions.names():
        held = sessions.of(session)
        for speaker in held.names():
            for pair in held.of(speaker).each():
                text, source = pair.each()
                named = source.each() if isinstance(source.held, list) else [source]
                lines = re.findall(r"D\d+:\d+", " ".join(one.text() for one in named))
                if lines:
                    yield Observed(speaker, text.text(), tuple(dict.fromkeys(lines)))


class Observer:
    """Answers in the shapes that are asked for. Recognises a line by its speaker, time and text."""

    name = "observer"

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._ids = {
            (f"{told.line.sent_at:%a %Y-%m-%d}", f"{told.line.sender}: {told.line.body}"): told.id
            for told in talk.folder.messages
        }

    def complete(self, request: Request) -> Reply:
        """What the set knows about the request."""
        asked = json.loads(request.lines[-1].text)
        if request.answer is ReadAnswer:
            answer = self._read(asked)
        elif request.answer is LinkAnswer:
            answer = {"claims": [{"n": claim["n"], "said": True} for claim in asked.get("claims", ())]}
        else:
            texts = asked["texts"]
            for text in texts:
                if isinstance(text["from"], int):  # It is made from the same sources as the text with this number.
                    text["from"] = texts[text["from"] - 1]["from"]
            answer = {"texts": [self._written(text) for text in texts]}
        said = json.dumps(answer, ensure_ascii=False)
        tokens_in = sum(count_tokens(line.text) for line in request.lines)
        return Reply(text=said, tokens_in=tokens_in, tokens_out=count_tokens(said))

    def _read(self, asked: Mapping[str, list[str]]) -> dict[str, object]:
        """The observations whose last line is among the new ones."""
        new: dict[str, str] = {}
        day = ""
        for line in (*asked.get("before", ()), *asked["messages"]):
            dated, said = _LINE.findall(line)[0]
            day = dated or day  # Only the first line of a day has the day.
            if line in asked["messages"]:
                new[self._ids.get((day, said), "")] = said.partition(": ")[2]
        facts = [
            {"words": [new[id] for id in each.lines if id in new], "text": each.text, "about": [each.about]}
            for each in self._talk.observed
            if each.lines[-1] in new
        ]
        return {"facts": facts}

    def _written(self, text: Mapping[str, object]) -> dict[str, object]:
        """The session's summary for a conversation; for anything else, its sources."""
        sources = text["from"]
        assert isinstance(sources, list)
        tokens_max = int(str(text["tokens_max"]))
        found = [_SOURCE.findall(source)[0] for source in sources]
        body = self._talk.told.get(found[0][0]) if text["kind"] == "conversation" and found else None
        body = body or " ".join(said for _, said in found)
        told = _cut(body, tokens_max)
        return {"n": text["n"], "text": told, "title": " ".join(told.split()[:TITLE_WORDS]), "topics": []}


def _cut(body: str, tokens_max: int) -> str:
    """As many whole sentences as fit, one at least."""
    kept = ""
    for first, last in sentences(body):
        longer = f"{kept} {body[first:last].strip()}".strip()
        if kept and count_tokens(longer) > tokens_max:
            break
        kept = longer
    return clip(kept, tokens_max)


def all_of(path: Path, names: Iterable[str]) -> list[Talk]:
    """The conversations of these names; without names, all."""
    wanted = set(names)
    return [talk for talk in talks_of(path) if not wanted or talk.folder.name in wanted]
