"""Kill -9 while messages are appended, again and again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event

import pytest

from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Message
from tests.house.source import ROOT
from tests.soak.appender import SPACE, START, line

KILLS = 50


@pytest.mark.soak
def test_what_was_acknowledged_survives_every_kill_once(tmp_path: Path) -> None:
    """After each of 50 kills the store holds what was acknowledged, and a resent history doubles nothing."""
    random, file = Random(0), tmp_path / "memory.db"
    acknowledged: dict[int, str] = {}

    for _ in range(KILLS):
        acknowledged |= _append_until_killed(file, len(acknowledged), random)

        count = len(acknowledged)
        knowledge = KnowledgeGraph(open_store(str(file)))
        before = _stored(knowledge)
        # Whether the line under way at the kill was stored is not known to the client: it sends it again.
        if count:
            knowledge.append(SPACE, [line(number) for number in range(count + 1)], now=START)
        after = _stored(knowledge)
        knowledge.close()
        assert [message.id for message in before[:count]] == [acknowledged[number] for number in range(count)]
        assert len(before) - count in (0, 1)
        if count:
            assert [message.body for message in after] == [line(number).body for number in range(count + 1)]
            acknowledged[count] = after[-1].id

    assert len(acknowledged) > 10 * KILLS


def _append_until_killed(file: Path, first: int, random: Random) -> dict[int, str]:
    """Start the client and kill it at a random moment, now and then before its first line; what it was told."""
    command = [sys.executable, "-m", "tests.soak.appender", str(file), str(first)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None and client.stderr is not None
        told = [client.stdout.readline() for _ in range(random.choice((0, 1, 5, 20, 60)))]
        Event().wait(random.uniform(0.0, 0.05))
        client.kill()
        told += client.stdout.readlines()
        errors = client.stderr.read()
    assert errors == ""
    whole = [answer.split() for answer in told if answer.endswith("\n")]
    return {int(number): id for number, id in whole}


def _stored(knowledge: KnowledgeGraph) -> list[Message]:
    return knowledge.messages(SPACE, limit=100_000) if SPACE in knowledge.spaces() else []
