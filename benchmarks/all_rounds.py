"""Rounds of one space, one after the other: benchmarks and tests do by themselves what workers do in a service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from archivists.models.asking import Asker
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import ARCHIVISTS, AnyArchivist
from archivists.rounds.round import RoundReport, run_round
from graph.knowledge import KnowledgeGraph


def run_rounds(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    archivists: Sequence[AnyArchivist] = ARCHIVISTS,
    asker: Asker | None = None,
) -> list[RoundReport]:
    """Do rounds until nothing is left to do, or another worker has the lease."""
    reports: list[RoundReport] = []
    while report := run_round(
        knowledge, space, owner=owner, now=now, policy=policy, archivists=archivists, asker=asker
    ):
        if not report.is_any:
            break
        reports.append(report)
    return reports
