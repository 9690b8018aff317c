"""Windows with texts that a model may rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from archivists.keeping.archivist import Proposal
from archivists.keeping.rewriting import leftovers
from archivists.questions.write import WriteQuestion, write_question
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import propose
from archivists.window.stale_summaries import SummaryToRewrite
from archivists.window.window import Window
from graph.values.changes import Change, CompleteConversation, NewSummary
from graph.values.items import ConversationStatus, Entity, Fact, Summary
from tests.archivists.building import START, conversation_of, talk_of, window_of

LINES = [f"Nora: The boat at pier {i} needs new planks before the summer." for i in range(30)]


def closing(count: int, *more: str) -> Window:
    """A conversation of so many lines that is over."""
    return window_of(talk_of(*LINES[: count - len(more)], *more), is_silent=True)


def proposed(window: Window, policy: RoundPolicy | None = None) -> Proposal:
    """What rules make of a window."""
    proposal = propose(window, policy or RoundPolicy())
    assert isinstance(proposal, Proposal)
    return proposal


def question_of(proposal: Proposal, policy: RoundPolicy | None = None) -> WriteQuestion | None:
    """What a model is asked to write for it."""
    policy = policy or RoundPolicy()
    return write_question(proposal.window, proposal.changes, leftovers(proposal, policy), policy)


def completed(changes: Sequence[Change]) -> tuple[CompleteConversation, NewSummary]:
    """The conversation that is completed, and the root of its tree."""
    [done] = [each for each in changes if isinstance(each, CompleteConversation)]
    return done, next(each for each in changes if isinstance(each, NewSummary) and each.ref == done.summary)


def stored(number: int, *, level: int = 1, conversation: str | None = None) -> Summary:
    """A summary of ten messages by rules."""
    return Summary(
        id=f"s{number}", level=level, body=f"Nora: Pier {number} is cold.", conversation=conversation or f"c9{number}",
        first_at=START, last_at=START + timedelta(days=number), first_position=number, last_position=number,
        message_count=10, participants=("Nora",),
    )  # fmt: skip


def over(summary: Summary) -> SummaryToRewrite:
    """The summary of a conversation that is over."""
    lines = talk_of(*LINES[:10])
    conversation = replace(
        conversation_of(lines), id=str(summary.conversation), status=ConversationStatus.COMPLETE, title="Piers",
        topics=("piers",), summary=summary.id,
    )  # fmt: skip
    return SummaryToRewrite(summary=summary, members=lines, conversation=conversation)


def known(number: int, *, born: timedelta = timedelta(0)) -> Fact:
    """A fact about Nora."""
    at = START + born
    return Fact(id=f"f{number}", body=f"Nora repairs boat {number}.", created_at=at, updated_at=at, valid_from=START)


def meeting(nora: Entity, *facts: Fact) -> Window:
    """A window of one line about Nora, of whom this is known."""
    return replace(window_of(talk_of("Nora: Well."), entities=(nora,)), facts_about={nora.id: facts})
