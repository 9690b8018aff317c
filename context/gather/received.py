"""A request with what is stored of its lines, and the part of the chat that the assistant sees anyway."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from context.exchange import TurnRequest, VisibleFrom
from graph.index.space_index import SpaceIndex
from graph.intake.append import Appended
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Store
from graph.values.codec import is_replaced
from graph.values.items import Message, Role

ANSWERS_MAX = 64
"""So many of the chat's last lines are looked at."""


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
    """A request, what is stored of its lines, and what the assistant sees anyway."""

    request: TurnRequest
    known: Sequence[str | None]  # the stored message of each line, if any; "": it was forgotten
    visible: Visible

    @property
    def asked(self) -> str | None:
        """The stored message that the block answers."""
        return self.known[-1] if self.known else None


def store_lines(knowledge: KnowledgeGraph, request: TurnRequest, *, now: datetime) -> Appended:
    """Store the lines of the request. About four reads and one write."""
    lines = in_scene(request.lines, request.scene)
    return knowledge.append(request.space, lines, chat=request.chat, now=now, key=request.key)


def in_scene(lines: Sequence[Line], scene: Mapping[str, str | Sequence[str]]) -> Sequence[Line]:
    """The lines, with the scene added to the fields of the last one."""
    if not scene:
        return lines
    fields = {**json.loads(lines[-1].extra or "{}"), "scene": scene}
    return (*lines[:-1], replace(lines[-1], extra=json.dumps(fields, ensure_ascii=False, default=list)))


def visible_of(store: Store, index: SpaceIndex, request: TurnRequest, known: Sequence[str | None]) -> Visible:
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
        ids = frozenset(id for id in (*known[start:], *answered) if id)
        return Visible(ids | _to_be_replaced(index, request, known), tuple(spoken[start:]), first)

    unsaved = [place for place, id in enumerate(known) if id is None]
    wanted = visible - len(unsaved)
    where, order = {"chat": request.chat}, "-position"
    nodes = store.find(request.space, Label.MESSAGE, where, order=order, limit=wanted) if wanted > 0 else []
    stored = index.items_of([node for node in reversed(nodes) if not is_replaced(node)])
    first = None
    if stored:
        id = next(iter(stored))
        first = VisibleFrom(id, known.index(id) if id in known else None)
    elif unsaved:
        first = VisibleFrom("", unsaved[0])
    shown = [Spoken(row.sender, row.body) for row in stored.values() if isinstance(row, Message)]
    hidden = _to_be_replaced(index, request, known)
    return Visible(frozenset(stored) | hidden, (*shown, *(spoken[place] for place in unsaved)), first)


def _to_be_replaced(index: SpaceIndex, request: TurnRequest, known: Sequence[str | None]) -> frozenset[str]:
    """What was said after a line that is sent once more to be answered anew."""
    if not known or (asked := known[-1]) is None or request.lines[-1].role is Role.ASSISTANT:
        return frozenset()
    return frozenset(id for id in index.newest_messages(request.chat, ANSWERS_MAX) if id > asked)
