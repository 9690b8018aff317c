"""Briefs and dossiers: what an entity's facts come to, in the words of those who stated them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from archivists.compare.settling import CLAIMS
from archivists.round_policy import RoundPolicy
from archivists.statements.quotes import closed, parted, quoted
from archivists.window.window import Window
from graph.text.identification import readers_of
from graph.text.patterns import first_match
from graph.text.terms import query_terms
from graph.text.tokens import count_tokens
from graph.values.changes import EntityText, NewEntity, NewFact
from graph.values.items import Clock, Entity
from languages.folding import fold

WEIGHTY = 7
"""From here on the newer of two statements says more of how things are now than the weightier one."""


ALIKE = 0.3
"""The part of the shorter statement's words from which on two say much the same: "losing my job" three times over."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """A stored fact, or one of this round."""

    id: str  # or its ref
    body: str
    importance: int
    order: int  # rises with age of birth
    said: datetime | None  # None: on a world clock, or not known


def write_dossiers(
    window: Window, entities: Sequence[NewEntity], facts: Sequence[NewFact], gone: Set[str], policy: RoundPolicy
) -> list[EntityText]:
    """A brief for each entity that this round's facts are about, and a dossier once its facts grow long. Pure.

    Both are quotes: the weightiest statements that fit, in the order they were made, without those that are `gone`;
    each lists what it covers. A question or a guess says nothing of anybody. What tells of facts that are gone is
    written anew, and so is what was stale before.
    """
    here = (*window.entities, *window.waiting)
    known = {entity.name: entity for entity in here}
    is_dated = window.space.clock is Clock.WALL
    said = {message.id: message.sent_at for message in window.messages if is_dated}
    texts: list[EntityText] = []
    outdated = [entity.name for entity in here if _is_outdated(entity, window, gone)]
    for name in dict.fromkeys([*(name for fact in facts for name in fact.about), *outdated]):
        entity = known.get(name)
        stored = window.told.get(entity.id, ()) if entity is not None else ()
        if entity is None and all(new.name != name for new in entities):
            continue
        statements = [
            _Statement(fact.id, fact.body, fact.importance, i, fact.valid_from if is_dated else None)
            for i, fact in enumerate(stored)
            if fact.id not in gone and fact.kind in CLAIMS
        ]
        statements += [
            _Statement(fact.ref, fact.body, fact.importance, len(stored) + i, said.get(fact.sources[0]))
            for i, fact in enumerate(facts)
            if name in fact.about and fact.ref not in gone and fact.kind in CLAIMS
        ]
        texts.append(_text(entity.id if entity is not None else name, name, statements, policy))
    return texts


def _text(entity: str, name: str, statements: Sequence[_Statement], policy: RoundPolicy) -> EntityText:
    brief = _best(name, statements, policy.brief_tokens_max)
    is_long = sum(count_tokens(statement.body) for statement in statements) > policy.dossier_tokens_max
    dossier = _best(name, statements, policy.dossier_tokens_max) if is_long else []
    return EntityText(
        entity=entity,
        brief=_told(brief),
        dossier=_told(dossier),
        covers=tuple(statement.id for statement in dossier),
        brief_covers=tuple(statement.id for statement in brief),
        archivist="dossiers",
    )


def _is_outdated(entity: Entity, window: Window, gone: Set[str]) -> bool:
    """Whether the entity's text waits to be written anew, or tells of facts that this round takes away."""
    has_text = bool(entity.brief or entity.dossier)
    return entity.is_stale or (has_text and any(fact.id in gone for fact in window.told.get(entity.id, ())))


def _best(name: str, statements: Sequence[_Statement], tokens_max: int) -> list[_Statement]:
    """As many as fit: those that name the entity before those it only said, then weighty ones, then newer ones.

    What says much the same as one that is chosen comes only when nothing else fits.
    """
    key = fold(name.split()[0])
    ranked = sorted(
        statements, key=lambda one: (key not in fold(parted(one.body)[1]), -min(one.importance, WEIGHTY), -one.order)
    )
    words = {one.id: frozenset(query_terms(parted(one.body)[1])) for one in ranked}
    chosen: list[_Statement] = []
    for much_in_common in (ALIKE, 1.0):
        for statement in ranked:
            if statement in chosen or any(_common(words, statement, other) > much_in_common for other in chosen):
                continue
            longer = sorted([*chosen, statement], key=lambda one: one.order)
            if count_tokens(_told(longer)) <= tokens_max:
                chosen = longer
    return chosen


def _common(words: Mapping[str, frozenset[str]], one: _Statement, other: _Statement) -> float:
    fewer = min(len(words[one.id]), len(words[other.id]))
    return len(words[one.id] & words[other.id]) / fewer if fewer else 0.0


def _told(statements: Sequence[_Statement]) -> str:
    """The statements one behind the other, the speaker's name before the first of each run of his.

    "Nora (2026-03-01): I moved yesterday." - the day stands by the name where the words need it.
    """
    parts: list[str] = []
    previous: str | None = None
    for statement in statements:
        speaker, text = parted(statement.body)
        is_dated = speaker and statement.said is not None
        if is_dated and first_match(readers_of(text), lambda each: each.clauses.relative, text):
            speaker = f"{speaker} ({statement.said:%Y-%m-%d})"
        parts.append(quoted(speaker, text) if speaker and speaker != previous else closed(text))
        previous = speaker
    return " ".join(parts)
