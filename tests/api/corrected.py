"""A danger that everything in a space tells of: key info, a fact, a brief and a dossier, all made of one message."""

from __future__ import annotations

from dataclasses import replace

from graph.changing.apply import apply_changes
from graph.knowledge import KnowledgeGraph
from graph.values.changes import Change, EntityText, NewEntity, NewFact, SetKeyInfo
from graph.values.items import Author
from tests.api.conftest import NOW

DANGER = "I am allergic to penicillin."


def known_from(knowledge: KnowledgeGraph, space: str) -> str:
    """Archivists have noted the danger, as said in the first message of the space; returns the fact's id."""
    (first, *_) = knowledge.messages(space, limit=9)
    changes: list[Change] = [
        NewEntity(name="Clinic"),
        NewFact(ref="new:fact", body=f"Ada: {DANGER}", about=("Ada", "Clinic"), sources=(first.id,), importance=9),
        EntityText(entity="Clinic", brief="A clinic that gave Ada penicillin.", brief_covers=("new:fact",)),
        SetKeyInfo(lines=(f"Ada: {DANGER}",), sources=(first.id,)),
    ]
    made = apply_changes(knowledge, space, [replace(change, author=Author.MODEL) for change in changes], now=NOW)
    dossier = EntityText(
        entity=knowledge.index(space).entities_named("Ada")[0],
        dossier="Ada is a nurse. She is allergic to penicillin.",
        author=Author.MODEL,
    )
    apply_changes(knowledge, space, [dossier], now=NOW)
    return made.ids["new:fact"]
