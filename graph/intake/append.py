"""Plans the write that stores new lines as messages: their places, conversations and edges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf

from graph.derived.reached import pages
from graph.errors import TooLarge
from graph.index.space_index import SpaceIndex
from graph.intake.alignment import KeptLine
from graph.intake.import_backlog import with_import
from graph.intake.recognise import Line, Recognised, position_of
from graph.intake.replacing import plan_replacing, with_replaced
from graph.intake.segmentation import segment
from graph.intake.spoken_days import with_days, with_order
from graph.store.verbs import DropNode, Kind, Label, Node, Op, PutEdge, PutNode, ReadDepth, Store
from graph.text.analysis import name_key
from graph.text.dangers import forbids_memory
from graph.values.codec import from_ms, item_of, to_ms
from graph.values.items import (
    GAP_SECONDS,
    GENERIC_SENDERS,
    Clock,
    Conversation,
    ConversationStatus,
    Entity,
    EntityType,
    Message,
    Role,
    Space,
)
from graph.values.puts import put
from graph.values.speaker_clock import is_plausible, offset_of, on_own_clock
from graph.values.write_plan import WritePlan

AHEAD_MS_MAX = 24 * 60 * 60 * 1000
"""How far a clock may be ahead of ours and still date the lines that follow: time zones are a day apart at most."""

HOUR_MS = 60 * 60 * 1000

NEW_MESSAGES_MAX = 1000
"""How many messages one write stores: 40 ms of the processor, while on SQLite the writers of all other spaces wait."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an append."""

    messages: tuple[str, ...]  # one id for each line, also for known ones; "" for one that was forgotten
    new: tuple[str, ...]
    conversations: tuple[str, ...]  # the conversations of the new messages, in order of time
    tip: str | None  # the chat's message that arrived last


def plan_append(
    plan: WritePlan,
    store: Store,
    index: SpaceIndex,
    found: Recognised,
    *,
    chat: str,
    now: datetime,
    is_import: bool = False,
) -> Appended | Recognised:
    """Add the new lines to the plan; nothing if all are known. About four reads.

    If other lines are replaced, the plan has that alone, and the lines as they are recognised after it are returned, to
    be given to a second write. Raises TooLarge for more than NEW_MESSAGES_MAX new lines.
    """
    lines = found.lines
    if plan.space.intake.clock is Clock.WALL:  # A wrong clock dates nothing: its lines stand with their neighbours.
        lines = [
            line if line.sent_at is None or is_plausible(line.sent_at, now) else replace(line, sent_at=None)
            for line in lines
        ]
    if (count := found.alignment.known.count(None)) > NEW_MESSAGES_MAX:
        raise TooLarge(
            f"{count:,} new messages in one request, expected {NEW_MESSAGES_MAX:,} at most: "
            "send a long history in parts, the oldest first, or import it as a file"
        )
    # The parts of an imported file need not be whole histories; those with ids tell where they belong.
    is_sure = not is_import or lines[0].external_id is not None
    if is_sure and (replacing := with_replaced(store, plan.space, found)) is not None:
        return plan_replacing(plan, store, index, replacing)
    tip = found.tail[-1] if found.tail else None
    plan.add(*(PutNode(Label.MESSAGE, id, {"external_id": name}) for id, name in found.named.items()))
    messages = _new_messages(plan, found, lines, chat=chat, now=now)
    if not messages:
        known = tuple(id for id in found.alignment.known if id is not None)
        return Appended(known, found.edited, (), tip.id if tip else None)
    plan.space = with_order(plan.space, [message.body for message in messages])
    messages = with_days(plan.space, messages, knows_times=not is_import)
    waits = is_import or plan.space.paused
    keys = [line.conversation for line, id in zip(lines, found.alignment.known, strict=True) if id is None]
    placed, conversations = _place(store, plan, messages, keys, chat, is_import=waits)
    _add_messages(plan, index, placed, now=now)
    ids = iter(message.id for message in messages)
    plan.space = replace(plan.space, message_count=plan.space.message_count + len(messages))
    if waits:
        plan.space = with_import(plan.space, messages[-1].id)
    return Appended(
        messages=tuple(id if id is not None else next(ids) for id in found.alignment.known),
        new=(*found.edited, *(message.id for message in messages)),
        conversations=tuple(conversation.id for conversation in conversations),
        tip=messages[-1].id,
    )


