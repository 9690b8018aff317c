"""What the assistant sees of the chat anyway, and from where on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from context.exchange import TurnRequest, VisibleFrom
from graph.knowledge import KnowledgeGraph


@dataclass(frozen=True, slots=True)
class Spoken:
    """A visible line, as far as asking needs it."""

    speaker: str
    body: str


@dataclass(frozen=True, slots=True)
class Visible:
    """The visible part of a chat."""

    ids: frozenset[str]  # stored messages
    lines: tuple[Spoken, ...]  # in order, stored or not
    first: VisibleFrom | None  # None when nothing is visible


def visible_of(knowledge: KnowledgeGraph, request: TurnRequest, known: Sequence[str | None]) -> Visible:
    """What is visible: the lines sent, or as many of the last messages of the chat as the request says.

    `known` are the ids of the lines that are stored. One read when more is visible than was sent.
    """
    visible, lines = request.visible, request.lines
    spoken = [Spoken(line.speaker, line.body) for line in lines]
    if visible is None or visible <= len(lines):
        start = 0 if visible is None else len(lines) - visible
        first = VisibleFrom(known[start] or "", start) if start < len(lines) else None
        return Visible(frozenset(id for id in known[start:] if id is not None), tuple(spoken[start:]), first)

    unsaved = [Spoken(line.speaker, line.body) for line, id in zip(lines, known, strict=True) if id is None]
    wanted = visible - len(unsaved)
    stored = knowledge.messages(request.space, chat=request.chat, limit=wanted) if wanted > 0 else []
    shown = [Spoken(message.sender, message.body) for message in stored] + unsaved
    if stored:
        id = stored[0].id
        first = VisibleFrom(id, known.index(id) if id in known else None)
    elif shown:
        unknown = [place for place, id in enumerate(known) if id is None]
        first = VisibleFrom("", unknown[len(unknown) - len(shown)])
    else:
        first = None
    return Visible(frozenset(message.id for message in stored), tuple(shown), first)
