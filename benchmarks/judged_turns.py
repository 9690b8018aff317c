"""How much usefulness helps in real turns: half of each space's questions are asked and judged, then the other half.

`python -m benchmarks.judged_turns SET…` takes a folder for each set, as `remembrancer bench convert` makes them. Every
second question is a turn of a chat of its own, which is stored with its block of messages. Their verdicts come through
the door that callers use: the evidence that was shown was used. The other questions are asked without storing anything.
Printed is their nDCG@10 without and with the verdicts; what was stored is the same. Weights are not learned here.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from benchmarks.learning import AT
from benchmarks.retrieval.folder import Asked, Folder, read_folders
from benchmarks.retrieval.measure import EXCERPTS, prepare, ranked_messages
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.caller_verdicts import Feedback, judge_block
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role
from graph.values.score_terms import exposure

NOW = datetime(2026, 1, 1, tzinfo=UTC)  # For messages without a time.
BETWEEN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Reached:
    """The nDCG@10 of one question before any verdict and after all of them."""

    unjudged: float
    judged: float


def main() -> None:
    """Ask, judge, ask again and print."""
    parser = ArgumentParser(prog="python -m benchmarks.judged_turns", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    given = parser.parse_args()
    print("| set | questions | without verdicts | with verdicts | better | worse |")  # noqa: T201 - A script's answer.
    print("| --- " * 6 + "|")  # noqa: T201
    for path in given.sets:
        found = [one for folder in read_folders([path]) for one in reached_in(folder)]
        before, after = np.array([one.unjudged for one in found]), np.array([one.judged for one in found])
        means = f"{100 * before.mean():.1f} | {100 * after.mean():.1f}"
        counts = f"{(after > before).sum()} | {(after < before).sum()}"
        print(f"| {path.name} | {len(found)} | {means} | {counts} |", flush=True)  # noqa: T201


def reached_in(folder: Folder) -> Iterator[Reached]:
    """What the questions of a folder that were not judged reach."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    ids, now = prepare(knowledge, folder, rounds=False, now=NOW)
    questions = [one for one in folder.questions if one.evidence]
    blocks: list[tuple[str, list[str]]] = []
    for number, asked in enumerate(questions[::2]):
        now += BETWEEN
        lines = (Line(role=Role.USER, body=asked.question),)
        request = TurnRequest(space=folder.name, lines=lines, chat=f"asked {number}", visible=0)
        turn = take_turn(knowledge, request, profile=EXCERPTS, now=now)
        evidence = {ids[each] for each in asked.evidence}
        blocks.append((turn.block.id, [item.id for item in turn.items if item.id in evidence]))
    told = frozenset(ids.values())
    before = [_ndcg(knowledge, folder.name, one, ids, told, now) for one in questions[1::2]]
    for block, used in blocks:
        judge_block(knowledge, folder.name, block, Feedback(used=used), now=now)
    after = [_ndcg(knowledge, folder.name, one, ids, told, now) for one in questions[1::2]]
    knowledge.close()
    yield from map(Reached, before, after)


def _ndcg(
    knowledge: KnowledgeGraph, space: str, asked: Asked, ids: Mapping[str, str], told: frozenset[str], now: datetime
) -> float:
    """How near the top a question's evidence is among the first ten messages of the set."""
    request = TurnRequest(space=space, query=asked.question, visible=0, record=False)
    ranked = [id for id in ranked_messages(take_turn(knowledge, request, profile=EXCERPTS, now=now)) if id in told]
    evidence = {ids[each] for each in asked.evidence}
    found = sum(exposure(rank) for rank, id in enumerate(ranked[:AT], start=1) if id in evidence)
    return found / sum(exposure(rank) for rank in range(1, min(AT, len(evidence)) + 1))


if __name__ == "__main__":
    main()
