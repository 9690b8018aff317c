"""What the assistant sees anyway, and from where on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from context.exchange import Turn, TurnRequest, VisibleFrom
from context.gather.received import Spoken, Visible, visible_of
from context.turn import take_turn
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import DropNode, Label, Op, PutNode, Store
from graph.values.items import Role
from tests.context.scenes import harbour, turn_given_ahead

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
ASKED = TurnRequest(
    space="harbour",
    lines=(Line(role=Role.USER, sender="Mara", body="Should I give Brona the ledger, Pell?", world_time=3004.0),),
    visible=3,
    budget_tokens=700,
)
LINES = tuple(Line(role=Role.USER, sender="Ada", body=f"line {number}") for number in range(4))


def request(lines: tuple[Line, ...], *, visible: int | None, chat: str = "") -> TurnRequest:
    """A request with these lines."""
    return TurnRequest(space="s", chat=chat, lines=lines, visible=visible)


def stored() -> tuple[KnowledgeGraph, tuple[str, ...]]:
    """A chat of the four lines."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=NOW)
    return knowledge, knowledge.append("s", LINES, now=NOW).messages


def seen(knowledge: KnowledgeGraph, request: TurnRequest, known: Sequence[str | None]) -> Visible:
    """What is visible to the assistant."""
    return visible_of(knowledge.store, knowledge.index("s"), request, known)


def test_what_was_answered_before_is_no_history_of_a_second_try() -> None:
    """A line that is sent once more is answered anew: what followed it is neither shown nor counted."""
    knowledge, ids = stored()
    knowledge.append("s", (*LINES, Line(role=Role.ASSISTANT, body="Harbour seals, mostly.")), now=NOW)

    turn = take_turn(knowledge, TurnRequest(space="s", lines=LINES[1:], budget_tokens=500), now=NOW)

    assert "seals" not in turn.block.body
    assert turn.appended is not None and turn.appended.messages == ids[1:]


def test_lines_sent_are_what_is_visible() -> None:
    """Unless told otherwise the assistant sees exactly the request, stored or not."""
    knowledge, ids = stored()

    sight = seen(knowledge, request(LINES[2:], visible=None), (ids[2], None))

    assert sight.ids == {ids[2]}
    assert sight.lines == (Spoken("Ada", "line 2"), Spoken("Ada", "line 3"))
    assert sight.first == VisibleFrom(ids[2], 0)


def test_fewer_than_sent_are_the_last_of_them() -> None:
    """A client may send more than it will show; the index says where to cut."""
    knowledge, ids = stored()

    sight = seen(knowledge, request(LINES, visible=1), ids)

    assert (sight.ids, sight.first) == ({ids[3]}, VisibleFrom(ids[3], 3))


def test_more_than_sent_reaches_back_into_the_chat() -> None:
    """Stored lines before the request are visible too; a new line that is not stored counts as one of them."""
    knowledge, ids = stored()
    new = Line(role=Role.USER, sender="Ada", body="new")

    sight = seen(knowledge, request((LINES[3], new), visible=3), (ids[3], None))

    assert sight.ids == {ids[2], ids[3]}
    assert [line.body for line in sight.lines] == ["line 2", "line 3", "new"]
    assert sight.first == VisibleFrom(ids[2], None)


def test_first_visible_line_may_be_in_the_request() -> None:
    """When the stored part begins with a line that was sent, its place is known."""
    knowledge, ids = stored()

    sight = seen(knowledge, request(LINES, visible=9), ids)

    assert sight.first == VisibleFrom(ids[0], 0)


def test_nothing_is_visible_in_a_new_chat() -> None:
    """Other chats don't count, nor does an empty request."""
    knowledge, _ = stored()

    for visible in (None, 0, 7):
        sight = seen(knowledge, request((), visible=visible, chat="elsewhere"), ())
        assert (sight.ids, sight.lines, sight.first) == (frozenset(), (), None)


def test_lines_of_a_new_chat_are_visible_unstored() -> None:
    """With nothing stored, the first of the lines is where the visible part begins."""
    knowledge, _ = stored()

    sight = seen(knowledge, request(LINES, visible=7, chat="elsewhere"), (None,) * 4)

    assert (sight.ids, len(sight.lines), sight.first) == (frozenset(), 4, VisibleFrom("", 0))


class Meanwhile(ForwardingStore):
    """A store on which somebody does something right before the next block is written, or the seq is read."""

    def __init__(self, store: Store, somebody: Callable[[], object], *, verb: str = "write") -> None:
        super().__init__(store)
        self._somebody: Callable[[], object] | None = somebody
        self._verb = verb

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The store's own answer."""
        ops = args[1] if verb == "write" else ()
        is_block = any(isinstance(op, PutNode) and op.label is Label.BLOCK for op in cast("Sequence[Op]", ops))
        if verb == self._verb and (is_block or verb == "seq") and self._somebody is not None:
            somebody, self._somebody = self._somebody, None
            somebody()
        return super().call(verb, *args, **kwargs)


def shown_and_gone(knowledge: KnowledgeGraph, does: str) -> tuple[str, Callable[[], object]]:
    """An item that a turn would show, and what makes it go."""
    shown = take_turn(knowledge, replace(ASKED, record=False), now=NOW).items
    if does == "forgets":
        gone = next(item.id for item in shown if item.label is Label.MESSAGE)
        return gone, lambda: forget(knowledge, "harbour", Target(messages=(gone,)), now=NOW)
    gone = next(item.id for item in shown if item.label is Label.FACT)
    return gone, lambda: knowledge.store.write("harbour", [DropNode(gone)])


@pytest.mark.parametrize("does", ["forgets", "drops"])
def test_what_goes_meanwhile_is_not_shown(does: str) -> None:
    """The turn is taken again for what is left, and its line is stored once, on a world clock too."""
    knowledge = harbour()
    gone, somebody = shown_and_gone(knowledge, does)

    found = take_turn(KnowledgeGraph(Meanwhile(knowledge.store, somebody)), ASKED, now=NOW)

    assert gone not in {item.id for item in found.items}
    assert found.block.id
    said = [message.body for message in knowledge.messages("harbour", limit=1_000)]
    assert said.count(ASKED.lines[0].body) == 1
    knowledge.close()


@pytest.mark.parametrize("does", ["forgets", "drops"])
@pytest.mark.parametrize("verb", ["seq", "write"])
def test_what_goes_around_a_block_that_is_given_early(does: str, verb: str) -> None:
    """What is forgotten before the block is given is not in it; after that, no block is kept that may say it."""
    knowledge = harbour()
    gone, somebody = shown_and_gone(knowledge, does)
    given: list[Turn] = []

    meanwhile = KnowledgeGraph(Meanwhile(knowledge.store, somebody, verb=verb))
    turn_given_ahead(meanwhile, ASKED, given.append)

    (turn,) = given
    is_without = gone not in {item.id for item in turn.items}
    assert is_without is (does == "forgets" and verb == "seq")
    assert (turn.block.id in knowledge.store.nodes("harbour", [turn.block.id])) is is_without
    said = [message.body for message in knowledge.messages("harbour", limit=1_000)]
    assert said.count(ASKED.lines[0].body) == 1
    knowledge.close()
