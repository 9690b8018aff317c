"""Changes of summaries, conversations and key info, and the verdicts on what was shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graph.changing.change_batch import ChangeBatch, mark_stale, shown
from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import Kind
from graph.values.changes import (
    CompleteConversation,
    DropSummary,
    JudgePresentation,
    NewSummary,
    ReplaceSummary,
    SetKeyInfo,
    Verdict,
)
from graph.values.codec import item_of
from graph.values.items import (
    KEY_INFO_ID,
    Block,
    Conversation,
    ConversationStatus,
    Entity,
    Fact,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Summary,
)

WORTH: Mapping[str, float] = {Verdict.USEFUL: 1.0, Verdict.UNUSED: 0.0, Verdict.HARMFUL: -1.0}
"""What a verdict adds to the usefulness of an item."""


def new_summary(applying: ChangeBatch, change: NewSummary) -> str:
    """See NewSummary. Raises Conflict when a member is held already."""
    ids = [applying.resolve(member) for member in change.members]
    parts: list[Message | Summary] = []
    for id, part in applying.draft.items(ids).items():
        if not isinstance(part, Message | Summary):
            raise BadInput(f"{id} is a {part.label}, expected a Message or a Summary")
        if part.container is not None:
            raise Conflict(f"{id} is in summary {part.container} already; nothing is summarised twice")
        parts.append(part)
    summary = Summary(
        id=applying.plan.new_id("s"),
        level=change.level,
        body=change.body,
        conversation=change.conversation,
        first_at=min(part.sent_at if isinstance(part, Message) else part.first_at for part in parts),
        last_at=max(part.sent_at if isinstance(part, Message) else part.last_at for part in parts),
        first_position=min(part.position if isinstance(part, Message) else part.first_position for part in parts),
        last_position=max(part.position if isinstance(part, Message) else part.last_position for part in parts),
        message_count=sum(1 if isinstance(part, Message) else part.message_count for part in parts),
        participants=applying.plan.space.intake.participants(parts),
        author=change.author,
    )
    applying.draft.make(summary)
    applying.ids[change.ref] = summary.id
    for part in parts:
        applying.draft.link(summary.id, Kind.SUMMARIZES, part.id)
        applying.draft.change(part, replace(part, container=summary.id))
    return f"Summary of {summary.message_count} messages: {shown(summary.body)}"


def replace_summary(applying: ChangeBatch, change: ReplaceSummary) -> str:
    """See ReplaceSummary."""
    before = applying.get(change.summary, Summary)
    applying.draft.change(before, replace(before, body=change.body, is_stale=False, author=change.author))
    if before.container is not None and change.body != before.body:
        mark_stale(applying, [before.container])
    return f"Told {before.id} anew: {shown(change.body)}"


def drop_summary(applying: ChangeBatch, change: DropSummary) -> str:
    """See DropSummary. Raises Conflict when another summary holds it."""
    summary = applying.get(change.summary, Summary)
    if summary.container is not None:
        raise Conflict(f"{summary.id} is held by summary {summary.container}; drop that one first")
    members = [
        edge.target for edge in applying.draft.edges([summary.id], [Kind.SUMMARIZES]) if edge.source == summary.id
    ]
    for member in applying.draft.items(members).values():
        if isinstance(member, Message | Summary):
            applying.draft.change(member, replace(member, container=None))
    if summary.conversation is not None:
        conversation = applying.get(summary.conversation, Conversation)
        if conversation.summary == summary.id:
            applying.draft.change(conversation, replace(conversation, summary=None))
    applying.draft.drop(summary.id)
    return f"Dropped a summary of {summary.message_count} messages: {shown(change.reason)}"


def complete_conversation(applying: ChangeBatch, change: CompleteConversation) -> str:
    """See CompleteConversation."""
    before = applying.get(change.conversation, Conversation)
    if change.message_count not in (None, before.message_count):
        return f"Goes on, and is not complete: {shown(change.title)}"
    complete = replace(
        before,
        status=ConversationStatus.COMPLETE,
        title=change.title,
        topics=change.topics,
        summary=applying.get(change.summary, Summary).id if change.summary else None,
    )
    applying.draft.change(before, complete)
    return f"Complete: {shown(change.title)}"


def set_key_info(applying: ChangeBatch, change: SetKeyInfo) -> str:
    """See SetKeyInfo."""
    info = KeyInfo(lines=change.lines, sources=change.sources, author=change.author, updated_at=applying.now)
    node = applying.draft.node(KEY_INFO_ID)
    before = None if node is None else item_of(node, KeyInfo)
    if before is None:
        applying.draft.make(info)
    elif (before.lines, before.sources) != (info.lines, info.sources):
        applying.draft.change(before, info)
    for edge in applying.draft.edges([KEY_INFO_ID], [Kind.STATED_IN]):
        if edge.target not in change.sources:
            applying.draft.unlink(edge.source, edge.kind, edge.target)
    for source in dict.fromkeys(change.sources):
        applying.draft.link(KEY_INFO_ID, Kind.STATED_IN, source)
    return f"Always to be known: {shown('; '.join(change.lines)) or 'nothing'}"


def judge_presentation(applying: ChangeBatch, change: JudgePresentation) -> str:
    """See JudgePresentation. Raises NotFound for an item that the block has not shown."""
    block = applying.get(change.block, Block)
    ids = [applying.resolve(item) for item in change.items]
    applying.draft.read_edges([block.id], [Kind.PRESENTED])
    for id, item in applying.draft.items(ids).items():
        shown_as = applying.draft.edge(block.id, Kind.PRESENTED, id)
        if shown_as is None:
            raise NotFound(f"block {block.id} has not shown {id}, so there is nothing to judge")
        gain = WORTH[change.verdict] - WORTH.get(str(shown_as.get("verdict")), 0.0)
        applying.draft.link(block.id, Kind.PRESENTED, id, {**shown_as, "verdict": str(change.verdict)})
        if gain and isinstance(item, Message | Summary | Entity | Fact | Reflection | SignificantMemory):
            applying.draft.change(item, replace(item, usefulness=item.usefulness + gain))
    return f"{change.verdict.capitalize()} in block {block.id}: {len(ids)} of {len(block.shown)} items"
