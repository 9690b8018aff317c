"""Summaries that say what no longer holds are told anew: by rules the same quotes, without what was superseded."""

from __future__ import annotations

from collections.abc import Sequence

from archivists.duplicates import compare
from archivists.policy import RoundPolicy
from archivists.quotes import parted
from archivists.summaries import retold
from archivists.telling import said_in, told
from archivists.window import Stale, Window
from graph.changes import ReplaceSummary
from graph.items import Fact, Message, Summary


def retell(window: Window, policy: RoundPolicy) -> list[ReplaceSummary]:
    """The stale summaries of the window, of the same members, without what holds no longer. Pure.

    One that holds summaries is told from what they say now; what stands above a summary that changes is stale next.
    """
    return [
        ReplaceSummary(summary=each.summary.id, body=_told(each, policy) or each.summary.body, archivist="retelling")
        for each in window.stale
    ]


def _told(stale: Stale, policy: RoundPolicy) -> str:
    if stale.summary.level > 1:
        bodies = [each.body for each in stale.members if isinstance(each, Summary)]
        return retold(bodies, stale.summary.participants, policy) if bodies else ""
    messages = [each for each in stale.members if isinstance(each, Message)]
    said = [one for one in said_in(messages, policy) if not _is_gone(one.text, stale.gone)]
    return told(said, sentences_max=policy.chunk_sentences_max, tokens_max=policy.summary_tokens_max)


def _is_gone(text: str, gone: Sequence[Fact]) -> bool:
    return any(compare(text, parted(fact.body)[1]).is_duplicate for fact in gone)
