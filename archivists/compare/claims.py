"""Statements that meet each other: stored facts and new ones in one shape, and the pairs whose words do not decide."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from archivists.compare.replacing import SpokenStatement
from archivists.compare.same import NEAR
from archivists.compare.statement_words import wording
from archivists.statements.extractive import shared_part
from archivists.statements.quotes import parted, speaker_key
from archivists.window.window import Window
from graph.values.changes import Change, MergeFacts, NewFact, SupersedeFact
from graph.values.items import Fact, FactKind, FactStatus, Role

LIVING = frozenset((FactStatus.CURRENT, FactStatus.DISPUTED))

CLAIMS = frozenset((FactKind.FACT, FactKind.OBJECTIVE))
"""The kinds that can replace something or be replaced: a question claims nothing, and a theory is only weighed."""

SPEAKERLESS = "somebody else"
"""The speaker of a statement that names none and is not the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement, stored or new, with what a comparison needs of it."""

    id: str  # or its ref
    body: str
    said: SpokenStatement
    at: datetime
    kind: FactKind
    is_disputed: bool = False
    compared_with: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # of a new one: message ids


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two statements that are alike, and whose words do not tell whether both hold."""

    older: Claim
    newer: Claim
    overlap: float  # 0..1, of their words


def living(window: Window) -> list[Fact]:
    """The stored facts in the window that are not superseded or closed, each once."""
    found = {fact.id: fact for facts in (window.facts, *window.facts_about.values()) for fact in facts}
    return [fact for fact in found.values() if fact.status in LIVING]


def claim_of(fact: Fact) -> Claim:
    """A stored fact as a claim."""
    return Claim(
        id=fact.id,
        body=fact.body,
        said=_spoken(fact),
        at=fact.valid_from or fact.created_at,
        kind=fact.kind,
        is_disputed=fact.status is FactStatus.DISPUTED,
        compared_with=fact.compared_with,
    )


def new_claim(fact: NewFact, at: datetime) -> Claim:
    """A new fact, first said at this time, as a claim."""
    return Claim(id=fact.ref, body=fact.body, said=_spoken(fact), at=at, kind=fact.kind, sources=fact.sources)


def doubt(one: Claim, other: Claim, *, overlap_min: float = NEAR) -> Doubt | None:
    """The two as a pair to be judged; None unless they are alike, of one kind and not yet compared.

    They must have one speaker too, as far as both name theirs.
    """
    speakers = {speaker_key(claim.said.speaker) for claim in (one, other)} - {""}
    is_compared = one.id in other.compared_with or other.id in one.compared_with
    if one.kind is not other.kind or len(speakers) > 1 or is_compared:
        return None
    overlap = shared_part(wording(one.said.text).keys, wording(other.said.text).keys)
    if overlap < overlap_min:
        return None
    older, newer = (one, other) if one.at <= other.at else (other, one)
    return Doubt(older, newer, overlap)


def _spoken(fact: Fact | NewFact) -> SpokenStatement:
    """What a fact says, and who says it. Without a name, a user and an assistant are still two speakers."""
    speaker, text = parted(fact.body)
    return SpokenStatement(speaker or ("" if fact.stated_by is Role.USER else SPEAKERLESS), text, fact.stated_by)


def ended_by(changes: Collection[Change]) -> set[str]:
    """The facts that these changes merge into others or supersede, by id or ref."""
    merged = {change.lose for change in changes if isinstance(change, MergeFacts)}
    return merged | {change.fact for change in changes if isinstance(change, SupersedeFact)}
