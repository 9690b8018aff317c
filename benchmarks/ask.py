"""A fresh process that asks one space and tells how long that took; `benchmarks.curves` starts it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from time import perf_counter

from benchmarks.resident import resident_of
from benchmarks.spaces import CHAT
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

WARM_UP = 5
HITS = 64  # as many as a block asks its index for


@dataclass(frozen=True, slots=True)
class Answers:
    """Milliseconds, one for each question, and the memory that the process holds afterwards."""

    cold: Sequence[float]  # the first block of a store just opened
    blocks: Sequence[float]  # nothing written
    words: Sequence[float]  # the search alone
    appends: Sequence[float]
    items_count: int
    resident_mb: float
    own_mb: float


def ask(uri: str, space: str, *, questions: Sequence[str], lines: Sequence[str], now: datetime) -> Answers:
    """Ask the space each question, and append each line."""
    knowledge = KnowledgeGraph(open_store(uri))

    def block(question: str) -> None:
        request = TurnRequest(space=space, chat=CHAT, query=question, visible=10, record=False)
        take_turn(knowledge, request, now=now)

    cold = _times(block, questions[:1])
    blocks = _times(block, questions)[WARM_UP:]
    index = knowledge.index(space)
    words = _times(lambda question: index.search_words(question, HITS), questions)[WARM_UP:]
    at = iter(now + timedelta(minutes=number) for number in range(len(lines)))

    def append(body: str) -> None:
        said_at = next(at)
        line = Line(role=Role.USER, sender="Maren", body=body, sent_at=said_at)
        knowledge.append(space, [line], chat=CHAT, now=said_at)

    appends = _times(append, lines)[WARM_UP:]
    answers = Answers(cold, blocks, words, appends, len(index), *resident_of("self"))
    knowledge.close()
    return answers


def _times(do: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    times = []
    for text in texts:
        started = perf_counter()
        do(text)
        times.append((perf_counter() - started) * 1000)
    return times


if __name__ == "__main__":
    given = json.load(sys.stdin)
    found = ask(**{**given, "now": datetime.fromisoformat(given["now"])})
    json.dump(asdict(found), sys.stdout)
