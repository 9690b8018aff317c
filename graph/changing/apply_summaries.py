"""Applies changes of summaries, conversations and key info."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from graph.changing.graph_draft import ChangeBatch, GraphDraft, mark_stale, shortened
from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import Kind, Label
from graph.text.analysis import name_key
from graph.values.changes import (
    CompleteConversation,
    DropSummary,
    NewSummary,
    PinKeyInfo,
    ReplaceSummary,
    SetKeyInfo,
    UnpinKeyInfo,
)
from graph.values.codec import item_of
from graph.values.items import (
    KEY_INFO_ID,
    Author,
    Conversation,
    ConversationStatus,
    KeyInfo,
    Message,
    Summary,
)
from graph.values.summary_parts import told_of

PINS_MAX = 20
PIN_CHARS_MAX = 400
"""Every block of the space has the pinned lines: these bounds are about 2,000 tokens."""

KeyInfoEntry = tuple[str, str]
"""A line and the message that it is from, or "" for none."""


def new_summary(batch: ChangeBatch, change: NewSummary) -> str:
    """See NewSummary. Raises Conflict if a member is in a summary already."""
    ids = [batch.resolve(member) for member in change.members]
    parts: list[Message | Summary] = []
    for id, part in batch.draft.items(ids).items():
        if not isinstance(part, Message | Summary):
            raise BadInput(f"{id} is a {part.label}, expected a Message or a Summary")
        if part.container is not None:
            raise Conflict(f"{id} is in summary {part.container} already, expected it in none; drop that summary first")
        parts.append(part)
    summary = Summary(
        id=batch.plan.new_id(Label.SUMMARY),
        level=change.level,
        body=change.body,
        conversation=change.conversation,
        author=change.author,
        **told_of(parts, batch.plan.space.intake),
    )
    batch.draft.make(summary)
    batch.ids[change.ref] = summary.id
    for part in parts:
        batch.draft.link(summary.id, Kind.SUMMARIZES, part.id)
        batch.draft.change(part, replace(part, container=summary.id))
    return f"Summary of {summary.message_count} messages: {shortened(summary.body)}"


def replace_summary(batch: ChangeBatch, change: ReplaceSummary) -> str:
    """See ReplaceSummary."""
    before = batch.get(change.summary, Summary)
    batch.draft.change(before, replace(before, body=change.body, is_stale=False, author=change.author))
    if before.container is not None and change.body != before.body:
        mark_stale(batch.draft, [before.container])
    return f"Told {before.id} anew: {shortened(change.body)}"


def drop_summary(batch: ChangeBatch, change: DropSummary) -> str:
    """See DropSummary. Raises Conflict if it is in another summary."""
    summary = batch.get(change.summary, Summary)
    if summary.container is not None:
        raise Conflict(f"{summary.id} is in summary {summary.container}; drop that one first")
    members = [edge.target for edge in batch.draft.edges([summary.id], [Kind.SUMMARIZES]) if edge.source == summary.id]
    for member in batch.draft.items(members).values():
        if isinstance(member, Message | Summary):
            batch.draft.change(member, replace(member, container=None))
    if summary.conversation is not None:
        conversation = batch.get(summary.conversation, Conversation)
        if conversation.summary == summary.id:
            batch.draft.change(conversation, replace(conversation, summary=None))
    batch.draft.drop(summary.id)
    return f"Dropped a summary of {summary.message_count} messages: {shortened(change.reason)}"


def complete_conversation(batch: ChangeBatch, change: CompleteConversation) -> str:
    """See CompleteConversation."""
    before = batch.get(change.conversation, Conversation)
    if change.message_count not in (None, before.message_count):
        return f"Goes on, and is not complete: {shortened(change.title)}"
    complete = replace(
        before,
        status=ConversationStatus.COMPLETE,
        title=change.title,
        topics=change.topics,
        summary=batch.get(change.summary, Summary).id if change.summary else None,
        is_closed=before.is_closed or change.closes,
    )
    batch.draft.change(before, complete)
    return f"Complete: {shortened(change.title)}"


def set_key_info(batch: ChangeBatch, change: SetKeyInfo) -> str:
    """See SetKeyInfo."""
    pinned, _ = key_info_parts(stored_key_info(batch.draft))
    lines = zip(change.lines, change.sources, strict=True)
    set_key_info_lines(batch.draft, pinned, lines, batch.now, change.author, left_out=change.left_out)
    return f"Always to be known: {shortened('; '.join(change.lines)) or 'nothing'}"


def pin_key_info(batch: ChangeBatch, change: PinKeyInfo) -> str:
    """See PinKeyInfo. Raises BadInput for a line that is too long, or one too many."""
    line = " ".join(change.line.split())
    if not 0 < len(line) <= PIN_CHARS_MAX:
        raise BadInput(f"a pinned line has {len(line)} characters, expected 1 to {PIN_CHARS_MAX}")
    pinned, others = key_info_parts(stored_key_info(batch.draft))
    if not any(_is_line(each, line) for each in pinned):
        if len(pinned) == PINS_MAX:
            raise BadInput(f"{PINS_MAX} lines are pinned already, and every block has them; unpin one first")
        known = next((each for each in others if _is_line(each, line)), (line, ""))
        others = [each for each in others if each != known]
        set_key_info_lines(batch.draft, [*pinned, known], others, batch.now, change.author)
    return f"Pinned: {shortened(line)}"


def unpin_key_info(batch: ChangeBatch, change: UnpinKeyInfo) -> str:
    """See UnpinKeyInfo. Raises NotFound if key info does not have the line."""
    before = stored_key_info(batch.draft)
    pinned, others = ([each for each in part if not _is_line(each, change.line)] for part in key_info_parts(before))
    if before is None or len(pinned) + len(others) == len(before.lines):
        raise NotFound(f"key info has no line {shortened(change.line)!r}; look at the item {KEY_INFO_ID}")
    set_key_info_lines(batch.draft, pinned, others, batch.now, change.author)
    return f"No longer always to be known: {shortened(change.line)}"


def stored_key_info(draft: GraphDraft) -> KeyInfo | None:
    """Key info as it is in the draft."""
    node = draft.node(KEY_INFO_ID)
    return None if node is None else item_of(node, KeyInfo)


def key_info_parts(info: KeyInfo | None) -> tuple[list[KeyInfoEntry], list[KeyInfoEntry]]:
    """The pinned lines, and the others."""
    entries = [] if info is None else list(zip(info.lines, info.sources, strict=True))
    pinned = 0 if info is None else info.pinned
    return entries[:pinned], entries[pinned:]


def _is_line(entry: KeyInfoEntry, line: str) -> bool:
    return (name_key(entry[0]) or entry[0]) == (name_key(line) or line)


def set_key_info_lines(
    draft: GraphDraft,
    pinned: Sequence[KeyInfoEntry],
    others: Iterable[KeyInfoEntry],
    now: datetime,
    author: Author | None = None,
    *,
    left_out: int | None = None,
) -> None:
    """Make these the lines of key info. Without an author it keeps the one that it has."""
    before = stored_key_info(draft)
    entries = [*pinned, *others]
    lines, sources = tuple(line for line, _ in entries), tuple(source for _, source in entries)
    author = author or (before.author if before else Author.RULES)
    left_out = (before.left_out if before else 0) if left_out is None else left_out
    info = KeyInfo(lines=lines, sources=sources, pinned=len(pinned), left_out=left_out, author=author, updated_at=now)
    if before is None:
        draft.make(info)
    elif key_info_parts(before) != key_info_parts(info):
        draft.change(before, info)
    for edge in draft.edges([KEY_INFO_ID], [Kind.STATED_IN]):
        if edge.target not in sources:
            draft.unlink(edge.source, edge.kind, edge.target)
    for source in dict.fromkeys(filter(None, sources)):
        draft.link(KEY_INFO_ID, Kind.STATED_IN, source)
