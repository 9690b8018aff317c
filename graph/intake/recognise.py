"""Finds out which sent lines are stored: by the caller's id, by place in the chat, and by content and time."""

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from graph.errors import BadInput, IdReused, TooLarge
from graph.intake.alignment import ANEW_WORDS, Alignment, KeptLine, SentLine, align, digest_of
from graph.store.verbs import Label, Node, ReadDepth, Store
from graph.text.analysis import is_blank
from graph.text.block_wrapper import without_own_blocks, without_reasoning
from graph.values.codec import item_of, to_ms
from graph.values.forgotten_lines import forgotten_places
from graph.values.items import Clock, Message, Role, Space

TAIL_LINES = 64
"""How many more stored lines are read than were sent: far fewer identify a place."""

RECEIPTS_MAX = 200
"""How many of the last forgettings a sent history cannot undo."""

SENDER_LENGTH_MAX = 200

BODY_CHARS_MAX = 400_000
"""About 100,000 tokens. A document that is longer is no message, and its analysis takes seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of chat from a caller. Without a sender, its role is the sender.

    A block of ours that a chat sends back is cut from the text of any role, unless it is the whole text. So is the
    reasoning of an assistant's reply, which is kept in `extra`.
    """

    role: Role
    body: str
    sender: str = ""
    sent_at: datetime | None = None  # aware; None: now
    world_time: float | None = None
    external_id: str | None = None
    extra: str | None = None  # other fields, as JSON (graph.values.items.Message)
    conversation: str | None = None  # the caller's id for its conversation; None: told by gaps
    replaces: str | None = None  # the message that it is another text of: its id, or the caller's id for it
    present: tuple[str, ...] | None = None  # who is there to hear it; None: whoever has spoken
    expires_at: datetime | None = None  # when it is forgotten; None: never
    is_remembered: bool = True  # False: only its own chat sees it, until the conversation is over
    is_alone: bool = False  # whether it serves only its own chat

    def __post_init__(self) -> None:
        if is_blank(self.body):
            raise BadInput("a message has no text, expected at least one visible character")
        if (cut := without_own_blocks(self.body)) != self.body and cut.strip():
            object.__setattr__(self, "body", cut.strip())
        said, thought = without_reasoning(self.body) if self.role is Role.ASSISTANT else (self.body, "")
        if thought and not is_blank(said):
            object.__setattr__(self, "body", said)
            kept = {**json.loads(self.extra or "{}"), "reasoning": thought}
            object.__setattr__(self, "extra", json.dumps(kept, ensure_ascii=False))
        if len(self.sender) > SENDER_LENGTH_MAX:
            raise BadInput(f"a sender has {len(self.sender)} characters, expected at most {SENDER_LENGTH_MAX}")
        if self.world_time is not None and not math.isfinite(self.world_time):
            raise BadInput(f"world_time {self.world_time} is not a finite number")
        for name, at in (("sent_at", self.sent_at), ("expires_at", self.expires_at)):
            if at is not None and at.tzinfo is None:
                raise BadInput(f"{name} {at.isoformat()} has no time zone, expected one, such as Z or +03:00")

    @property
    def speaker(self) -> str:
        """The sender's name, or else the role's."""
        return self.sender.strip() or self.role.value

    @property
    def audience(self) -> tuple[str, ...]:
        """Those present and the speaker; () if the caller does not say who is there."""
        return () if self.present is None else tuple(dict.fromkeys((self.speaker, *self.present)))

    @property
    def digest(self) -> str:
        """Equal for lines with the same words by the same speaker."""
        return digest_of(self.role, self.speaker, self.body)


@dataclass(frozen=True, slots=True)
class Recognised:
    """The sent lines aligned with what is stored; a line that was forgotten has the id ""."""

    lines: Sequence[Line]
    alignment: Alignment
    tail: Sequence[KeptLine]  # the chat's newest messages in order of arrival
    named: Mapping[str, str]  # stored messages that had no caller's id -> the id that they have now
    first_id: str | None = None  # of the first new line, if something is replaced by it
    edited: tuple[str, ...] = ()  # messages that have got another text


