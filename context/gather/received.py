"""A request with its lines stored or recognised, and the part of the chat that the assistant sees anyway."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from context.exchange import TurnRequest, VisibleFrom
from graph.intake.append import Appended
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph


class Spoken(NamedTuple):
    """The parts of a visible line that the question needs."""

    speaker: str
    body: str


@dataclass(frozen=True, slots=True)
class Visible:
    """The visible part of a chat."""

    ids: frozenset[str]  # stored messages
    lines: tuple[Spoken, ...]  # in order, stored or not
    first: VisibleFrom | None  # None when nothing is visible


@dataclass(frozen=True, slots=True)
class Received:
    """A request, its stored or recognised lines, and what the assistant sees anyway."""

    request: TurnRequest
    appended: Appended | None  # None when nothing was to be stored
    known: Sequence[str | None]  # the stored message of each line, if any
    visible: Visible

    @property
    def asked(self) -> str | None:
        """The stored message that the block answers."""
        return self.known[-1] if self.known else None


def receive(knowledge: KnowledgeGraph, request: TurnRequest, *, now: datetime, stores: bool = True) -> Received:
    """Store the lines; with `record` or `stores` off, only recognise them.

    One write, or a read or two.
    """
    appended: Appended | None = None
    known: Sequence[str | None] = ()
    if request.lines and request.record and stores:
        appended = knowledge.append(
            request.space, in_scene(request.lines, request.scene), chat=request.chat, now=now, key=request.key
        )
        known = appended.messages
    elif request.lines:
        known = knowledge.recognise(request.space, request.lines, chat=request.chat)
    return Received(request, appended, known, visible_of(knowledge, request, known))


def look_again(knowledge: KnowledgeGraph, received: Received) -> Received:
    """Read again what is visible, after something was forgotten. Stores nothing again. At most one read."""
    return replace(received, visible=visible_of(knowledge, received.request, received.known))


def in_scene(lines: Sequence[Line], scene: Mapping[str, str | Sequence[str]]) -> Sequence[Line]:
    """The lines, with the scene added to the last one unless that has other fields of its own."""
    if not scene or lines[-1].extra is not None:
        return lines
    return (*lines[:-1], replace(lines[-1], extra=json.dumps({"scene": scene}, ensure_ascii=False, default=list)))


def visible_of(knowledge: KnowledgeGraph, request: TurnRequest, known: Sequence[str | None]) -> Visible:
    """What is visible: the lines sent, or as many of the last messages of the chat as the request says.

    `known` has the id of each line that is stored, else None. One read when more is visible than was sent.
    """
    visible = request.visible
    spoken = [Spoken(line.speaker, line.body) for line in request.lines]
    if visible is None or visible <= len(spoken):
        start = 0 if visible is None else len(spoken) - visible
        first = VisibleFrom(known[start] or "", start) if start < len(spoken) else None
        # The line that the block answers does not count as history, even if nothing else is visible.
        answered = known[-1:] if request.query is None else ()
        ids = frozenset(id for id in (*known[start:], *answered) if id is not None)
        return Visible(ids, tuple(spoken[start:]), first)

    unsaved = [place for place, id in enumerate(known) if id is None]
    wanted = visible - len(unsaved)
    stored = knowledge.messages(request.space, chat=request.chat, limit=wanted) if wanted > 0 else []
    first = None
    if stored:
        id = stored[0].id
        first = VisibleFrom(id, known.index(id) if id in known else None)
    elif unsaved:
        first = VisibleFrom("", unsaved[0])
    shown = [Spoken(message.sender, message.body) for message in stored] + [spoken[place] for place in unsaved]
    return Visible(frozenset(message.id for message in stored), tuple(shown), first)
