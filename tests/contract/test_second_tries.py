"""A block gets one block for a second try, wherever the memory is kept, and whoever asks again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from context.block_profile import ASSISTANT
from context.draft_check import DraftCheck, DraftJudge, check_draft
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Store
from graph.values.doubtful_draft import DoubtfulDraft, DriftVerdict

if TYPE_CHECKING:
    from tests.neo4j.server import Address

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
DRIFTS = "Zelda won 500 medals on Mars."
_numbers = count()
_run = uuid4().hex[:8]


@pytest.fixture(params=["embedded", "server"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store in memory, and one on a server."""
    if request.param == "embedded":
        opened = open_store(":memory:")
    else:
        address: Address = request.getfixturevalue("neo4j_server")
        opened = open_store(address.uri, login=address.login)
    yield opened
    opened.close()


class Chat:
    """A space with a chat that has a block."""

    def __init__(self, store: Store) -> None:
        self.store, self.space, self.knowledge = store, f"tries {_run} {next(_numbers)}", KnowledgeGraph(store)
        self.knowledge.create_space(self.space, now=NOW)
        line = Line(role=Role.USER, sender="Ada", body="Where does Emre live?", sent_at=NOW)
        turn = take_turn(self.knowledge, TurnRequest(space=self.space, lines=(line,)), now=NOW)
        self.first = turn.block.id

    def check(self, draft: str = DRIFTS, block: str = "", judge: DraftJudge | None = None) -> DraftCheck:
        """The draft against the first block, or another one; each time by a process that has just started."""
        knowledge, given, now = KnowledgeGraph(self.store), block or self.first, NOW + timedelta(seconds=next(_numbers))
        return check_draft(knowledge, self.space, given, draft, profile=ASSISTANT, now=now, judge=judge)

    @property
    def blocks(self) -> set[str]:
        """All blocks that are kept."""
        return {node.id for node in self.store.find(self.space, Label.BLOCK, limit=10)}


def test_further_checks_with_the_first_block_give_no_other(store: Store) -> None:
    """The same draft, another that drifts, and one after that: all are second tries, and the block is named."""
    chat = Chat(store)

    found = chat.check()

    assert found.turn is not None and not found.is_second
    second = found.turn.block.id
    for draft in (DRIFTS, "Mars sent Zelda 700 flowers.", DRIFTS):
        again = chat.check(draft)
        assert (again.verdict, again.turn, again.is_second) == (DriftVerdict.INVENTED, None, True)
        assert again.second_block == found.second_block == second
    assert chat.check("", second).is_second and chat.check(DRIFTS, second).second_block == second
    assert chat.blocks == {chat.first, second}


def test_crash_leaves_one_second_try(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the write nothing has happened; after it the block is there, and the same request names it."""
    chat = Chat(store)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for verb, count_after in (("record_block", 1), ("access", 2)):
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(KnowledgeGraph, verb, killed)
            chat.check()
        assert len(chat.blocks) == count_after

    again = chat.check()
    assert (again.turn, again.is_second) == (None, True)
    assert chat.blocks == {chat.first, again.second_block}


def test_of_two_checks_at_a_time_one_gets_a_block(store: Store) -> None:
    """The slower one finds that the second try was had."""
    chat = Chat(store)
    faster: list[DraftCheck] = []

    def slow(space: str, doubtful: DoubtfulDraft, *, now: datetime) -> None:
        faster.append(chat.check("Mars sent Zelda 700 flowers."))

    slower = chat.check(judge=slow)

    assert faster[0].turn is not None
    assert (slower.turn, slower.is_second) == (None, True)
    assert chat.blocks == {chat.first, faster[0].turn.block.id}
