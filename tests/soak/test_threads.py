"""Many threads on one space: they write, and read blocks meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

import pytest

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.items import Message, Role

SPACE = "soak"
START = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
THREADS = 16
CHATS = 4
SECONDS = 30.0


@pytest.mark.soak
def test_sixteen_threads_lose_nothing(tmp_path: Path) -> None:
    """For 30 seconds 16 threads append to four chats of a space and read blocks: each line is there once, in order."""
    knowledge = KnowledgeGraph(open_store(str(tmp_path / "memory.db")))
    knowledge.create_space(SPACE, now=START)
    until = perf_counter() + SECONDS

    with ThreadPoolExecutor(THREADS) as pool:
        counts = list(pool.map(lambda worker: _talk(knowledge, worker, until), range(THREADS)))

    stored = [message for chat in range(CHATS) for message in _chat(knowledge, chat)]
    for worker, count in enumerate(counts):
        own = sorted((each.id, each.body) for each in stored if each.sender == f"Worker{worker}")
        assert [body for _, body in own] == [_body(worker, number) for number in range(count)]
    assert len(stored) == sum(counts) == knowledge.space(SPACE).message_count
    assert knowledge.index(SPACE).message_count() == len(stored)
    assert len({message.id for message in stored}) == len(stored)
    assert min(counts) > 0
    knowledge.close()


def _talk(knowledge: KnowledgeGraph, worker: int, until: float) -> int:
    """Append and read until the time is up; how many lines were taken."""
    number = 0
    while perf_counter() < until:
        now = START + timedelta(seconds=number)
        said = Line(
            role=Role.USER, sender=f"Worker{worker}", body=_body(worker, number), external_id=f"{worker}/{number}"
        )
        chat = f"chat {worker % CHATS}"
        if number % 2:
            knowledge.append(SPACE, [said], chat=chat, now=now)
        else:
            turn = take_turn(knowledge, TurnRequest(space=SPACE, lines=(said,), chat=chat), now=now)
            assert turn.appended is not None
        request = TurnRequest(space=SPACE, chat=chat, query=f"What did Worker{worker} say?", record=False)
        assert take_turn(knowledge, request, now=now).appended is None
        number += 1
    return number


def _body(worker: int, number: int) -> str:
    return f"Worker{worker} has line {number} about the harbour of Ostrava."


def _chat(knowledge: KnowledgeGraph, chat: int) -> list[Message]:
    nodes = knowledge.store.find(SPACE, Label.MESSAGE, {"chat": f"chat {chat}"}, limit=1_000_000)
    return knowledge.messages(SPACE, chat=f"chat {chat}", limit=len(nodes))
