"""Free text is asked for with the tries of every question, noted before it is made, and paid for once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.paid_replies import CallBook, SpaceBook, Teller
from archivists.models.provider import PromptMessage, Request
from archivists.transcripts.archive import Archive
from graph.errors import ModelError
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.ledger import calls_of
from graph.values.call_outcome import CallOutcome
from tests.archivists.scripted import BUSY, DOWN, NO_KEY, Scripted

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ASKED = Request(purpose="quote", lines=(PromptMessage("user", "What was it like?"),), tokens_max=50)


def teller(book: CallBook, waits: list[float] | None = None) -> Teller:
    """One that waits for nothing."""
    return Teller(book, "test", lambda: NOW, wait=(waits if waits is not None else []).append)


@pytest.fixture
def knowledge() -> KnowledgeGraph:
    """A graph with a space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("ada", now=NOW)
    return graph


@pytest.fixture(params=["folder", "space"])
def book(request: pytest.FixtureRequest, tmp_path: Path, knowledge: KnowledgeGraph) -> CallBook:
    """The ledger of a folder, and that of a space."""
    if request.param == "space":
        return SpaceBook(knowledge, "ada", governor(knowledge, calls=10))
    archive = Archive(tmp_path / "archive")
    archive.make()
    return archive


def governor(knowledge: KnowledgeGraph, *, calls: int) -> Governor:
    """One that lets so many calls pass."""
    ceiling = Ceiling(calls, 1_000_000)
    return Governor(knowledge.store, Ceilings(space=ceiling, total=ceiling))


def test_the_same_prompt_is_paid_for_once(book: CallBook) -> None:
    """A reply is kept, thoughts left out, and given again to the same words."""
    model = Scripted("<think>hm</think> Dark, and quiet. ", "Never said.")

    first, again = (teller(book).tell(model, ASKED) for _ in range(2))

    assert first.body == "Dark, and quiet." and again == first and len(model.asked) == 1
    assert (first.tokens_in, first.tokens_out, first.cost, first.purpose) == (100, 20, 0.001, "quote")


def test_failures_are_tried_again(book: CallBook) -> None:
    """Three times, with longer waits; a refusal is not repeated."""
    waits: list[float] = []

    assert teller(book, waits).tell(Scripted(DOWN, "", "Quiet."), ASKED).body == "Quiet."
    assert waits == [2.0, 4.0]
    for failure, told in (
        (DOWN, "after 3 of 3"),
        (NO_KEY, "after 1 of 3"),
        (replace(BUSY, retry_after_seconds=8.0), "is busy.*try again at 09:30:08"),
    ):
        with pytest.raises(ModelError, match=told):
            teller(book).tell(
                Scripted(failure), Request(purpose=told, lines=(PromptMessage("user", told),), tokens_max=9)
            )


def test_calls_of_a_space_are_under_its_ceilings(knowledge: KnowledgeGraph) -> None:
    """Each call is counted in the space; above the ceiling it says when to come back."""
    book = SpaceBook(knowledge, "ada", governor(knowledge, calls=1))
    teller(book).tell(Scripted("Quiet."), ASKED)

    with pytest.raises(ModelError, match="try again at 10:00:00"):
        teller(book).tell(Scripted("Loud."), Request(purpose="x", lines=(PromptMessage("user", "?"),), tokens_max=9))

    (call,) = calls_of(knowledge, "ada")
    assert (call.purpose, call.outcome, call.asked_by) == ("quote", CallOutcome.ANSWERED, "test")
    own, _ = governor(knowledge, calls=1).meters("ada", now=NOW + timedelta(minutes=1))
    assert (own.calls, own.tokens) == (1, 120)


def test_a_ledger_that_was_cut_off_is_read(tmp_path: Path) -> None:
    """A line that a killed process has half written is passed over, and ids go on behind it."""
    archive = Archive(tmp_path / "archive")
    archive.make()
    teller(archive).tell(Scripted("Quiet."), ASKED)
    ledger = tmp_path / "archive/calls.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"id": "t2", "purp\n')

    again = Archive(tmp_path / "archive")
    again.make()
    teller(again).tell(Scripted("Loud."), Request(purpose="x", lines=(PromptMessage("user", "?"),), tokens_max=9))

    assert [(call.purpose, call.outcome) for call in again.calls()] == [
        ("quote", CallOutcome.ANSWERED),
        ("x", CallOutcome.ANSWERED),
    ]
