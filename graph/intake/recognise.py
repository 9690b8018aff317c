"""Which of the lines that were sent are stored: by the caller's id, by place in the chat, by content and time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from graph.errors import BadInput, IdReused
from graph.intake.alignment import Alignment, KeptLine, SentLine, align, digest_of
from graph.store.verbs import Label, Node, ReadDepth, Store
from graph.values.codec import item_of, to_ms
from graph.values.items import Clock, Message, Role, Space

TAIL_LINES = 64
"""How many stored lines are looked at beyond as many as were sent: a place is told by far fewer."""

SENDER_LENGTH_MAX = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of chat as a caller tells it. Without a sender it is said by its role."""

    role: Role
    body: str
    sender: str = ""
    sent_at: datetime | None = None  # aware; None: now
    world_time: float | None = None
    external_id: str | None = None
    extra: str | None = None  # what else the source held, as JSON: kept, never read

    def __post_init__(self) -> None:
        if not self.body.strip():
            raise BadInput("a message has no text, expected at least one visible character")
        if len(self.sender) > SENDER_LENGTH_MAX:
            raise BadInput(f"a sender has {len(self.sender)} characters, expected at most {SENDER_LENGTH_MAX}")
        if self.world_time is not None and not math.isfinite(self.world_time):
            raise BadInput(f"world_time {self.world_time} is not a finite number")
        if self.sent_at is not None and self.sent_at.tzinfo is None:
            raise BadInput(f"sent_at {self.sent_at.isoformat()} has no time zone, expected one, such as Z or +03:00")

    @property
    def speaker(self) -> str:
        """The sender's name, or the role's."""
        return self.sender.strip() or self.role.value

    @property
    def digest(self) -> str:
        """What makes two lines the same words by the same speaker."""
        return digest_of(self.role, self.speaker, self.body)


@dataclass(frozen=True, slots=True)
class Recognised:
    """The sent lines against what is stored."""

    alignment: Alignment
    tail: Sequence[KeptLine]  # the chat's newest messages in order of arrival


def recognise(store: Store, space: Space, lines: Sequence[Line], chat: str) -> Recognised:
    """Find out which lines are stored. At most three reads.

    Raises IdReused when a caller's id stands for other content.
    """
    # A single line can only be the chat's last one sent again: two in the middle are no place, one is still less.
    # Without a time of its own it also comes behind the latest of the tail, which need not have arrived last.
    is_placed = len(lines) == 1 and space.intake.clock is Clock.WALL and lines[0].sent_at is not None
    tail_max = 1 if is_placed else len(lines) + TAIL_LINES
    tail = _tail(store, space.name, chat, tail_max)
    by_id = _by_external_id(store, space.name, chat, lines)
    sent = [SentLine(line.digest, position_of(space, line), line.external_id) for line in lines]
    if space.intake.clock is Clock.WORLD:
        alignment = Alignment((None,) * len(lines))
    else:
        alignment = align(tail, sent, is_whole=len(tail) < tail_max, is_named=bool(chat))
    known = [by_id.get(line.external_id or "", found) for line, found in zip(lines, alignment.known, strict=True)]
    known = _fill_timed(store, space.name, chat, sent, known)
    return Recognised(_anchored(replace(alignment, known=tuple(known)), tail), tail)


def position_of(space: Space, line: Line) -> float | None:
    """Where the caller's own time puts a line on the space's clock; None when no time was given."""
    if space.intake.clock is Clock.WORLD:
        return line.world_time
    return None if line.sent_at is None else float(to_ms(line.sent_at))


def _tail(store: Store, space: str, chat: str, limit: int) -> list[KeptLine]:
    nodes = store.find(space, Label.MESSAGE, {"chat": chat}, order="-id", limit=limit, reading=ReadDepth.HEAD)
    return [_kept(node) for node in reversed(nodes)]


def _kept(node: Node) -> KeptLine:
    """Straight from the properties: a whole Message for each of the tail costs as much as reading it."""
    held = node.properties
    position = cast(float, held["position"])
    return KeptLine(
        id=node.id,
        digest=cast(str, held["digest"]),
        time=position if held.get("is_timed") else None,
        external_id=cast(str | None, held.get("external_id")),
        branch_of=cast(str | None, held.get("branch_of")),
        conversation=cast(str, held["conversation"]),
        position=position,
    )


def _by_external_id(store: Store, space: str, chat: str, lines: Sequence[Line]) -> dict[str, str]:
    wanted: dict[str, Line] = {}
    for line in lines:
        if line.external_id is None:
            continue
        if wanted.setdefault(line.external_id, line).digest != line.digest:
            raise IdReused(f"message id {line.external_id!r} stands twice in the request, with different content")
    if not wanted:
        return {}
    known: dict[str, str] = {}
    for node in store.find(space, Label.MESSAGE, {"external_id": tuple(wanted)}, limit=100_000, reading=ReadDepth.HEAD):
        message = item_of(node, Message)
        if message.chat != chat or message.external_id is None:
            continue
        if message.digest != wanted[message.external_id].digest:
            raise IdReused(
                f"message id {message.external_id!r} is stored as {message.id} with other content; "
                "send the same role, sender and text under an id, or a new id"
            )
        known[message.external_id] = message.id
    return known


def _fill_timed(
    store: Store, space: str, chat: str, sent: Sequence[SentLine], known: Sequence[str | None]
) -> list[str | None]:
    """Recognise lines by their content and time, as many of each as are stored."""
    filled = list(known)
    open_lines = [i for i, line in enumerate(sent) if filled[i] is None and line.time is not None]
    if not open_lines:
        return filled
    digests = tuple(dict.fromkeys(sent[i].digest for i in open_lines))
    taken = {id for id in filled if id is not None}
    spare: dict[tuple[str, float], list[str]] = defaultdict(list)
    for node in store.find(space, Label.MESSAGE, {"digest": digests}, limit=100_000, reading=ReadDepth.HEAD):
        message = item_of(node, Message)
        if message.chat == chat and message.is_timed and message.id not in taken:
            spare[message.digest, message.position].append(message.id)
    for i in open_lines:
        time = sent[i].time
        candidates = spare.get((sent[i].digest, time)) if time is not None else None
        if candidates and (sent[i].external_id is None):
            filled[i] = candidates.pop(0)
    return filled


def _anchored(alignment: Alignment, tail: Sequence[KeptLine]) -> Alignment:
    """The anchor is the last known line; what follows it branches off unless it is the chat's last message."""
    anchor = max((i for i, id in enumerate(alignment.known) if id is not None), default=-1)
    if anchor <= alignment.anchor:
        return alignment
    id = alignment.known[anchor]
    return replace(alignment, anchor=anchor, branch_of=None if tail and id == tail[-1].id else id)
