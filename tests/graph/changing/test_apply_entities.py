"""Entities are known by their names, renamed, merged and told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.changing import graph_draft
from graph.errors import BadInput, Conflict, NotFound, TooLarge
from graph.intake.recognise import Line
from graph.store.verbs import Kind, Label
from graph.values.changes import EntityText, JudgePresentation, MergeEntities, NewEntity, ReviseEntity, Verdict
from graph.values.items import Author, Entity, EntityType, Role
from tests.graph.changing.cases import LATER, Scene, do, shown


def entity(home: Scene, name: str) -> Entity:
    """An entity as it is now."""
    found = home.knowledge.get("home", [home[name]])[home[name]]
    assert isinstance(found, Entity)
    return found


def edges(home: Scene, name: str, kind: Kind) -> set[tuple[str, str]]:
    """The edges of a kind at an entity."""
    return {(edge.source, edge.target) for edge in home.knowledge.store.edges("home", [home[name]], [kind], 99)}


def aliases(home: Scene) -> set[str]:
    """The names of all alias nodes."""
    return {str(node.properties["name"]) for node in home.knowledge.store.find("home", Label.ALIAS, limit=99)}


def test_merged_entities_are_one(home: Scene) -> None:
    """The kept one has the names, mentions, verdicts and facts of both; the other is gone and found no more."""
    judged = JudgePresentation(block=home.block, items=(home["Kath"],), verdict=Verdict.USEFUL)
    do(home, judged, MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="a short form"))

    kept = entity(home, "Katharina")
    assert (kept.aliases, kept.type, kept.usefulness) == (("Kathy", "Kath"), EntityType.PERSON, 1.0)
    assert (kept.brief, kept.is_stale) == ("Liked Bursa.", False)  # It had no text of its own.
    assert edges(home, "Katharina", Kind.MENTIONS) == {(id, home["Katharina"]) for id in home.messages[4:]}
    assert edges(home, "Katharina", Kind.PRESENTED) == {(home.block, home["Katharina"])}
    index = home.knowledge.index("home")
    assert index.entities_named("Kath") == index.entities_named("Kathy") == [home["Katharina"]]
    with pytest.raises(NotFound):
        do(home, EntityText(entity=home["Kath"], brief="Gone."))


def test_a_kept_text_that_misses_the_other_is_stale(home: Scene) -> None:
    """A brief written before a merge knows half; what the lost one's dossier covered is not said by it."""
    do(home, MergeEntities(keep=home["Kath"], lose=home["Pamuk"], reason="a test"))

    kept = entity(home, "Kath")
    assert (kept.brief, kept.dossier, kept.is_stale) == ("Liked Bursa.", None, True)
    assert edges(home, "Kath", Kind.COVERS) == set()
    assert {source for source, _ in edges(home, "Kath", Kind.ABOUT)} == {home["cat"], home["likes"]}


def test_who_spoke_as_either_spoke_as_one(home: Scene) -> None:
    """Messages, conversations and what both were shown in are not counted twice."""
    both = shown(home.knowledge, [home["Mira"], home["Deniz"]])

    do(home, MergeEntities(keep=home["Mira"], lose=home["Deniz"], reason="a test"))

    assert edges(home, "Mira", Kind.SAID_BY) == {(id, home["Mira"]) for id in home.messages}
    assert edges(home, "Mira", Kind.TOOK_PART_IN) == {(home["Mira"], home.conversation)}
    assert edges(home, "Mira", Kind.PRESENTED) == {(both, home["Mira"])}
    line = Line(sender="Deniz", body="Hm", role=Role.USER)
    said = home.knowledge.append("home", [line], now=LATER).new
    assert (said[0], home["Mira"]) in edges(home, "Mira", Kind.SAID_BY)


