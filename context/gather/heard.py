"""What a request says, once its lines are stored or recognised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from context.exchange import TurnRequest
from context.gather.visible import Visible, visible_of
from graph.intake.append import Appended
from graph.knowledge import KnowledgeGraph


@dataclass(frozen=True, slots=True)
class Heard:
    """A request, what became of its lines, and what the assistant sees anyway."""

    request: TurnRequest
    appended: Appended | None  # None when nothing was to be stored
    asked: str | None  # the stored message that the block answers
    visible: Visible


def hear(knowledge: KnowledgeGraph, request: TurnRequest, *, now: datetime) -> Heard:
    """The lines are stored; with `record` off they are only recognised. One write, or a read or two."""
    appended: Appended | None = None
    known: Sequence[str | None] = ()
    if request.lines and request.record:
        appended = knowledge.append(request.space, request.lines, chat=request.chat, now=now, key=request.key)
        known = appended.messages
    elif request.lines:
        known = knowledge.recognise(request.space, request.lines, chat=request.chat)
    return Heard(request, appended, known[-1] if known else None, visible_of(knowledge, request, known))
