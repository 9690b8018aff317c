"""Briefs and dossiers: texts about an entity, made of what is noted of it.

Rules only quote what was said. A quote is linked to its entity, and blocks show it with its day, so no text repeats it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from archivists.compare.claims import CLAIMS, closed_by, ended_by
from archivists.keeping.archivist import Archivist, Proposal
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import shared_part
from archivists.statements.quotes import closed
from archivists.window.window import Window
from graph.text.patterns import whole_name
from graph.text.search_terms import query_terms
from graph.text.tokens import count_tokens
from graph.values.changes import EntityText, NewEntity, NewFact, ReviseFact
from graph.values.items import Author, Entity, Fact
from languages.folding import fold

WEIGHTY = 7
"""Two statements of this importance or more are ranked by age: the newer one says how things are now."""

ALIKE = 0.3
"""From this share of the shorter one's words, two statements say much the same: "losing my job" three times over."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """A stored fact, or one of this round."""

    id: str  # or its ref
    body: str
    importance: int
    order: int  # rises from the oldest to the newest


def write_dossiers(
    window: Window, entities: Sequence[NewEntity], facts: Sequence[NewFact], gone: Set[str], policy: RoundPolicy
) -> list[EntityText]:
    """A brief for each entity that this round's facts are about, and a dossier once its facts grow long. Pure.

    Both have the most important statements that fit, in the order in which they were made, and list what they cover.
    They leave out what rules have quoted, questions, theories, facts that are `gone`, and facts that end on a known
    day, since the undated text is read after that day. Texts that are stale, or have a fact that is gone, are written
    anew; they become empty if nothing is left to say.
    """
    here = (*window.entities, *window.stale_entities)
    known = {entity.name: entity for entity in here}
    made = {new.name for new in entities}
    texts: list[EntityText] = []
    outdated = [entity.name for entity in here if _is_outdated(entity, window, gone)]
    for name in dict.fromkeys([*(name for fact in facts for name in fact.about), *outdated]):
        entity = known.get(name)
        if entity is None and name not in made:
            continue
        stored = window.facts_about.get(entity.id, ()) if entity is not None else ()
        noted = {fact.id: fact for fact in stored} | {fact.ref: fact for fact in facts if name in fact.about}
        statements = _holding(noted, gone)
        if statements or (entity is not None and _has_text(entity)):
            texts.append(_texts_of(entity.id if entity is not None else name, name, statements, policy))
    return texts


def worth_writing(proposal: Proposal, texts: Sequence[EntityText], policy: RoundPolicy) -> Iterator[EntityText]:
    """Leave out texts that would replace a model's text for little gain. Pure.

    A model's text stays until something that it says no longer holds, or enough facts are new.
    """
    window = proposal.window
    entities = {entity.id: entity for entity in window.entities}
    # Any stored fact counts: a text may tell part of a fact that it does not cover, or that is to end.
    gone = ended_by(proposal.changes) | closed_by(proposal.changes)
    gone |= _to_end(proposal)
    for text in texts:
        entity = entities.get(text.entity)
        if entity is None or entity.author is not Author.MODEL or not entity.brief or entity.is_stale:
            yield text
            continue
        stored = window.facts_about.get(entity.id, ())
        count = sum(fact.created_at > entity.updated_at for fact in stored)
        count += sum(entity.name in fact.about for fact in proposal.facts)
        if count >= policy.rewrite_new_facts_min or any(fact.id in gone for fact in stored):
            yield text


def _to_end(proposal: Proposal) -> set[str]:
    """The facts whose end has become known in this round."""
    return {
        change.fact for change in proposal.changes if isinstance(change, ReviseFact) and change.valid_to is not None
    }


def _holding(noted: Mapping[str, Fact | NewFact], gone: Set[str]) -> list[_Statement]:
    return [
        _Statement(id, fact.body, fact.importance, order)
        for order, (id, fact) in enumerate(noted.items())
        if id not in gone and fact.author is not Author.RULES and fact.kind in CLAIMS and fact.valid_to is None
    ]


def _texts_of(entity: str, name: str, statements: Sequence[_Statement], policy: RoundPolicy) -> EntityText:
    brief = _fitting(name, statements, policy.brief_tokens_max)
    is_long = sum(count_tokens(statement.body) for statement in statements) > policy.dossier_tokens_max
    dossier = _fitting(name, statements, policy.dossier_tokens_max) if is_long else []
    return EntityText(
        entity=entity,
        brief=_text(brief),
        dossier=_text(dossier),
        covers=tuple(statement.id for statement in dossier),
        brief_covers=tuple(statement.id for statement in brief),
    )


def _is_outdated(entity: Entity, window: Window, gone: Set[str]) -> bool:
    return entity.is_stale or (
        _has_text(entity) and any(fact.id in gone for fact in window.facts_about.get(entity.id, ()))
    )


def _has_text(entity: Entity) -> bool:
    return bool(entity.brief or entity.dossier)


def _fitting(name: str, statements: Sequence[_Statement], tokens_max: int) -> list[_Statement]:
    """As many statements as fit: first those that speak of the entity, then the most important, then the newest.

    A statement that says much the same as a chosen one comes last.
    """
    ranked = sorted(
        statements, key=lambda one: (not _speaks_of(name, one.body), -min(one.importance, WEIGHTY), -one.order)
    )
    words = {one.id: frozenset(query_terms(one.body)) for one in ranked}
    chosen: list[_Statement] = []
    for much_in_common in (ALIKE, 1.0):
        for statement in ranked:
            if statement in chosen or any(
                shared_part(words[statement.id], words[other.id]) > much_in_common for other in chosen
            ):
                continue
            longer = sorted([*chosen, statement], key=lambda one: one.order)
            if count_tokens(_text(longer)) <= tokens_max:
                chosen = longer
    return chosen


def _speaks_of(name: str, body: str) -> bool:
    return whole_name(name.split()[0]).search(fold(body)) is not None


def _text(statements: Sequence[_Statement]) -> str:
    return " ".join(closed(statement.body) for statement in statements)


def _by_rules(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    gone = proposal.gone | ended_by(proposal.changes) | closed_by(proposal.changes) | _to_end(proposal)
    texts = write_dossiers(proposal.window, proposal.entities, proposal.facts, gone, policy)
    return proposal.plus(worth_writing(proposal, texts, policy))


DOSSIERS: Archivist[Reading] = Archivist(name="dossiers", by_rules=_by_rules)
