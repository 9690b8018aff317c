"""Stored and new facts as claims, which can be compared, and the pairs that their words do not decide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from archivists.compare.replacing import SpokenStatement, have_one_slot
from archivists.compare.statement_likeness import NEAR
from archivists.compare.statement_words import wording
from archivists.statements.extractive import shared_part
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import USERS, speaker_key, spoken_of
from archivists.statements.single_valued import change_in, held_in
from archivists.window.window import Window
from graph.text.search_terms import query_stems
from graph.text.subjects import kinds_in, own_terms
from graph.values.changes import Change, CloseQuestion, CompleteObjective, MergeFacts, NewFact, SupersedeFact
from graph.values.items import Fact, FactKind, FactStatus, Role

LIVING = frozenset((FactStatus.CURRENT, FactStatus.DISPUTED))

CLAIMS = frozenset((FactKind.FACT, FactKind.OBJECTIVE))
"""The kinds that can replace something or be replaced: a question claims nothing, and a theory is only weighed."""

SPEAKERLESS = "somebody else"
"""The speaker of a statement that names no speaker and is not the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement, stored or new, with what comparisons need of it."""

    id: str  # or its ref
    body: str
    said: SpokenStatement
    at: datetime  # when it was said
    kind: FactKind
    since: datetime | None = None  # when it became, or is to become, true
    until: datetime | None = None  # its last day, or the day by which an objective is to be reached
    about: frozenset[str] = frozenset()  # names of entities, where they are known
    importance: int = 5
    is_disputed: bool = False
    compared_with: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # message ids, if it is new

    @property
    def is_plan(self) -> bool:
        """Whether it was still to become true when it was said. A plan ends nothing that has happened."""
        return self.since is not None and self.since > self.at

    @property
    def begins(self) -> datetime:
        """When what it replaces stopped being true."""
        return self.at if self.since is None else min(self.since, self.at)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two similar statements whose words do not show whether both hold."""

    older: Claim
    newer: Claim
    overlap: float  # 0..1, of their words
    is_of_one: bool = False  # whether both state one single-valued trait: a home, an age
    is_told: bool = False  # whether a model says that the newer one replaces the older, though none of their words does

    @property
    def is_remote(self) -> bool:
        """Whether the two are merely about the same subject."""
        are_disputed = self.older.is_disputed and self.newer.is_disputed
        return not (self.is_of_one or self.is_told or self.overlap >= NEAR or are_disputed)


def living(window: Window) -> list[Fact]:
    """The stored facts in the window that are not superseded or closed, each once."""
    found = {fact.id: fact for facts in (window.facts, *window.facts_about.values()) for fact in facts}
    return [fact for fact in found.values() if fact.status in LIVING]


def said_before(window: Window) -> list[Fact]:
    """The stored facts that need not be found again: those that hold, and those that somebody has withdrawn."""
    withdrawn = (fact for fact in window.facts if fact.status is FactStatus.WITHDRAWN)
    return [*living(window), *withdrawn]


def known_claims(window: Window) -> list[Claim]:
    """The stored facts in the window that hold, as claims."""
    names = {entity.id: entity.name for entity in window.entities}
    about: dict[str, set[str]] = {}
    for entity, facts in window.facts_about.items():
        for fact in facts:
            about.setdefault(fact.id, set()).update((names[entity],) if entity in names else ())
    return [
        claim_of(fact, about=frozenset(about.get(fact.id, ())), said_at=window.said_at(fact)) for fact in living(window)
    ]


def claim_of(fact: Fact, *, about: frozenset[str] = frozenset(), said_at: datetime | None = None) -> Claim:
    """A stored fact as a claim."""
    return Claim(
        id=fact.id,
        body=fact.body,
        said=_spoken(fact),
        # A fact that was noted before it was to begin was also said before that.
        at=said_at or min(fact.valid_from or fact.created_at, fact.created_at),
        kind=fact.kind,
        since=fact.valid_from,
        until=fact.valid_to,
        about=about,
        importance=fact.importance,
        is_disputed=fact.status is FactStatus.DISPUTED,
        compared_with=fact.compared_with,
    )


def new_claim(fact: NewFact, at: datetime) -> Claim:
    """A new fact, first said at this time, as a claim."""
    return Claim(
        id=fact.ref,
        body=fact.body,
        said=_spoken(fact),
        at=at,
        kind=fact.kind,
        since=fact.valid_from,
        until=fact.valid_to,
        about=frozenset(fact.about),
        importance=fact.importance,
        sources=fact.sources,
    )


