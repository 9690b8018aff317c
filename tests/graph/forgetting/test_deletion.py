"""A deleted space is gone, once, whoever deletes it; the receipt stays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph.errors import NotFound
from graph.forgetting.removal import DELETED, counted, delete_space, would_delete
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Op, Store
from graph.transfer.lines import export_space, import_space
from graph.values.codec import item_of
from graph.values.items import Receipt, Role
from tests.contract.ops import whole
from tests.graph.changing.cases import LATER, NOW, Scene
from tests.graph.forgetting.planted import SPACE, plant


def test_deleted_space_is_gone_and_its_name_is_free(store: Store) -> None:
    """Nothing of it is listed, found or exported; a space of the same name is empty, and begins with new ids."""
    knowledge, beside = KnowledgeGraph(store), KnowledgeGraph(store)
    plant(knowledge, 50)
    beside.index(SPACE)
    knowledge.create_space("other", now=NOW)

    counts = counted(would_delete(knowledge, SPACE, now=NOW).counts)
    receipt = delete_space(knowledge, SPACE, now=NOW).receipt

    assert counts["Message"] == 50
    assert counted(receipt.counts) == counts
    assert knowledge.spaces() == ["other"]
    for each in (knowledge, beside):
        with pytest.raises(NotFound):
            each.index(SPACE)
        with pytest.raises(NotFound):
            each.profile_name(SPACE)
    made = knowledge.create_space(SPACE, now=NOW)
    assert (made.message_count, len(beside.index(SPACE)), len(knowledge.index(SPACE))) == (0, 0, 0)
    assert [node.id for node in whole(store, SPACE).nodes] == ["space"]
    kept = store.find(DELETED, Label.RECEIPT, limit=10)
    assert [item_of(node, Receipt).space_name for node in kept][-1:] == [SPACE]


def test_index_of_another_process_notices_a_new_space_of_the_name(store: Store) -> None:
    """It is built anew, even if the space was deleted and made again between two of its reads."""
    knowledge, beside = KnowledgeGraph(store), KnowledgeGraph(store)
    plant(knowledge, 10)
    assert len(beside.index(SPACE)) > 10

    delete_space(knowledge, SPACE, now=NOW)
    knowledge.create_space(SPACE, now=NOW)

    assert len(beside.index(SPACE)) == 0


def test_killed_deletion_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A space of which a part is deleted is not there; making one of its name finishes the deletion first."""
    knowledge = KnowledgeGraph(store)
    plant(knowledge, 20)

    def killed(space: str, seq: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(store, "clear", killed, raising=False)
        delete_space(knowledge, SPACE, now=NOW)
    [kept] = [each for each in receipts_in(store) if each.space_name == SPACE]
    assert (counted(kept.counts)["Message"], kept.done_at) == (20, None)
    with pytest.raises(NotFound):
        knowledge.index(SPACE)

    knowledge.create_space(SPACE, now=NOW)

    assert [node.id for node in whole(store, SPACE).nodes] == ["space"]


def receipts_in(store: Store) -> list[Receipt]:
    """The receipts of deleted spaces."""
    return [item_of(node, Receipt) for node in store.find(DELETED, Label.RECEIPT, limit=1_000)]


def test_each_deletion_has_its_receipt(home: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where two are deleted at once, or a space twice."""
    knowledge, write = home.knowledge, home.knowledge.store.write
    knowledge.create_space("other", now=NOW)
    others = ["other"]

    def write_beside(space: str, ops: Sequence[Op]) -> int:
        if space == DELETED and others:
            others.clear()
            delete_space(knowledge, "other", now=LATER)
        return write(space, ops)

    monkeypatch.setattr(knowledge.store, "write", write_beside)
    delete_space(knowledge, "home", now=LATER)
    knowledge.create_space("home", now=LATER)
    delete_space(knowledge, "home", now=LATER)

    kept = receipts_in(knowledge.store)
    assert sorted(each.space_name for each in kept) == ["home", "home", "other"]
    assert {each.done_at for each in kept} == {LATER}


def test_who_finishes_a_deletion_later_leaves_what_was_made_since(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was slow deletes nothing of the space that has the name now."""
    knowledge, beside = KnowledgeGraph(store), KnowledgeGraph(store)
    plant(knowledge, 10)
    clear = store.clear

    def clear_late(space: str, seq: int) -> None:
        monkeypatch.undo()
        beside.create_space(SPACE, now=LATER)
        beside.append(SPACE, [Line(role=Role.USER, sender="Xan", body="New.")], now=LATER)
        clear(space, seq)

    monkeypatch.setattr(store, "clear", clear_late, raising=False)
    delete_space(knowledge, SPACE, now=NOW)

    assert [each.body for each in knowledge.messages(SPACE, limit=9)] == ["New."]
    assert [each.done_at for each in receipts_in(store) if each.space_name == SPACE][-1:] == [NOW]


def test_import_takes_a_freed_name(home: Scene) -> None:
    """A space that was exported and deleted comes back whole under its name."""
    lines = list(export_space(home.knowledge.store, "home"))

    delete_space(home.knowledge, "home", now=LATER)
    import_space(home.knowledge.store, lines)

    assert list(export_space(home.knowledge.store, "home")) == lines
    assert home.knowledge.index("home").message_count() == len(home.messages)
