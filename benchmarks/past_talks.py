"""How long recall takes in a space with many complete conversations: `python -m benchmarks.past_talks 100000`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from context.recall.recalling import RecallRequest, recall
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Op
from graph.values.items import Conversation, ConversationStatus, Message, Role, Summary
from graph.values.puts import put

START = datetime(2020, 1, 1, tzinfo=UTC)
WORDS = 20_000
LINE_WORDS = 25
LINES = 4
ASKED = 200
PAGE = 500
SYLLABLES = ["ka", "lo", "mi", "ter", "sun", "bar", "ve", "ti", "no", "pel", "gra", "dos", "shi"]


def main(conversations: int, store: str = "") -> None:
    """Fill a store, and ask it what was talked about."""
    random = Random(7)
    words = ["".join(random.choices(SYLLABLES, k=random.randint(2, 4))) for _ in range(WORDS)]
    # As in real languages, a few words are in most talks and most words are in few.
    weights = [*accumulate(1 / (rank + 10) for rank in range(WORDS))]

    def said(count: int) -> str:
        return " ".join(random.choices(words, cum_weights=weights, k=count))

    with TemporaryDirectory() as folder:
        knowledge = KnowledgeGraph(open_store(store or str(Path(folder) / "memory.db")))
        knowledge.create_space("s", now=START)
        begun = perf_counter()
        for first in range(0, conversations, PAGE):
            page = range(first, min(first + PAGE, conversations))
            knowledge.store.write("s", [op for number in page for op in _past(number, said)])
        filled = perf_counter()
        knowledge.index("s")
        built = perf_counter()
        sys.stdout.write(
            f"{conversations:,} conversations: filled in {filled - begun:.0f} s, index in {built - filled:.1f} s\n"
        )
        kinds: dict[str, int] = {}
        took: list[float] = []
        worked: list[float] = []
        for _ in range(ASKED):
            text = f"What did we say about {said(2)}?"
            before, before_work = perf_counter(), thread_time()
            outcome = recall(
                knowledge, RecallRequest(space="s", text=text), offer=None, now=START + timedelta(days=2_000)
            )
            took.append((perf_counter() - before) * 1000)
            worked.append((thread_time() - before_work) * 1000)
            kinds[type(outcome).__name__] = kinds.get(type(outcome).__name__, 0) + 1
        for name, found in (("took", sorted(took)), ("of it at work", sorted(worked))):
            p50, p95 = found[ASKED // 2], found[ASKED * 95 // 100]
            sys.stdout.write(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, max {found[-1]:.1f} ms\n")
        sys.stdout.write(f"{kinds}\n")
        knowledge.close()


def _past(number: int, said: object) -> Iterator[Op]:
    """A complete conversation of four lines with its summary."""
    assert callable(said)
    at = START + timedelta(minutes=number * 20)
    id, position = f"c{number:08d}", at.timestamp() * 1000
    ends = {"first_position": position, "last_position": position, "message_count": LINES}
    yield put(
        Conversation(
            id=id,
            chat="",
            status=ConversationStatus.COMPLETE,
            started_at=at,
            last_at=at,
            title=said(6),
            topics=(said(1), said(1), said(1)),
            summary=f"s{number:08d}",
            **ends,  # type: ignore[arg-type]
        )
    )
    yield put(
        Summary(id=f"s{number:08d}", level=1, body=said(30), conversation=id, first_at=at, last_at=at, **ends)  # type: ignore[arg-type]
    )
    for line in range(LINES):
        role = Role.ASSISTANT if line % 2 else Role.USER
        yield put(
            Message(
                id=f"m{number:08d}{line}",
                conversation=id,
                chat="",
                sender=str(role),
                role=role,
                body=said(LINE_WORDS),
                sent_at=at,
                position=position + line,
                digest="",
                container=f"s{number:08d}",
            )
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