def recognise(store: Store, space: Space, lines: Sequence[Line], chat: str) -> Recognised:
    """Find out which lines are stored. At most three reads.

    Raises IdReused if an id was used for other content, and TooLarge for a line above BODY_CHARS_MAX.
    """
    for line in lines:
        if len(line.body) > BODY_CHARS_MAX:
            raise TooLarge(
                f"a message has {len(line.body):,} characters, expected at most {BODY_CHARS_MAX:,}; split it"
            )
    # A single line can only be recognised as the chat's last one: one line in the middle identifies no place.
    # A line without a time also needs the tail: it goes after the latest message, which need not have arrived last.
    is_placed = len(lines) == 1 and space.intake.clock is Clock.WALL and lines[0].sent_at is not None
    tail_max = 1 if is_placed else len(lines) + TAIL_LINES
    head = ReadDepth.HEAD
    newest = store.find(space.name, Label.MESSAGE, {"chat": chat}, order="-id", limit=tail_max, reading=head)
    tail = [_kept_line(node) for node in reversed(newest) if not is_former(node)]
    named_edits = _named_edits(store, space.name, chat, lines)
    forgotten = _forgotten(store, space, chat, lines, tail)
    plain = [i for i in range(len(lines)) if i not in named_edits and i not in forgotten]
    by_id = _known_by_external_id(store, space.name, chat, lines)
    by_message = {line.id: line for line in tail}
    sent: list[SentLine] = []
    for line in lines:
        now = by_message.get(by_id.get(line.external_id or "", ""))  # Of an edited one, its text and id are others now.
        digest, name = (line.digest, line.external_id) if now is None else (now.digest, now.external_id)
        sent.append(SentLine(digest, position_of(space, line), name, _speaker(line.role, line.speaker)))
    if space.intake.clock is Clock.WORLD:
        alignment = Alignment((None,) * len(lines))
    else:
        is_short = not plain or len(lines[plain[0]].body.split()) < ANEW_WORDS
        told = [sent[i] for i in plain]
        alignment = align(tail, told, is_whole=len(tail) < tail_max, is_named=bool(chat), is_short=is_short)
        alignment = _with_edits(alignment, plain, named_edits, len(lines))
    known = [by_id.get(line.external_id or "", found) for line, found in zip(lines, alignment.known, strict=True)]
    unnamed = {line.id for line in tail if line.external_id is None}
    known = _fill_known_by_time(store, space.name, chat, sent, known, unnamed)
    named = {
        id: line.external_id
        for line, id in zip(lines, known, strict=True)
        if id in unnamed and line.external_id is not None
    }
    edits = {i: id for i, id in alignment.edits.items() if known[i] is None}
    alignment = _with_last_anchor(replace(alignment, known=tuple(known), edits=edits), tail)
    if forgotten:
        known = ["" if i in forgotten else id for i, id in enumerate(alignment.known)]
        alignment = replace(alignment, known=tuple(known))
    return Recognised(lines, alignment, [line for line in tail if not line.is_replaced], named)


def _forgotten(
    store: Store, space: Space, chat: str, lines: Sequence[Line], tail: Sequence[KeptLine]
) -> frozenset[int]:
    """The places of lines that were forgotten. One read, if anything ever was."""
    if not space.forgettings:
        return frozenset()
    receipts = store.find(space.name, Label.RECEIPT, order="-id", limit=RECEIPTS_MAX, reading=ReadDepth.HEAD)
    marks = [mark for node in receipts for mark in cast(tuple[str, ...], node.properties.get("marks") or ())]
    sent = [(line.digest, line.external_id, position_of(space, line)) for line in lines]
    return forgotten_places(marks, chat, [(line.id, line.digest) for line in tail], sent)


def is_former(node: Node) -> bool:
    """Whether the node keeps what a message said before it was edited: it is in no conversation."""
    return not node.properties.get("conversation")


def _with_edits(
    alignment: Alignment, places: Sequence[int], named: Mapping[int, tuple[str, bool]], count: int
) -> Alignment:
    """The alignment of the lines at these places as one of all lines, with those that name what they replace."""
    known: list[str | None] = [None] * count
    for place, id in zip(places, alignment.known, strict=True):
        known[place] = id
    for place, (id, is_same) in named.items():
        known[place] = id if is_same else None
    targets = {id for id, _ in named.values()}
    edits = {places[i]: id for i, id in alignment.edits.items()}
    for place in [place for place, id in edits.items() if id in targets]:
        known[place] = edits.pop(place)  # It is sent as it was, and another line of the request says what it is now.
    edits |= {place: id for place, (id, is_same) in named.items() if not is_same}
    anchor = places[alignment.anchor] if alignment.anchor >= 0 else -1
    return replace(alignment, known=tuple(known), anchor=anchor, edits=edits)