def doubt(one: Claim, other: Claim, *, overlap_min: float = NEAR) -> Doubt | None:
    """The two as a pair to judge; None unless they are similar or of one subject, of one kind and not yet compared.

    If both name a speaker, it must be the same one.
    """
    speakers = {speaker_key(claim.said.speaker) for claim in (one, other)} - {""}
    is_compared = one.id in other.compared_with or other.id in one.compared_with
    if one.kind is not other.kind or len(speakers) > 1 or is_compared:
        return None
    overlap = shared_part(wording(one.said.text).keys, wording(other.said.text).keys)
    is_of_one = have_one_slot(one.said, other.said)
    if overlap < overlap_min and not is_of_one and not _is_about_the_same(one, other):
        return None
    older, newer = (one, other) if one.at <= other.at else (other, one)
    return Doubt(older, newer, overlap, is_of_one=is_of_one)


def _is_about_the_same(one: Claim, other: Claim) -> bool:
    """Whether both are about the same entities, or about the user, and share a subject besides their names."""
    shared = one.about & other.about
    if not shared and (one.about or other.about):
        return False
    # Where no entity is known, a shared word may be a name.
    return have_common_subject(one.said, other.said, but=shared, words_min=1 if shared else 2)


def have_common_subject(
    one: SpokenStatement, other: SpokenStatement, *, but: Iterable[str] = (), words_min: int = 1
) -> bool:
    """Whether both are of one kind, or share that many telling words that are in none of these names (`but`). Pure."""
    shared = (_own_terms(one.text) & _own_terms(other.text)).difference(query_stems(" ".join((*but, *USERS))))
    return not _kinds(one.text).isdisjoint(_kinds(other.text)) or len(shared) >= words_min


@lru_cache(4096)
def _own_terms(text: str) -> frozenset[str]:
    """The terms that tell this statement from all other talk, without its words of change."""
    change = change_in(text)
    return frozenset(own_terms(text)).difference(query_stems(change[0]) if change else ())


@lru_cache(4096)
def _kinds(text: str) -> frozenset[str]:
    """The kinds of things that somebody has one of, by any word for them; not how a thing is."""
    traits = {held.trait.removeprefix("own ") for held in held_in(text) if not held.trait.startswith("thing")}
    return frozenset(kinds_in(unquoted(text)) | traits)


def _spoken(fact: Fact | NewFact) -> SpokenStatement:
    """What a fact says, and who says it. Without a name, a user and an assistant are still two speakers."""
    speaker, text = spoken_of(fact)
    return SpokenStatement(speaker or ("" if fact.stated_by is Role.USER else SPEAKERLESS), text, fact.stated_by)


def ends_at(older: Claim, newer: Claim) -> datetime:
    """When the older one stopped being true if the newer one replaces it: never before it began, or after its end."""
    ended = newer.begins if older.since is None or older.since <= newer.begins else newer.at
    return ended if older.until is None or older.kind is not FactKind.FACT else min(ended, older.until)


def stand_in_of(changes: Collection[Change]) -> dict[str, str]:
    """For each fact that these changes merge or supersede, what takes its place, by id or ref."""
    merged = {change.lose: change.keep for change in changes if isinstance(change, MergeFacts)}
    return merged | {change.fact: change.by for change in changes if isinstance(change, SupersedeFact)}


def stand_ins(id: str, stand_in: Mapping[str, str]) -> list[str]:
    """What takes the place of a fact, then what takes the place of that, and so on, until it would repeat."""
    found: list[str] = []
    while id in stand_in and stand_in[id] not in found:
        id = stand_in[id]
        found.append(id)
    return found


def ended_by(changes: Collection[Change]) -> set[str]:
    """The facts that these changes merge into others or supersede, by id or ref."""
    return set(stand_in_of(changes))


def closed_by(changes: Collection[Change]) -> set[str]:
    """The questions that these changes answer, and the objectives that they complete or give up, by id or ref."""
    answered = {change.question for change in changes if isinstance(change, CloseQuestion)}
    return answered | {change.objective for change in changes if isinstance(change, CompleteObjective)}


def in_order_of_reference(facts: Sequence[NewFact]) -> list[NewFact]:
    """The facts in their order, but each after those that it refers to. References in a circle are left out."""
    by_ref = {fact.ref: fact for fact in facts}
    done: dict[str, NewFact] = {}

    def place(fact: NewFact, above: frozenset[str]) -> None:
        named = [id for id in (*fact.supported_by, fact.part_of or "") if id in by_ref and id not in above]
        for id in named:
            if id not in done:
                place(by_ref[id], above | {id})
        is_made = {id for id in (*fact.supported_by, fact.part_of) if id not in by_ref or id in done}
        done[fact.ref] = replace(
            fact,
            supported_by=tuple(id for id in fact.supported_by if id in is_made),
            part_of=fact.part_of if fact.part_of in is_made else None,
        )

    for fact in facts:
        if fact.ref not in done:
            place(fact, frozenset((fact.ref,)))
    return list(done.values())