def appended_before(request: Node) -> Appended:
    """What the first request with this key has appended."""
    messages = request.properties.get("messages")
    assert isinstance(messages, tuple)
    return Appended(messages, (), (), next(filter(None, reversed(messages)), None))


def _new_messages(
    plan: WritePlan, found: Recognised, lines: Sequence[Line], *, chat: str, now: datetime
) -> list[Message]:
    known, anchor = found.alignment.known, found.alignment.anchor
    tip = found.tail[-1] if found.tail else None
    last = max((message.position for message in found.tail), default=None)
    by_id = {message.id: message for message in found.tail}
    is_wall = plan.space.intake.clock is Clock.WALL
    messages: list[Message] = []
    is_first_behind = True
    for i, line in enumerate(lines):
        if known[i] is not None:
            continue
        is_remembered = _is_remembered(lines, i, tip)
        position = position_of(plan.space, line)
        sent_at, is_timed = line.sent_at or now, position is not None
        offset_minutes = offset_of(on_own_clock(sent_at, plan.space.intake.zone))
        if position is None and i > anchor and (between := _between(plan.space, lines, i, now)) is not None:
            position, sent_at = between
        if position is None and i < anchor:
            # It is older than a line that is stored, and goes just before that line.
            after = next((by_id[id] for id in known[i:] if id in by_id), tip)
            if after is not None:
                position = after.position - (anchor - i)
                sent_at = from_ms(round(position)) if is_wall else now
        if position is None:
            wall = float(to_ms(now)) if is_wall else 0.0
            position = wall if last is None or (is_wall and last - wall > AHEAD_MS_MAX) else max(wall, last)
            if is_wall and position > wall:  # The clock of the message before is ahead of ours.
                sent_at = from_ms(round(position))
        branch_of = None
        if i > anchor and is_first_behind:
            is_first_behind = False
            is_late = is_timed and last is not None and position <= last
            branch_of = None if is_late else found.alignment.branch_of
        if i > anchor:
            last = position if last is None else max(last, position)
        messages.append(
            Message(
                id=found.first_id if found.first_id and not messages else plan.new_id(Label.MESSAGE),
                conversation="",
                chat=chat,
                sender=line.speaker,
                role=line.role,
                body=line.body,
                sent_at=sent_at,
                position=position,
                digest=line.digest,
                is_timed=is_timed,
                offset_minutes=offset_minutes,
                world_time=line.world_time,
                external_id=line.external_id,
                branch_of=branch_of,
                extra=line.extra,
                present=line.audience,
                is_alone=line.is_alone or not is_remembered,
                expires_at=line.expires_at if is_remembered else line.expires_at or _over_at(plan.space, now),
            )
        )
    return messages


def _is_remembered(lines: Sequence[Line], at: int, tip: KeptLine | None) -> bool:
    """Whether a line may be remembered. What answers something that nobody may remember repeats it."""
    for line in reversed(lines[: at + 1]):
        if not line.is_remembered:
            return False
        if line.role not in (Role.ASSISTANT, Role.TOOL):
            return not forbids_memory(line.body)
    return tip is None or tip.is_remembered


