"""`python -m benchmarks.failures FOLDERS --draw 130`: a sample of questions whose evidence is not all shown.

Prints ids only: the space, the number of the question in its file, and the missing evidence with its rank.
`--show` also prints what a reader needs: question, answer, evidence and block. Nothing is kept.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from api.commands.opening import opened, settings_with
from api.wiring import utc_now
from benchmarks.retrieval.folder import Asked, Folder, read_folders
from benchmarks.retrieval.measure import EXCERPTS, VISIBLE, prepare, ranked_messages
from benchmarks.retrieval.shown import Shown
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph

BUDGET_TOKENS = 1024
BESIDE = 1  # Lines before and after the evidence that are shown with it.


@dataclass(frozen=True, slots=True)
class Failure:
    """A question, and the part of its evidence that excerpts of 1,024 tokens do not show."""

    folder: Folder
    number: int
    turn: Turn
    missing: Mapping[str, int]  # evidence -> its rank among the messages, 0: not ranked

    @property
    def asked(self) -> Asked:
        """The question itself."""
        return self.folder.questions[self.number]

    @property
    def lot(self) -> bytes:
        """The key by which it is drawn: the question's hash, which no change of the code can alter."""
        return blake2b(f"{self.folder.name}\n{self.asked.question}".encode(), digest_size=8).digest()


def failures(knowledge: KnowledgeGraph, folder: Folder) -> Iterator[Failure]:
    """Every question of the folder that fails, in its order."""
    ids, after = prepare(knowledge, folder, rounds=False, now=utc_now())
    texts = {ids[told.id]: told.line for told in folder.messages}
    for number, asked in enumerate(folder.questions):
        turn = _turn(knowledge, folder.name, asked, after)
        shown = Shown(knowledge, folder.name, turn, asked)
        ranks = {id: rank for rank, id in enumerate(ranked_messages(turn), 1)}
        missing = {id: ranks.get(ids[id], 0) for id in asked.evidence if not shown.holds(ids[id], texts[ids[id]])}
        if missing:
            yield Failure(folder, number, turn, missing)


def _turn(knowledge: KnowledgeGraph, space: str, asked: Asked, after: datetime) -> Turn:
    request = TurnRequest(
        space=space,
        chat=asked.conversation or "",
        query=asked.question,
        visible=VISIBLE if asked.conversation is not None else 0,
        budget_tokens=BUDGET_TOKENS,
        record=False,
    )
    return take_turn(knowledge, request, profile=EXCERPTS, now=asked.at or after)


def _told(failure: Failure) -> str:
    """One line of ids."""
    missing = ", ".join(f"{id} ({rank})" for id, rank in failure.missing.items())
    parts = (failure.folder.name, failure.number, failure.asked.category, len(failure.asked.evidence), missing)
    return "\t".join(map(str, parts)) + "\n"


def _whole(failure: Failure) -> Iterator[str]:
    """What a reader needs besides: question, answer, the evidence with the lines beside it, and the block."""
    yield f"Q: {failure.asked.question}\nA: {failure.asked.answer}\n"
    messages = failure.folder.messages
    for id in failure.asked.evidence:
        at = next(place for place, told in enumerate(messages) if told.id == id)
        for told in messages[max(0, at - BESIDE) : at + BESIDE + 1]:
            mark = "   " if told.id != id else "-->" if id in failure.missing else " ok"
            yield f"{mark} {told.id} {told.line.sent_at or ''} {told.line.speaker}: {told.line.body}\n"
    yield failure.turn.block.body


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="folders of `remembrancer bench convert`")
    parser.add_argument("--draw", type=int, default=130)
    parser.add_argument("--embedder")
    parser.add_argument("--store", default=":memory:")
    parser.add_argument("--show", action="store_true", help="question, answer, evidence and block, too")
    given = parser.parse_args()
    with opened(settings_with(store=given.store, embedder=given.embedder), read_only=False, makes=True) as service:
        folders = read_folders(given.paths)
        found = [failure for folder in folders for failure in failures(service.knowledge, folder)]
    say = sys.stdout.write
    say(f"{len(found)} of {sum(len(folder.questions) for folder in folders)} questions fail\n")
    for failure in sorted(found, key=lambda failure: failure.lot)[: given.draw]:
        say(_told(failure))
        if given.show:
            say("".join(_whole(failure)))


if __name__ == "__main__":
    main()
