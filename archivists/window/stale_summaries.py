"""Summaries that may be rewritten, with their members and the facts that these state."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from archivists.round_policy import RoundPolicy
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind
from graph.values.items import NOT_SO, Author, Conversation, ConversationStatus, Fact, FactStatus, Message, Summary

MEMBERS_CAP = 100
"""More members than a summary holds, and more facts than a message states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryToRewrite:
    """A summary that is stale, or that rules have quoted and a model may write better."""

    summary: Summary
    members: tuple[Message | Summary, ...]  # in order of time
    stated: tuple[Fact, ...] = ()  # by its messages, whether they still hold or not
    conversation: Conversation | None = None  # the complete conversation that it summarises

    def gone(self, ended: Set[str] = frozenset()) -> list[Fact]:
        """What its messages said but no longer holds; `ended` are the facts that this round replaces or closes."""
        return [fact for fact in self.stated if fact.status in {*NOT_SO, FactStatus.CLOSED} or fact.id in ended]


def read_summaries(knowledge: KnowledgeGraph, space: str, summaries: Sequence[Summary]) -> tuple[SummaryToRewrite, ...]:
    """What is needed to write these summaries anew: five reads, none if there are none."""
    if not summaries:
        return ()
    ids = [summary.id for summary in summaries]
    held = [edge for edge in knowledge.store.edges(space, ids, [Kind.SUMMARIZES], MEMBERS_CAP) if edge.source in ids]
    members = knowledge.get(space, sorted({edge.target for edge in held}))
    edges = knowledge.store.edges(space, sorted(members), [Kind.STATED_IN], MEMBERS_CAP)
    facts = knowledge.get(space, sorted({edge.source for edge in edges}))
    conversations = knowledge.get(space, sorted({each.conversation for each in summaries if each.conversation}))
    complete = {
        item.summary: item
        for item in conversations.values()
        if isinstance(item, Conversation) and item.status is ConversationStatus.COMPLETE
    }
    found: list[SummaryToRewrite] = []
    for summary in summaries:
        below = [members[edge.target] for edge in held if edge.source == summary.id]
        messages = sorted(
            (each for each in below if isinstance(each, Message)), key=lambda each: (each.position, each.id)
        )
        lower = sorted((each for each in below if isinstance(each, Summary)), key=lambda each: each.first_position)
        said = {message.id for message in messages}
        stated = [facts[id] for id in sorted({edge.source for edge in edges if edge.target in said})]
        found.append(
            SummaryToRewrite(
                summary=summary,
                members=(*messages, *lower),
                stated=tuple(fact for fact in stated if isinstance(fact, Fact)),
                conversation=complete.get(summary.id),
            )
        )
    return tuple(found)


def rewritable(tops: Iterable[Summary], policy: RoundPolicy) -> list[Summary]:
    """The newest of these summaries that rules have quoted, are not stale, and are long enough for a model. Pure."""
    quoted = [
        top
        for top in tops
        if top.author is Author.RULES and top.message_count >= policy.write_messages_min and not top.is_stale
    ]
    quoted.sort(key=lambda top: (top.last_position, top.id), reverse=True)
    return quoted[: policy.write_texts_max]
