"""Stored and new facts as claims: which of them a model should compare, and what takes the place of what."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from archivists.window.window import Window
from graph.text.search_terms import query_stems
from graph.values.changes import Change, CloseQuestion, CompleteObjective, MergeFacts, NewFact, SupersedeFact
from graph.values.items import Fact, FactKind, FactStatus, Role

LIVING = frozenset((FactStatus.CURRENT, FactStatus.DISPUTED))

CLAIMS = frozenset((FactKind.FACT, FactKind.OBJECTIVE))
"""The kinds that can replace something or be replaced: a question claims nothing, and a theory is only weighed."""

NEAR_MAX = 8
"""Known facts that a claim is compared with: those that it may repeat, replace, settle or support."""

NEAR_IN_MEANING = 0.5
"""What nearness in meaning counts beside the share of the shorter one's words that both have."""


ABOUT = 0.1
"""What it counts that both are about one entity: less than a shared word."""

OPEN = 0.3
"""The same of a question, an objective or a theory: what settles or joins one often has no word of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """The words that are said to say a claim, for a model that judges whether they do."""

    speaker: str
    words: str
    before: str = ""  # the line that the words answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement, stored or new, with what comparisons need of it."""

    id: str  # or its ref
    body: str
    role: Role  # of whoever stated it
    at: datetime  # when it was said
    kind: FactKind
    since: datetime | None = None  # when it became, or is to become, true
    until: datetime | None = None  # its last day, or the day by which an objective is to be reached
    about: frozenset[str] = frozenset()  # names of entities, where they are known
    confidence: float = 1.0  # of a theory
    sources: tuple[str, ...] = ()  # message ids, if it is new or said again
    is_line: bool = False  # a line of key info, which is no fact

    @property
    def is_new(self) -> bool:
        """Whether it is not stored."""
        return self.id.startswith("new:")

    @property
    def is_plan(self) -> bool:
        """Whether it was still to become true when it was said. A plan ends nothing that has happened."""
        return self.since is not None and self.since > self.at

    @property
    def begins(self) -> datetime:
        """When what it replaces stopped being true."""
        return self.at if self.since is None else min(self.since, self.at)


def living(window: Window) -> list[Fact]:
    """The stored facts in the window that are not superseded or closed, each once."""
    unique = {fact.id: fact for facts in (window.facts, *window.facts_about.values()) for fact in facts}
    return [fact for fact in unique.values() if fact.status in LIVING]


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
        role=fact.stated_by,
        # A fact that was noted before it was to begin was also said before that.
        at=said_at or min(fact.valid_from or fact.created_at, fact.created_at),
        kind=fact.kind,
        since=fact.valid_from,
        until=fact.valid_to,
        about=about,
        confidence=fact.confidence,
    )


def new_claim(fact: NewFact, at: datetime) -> Claim:
    """A new fact, first said at this time, as a claim."""
    return Claim(
        id=fact.ref,
        body=fact.body,
        role=fact.stated_by,
        at=at,
        kind=fact.kind,
        since=fact.valid_from,
        until=fact.valid_to,
        about=frozenset(fact.about),
        confidence=fact.confidence,
        sources=fact.sources,
    )


def near_to(claim: Claim, others: Iterable[Claim], near: Set[str], *, has_meaning: bool) -> list[Claim]:
    """What a claim may have to do with, the most likely first; `near` are those near in meaning, by id. Pure.

    They share a word beside the names that both are about, or are near in meaning. An entity in common is enough for
    what is open or only likely ("she passed" settles "Nora wants to become a nurse"), and where nothing tells meaning.
    """

    def worth(other: Claim) -> float:
        least = max(1, min(len(query_stems(each.body)) for each in (claim, other)))
        shared = len(shared_terms(claim, other)) / least
        is_open = other.kind is not FactKind.FACT
        about = OPEN if is_open else 0.0 if has_meaning else ABOUT
        return shared + NEAR_IN_MEANING * (other.id in near) + about * bool(claim.about & other.about)

    found = [(worth(other), other.at, other.id, other) for other in others if worth(other)]
    return [found[-1] for found in sorted(found, key=lambda each: each[:-1], reverse=True)[:NEAR_MAX]]


def shared_terms(one: Claim, other: Claim) -> frozenset[str]:
    """The search terms that both claims have, without those of the names that they are about."""
    return (frozenset(query_stems(one.body)) & frozenset(query_stems(other.body))) - _names(one) - _names(other)


def _names(claim: Claim) -> frozenset[str]:
    return frozenset(query_stems(" ".join(sorted(claim.about))))


def ends_at(older: Claim, newer: Claim) -> datetime:
    """When the older one stopped being true if the newer one replaces it: never before it began, or after its end."""
    ended = newer.begins if older.since is None or older.since <= newer.begins else newer.at
    return ended if older.until is None or older.kind is not FactKind.FACT else min(ended, older.until)


def stand_in_of(changes: Collection[Change]) -> dict[str, str]:
    """What takes the place of each fact that these changes merge or supersede, by id or ref."""
    merged = {change.lose: change.keep for change in changes if isinstance(change, MergeFacts)}
    return merged | {change.fact: change.by for change in changes if isinstance(change, SupersedeFact)}


def stand_ins(id: str, stand_in: Mapping[str, str]) -> list[str]:
    """What takes the place of a fact, then what takes the place of that, and so on, until it would repeat."""
    chain: list[str] = []
    while id in stand_in and stand_in[id] not in chain:
        id = stand_in[id]
        chain.append(id)
    return chain


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
