"""Talk replayed line by line as if it happened now: lines come at their times, and rounds when they are due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Model, Purpose
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import run_round
from benchmarks.all_rounds import run_rounds
from benchmarks.retrieval.folder import Folder
from benchmarks.retrieval.measure import AFTERWARDS
from graph.embedders.choice import open_embedder
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import embed_backlog
from graph.upkeep.ledger import Cost, calls_of, costs_of

NO_CEILING = Ceiling(calls=1_000_000, tokens=1_000_000_000)
ROUNDS = RoundPolicy()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A space into which a talk was replayed, and what its rounds have cost."""

    knowledge: KnowledgeGraph
    folder: Folder
    ids: Mapping[str, str]
    after: datetime
    costs: Sequence[Cost]
    lost: Sequence[str] = ()  # what of the model's answers was not kept, with the reasons


def replayed(folder: Folder, model: Model | None, *, embedder: str, rounds: bool) -> Replayed:
    """Replay the talk in a store of its own."""
    knowledge = KnowledgeGraph(open_store(":memory:"), open_embedder(embedder))
    return replayed_in(knowledge, folder, model, rounds=rounds)


def replayed_in(knowledge: KnowledgeGraph, folder: Folder, model: Model | None, *, rounds: bool) -> Replayed:
    """Append every line at its time to a new space, and do each round when it is due, the last ones a day later.

    Raises Conflict if there is such a space, and BadInput if the first line has no time.
    """
    asker = None
    if model is not None:
        ceilings = Ceilings(space=NO_CEILING, total=NO_CEILING)
        asker = Asker(knowledge, dict.fromkeys(Purpose, model), Governor(knowledge.store, ceilings))
    first = folder.messages[0].line.sent_at
    if first is None:
        raise BadInput(f"the first message of {folder.name} has no time, expected one: a talk is replayed by its times")
    knowledge.create_space(folder.name, now=first)
    ids: dict[str, str] = {}
    now = first
    lost: list[str] = []
    for told in folder.messages:
        now = told.line.sent_at or now
        if rounds:
            lost += _do_due(knowledge, folder.name, now, asker)
        ids[told.id] = knowledge.append(folder.name, [told.line], chat=told.conversation, now=now).messages[0]
    after = now + AFTERWARDS
    if rounds:
        for report in run_rounds(knowledge, folder.name, owner="replay", now=after, policy=ROUNDS, asker=asker):
            lost += report.lost
    while embed_backlog(knowledge, folder.name):
        pass
    return Replayed(knowledge, folder, ids, after, costs_of(calls_of(knowledge, folder.name)), lost)


def _do_due(knowledge: KnowledgeGraph, space: str, now: datetime, asker: Asker | None) -> list[str]:
    """Do the rounds that are due; return what of the model's answers they did not keep."""
    lost: list[str] = []
    while is_due(knowledge, space, now=now, policy=ROUNDS, asker=asker):
        report = run_round(knowledge, space, owner="replay", now=now, policy=ROUNDS, asker=asker)
        if report is None or not report.is_any:
            break  # What is left waits for a call.
        lost += report.lost
    return lost
