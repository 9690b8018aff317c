"""Summaries that may be written anew, with what they are made of and what of it no longer holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from archivists.round_policy import RoundPolicy
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Edge, Kind
from graph.values.items import Author, Conversation, ConversationStatus, Fact, FactStatus, Message, Stored, Summary

MEMBERS_CAP = 100
"""More than a summary holds, and than a message states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryToRewrite:
    """A summary that is stale, or that rules have quoted and a model may write better."""

    summary: Summary
    members: tuple[Message | Summary, ...]  # in order of time
    gone: tuple[Fact, ...] = ()  # what its messages said and no longer holds
    conversation: Conversation | None = None  # that it is the summary of, if that is complete


def read_summaries(knowledge: KnowledgeGraph, space: str, summaries: Sequence[Summary]) -> tuple[SummaryToRewrite, ...]:
    """What is needed to write these summaries anew: five reads, none if there are none."""
    if not summaries:
        return ()
    ids = [summary.id for summary in summaries]
    held = [edge for edge in knowledge.store.edges(space, ids, [Kind.SUMMARIZES], MEMBERS_CAP) if edge.source in ids]
    members = knowledge.get(space, sorted({edge.target for edge in held}))
    edges = knowledge.store.edges(space, sorted(members), [Kind.STATED_IN], MEMBERS_CAP)
    facts = knowledge.get(space, sorted({edge.source for edge in edges}))
    complete = _complete(knowledge, space, summaries)
    return tuple(
        _with_members(summary, [members[edge.target] for edge in held if edge.source == summary.id], edges, facts, over)
        for summary in summaries
        for over in [complete.get(summary.id)]
    )


def rewritable(tops: Iterable[Summary], policy: RoundPolicy) -> list[Summary]:
    """The newest of these summaries that rules have quoted, are long enough for a model, and are not stale. Pure."""
    quoted = [
        top
        for top in tops
        if top.author is Author.RULES and top.message_count >= policy.write_messages_min and not top.is_stale
    ]
    quoted.sort(key=lambda top: (top.last_position, top.id), reverse=True)
    return quoted[: policy.write_texts_max]


def _complete(knowledge: KnowledgeGraph, space: str, summaries: Sequence[Summary]) -> Mapping[str, Conversation]:
    """The complete conversations that these are the summaries of, by summary."""
    ids = sorted({summary.conversation for summary in summaries if summary.conversation is not None})
    return {
        item.summary: item
        for item in knowledge.get(space, ids).values()
        if isinstance(item, Conversation) and item.summary is not None and item.status is ConversationStatus.COMPLETE
    }


def _with_members(
    summary: Summary,
    members: Sequence[Stored],
    edges: Sequence[Edge],
    facts: Mapping[str, Stored],
    conversation: Conversation | None,
) -> SummaryToRewrite:
    messages = sorted(
        (each for each in members if isinstance(each, Message)), key=lambda each: (each.position, each.id)
    )
    summaries = sorted((each for each in members if isinstance(each, Summary)), key=lambda each: each.first_position)
    said = {message.id for message in messages}
    stated = [facts[id] for id in sorted({edge.source for edge in edges if edge.target in said})]
    return SummaryToRewrite(
        summary=summary,
        members=(*messages, *summaries),
        gone=tuple(fact for fact in stated if isinstance(fact, Fact) and fact.status is FactStatus.SUPERSEDED),
        conversation=conversation,
    )
