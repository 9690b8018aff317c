"""A turn whose writes are left to its caller is the same turn, a little later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from context.block_record import read_turn
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.errors import ForgottenMeanwhile, NotFound
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.values.items import Role
from tests.context.scenes import NOW, home

CAKE = TurnRequest(
    space="ev", lines=(Line(role=Role.USER, sender="Defne", body="Ilgın'a bu yıl nasıl bir pasta yapsam sence?"),)
)


def later(knowledge: KnowledgeGraph, request: TurnRequest = CAKE) -> Turn:
    """A turn that nobody has stored yet."""
    return take_turn(knowledge, request, now=NOW, keeps_later=True)


def test_nothing_is_stored_before_it_is_asked_for() -> None:
    """Then the messages are there, and the block under the id that the turn has told."""
    knowledge, twin = home(), home()
    seq = knowledge.store.seq("ev")

    turn = later(knowledge)
    assert knowledge.store.seq("ev") == seq
    assert turn.keep is not None
    turn.keep()

    wanted = take_turn(twin, CAKE, now=NOW)
    assert wanted.keep is None
    kept = read_turn(knowledge, "ev", turn.block.id)
    assert kept.block.body == turn.block.body == wanted.block.body
    assert kept.block.query == wanted.block.query
    assert [item.id for item in kept.items] == [item.id for item in wanted.items]
    assert knowledge.messages("ev", limit=500) == twin.messages("ev", limit=500)


def test_keeping_twice_stores_once() -> None:
    """As a request does that comes again."""
    knowledge = home()
    turn = later(knowledge)
    assert turn.keep is not None

    turn.keep()
    before = knowledge.messages("ev", limit=500)
    turn.keep()

    assert knowledge.messages("ev", limit=500) == before


def test_a_block_is_not_kept_if_something_was_forgotten_meanwhile() -> None:
    """It may say it; what was said in the turn is stored all the same."""
    knowledge = home()
    turn = later(knowledge)
    assert turn.keep is not None
    forget(knowledge, "ev", Target(messages=(knowledge.messages("ev", limit=1)[0].id,)), now=NOW)

    with pytest.raises((ForgottenMeanwhile, NotFound)):
        turn.keep()

    assert knowledge.messages("ev", limit=1)[0].body == CAKE.lines[0].body


def test_what_is_not_recorded_leaves_nothing_to_keep() -> None:
    """A turn that only reads."""
    assert later(home(), replace(CAKE, record=False)).keep is None
