"""Processes that write one space of one server without a pause: each of them gets its turn."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from threading import Event
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from graph.index.space_index import SpaceIndex
from graph.intake.recognise import Line
from graph.knowledge import FREE_TRIES, KnowledgeGraph
from graph.store import neo4j_connection
from graph.store.backends import Login, open_store
from graph.store.verbs import Label, Op, PutNode, ReadDepth, Store
from graph.transfer.lines import pages
from graph.values.items import SPACE_ID, Role
from graph.values.write_plan import WritePlan
from tests.contract.ops import link, put

if TYPE_CHECKING:
    from tests.neo4j.server import Address

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WRITERS = 3
LINES_EACH = 40


Rivals = tuple[Store, Store, str]


@pytest.fixture
def rivals(neo4j_server: Address) -> Iterator[Rivals]:
    """Two stores on the server, as two processes have, and a space of theirs."""
    store, other = (open_store(neo4j_server.uri, login=neo4j_server.login) for _ in range(2))
    space = f"rivals {uuid4().hex[:8]}"
    yield store, other, space
    store.clear(space)
    store.close()
    other.close()


class Counted(KnowledgeGraph):
    """Counts how often each change was planned before it had landed."""

    tries: Counter[int]

    def _change(self, space, read, decide):  # type: ignore[no-untyped-def]
        count = 0

        def counted(plan: WritePlan) -> object:
            nonlocal count
            count += 1
            return decide(plan)

        answer = super()._change(space, read, counted)
        self.tries[count] += 1
        return answer


def write_lines(uri: str, login: Login | None, space: str, writer: int) -> Counter[int]:
    """All lines of one writer are stored; how many took one try, two tries, and so on."""
    knowledge = Counted(open_store(uri, login=login))
    knowledge.tries = Counter()
    for number in range(LINES_EACH):
        line = Line(role=Role.USER, sender="Ada", body=f"{writer}: boat {number} lies in Izmir.")
        knowledge.append(space, [line], chat=str(writer), now=NOW + timedelta(seconds=number))
    knowledge.close()
    return knowledge.tries


def test_who_waits_for_a_turn_is_not_broken_off(rivals: Rivals, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that waits for a turn to end comes after it at once; the server takes the two for no deadlock."""
    monkeypatch.setattr(neo4j_connection, "ABORTS_MAX", 0)
    monkeypatch.setattr(neo4j_connection, "RETRY_SECONDS", 0)
    store, other, space = rivals
    store.write(space, [put("m0")])
    writing: list[Future[int]] = []

    with ThreadPoolExecutor(1) as pool:

        def decide() -> list[Op]:
            writing.append(pool.submit(other.write, space, [put("m1")]))
            wait(writing, timeout=1)  # It cannot end before the turn.
            return [put("m2"), link("m2", "m2")]

        assert store.write_alone(space, decide) == 2
        assert [each.result() for each in writing] == [3]


def test_a_row_that_is_written_while_it_is_read_is_not_missed(rivals: Rivals) -> None:
    """Whoever reads all of a space finds each of its items, whatever others do to them meanwhile."""
    (store, other, space), count = rivals, 300
    store.write(space, [put(f"m{number}") for number in range(count)])
    is_over = Event()

    def rewrite() -> None:
        for number in cycle(range(count)):
            if is_over.is_set():
                return
            other.write(space, [put(f"m{number}")])

    with ThreadPoolExecutor(1) as pool:
        rewriting = pool.submit(rewrite)
        found = [found_in(store, space) for _ in range(100)]
        is_over.set()
        rewriting.result()
    assert {len(each) for each in found} == {count}


@pytest.mark.timeout(60)  # Where one thread reads what is for another, that one waits for good.
def test_threads_whose_transactions_fail_keep_out_of_each_others_way(rivals: Rivals) -> None:
    """A transaction that a constraint breaks off leaves the connection alone once another thread has it."""
    store, _, space = rivals
    store.write(space, [put("m0"), put("m1"), link("m0", "m1")])
    changes = store.since(space, 0)
    with ThreadPoolExecutor(8) as pool:
        assert not any([*pool.map(lambda _: store.load(space, changes), range(1_000))])
    assert found_in(store, space) == {"m0", "m1"}


def test_an_index_that_follows_a_writer_misses_nothing(rivals: Rivals) -> None:
    """A write is told before a server's indexes have all of its rows; what was not there is read the next time."""
    (store, other, space), count = rivals, 500
    store.write(space, [PutNode(Label.SPACE, SPACE_ID, {})])
    index = SpaceIndex(space)

    def write() -> None:
        for number in range(count):
            rows = [PutNode(Label.MESSAGE, f"{letter}{number}", {"terms": "a", "position": 0.0}) for letter in "mk"]
            other.write(space, [PutNode(Label.SPACE, SPACE_ID, {"next_id": number}), *rows])

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        while not writing.done():
            index.refresh(store)
        writing.result()
    index.refresh(store)
    assert len(index) == 2 * count


def found_in(store: Store, space: str) -> set[str]:
    """The ids of everything in the space."""
    return {node.id for page in pages(store, space, reading=ReadDepth.HEAD) for node in page.nodes}


def test_no_writer_starves(neo4j_server: Address, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that append without a pause store every line once, none after more tries than are promised."""
    space = f"rivals {uuid4().hex[:8]}"
    knowledge = KnowledgeGraph(open_store(neo4j_server.uri, login=neo4j_server.login))
    knowledge.create_space(space, now=NOW)

    with ProcessPoolExecutor(WRITERS, mp_context=get_context("spawn")) as pool:
        each = [*pool.map(partial(write_lines, neo4j_server.uri, neo4j_server.login, space), range(WRITERS))]

    with capsys.disabled():
        sys.stdout.write(f"\ntries of each writer's lines: {[dict(sorted(tries.items())) for tries in each]}\n")
    assert max(tries for counted in each for tries in counted) <= FREE_TRIES + 1
    said = [message.body for message in knowledge.messages(space, limit=1_000)]
    assert sorted(said) == sorted(f"{w}: boat {n} lies in Izmir." for w in range(WRITERS) for n in range(LINES_EACH))
    knowledge.close()
