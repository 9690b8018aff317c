"""Summaries that say what no longer holds are told anew: by rules the same quotes, without what was superseded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from archivists.compare.same import compare
from archivists.keeping.summaries import entitled
from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import SpokenSentence, said_before, said_in, told
from archivists.statements.quotes import parted
from archivists.window.stale import Stale
from archivists.window.window import Window
from graph.values.changes import Change, ReplaceSummary
from graph.values.items import Author, Fact, Message, Summary

ARCHIVIST = "retelling"


def resummarise(window: Window, policy: RoundPolicy) -> list[Change]:
    """The stale summaries of the window, of the same members, without what holds no longer. Pure.

    One that holds summaries is told from what they say now; what stands above a summary that changes is stale next.
    With a conversation's summary its title and topics are renewed, unless a model gave them.
    """
    changes: list[Change] = []
    for each in window.stale:
        said = _said(each, policy)
        body = told(said, sentences_max=policy.summary_sentences_max, tokens_max=policy.summary_tokens_max)
        body = body or each.summary.body
        changes.append(ReplaceSummary(summary=each.summary.id, body=body, archivist=ARCHIVIST))
        if (over := each.conversation) is not None:
            called = entitled(window, over, said, policy, root=each.summary.id, body=body)
            if each.summary.author is Author.MODEL:
                called = replace(called, title=over.title or called.title, topics=over.topics)
            changes.append(replace(called, archivist=ARCHIVIST))
    return changes


def _said(stale: Stale, policy: RoundPolicy) -> list[SpokenSentence]:
    """What its members say that still holds."""
    bodies = [each.body for each in stale.members if isinstance(each, Summary)]
    messages = [each for each in stale.members if isinstance(each, Message)]
    spoken = [one for one in said_in(messages, policy) if not _is_gone(one.text, stale.gone)]
    return spoken + said_before(bodies, stale.summary.participants)


def _is_gone(text: str, gone: Sequence[Fact]) -> bool:
    return any(compare(text, parted(fact.body)[1]).is_duplicate for fact in gone)
