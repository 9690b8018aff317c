"""What is known of a summary before it is written anew."""

from __future__ import annotations

from datetime import datetime

from archivists.window.stale_summaries import read_summaries
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import CompleteObjective, NewFact, NewSummary, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import FactKind, Message, Summary


def test_what_no_longer_holds_is_gone(now: datetime) -> None:
    """A fact that was replaced, and an objective that is reached; what still holds is not."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    lines = [Line(role=Role.USER, sender="Nora", body=f"Line {n}.", sent_at=now) for n in range(2)]
    ids = knowledge.append("a", lines, now=now).messages
    said = knowledge.get("a", ids)[ids[0]]
    assert isinstance(said, Message)
    notes = (("lives", "Nora lives in Oslo.", FactKind.FACT), ("moved", "Nora lives in Bergen.", FactKind.FACT))
    aims = (("paint", "Nora wants to paint her boat.", FactKind.OBJECTIVE),)
    facts = [NewFact(ref=f"new:{ref}", body=body, kind=kind, sources=ids) for ref, body, kind in (*notes, *aims)]
    changes = [
        *facts,
        SupersedeFact(fact="new:lives", by="new:moved", reason="it changed"),
        CompleteObjective(objective="new:paint", reason="it is painted", evidence=tuple(ids)),
        NewSummary(ref="new:told", level=1, members=tuple(ids), body="Nora talked.", conversation=said.conversation),
    ]
    apply_changes(knowledge, "a", changes, now=now)
    [summary] = [item_of(node, Summary) for node in knowledge.store.find("a", Label.SUMMARY, limit=9)]

    [found] = read_summaries(knowledge, "a", [summary])

    assert {fact.body for fact in found.gone()} == {"Nora lives in Oslo.", "Nora wants to paint her boat."}
    assert {fact.body for fact in found.stated} == {*(body for _, body, _ in (*notes, *aims))}
    knowledge.close()
