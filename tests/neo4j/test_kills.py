"""Kill -9 of the server while many write: nothing that was acknowledged is lost, nothing is there twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from random import Random
from threading import Event
from typing import TYPE_CHECKING

import pytest

from graph.errors import StoreUnavailable
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.soak.appender import REMEMBERED_LINES, SPACE, START, line

if TYPE_CHECKING:
    from tests.neo4j.server import Server

WRITERS = 8
SERVICES = 2  # Each has an index and a pool of its own, as if it were another process.
LINES_BETWEEN = 5 * WRITERS
SECONDS_MAX = 300  # for those lines, on a machine that does much else

Acknowledged = dict[str, list[str]]
"""The ids of the messages that each chat's writer was told, in order."""


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.soak)])
def test_what_was_acknowledged_survives_every_kill_once(neo4j_own: Callable[..., Server], kills: int) -> None:
    """Eight writers of one space go on by themselves after each restart; each message is there once, in order."""
    server = neo4j_own()
    services = [KnowledgeGraph(open_store(server.address.uri)) for _ in range(SERVICES)]
    services[0].create_space(SPACE, now=START)
    told: Acknowledged = {f"chat {writer}": [] for writer in range(WRITERS)}
    random, stop = Random(0), Event()

    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(write, services[n % SERVICES], chat, told[chat], stop) for n, chat in enumerate(told)]
        try:
            for _ in range(kills):
                wait_for_lines(told, writers)
                stop.wait(random.uniform(0.0, 0.05))
                server.kill()
                server.start()
            wait_for_lines(told, writers)
        finally:
            stop.set()
    for service in services:
        service.close()
    assert_each_is_there_once(server, told)


def write(service: KnowledgeGraph, chat: str, told: list[str], stop: Event) -> None:
    """Send the last lines with a new one until told to stop; what was not acknowledged is sent again."""
    while not stop.is_set():
        number = len(told)
        lines = [line(each) for each in range(max(0, number - REMEMBERED_LINES), number + 1)]
        try:
            told.append(service.append(SPACE, lines, chat=chat, now=START).messages[-1])
        except StoreUnavailable:
            stop.wait(0.05)


def wait_for_lines(told: Acknowledged, writers: list[Future[None]]) -> None:
    """Every writer has been told of a line since, and all together of enough that a kill meets them at work.

    Raises what a writer died of.
    """
    before = {chat: len(ids) for chat, ids in told.items()}
    for _ in range(SECONDS_MAX * 20):
        gained = [len(ids) - before[chat] for chat, ids in told.items()]
        if min(gained) >= 1 and sum(gained) >= LINES_BETWEEN:
            return
        for died in wait(writers, 0.05, FIRST_COMPLETED).done:
            died.result()
    pytest.fail(f"in {SECONDS_MAX} s the writers got no further than {gained}")


def assert_each_is_there_once(server: Server, told: Acknowledged) -> None:
    """A store opened anew holds what was acknowledged, at most one line more for each chat, and no line twice."""
    service = KnowledgeGraph(open_store(server.address.uri))
    for chat, ids in told.items():
        messages = service.messages(SPACE, chat=chat, limit=100_000)

        assert [message.id for message in messages][: len(ids)] == ids
        assert len(messages) - len(ids) in (0, 1)
        assert [message.body for message in messages] == [line(number).body for number in range(len(messages))]
    service.close()