def _named_edits(store: Store, space: str, chat: str, lines: Sequence[Line]) -> dict[int, tuple[str, bool]]:
    """For each line that replaces a stored message of the chat: that message, and whether it has this text already.

    A line that names none is a line like others: what it replaces came before the memory, or is forgotten. Two reads.
    """
    named = tuple(dict.fromkeys(line.replaces for line in lines if line.replaces is not None))
    if not named:
        return {}
    nodes = store.find(space, Label.MESSAGE, {"external_id": named}, limit=100_000, reading=ReadDepth.HEAD)
    of_name = {str(node.properties["external_id"]): node for node in nodes if node.properties["chat"] == chat}
    ids = {name: str(node.properties["replaced_by"]) if is_former(node) else node.id for name, node in of_name.items()}
    kept = store.nodes(space, [*named, *ids.values()], ReadDepth.HEAD)
    edits: dict[int, tuple[str, bool]] = {}
    for place, line in enumerate(lines):
        node = kept.get(ids.get(line.replaces or "", line.replaces or ""))
        if node is not None and node.label is Label.MESSAGE and node.properties["chat"] == chat and not is_former(node):
            held = node.properties
            said = digest_of(str(held["role"]), str(held["sender"]), line.body)
            edits[place] = node.id, said == held["digest"]
    return edits


def position_of(space: Space, line: Line) -> float | None:
    """The time that the caller gave, on the space's clock; None if there is none."""
    if space.intake.clock is Clock.WORLD:
        return line.world_time
    return None if line.sent_at is None else float(to_ms(line.sent_at))


def _kept_line(node: Node) -> KeptLine:
    """Made from the properties directly: making a Message would cost as much as reading it."""
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
        is_remembered=not held.get("is_alone") or held.get("expires_at") is None,
        speaker=_speaker(str(held["role"]), str(held["sender"])),
        is_replaced=held.get("replaced_by") is not None,
    )


def _speaker(role: str, sender: str) -> str:
    return f"{role}\n{sender}"


def _known_by_external_id(store: Store, space: str, chat: str, lines: Sequence[Line]) -> dict[str, str]:
    wanted: dict[str, Line] = {}
    for line in lines:
        if line.external_id is None:
            continue
        if wanted.setdefault(line.external_id, line).digest != line.digest:
            raise IdReused(f"message id {line.external_id!r} is twice in the request, with other content; use two ids")
    if not wanted:
        return {}
    known: dict[str, str] = {}
    found = store.find(space, Label.MESSAGE, {"external_id": tuple(wanted)}, limit=100_000, reading=ReadDepth.HEAD)
    for node in sorted(found, key=is_former, reverse=True):  # Last what counts now.
        message = item_of(node, Message)
        if message.chat != chat or message.external_id is None or message.external_id in known:
            continue
        if message.digest != wanted[message.external_id].digest:
            if is_former(node):
                continue
            raise IdReused(
                f"message id {message.external_id!r} was used for {message.id}, which has other content; "
                "send the same role, sender and text with an id, or use a new id"
            )
        known[message.external_id] = message.replaced_by if message.replaced_by and is_former(node) else message.id
    return known


def _fill_known_by_time(
    store: Store, space: str, chat: str, sent: Sequence[SentLine], known: Sequence[str | None], unnamed: set[str]
) -> list[str | None]:
    """Recognise more lines by content and time. Equal lines are matched one to one.

    A line with an id can only be a stored message without one; such messages are added to `unnamed`.
    """
    filled = list(known)
    open_lines = [i for i, line in enumerate(sent) if filled[i] is None and line.time is not None]
    if not open_lines:
        return filled
    digests = tuple(dict.fromkeys(sent[i].digest for i in open_lines))
    taken = {id for id in filled if id is not None}
    spare: dict[tuple[str, float], list[str]] = defaultdict(list)
    for node in store.find(space, Label.MESSAGE, {"digest": digests}, limit=100_000, reading=ReadDepth.HEAD):
        message = item_of(node, Message)
        is_told = message.replaced_by is None
        if message.chat == chat and message.is_timed and is_told and message.id not in taken:
            spare[message.digest, message.position].append(message.id)
            if message.external_id is None:
                unnamed.add(message.id)
    for i in open_lines:
        time = sent[i].time
        same = spare.get((sent[i].digest, time), []) if time is not None else []
        found = next((id for id in same if sent[i].external_id is None or id in unnamed), None)
        if found is not None:
            filled[i] = found
            same.remove(found)
    return filled


def _with_last_anchor(alignment: Alignment, tail: Sequence[KeptLine]) -> Alignment:
    """Make the last known line the anchor. The lines after it branch off unless it is the chat's last message."""
    anchor = max((i for i, id in enumerate(alignment.known) if id is not None), default=-1)
    if anchor <= alignment.anchor:
        return alignment
    id = alignment.known[anchor]
    return replace(alignment, anchor=anchor, branch_of=None if tail and id == tail[-1].id else id)