def _over_at(space: Space, now: datetime) -> datetime:
    """When a conversation that somebody speaks in now is over, to the full hour, so that lines go together."""
    gap = space.intake.gap if space.intake.clock is Clock.WALL else None
    return from_ms((to_ms(now) // HOUR_MS + 1) * HOUR_MS) + timedelta(seconds=gap or GAP_SECONDS)


def _between(space: Space, lines: Sequence[Line], at: int, now: datetime) -> tuple[float, datetime] | None:
    """Position and time of a line without a time, when a later line has one: those of its nearest neighbour.

    A history with times for some of its lines keeps its order. Lines after the last time were said now. A clock that is
    more than a day ahead dates only its own line.
    """

    def dates(line: Line) -> bool:
        position, is_wall = position_of(space, line), space.intake.clock is Clock.WALL
        return position is not None and not (is_wall and position - to_ms(now) > AHEAD_MS_MAX)

    later = next((line for line in lines[at + 1 :] if dates(line)), None)
    if later is None:
        return None
    earlier = next((line for line in reversed(lines[:at]) if dates(line)), later)
    position, sent_at = position_of(space, earlier), earlier.sent_at
    return None if position is None or sent_at is None else (position, sent_at)


def _place(
    store: Store,
    plan: WritePlan,
    messages: Sequence[Message],
    keys: Sequence[str | None],
    chat: str,
    *,
    is_import: bool,
) -> tuple[list[Message], list[Conversation]]:
    placed = list(messages)
    conversations: list[Conversation] = []
    for key, olds, places in _groups(store, plan.space, messages, keys, chat):
        members = sorted((messages[i] for i in places), key=lambda message: (message.position, message.id))
        # Rounds continue to read an active conversation; any other waits with the import.
        is_waiting = is_import and all(old.status is not ConversationStatus.ACTIVE for old in olds)
        status = ConversationStatus.IMPORTED if is_waiting else ConversationStatus.ACTIVE
        conversation = _joined_conversation(plan, olds, members, chat, status)
        conversation = replace(conversation, external_id=key or conversation.external_id)
        conversations.append(conversation)
        plan.add(put(conversation))
        for i in places:
            placed[i] = replace(messages[i], conversation=conversation.id)
        for gone in olds[1:]:
            plan.add(*_moves(store, plan.space.name, gone, conversation.id))
    return placed, conversations


def _groups(
    store: Store, space: Space, messages: Sequence[Message], keys: Sequence[str | None], chat: str
) -> Iterator[tuple[str | None, list[Conversation], list[int]]]:
    """The conversations of the messages: as the caller names them, and the rest as the intake rule splits them."""
    rule = space.intake
    gap = rule.gap * 1000.0 if rule.gap is not None and rule.clock is Clock.WALL else rule.gap  # In units of positions.
    by_key: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        if key is not None:
            by_key.setdefault(key, []).append(place)
    if by_key:
        olds = {each.external_id: each for each in _conversations_near(store, space.name, chat, -inf, inf, None)}
        yield from ((key, [olds[key]] if key in olds else [], places) for key, places in by_key.items())
    rest = [place for place, key in enumerate(keys) if key is None]
    if rest:
        positions = [messages[place].position for place in rest]
        stored = list(_conversations_near(store, space.name, chat, min(positions), max(positions), gap))
        senders = [messages[i].sender if rule.takes_part(messages[i]) else None for i in rest]
        for found, places in segment(positions, stored, gap, senders=senders if rule.splits_on_joining else None):
            yield None, found, [rest[place] for place in places]


def _conversations_near(
    store: Store, space: str, chat: str, first: float, last: float, gap: float | None
) -> Iterator[Conversation]:
    """The chat's conversations that reach within `gap` of first..last, oldest first."""
    after = None if gap is None else (first - gap, "")
    body = ReadDepth.BODY
    for node in pages(store, space, Label.CONVERSATION, {"chat": chat}, "last_position", after=after, reading=body):
        conversation = item_of(node, Conversation)
        if gap is not None and conversation.first_position - last >= gap:
            return
        yield conversation


def _joined_conversation(
    plan: WritePlan, olds: Sequence[Conversation], members: Sequence[Message], chat: str, status: ConversationStatus
) -> Conversation:
    return Conversation(
        id=olds[0].id if olds else plan.new_id(Label.CONVERSATION),
        chat=chat,
        status=status,
        started_at=min([old.started_at for old in olds] + [message.sent_at for message in members]),
        last_at=max([old.last_at for old in olds] + [message.sent_at for message in members]),
        first_position=min([old.first_position for old in olds] + [members[0].position]),
        last_position=max([old.last_position for old in olds] + [members[-1].position]),
        message_count=sum(old.message_count for old in olds) + len(members),
        participants=plan.space.intake.participants([*olds, *members]),
        title=next((old.title for old in olds if old.title), None),
        topics=tuple(dict.fromkeys(topic for old in olds for topic in old.topics)),
        summary=None,
        recalls=tuple(dict.fromkeys(id for old in olds for id in old.recalls)),
        is_closed=any(old.is_closed for old in olds),
        is_alone=all(old.is_alone for old in olds) and all(message.is_alone for message in members),
        external_id=next((old.external_id for old in olds if old.external_id), None),
    )


def _moves(store: Store, space: str, gone: Conversation, to: str) -> Iterator[Op]:
    """Move the messages and summaries of a conversation to an earlier one that it turned out to belong to."""
    for label in (Label.MESSAGE, Label.SUMMARY):
        order = "position" if label is Label.MESSAGE else "last_at"
        for node in pages(store, space, label, {"conversation": gone.id}, order):
            yield PutNode(label, node.id, {"conversation": to})
            if label is Label.MESSAGE:
                yield PutEdge(node.id, Kind.IN, to)
    for edge in store.edges(space, [gone.id], [Kind.TOOK_PART_IN], cap=1000):
        yield PutEdge(edge.source, Kind.TOOK_PART_IN, to)
    yield DropNode(gone.id)


def _add_messages(plan: WritePlan, index: SpaceIndex, messages: Sequence[Message], *, now: datetime) -> None:
    speakers = _entities_of_senders(plan, index, messages, now)
    for message in messages:
        plan.add(put(message, expect=0))
        plan.add(PutEdge(message.id, Kind.IN, message.conversation))
        if message.branch_of is not None:
            plan.add(PutEdge(message.id, Kind.BRANCHES_FROM, message.branch_of))
        speaker = speakers[message.sender]
        if speaker is not None:
            plan.add(PutEdge(message.id, Kind.SAID_BY, speaker))
        for entity in dict.fromkeys(index.entities_in(message.body)):
            if len(index.entities_named(index.names_of(entity)[0])) == 1:  # Rounds tell namesakes apart.
                plan.add(PutEdge(message.id, Kind.MENTIONS, entity))
    bystanders = plan.space.intake.bystanders
    took_part = {
        (speakers[message.sender], message.conversation) for message in messages if message.role not in bystanders
    }
    for entity, conversation in sorted((e, c) for e, c in took_part if e is not None):
        plan.add(PutEdge(entity, Kind.TOOK_PART_IN, conversation))


def _entities_of_senders(
    plan: WritePlan, index: SpaceIndex, messages: Sequence[Message], now: datetime
) -> dict[str, str | None]:
    """For each sender the id of a person, made if the space does not know the name; None for a sender without one."""
    speakers: dict[str, str | None] = {}
    by_key: dict[str, str] = {}
    voices = {message.sender for message in messages if message.role in (Role.NARRATOR, Role.TOOL)}
    for sender in dict.fromkeys(message.sender for message in messages):
        key = name_key(sender)
        if not key or key in GENERIC_SENDERS or sender in voices:
            speakers[sender] = None
            continue
        if key not in by_key:
            known = index.entries(index.entities_named(sender))
            people = (id for id, entry in known.items() if entry.kind in (EntityType.PERSON, EntityType.UNKNOWN))
            by_key[key] = next(people, None) or plan.new_id(Label.ENTITY)
            if by_key[key] not in known:
                person = Entity(
                    id=by_key[key], name=sender, key=key, type=EntityType.PERSON, created_at=now, updated_at=now
                )
                plan.add(put(person, expect=0))
        speakers[sender] = by_key[key]
    return speakers
