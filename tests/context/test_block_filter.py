"""What a pre-filter takes out of a block is not shown, is kept with its reason, and is of no use in that turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from context.block_record import read_turn
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind
from tests.context.scenes import NOW, home
from tests.context.test_turn import CAKE

FIRM = "left out by the pre-filter: off the point"


@dataclass
class Asked:
    """A pre-filter that takes out what it was told to, and notes what it was offered."""

    removes: Mapping[str, str]
    offered: dict[str, str] = field(default_factory=dict)

    def __call__(
        self, space: str, asked: str, before: str, offered: Mapping[str, str], *, now: datetime
    ) -> Mapping[str, str]:
        """What it was told to."""
        self.offered |= offered
        return self.removes


def turn(knowledge: KnowledgeGraph, prefilter: Asked | None, request: TurnRequest = CAKE) -> Turn:
    """A turn in the household."""
    return take_turn(knowledge, request, now=NOW, prefilter=prefilter)


def offered_in(request: TurnRequest = CAKE) -> dict[str, str]:
    """What is up for removal."""
    asked = Asked({})
    turn(home(), asked, request)
    return asked.offered


def test_what_is_taken_out_is_kept_with_its_reason_and_a_verdict() -> None:
    """It is a near miss of the stored block, and its edge says that it was of no use; others have no verdict yet."""
    # ACCEPTANCE 3.14
    gone = next(iter(offered_in()))
    knowledge = home()

    answer = turn(knowledge, Asked({gone: "off the point"}))

    whole = turn(home(), None)
    assert [item.id for item in answer.items] == [item.id for item in whole.items if item.id != gone]
    assert answer.block.shown == tuple(item.id for item in answer.items)
    assert answer.near_misses[0].id == gone
    assert answer.near_misses[0].reason == FIRM
    read = read_turn(knowledge, "ev", answer.block.id)
    assert read == replace(answer, appended=None, visible_from=read.visible_from)
    edges = knowledge.store.edges("ev", [answer.block.id], [Kind.PRESENTED], 100)
    verdicts = {edge.target: edge.properties.get("verdict") for edge in edges}
    assert verdicts == {**dict.fromkeys(answer.block.shown), gone: "unused"}


def test_key_info_and_history_are_not_up_for_removal() -> None:
    """What is named all the same stays: not even "remove everything" empties the block."""
    whole = turn(home(), None)
    everything = {item.id: "off the point" for item in whole.items} | {"nobody": "off the point"}

    answer = turn(home(), Asked(everything))

    kept = [item.id for item in whole.items if item.section in ("key info", "summaries", "recent messages")]
    assert [item.id for item in answer.items] == kept != []
    assert set(offered_in()) == {item.id for item in whole.items} - set(kept)
    assert all(text in whole.block.body for text in offered_in().values())


def test_a_filter_that_takes_nothing_out_changes_nothing() -> None:
    """The same bytes and reasons as without one."""
    assert turn(home(), Asked({})) == turn(home(), None)


def test_what_is_not_recorded_is_not_filtered() -> None:
    """A call would stand in the ledger, and nothing is to be written."""
    assert offered_in(replace(CAKE, record=False)) == {}
