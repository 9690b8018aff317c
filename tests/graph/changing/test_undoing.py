"""What was changed can be taken back, exactly, unless something else stands on it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.changing.apply import APPLY, apply_changes
from graph.changing.undoing import undo_change
from graph.errors import Conflict, NotFound, RemembrancerError
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, PutNode, ReadDepth
from graph.transfer.lines import export_space, import_space
from graph.values.changes import (
    Change,
    EntityText,
    JudgePresentation,
    MergeEntities,
    NewEntity,
    NewFact,
    ReviseFact,
    SupersedeFact,
    Verdict,
)
from graph.values.items import Entity, Role
from tests.graph.changing.cases import CASES, LATER, Scene, do, kept, scene, shown
from tests.neo4j.corner import Corner

if TYPE_CHECKING:
    from tests.neo4j.server import Address

EACH = [(kind, number) for kind in APPLY for number in range(len(CASES[kind]))]
FEW = EACH[::10]


def undo(home: Scene, change: str) -> str:
    """Undo a change; the id of the undo in the log."""
    return undo_change(home.knowledge, "home", change, now=LATER).id


@pytest.mark.parametrize(("kind", "number"), EACH)
def test_undo_of_every_kind_restores_the_space(home: Scene, kind: type[Change], number: int) -> None:
    """A change makes a difference; undone, all is as before, byte for byte; undone again, as after."""
    before = kept(home.knowledge.store)
    change = CASES[kind][number](home)
    assert isinstance(change, kind)

    (made,) = do(home, change)
    changed = kept(home.knowledge.store)
    undone = undo(home, made)

    assert changed != before
    assert kept(home.knowledge.store) == before
    undo(home, undone)
    assert kept(home.knowledge.store) == changed


@pytest.mark.parametrize("cases", [FEW, pytest.param(EACH, marks=pytest.mark.soak)], ids=["few", "all"])
def test_a_server_restores_a_space_too(home: Scene, neo4j_server: Address, cases: list[tuple[type, int]]) -> None:
    """On Neo4j each tenth case is undone as exactly; `make soak` does every case."""
    before = kept(home.knowledge.store)
    lines = list(export_space(home.knowledge.store, "home"))
    server = open_store(neo4j_server.uri, login=neo4j_server.login)
    there = replace(home, knowledge=KnowledgeGraph(Corner(server)))
    import_space(there.knowledge.store, lines)

    for kind, number in cases:  # All in one space, since each leaves it as it was.
        (made,) = do(there, CASES[kind][number](there))
        changed = kept(there.knowledge.store)
        undo(there, made)
        assert changed != before, (kind, number)
        assert kept(there.knowledge.store) == before, (kind, number)

    server.close()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(EACH), min_size=2, max_size=8))
def test_changes_undone_from_the_last_to_the_first_leave_nothing(chosen: list[tuple[type[Change], int]]) -> None:
    """Any changes, one after the other or together in one write, are undone in reverse order, byte for byte."""
    home = scene()
    states: list[tuple[object, str]] = []
    for at in range(len(chosen)):
        before = kept(home.knowledge.store)
        together = [CASES[each][no](home) for each, no in chosen[at : at + 1 + at % 2]]
        try:
            made = do(home, *together)
        except RemembrancerError:
            continue  # What it is about is gone by now: nothing was written.
        states += [(before if id == made[0] else None, id) for id in made]

    for before, id in reversed(states):
        undo(home, id)
        assert before is None or kept(home.knowledge.store) == before
    home.knowledge.close()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(EACH), min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_undone_in_any_order_a_space_stays_whole(chosen: list[tuple[type[Change], int]], order: Random) -> None:
    """Each undo is done or refused with nothing written, and never leaves half of what belongs together."""
    home = scene()
    made: list[str] = []
    for at, (kind, number) in enumerate(chosen):
        with suppress(RemembrancerError):
            made += do(home, CASES[kind][number](home), days=at)

    order.shuffle(made)
    for id in made:
        before = kept(home.knowledge.store)
        try:
            undo(home, id)
        except Conflict:
            assert kept(home.knowledge.store) == before
        assert halves(home) == []
    home.knowledge.close()


def halves(home: Scene) -> list[str]:
    """Whatever lacks its other half: a container that is gone, a superseded or disputed fact without another."""
    held = home.knowledge.store.since("home", 0, limit=1_000_000)
    there = {node.id for node in held.nodes}
    tied = {(edge.kind, end) for edge in held.edges for end in (edge.source, edge.target)}
    needed = {"superseded": Kind.SUPERSEDED_BY, "disputed": Kind.CONTRADICTS}
    alone = [
        node.id
        for node in held.nodes
        if (kind := needed.get(str(node.properties.get("status")))) is not None and (kind, node.id) not in tied
    ]
    lost = [node.id for node in held.nodes if node.properties.get("container", node.id) not in there]
    bodies = [node.id for node in held.nodes if node.label is Label.FACT and not node.properties.get("body")]
    return alone + lost + bodies


def test_an_imported_space_can_be_undone(home: Scene) -> None:
    """What an export took along is enough to take a merge back where it was imported, under another name."""
    before = kept(home.knowledge.store)
    (made,) = do(home, MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="short form"))
    store = open_store(":memory:")
    import_space(store, list(export_space(home.knowledge.store, "home")), space="copy")
    elsewhere = KnowledgeGraph(store)

    undo_change(elsewhere, "copy", made, now=LATER)

    nodes, edges = kept(store, "copy")
    assert edges == before[1]
    assert [node for node in nodes if "copy" not in str(node)] == [n for n in before[0] if "'home'" not in str(n)]
    elsewhere.close()


def test_an_undo_that_something_stands_on_is_refused(home: Scene) -> None:
    """The refusal names the later change; once that is undone, the earlier one can be."""
    (revised,) = do(home, ReviseFact(fact=home["cat"], importance=9))
    (moved,) = do(home, SupersedeFact(fact=home["cat"], by=home["likes"], reason="no"), days=1)
    before = kept(home.knowledge.store)
    refusal = f"{revised} cannot be undone: {moved} \\(SupersedeFact: .*\\) has changed {home['cat']} since"

    with pytest.raises(Conflict, match=refusal):
        undo(home, revised)

    assert kept(home.knowledge.store) == before
    undo(home, moved)
    undo(home, revised)


def test_an_edge_of_a_later_change_stands_on_what_it_leads_to(home: Scene) -> None:
    """An entity that facts are about by now cannot be unmade before them."""
    (city,) = do(home, NewEntity(name="Ankara"))
    (fact,) = do(home, NewFact(body="Ankara is cold", about=("Ankara",), sources=home.messages[:1]))

    with pytest.raises(Conflict, match=f"undone: {fact} \\(NewFact: New fact: Ankara is cold\\)"):
        undo(home, city)

    undo(home, fact)
    undo(home, city)


def test_a_write_that_is_no_change_is_named_too(home: Scene) -> None:
    """Where somebody speaks by the name of an entity, its making stands."""
    (made,) = do(home, NewEntity(name="Selim", aliases=("Selo",)))
    home.knowledge.append("home", [Line(role=Role.USER, sender="Selim", body="Hi")], now=LATER)

    with pytest.raises(Conflict, match=r"(SAID_BY|TOOK_PART_IN).* was written since, in write"):
        undo(home, made)


@pytest.mark.parametrize("verdict", Verdict)
def test_what_was_only_named_shown_or_told_goes(home: Scene, verdict: Verdict) -> None:
    """Mentions, verdicts and a dossier do not keep a wrong fact; the dossier is stale, a redo has all."""
    ids = apply_changes(
        home.knowledge, "home", [NewFact(ref="new:x", body="Van is at sea", sources=home.messages[:1])], now=LATER
    )
    fact, made = ids.ids["new:x"], ids.changes[0]
    do(home, EntityText(entity=home["Van"], brief="At sea.", brief_covers=(fact,)))
    block = shown(home.knowledge, [fact])
    do(home, JudgePresentation(block=block, items=(fact,), verdict=verdict))
    before = kept(home.knowledge.store)

    undone = undo(home, made)

    van = home.knowledge.get("home", [home["Van"]])[home["Van"]]
    assert isinstance(van, Entity) and van.is_stale
    assert home.knowledge.get("home", [fact]) == {}
    undo(home, undone)
    assert kept(home.knowledge.store) == before


def test_what_became_known_since_a_merge_stays_with_the_kept_entity(home: Scene) -> None:
    """A merge is undone although more was said of the kept one: what is new stays where it was put."""
    (merged,) = do(home, MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="short form"))
    new = home.knowledge.append("home", [Line(role=Role.USER, sender="Mira", body="Kath!")], now=LATER).new

    undo(home, merged)

    found = home.knowledge.store.edges("home", new, [Kind.MENTIONS], 10)
    assert [edge.target for edge in found] == [home["Katharina"]]
    assert home.knowledge.index("home").entities_named("Kath") == [home["Kath"]]


def test_a_text_written_since_does_not_keep_a_merge(home: Scene) -> None:
    """A wrong merge is undone weeks later: the brief written meanwhile stays, is stale, and is found by its words."""
    (merged,) = do(home, MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="short form"))
    (told,) = do(home, EntityText(entity=home["Katharina"], brief="Plays the bassoon."), days=9)

    undo(home, merged)

    katharina = home.knowledge.get("home", [home["Katharina"]])[home["Katharina"]]
    assert isinstance(katharina, Entity)
    assert (katharina.aliases, katharina.brief, katharina.is_stale) == (("Kathy",), "Plays the bassoon.", True)
    index = home.knowledge.index("home")
    assert [hit.id for hit in index.search_words("bassoon", 5)] == [katharina.id]
    assert index.entities_named("Kath") == [home["Kath"]]
    with pytest.raises(Conflict, match=f"{told} cannot be undone: .* has changed {katharina.id} since"):
        undo(home, told)


def test_nothing_is_undone_twice(home: Scene) -> None:
    """A change that was undone is not undone again, and one that does not exist is not found."""
    (made,) = do(home, ReviseFact(fact=home["cat"], importance=9))
    undone = undo(home, made)

    with pytest.raises(Conflict, match=f"{made} was already undone, by {undone}"):
        undo(home, made)
    undo(home, undone)
    undo(home, made)
    with pytest.raises(NotFound, match="change 'h99999999' does not exist"):
        undo(home, "h99999999")
    with pytest.raises(NotFound, match="does not exist"):
        undo(home, home["cat"])


def test_a_vector_of_another_model_does_not_come_back(home: Scene) -> None:
    """A text that stands again without its old vector waits for a new one, rather than break the index."""
    store = home.knowledge.store
    node = store.nodes("home", [home["cat"]], ReadDepth.ALL)[home["cat"]]
    store.write("home", [PutNode(Label.FACT, node.id, {"vector": b"\0\0", "vector_model": "old/1"})])
    (made,) = do(home, ReviseFact(fact=home["cat"], body="Pamuk is a tom"))

    undo(home, made)

    now = store.nodes("home", [home["cat"]], ReadDepth.ALL)[home["cat"]]
    assert now.properties["body"] == "Pamuk is Mira's cat"
    assert "vector" not in now.properties and "vector_model" not in now.properties


def test_what_the_embedder_adds_does_not_stand_in_the_way(home: Scene) -> None:
    """A vector made since, and a language, are nobody's decision."""
    ids = apply_changes(home.knowledge, "home", [NewFact(body="Van is cold", sources=home.messages[:1])], now=LATER)
    before = kept(home.knowledge.store)
    (fact,) = [n.id for n in home.knowledge.store.find("home", Label.FACT, order="-id", limit=1)]
    home.knowledge.store.write("home", [PutNode(Label.FACT, fact, {"vector_model": "m/1", "language": "en"})])

    undo(home, ids.changes[0])

    assert home.knowledge.get("home", [fact]) == {} and before != kept(home.knowledge.store)
