"""Which briefs and dossiers a model should write: texts about an entity, made of the facts about it.

Without a model there are none, and while one is stale its facts are shown instead.
"""

from collections.abc import Iterator, Set
from dataclasses import replace

from archivists.compare.claims import CLAIMS, closed_by, ended_by
from archivists.keeping.archivist import Archivist, Proposal
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from graph.values.changes import EntityText, ReviseFact
from graph.values.items import Author, Entity


def with_due_texts(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    """The proposal with the texts that are due. A text of which nothing holds any more is emptied. Pure.

    Due are the texts of entities that new facts are about, and stale ones. A model's text stays until something about
    the entity no longer holds, or enough facts are new.
    """
    window = proposal.window
    gone = proposal.gone | ended_by(proposal.changes) | closed_by(proposal.changes) | _to_end(proposal)
    known = {entity.name: entity for entity in (*window.entities, *window.stale_entities)}
    made = {new.name for new in proposal.entities}
    outdated = [name for name, entity in known.items() if _is_outdated(entity, proposal, gone)]
    emptied: list[EntityText] = []
    due: list[EntityText] = []
    for name in dict.fromkeys([*(name for fact in proposal.facts for name in fact.about), *outdated]):
        entity = known.get(name)
        if entity is None and name not in made:
            continue
        text = EntityText(entity=name if entity is None else entity.id, brief="", dossier="")
        if any(_holding(name, entity, proposal, gone)):
            due += [text] if entity is None or _is_worth_writing(entity, proposal, gone, policy) else []
        elif entity is not None and (entity.brief or entity.dossier):
            emptied.append(text)
    return replace(proposal.plus(emptied), due=tuple(due))


def _holding(name: str, entity: Entity | None, proposal: Proposal, gone: Set[str]) -> Iterator[str]:
    """The facts about an entity that hold, by id or ref."""
    for stored in proposal.window.facts_about.get(entity.id, ()) if entity is not None else ():
        if stored.id not in gone and stored.kind in CLAIMS:
            yield stored.id
    yield from (fact.ref for fact in proposal.facts if name in fact.about and fact.ref not in gone)


def _is_worth_writing(entity: Entity, proposal: Proposal, gone: Set[str], policy: RoundPolicy) -> bool:
    if entity.author is not Author.MODEL or not entity.brief or entity.is_stale:
        return True
    stored = proposal.window.facts_about.get(entity.id, ())
    count = sum(fact.created_at > entity.updated_at for fact in stored)
    count += sum(entity.name in fact.about for fact in proposal.facts)
    # Any stored fact counts: a text may tell part of a fact that it does not cover, or that is to end.
    return count >= policy.rewrite_new_facts_min or any(fact.id in gone for fact in stored)


def _to_end(proposal: Proposal) -> set[str]:
    """The facts whose end has become known in this round."""
    return {
        change.fact for change in proposal.changes if isinstance(change, ReviseFact) and change.valid_to is not None
    }


def _is_outdated(entity: Entity, proposal: Proposal, gone: Set[str]) -> bool:
    has_text = bool(entity.brief or entity.dossier)
    stored = proposal.window.facts_about.get(entity.id, ())
    return entity.is_stale or (has_text and any(fact.id in gone for fact in stored))


DOSSIERS: Archivist[Reading] = Archivist(name="dossiers", without_model=with_due_texts)
