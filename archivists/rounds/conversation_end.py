"""Completes a conversation outside of any round, because somebody says that it is over."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from archivists.keeping.summaries import SUMMARIES, completed, find_summaries
from archivists.round_policy import RoundPolicy
from archivists.window.unread import silent_conversations
from archivists.window.window import redacted
from archivists.window.window_reading import read_closing
from graph.changing.apply import apply_changes
from graph.errors import Conflict, NotFound
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.values.changes import Change, CompleteConversation
from graph.values.codec import item_of
from graph.values.items import Conversation, ConversationStatus

TRIES: Final = 3
"""If a round writes between our read and our write, the conversation is read again."""


def close_conversation(
    knowledge: KnowledgeGraph, space: str, id: str, *, now: datetime, policy: RoundPolicy
) -> Conversation:
    """The conversation is complete and can be found; later messages begin another one.

    It gets a title and a summary of quotes; if there is a model, it rewrites them in later rounds. Closing it again
    changes nothing. Raises NotFound. About seven reads and one write.
    """
    for tries_left in reversed(range(TRIES)):
        found = _read(knowledge, space, id)
        if found.is_closed and found.status is ConversationStatus.COMPLETE:
            return found
        try:
            apply_changes(knowledge, space, _closing(knowledge, space, found, policy), now=now)
            break
        except Conflict:
            if not tries_left:
                raise
    return _read(knowledge, space, id)


def close_silent(knowledge: KnowledgeGraph, space: str, *, now: datetime, policy: RoundPolicy) -> int:
    """Complete the conversations that have been silent for the gap; returns how many. One read if there are none."""
    found = silent_conversations(knowledge, knowledge.space(space), now=now, limit=policy.silent_conversations_max)
    for conversation in found:
        close_conversation(knowledge, space, conversation.id, now=now, policy=policy)
    return len(found)


def active_conversation(knowledge: KnowledgeGraph, space: str, chat: str) -> Conversation | None:
    """The newest conversation of a chat, if more messages may join it. One read."""
    nodes = knowledge.store.find(space, Label.CONVERSATION, {"chat": chat}, order="-last_position", limit=1)
    newest = item_of(nodes[0], Conversation) if nodes else None
    return newest if newest is not None and newest.status is not ConversationStatus.COMPLETE else None


def _closing(knowledge: KnowledgeGraph, space: str, found: Conversation, policy: RoundPolicy) -> list[Change]:
    """The changes that close the conversation."""
    changes: list[Change] = [replace(completed(found, found.summary), message_count=None)]
    if found.status is not ConversationStatus.COMPLETE:
        window = read_closing(knowledge, knowledge.space(space), found, policy=policy)
        changes = find_summaries(redacted(window) if policy.redact else window, policy)
    signed = (replace(change, archivist=SUMMARIES.name) for change in changes)
    return [replace(each, closes=True) if isinstance(each, CompleteConversation) else each for each in signed]


def _read(knowledge: KnowledgeGraph, space: str, id: str) -> Conversation:
    found = knowledge.get(space, [id]).get(id)
    if not isinstance(found, Conversation):
        raise NotFound(f"conversation {id!r} does not exist in space {space!r}")
    return found
