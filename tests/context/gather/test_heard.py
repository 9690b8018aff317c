"""What the assistant sees anyway, and from where on."""

from __future__ import annotations

from datetime import UTC, datetime

from context.exchange import TurnRequest, VisibleFrom
from context.gather.heard import Spoken, visible_of
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
LINES = tuple(Line(role=Role.USER, sender="Ada", body=f"line {number}") for number in range(4))


def request(lines: tuple[Line, ...], *, visible: int | None, chat: str = "") -> TurnRequest:
    """A request with these lines."""
    return TurnRequest(space="s", chat=chat, lines=lines, visible=visible)


def stored() -> tuple[KnowledgeGraph, tuple[str, ...]]:
    """A chat of the four lines."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=NOW)
    return knowledge, knowledge.append("s", LINES, now=NOW).messages


def test_lines_sent_are_what_is_visible() -> None:
    """Unless told otherwise the assistant sees exactly the request, stored or not."""
    knowledge, ids = stored()

    sight = visible_of(knowledge, request(LINES[2:], visible=None), (ids[2], None))

    assert sight.ids == {ids[2]}
    assert sight.lines == (Spoken("Ada", "line 2"), Spoken("Ada", "line 3"))
    assert sight.first == VisibleFrom(ids[2], 0)


def test_fewer_than_sent_are_the_last_of_them() -> None:
    """A client may send more than it will show; the index says where to cut."""
    knowledge, ids = stored()

    sight = visible_of(knowledge, request(LINES, visible=1), ids)

    assert (sight.ids, sight.first) == ({ids[3]}, VisibleFrom(ids[3], 3))


def test_more_than_sent_reaches_back_into_the_chat() -> None:
    """Stored lines before the request are visible too; a new line that is not stored counts as one of them."""
    knowledge, ids = stored()
    new = Line(role=Role.USER, sender="Ada", body="new")

    sight = visible_of(knowledge, request((LINES[3], new), visible=3), (ids[3], None))

    assert sight.ids == {ids[2], ids[3]}
    assert [line.body for line in sight.lines] == ["line 2", "line 3", "new"]
    assert sight.first == VisibleFrom(ids[2], None)


def test_first_visible_line_may_be_in_the_request() -> None:
    """When the stored part begins with a line that was sent, its place is known."""
    knowledge, ids = stored()

    sight = visible_of(knowledge, request(LINES, visible=9), ids)

    assert sight.first == VisibleFrom(ids[0], 0)


def test_nothing_is_visible_in_a_new_chat() -> None:
    """Other chats don't count, nor does an empty request."""
    knowledge, _ = stored()

    for visible in (None, 0, 7):
        sight = visible_of(knowledge, request((), visible=visible, chat="elsewhere"), ())
        assert (sight.ids, sight.lines, sight.first) == (frozenset(), (), None)


def test_lines_of_a_new_chat_are_visible_unstored() -> None:
    """With nothing stored, the first of the lines is where the visible part begins."""
    knowledge, _ = stored()

    sight = visible_of(knowledge, request(LINES, visible=7, chat="elsewhere"), (None,) * 4)

    assert (sight.ids, len(sight.lines), sight.first) == (frozenset(), 4, VisibleFrom("", 0))
