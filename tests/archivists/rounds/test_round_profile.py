"""Rounds of some archivists only."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from archivists.keeping.facts import FACTS
from archivists.keeping.key_info import KEY_INFO
from archivists.keeping.summaries import SUMMARIES
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round_profile import RoundProfile
from benchmarks.all_rounds import run_rounds
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import item_of
from graph.values.items import AppliedChange
from tests.archivists.rounds.test_round import story

OPEN = RoundPolicy(silent_conversations_max=0)
"""Rounds that leave conversations open."""


def test_all_archivists_ask_for_everything() -> None:
    """The models of all three questions have work, unless a profile leaves their archivists out."""
    assert RoundProfile().purposes == {Purpose.READ, Purpose.LINK, Purpose.WRITE}
    assert RoundProfile(archivists=(FACTS, KEY_INFO), policy=OPEN).purposes == {Purpose.READ}
    assert RoundProfile(archivists=(SUMMARIES,)).purposes == frozenset()


def test_conversations_that_nobody_completes_make_no_round_due() -> None:
    """Such rounds would have nothing to do and be due at once again, so the profile is refused at birth."""
    with pytest.raises(BadInput, match="silent_conversations_max is 20, expected 0"):
        RoundProfile(archivists=(FACTS,))


def test_only_these_archivists_work(now: datetime) -> None:
    """What the others would do is not done, and no round is due again."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    knowledge.append("a", story(30, now), now=now)
    profile, later = RoundProfile(archivists=(KEY_INFO,), policy=OPEN), now + timedelta(days=9)

    reports = run_rounds(knowledge, "a", owner="me", now=later, policy=profile.policy, archivists=profile.archivists)

    assert sum(report.messages for report in reports) == 30
    changes = [item_of(node, AppliedChange) for node in knowledge.store.find("a", Label.CHANGE, limit=99)]
    assert {change.archivist for change in changes} == {"key_info"}
    assert knowledge.store.find("a", Label.SUMMARY, limit=1) == []
    assert not is_due(knowledge, "a", now=later, policy=profile.policy)
    knowledge.close()