def test_who_is_too_well_known_is_not_merged_away(home: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archivist's merge is passed over, so that its round is done all the same; a caller is told."""
    monkeypatch.setattr(graph_draft, "EDGES_MAX", 4)
    change = MergeEntities(keep=home["Deniz"], lose=home["Mira"], reason="a test")

    assert len(do(home, change, NewEntity(name="Oslo"))) == 1
    with pytest.raises(TooLarge, match=f"edges lead to {home['Mira']}, expected fewer in one change"):
        do(home, replace(change, author=Author.CALLER))


def test_an_entity_made_in_the_list_can_be_merged_and_told_in_it(home: Scene) -> None:
    """A name of this list means what the name means then; a merged id means the kept entity."""
    do(
        home,
        MergeEntities(keep=home["Van"], lose=home["Bursa"], reason="a test"),
        EntityText(entity="Ankara", brief="The capital."),
        EntityText(entity=home["Bursa"], brief="A city."),
        NewEntity(name="Ankara"),
        ReviseEntity(entity="Ankara", name="Ancyra", type=EntityType.PLACE),
    )

    assert entity(home, "Van").brief == "A city."
    (id,) = home.knowledge.index("home").entities_named("Ancyra")
    made = home.knowledge.get("home", [id])[id]
    assert isinstance(made, Entity)
    assert (made.aliases, made.type, made.brief) == (("Ankara",), EntityType.PLACE, "The capital.")


def test_a_renamed_entity_is_found_by_both_names(home: Scene) -> None:
    """The former name is an alias; a name that another entity of the type has is refused."""
    do(home, ReviseEntity(entity=home["Pamuk"], name="Pamuk Hanım"))

    assert (entity(home, "Pamuk").key, entity(home, "Pamuk").aliases[-1]) == ("pamuk hanim", "Pamuk")
    assert home.knowledge.index("home").entities_named("pamuk") == [home["Pamuk"]]
    renamed = ReviseEntity(entity=home["Van"], name="BURSA")
    with pytest.raises(Conflict, match=f"merge {home['Van']} with it"):
        do(home, replace(renamed, author=Author.CALLER))
    assert do(home, renamed) == ()  # An archivist could not know: its round is done all the same.
    with pytest.raises(BadInput, match="merged with itself"):
        do(home, MergeEntities(keep=home["Van"], lose=home["Van"], reason=""))


def test_who_turns_out_to_be_of_another_type_stays_one(home: Scene) -> None:
    """A round whose first answer says that Van is a person, and whose second one names the person, knows one Van."""
    van = NewEntity(name="Van", type=EntityType.PERSON)

    do(home, ReviseEntity(entity=home["Van"], type=EntityType.PERSON), van)

    assert home.knowledge.index("home").entities_named("Van") == [home["Van"]]
    assert entity(home, "Van").type is EntityType.PERSON


def test_a_name_that_nobody_has_is_no_node(home: Scene) -> None:
    """An alias node goes with its last entity, and stays while another has it."""
    do(home, ReviseEntity(entity=home["Pamuk"], aliases=("Puss",)))
    do(home, ReviseEntity(entity=home["Kath"], aliases=()))

    assert aliases(home) == {"Puss", "Kathy"}


def test_what_is_known_already_changes_nothing(home: Scene) -> None:
    """Met again under a known name in a known message, an entity is not written and nothing is logged."""
    assert do(home, NewEntity(name="PAMUK", aliases=("the cat",), mentioned_in=home.messages[1:3])) == ()


def test_texts_cover_facts_each_for_itself(home: Scene) -> None:
    """A new brief leaves what the dossier covers, and the other way round; an empty text covers nothing."""
    cat, likes, pamuk = home["cat"], home["likes"], home["Pamuk"]

    def covered() -> dict[str, set[str]]:
        found = home.knowledge.store.edges("home", [pamuk], [Kind.COVERS], 9)
        return {edge.target: set(edge.properties) for edge in found}

    do(home, EntityText(entity=pamuk, brief="Mira's.", brief_covers=(cat,)))
    assert covered() == {cat: {"brief", "dossier"}, likes: {"dossier"}}
    do(home, EntityText(entity=pamuk, dossier="A cat.", covers=(likes,)))
    assert covered() == {cat: {"brief"}, likes: {"dossier"}}
    do(home, EntityText(entity=pamuk, dossier=""))
    assert covered() == {cat: {"brief"}}
    assert entity(home, "Pamuk").dossier is None
    assert do(home, EntityText(entity=pamuk, brief="Mira's.", brief_covers=(cat,))) == ()  # As it is.
