"""What explains the past is kept for a while; what it has led to stays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.errors import Conflict, NotFound
from graph.index import index_state
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import DropNode, Label, Op, PutNode
from graph.upkeep import pruning
from graph.upkeep.pruning import Pruned, Retention, prune
from graph.values.changes import JudgePresentation, MergeEntities, Verdict
from graph.values.items import Fact
from tests.contract.ops import whole
from tests.graph.changing.cases import NOW, Scene

KEPT = Retention(block_days=30, log_days=90)


def days(count: float) -> timedelta:
    """So many days."""
    return timedelta(days=count)


def test_nothing_goes_before_its_time(home: Scene) -> None:
    """On the last day of each all is kept, and pruning writes nothing."""
    before = whole(home.knowledge.store, "home")

    assert not prune(home.knowledge, "home", KEPT, now=NOW + days(2))
    assert whole(home.knowledge.store, "home") == before


def test_old_block_goes_and_its_verdicts_stay(home: Scene) -> None:
    """An item is as useful as it was judged, whether the block is kept or not."""
    judged = JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL)
    apply_changes(home.knowledge, "home", [judged], now=NOW)

    pruned = prune(home.knowledge, "home", KEPT, now=NOW + days(31))

    assert pruned == Pruned(blocks=1)
    assert home.knowledge.store.find("home", Label.BLOCK, limit=9) == []
    cat = home.knowledge.get("home", [home["cat"]])[home["cat"]]
    assert isinstance(cat, Fact)
    assert cat.usefulness == 1.0
    assert home.knowledge.index("home").last_shown("") == ()


def test_old_change_goes_and_its_undo_is_refused(home: Scene) -> None:
    """The reason says that the log has dropped it; an id that there never was is not found."""
    oldest = home.knowledge.store.find("home", Label.CHANGE, limit=1)[0].id

    pruned = prune(home.knowledge, "home", KEPT, now=NOW + days(91))

    assert pruned.changes > 10
    assert home.knowledge.store.find("home", Label.CHANGE, limit=9) == []
    with pytest.raises(Conflict, match="is too old to be undone: the log has dropped it"):
        undo_change(home.knowledge, "home", oldest, now=NOW)
    for invented in ("h99999999", "h0", "h", "h0000001x", "h-0000001"):
        with pytest.raises(NotFound, match="does not exist"):
            undo_change(home.knowledge, "home", invented, now=NOW)
    assert set(home.knowledge.get("home", [home["cat"], home["s1"]])) == {home["cat"], home["s1"]}


def test_change_that_was_taken_back_stays(home: Scene) -> None:
    """Else archivists would propose it again."""
    merge = MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="Kath is short for it")
    (made,) = apply_changes(home.knowledge, "home", [merge], now=NOW).changes
    undo = undo_change(home.knowledge, "home", made, now=NOW)

    prune(home.knowledge, "home", KEPT, now=NOW + days(91))

    left = {node.id for node in home.knowledge.store.find("home", Label.CHANGE, limit=9)}
    assert left == {made, undo.id}


def test_what_is_pruned_leaves_one_tombstone_each(home: Scene) -> None:
    """A block has some twenty edges, and a change four: their tombstones took more room than what stays of a turn."""
    before = whole(home.knowledge.store, "home")

    pruned = prune(home.knowledge, "home", KEPT, now=NOW + days(91))

    after = whole(home.knowledge.store, "home")
    assert len(after.dropped) - len(before.dropped) == pruned.blocks + pruned.changes
    assert len(before.edges) - len(after.edges) > pruned.blocks + pruned.changes


def test_pruning_twice_finds_nothing(home: Scene) -> None:
    """What is gone costs no second write."""
    prune(home.knowledge, "home", KEPT, now=NOW + days(91))
    before = whole(home.knowledge.store, "home")

    assert not prune(home.knowledge, "home", KEPT, now=NOW + days(91))
    assert whole(home.knowledge.store, "home") == before


def test_block_that_is_forgotten_meanwhile_does_not_come_back(home: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking its near misses from it would make it again, of nothing else."""
    store = home.knowledge.store
    store.write("home", [PutNode(Label.BLOCK, home.block, {"near_misses": '[{"item":"f00000001"}]'})])
    write = store.write

    def write_late(space: str, ops: Sequence[Op]) -> int:
        monkeypatch.undo()
        write(space, [DropNode(home.block, is_final=True)])
        return write(space, ops)

    monkeypatch.setattr(store, "write", write_late)
    prune(home.knowledge, "home", Retention(block_days=30.0), now=NOW + days(3.0))

    assert store.nodes("home", [home.block]) == {}


def test_old_tombstones_go(home: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index that is behind them is built anew, so that it shows nothing that was dropped."""
    for module in (pruning, index_state):
        monkeypatch.setattr(module, "TOMBSTONES_KEPT", 3)
    store, beside = home.knowledge.store, KnowledgeGraph(home.knowledge.store)
    assert beside.index("home").entry(home["likes"]) is not None
    store.write("home", [DropNode(home["likes"])])
    for _ in range(4):
        home.knowledge.change_space("home", lambda held: held)
        store.write("home", [DropNode("nothing")])

    prune(home.knowledge, "home", KEPT, now=NOW)

    assert whole(store, "home").dropped == []
    assert beside.index("home").entry(home["likes"]) is None
