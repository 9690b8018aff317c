"""Messages of an older store or export get the days that they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, PutNode
from graph.text.days import Days
from graph.transfer.lines import export_space, import_space
from graph.upkeep import time_reading
from graph.upkeep.time_reading import read_times
from graph.values.items import SPACE_ID, Message, Role

SAID = datetime(2023, 10, 4, 12, tzinfo=UTC)  # A Wednesday.
BODIES = ["Yesterday I swam.", "Hello!", "It was on 1/23/2024.", "And on 1/2/2024.", "We moved last month."]


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A graph as an older version wrote it: its messages have no days."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=SAID)
    lines = [Line(role=Role.USER, body=body, sent_at=SAID) for body in BODIES]
    appended = graph.append("home", [*lines, Line(role=Role.USER, body="Tomorrow!")], now=SAID)
    graph.store.write("home", [PutNode(Label.MESSAGE, id, {"speaks_of": None}) for id in appended.messages])
    graph.store.write("home", [PutNode(Label.SPACE, SPACE_ID, {"times_version": None, "is_day_first": None})])
    yield graph
    graph.close()


def days(knowledge: KnowledgeGraph) -> list[tuple[str, ...]]:
    """What each message speaks of."""
    return [message.speaks_of for message in knowledge.messages("home", limit=10)]


def test_each_message_is_read_once(knowledge: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page after page; then the space says that it is done, and nothing is written any more."""
    monkeypatch.setattr(time_reading, "PAGE", 2)

    assert read_times(knowledge, "home") == 4
    assert days(knowledge) == [("2023-10-03",), (), ("2024-01-23",), ("2024-01-02",), ("2023-09-01/2023-09-30",), ()]

    seq = knowledge.store.seq("home")

    assert read_times(knowledge, "home") == 0
    assert knowledge.store.seq("home") == seq


def test_the_index_knows_them_at_once(knowledge: KnowledgeGraph) -> None:
    """It reads what was written."""
    swam = [Days.parsed("2023-10-03")]
    assert knowledge.index("home").search_times([], swam, (8, 8)) == []

    read_times(knowledge, "home")

    assert len(knowledge.index("home").search_times([], swam, (8, 8))) == 1


def test_an_export_of_before_is_read_after_its_import(knowledge: KnowledgeGraph) -> None:
    """And one of today brings its days with it."""
    import_space(knowledge.store, list(export_space(knowledge.store, "home")), space="old")
    assert read_times(knowledge, "old") == 4

    import_space(knowledge.store, list(export_space(knowledge.store, "old")), space="new")

    assert read_times(knowledge, "new") == 0
    assert [node.properties.get("speaks_of") for node in knowledge.store.find("new", Label.MESSAGE, limit=10)] == [
        ("2023-10-03",), None, ("2024-01-23",), ("2024-01-02",), ("2023-09-01/2023-09-30",), None
    ]  # fmt: skip


def test_a_new_space_has_nothing_to_be_read(knowledge: KnowledgeGraph) -> None:
    """Its messages are read as they come."""
    knowledge.create_space("young", now=SAID)
    knowledge.append("young", [Line(role=Role.USER, body="Yesterday I swam.")], now=SAID)

    [message] = knowledge.messages("young", limit=1)

    assert isinstance(message, Message) and message.speaks_of == ("2023-10-03",)
    assert read_times(knowledge, "young") == 0
