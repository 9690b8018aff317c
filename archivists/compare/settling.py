"""Where new statements meet known ones: the fuller one stays, the later one replaces, or both are disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from archivists.compare.outdated import Holds, SpokenStatement, replaced
from archivists.compare.same import NEAR, Outcome, compare, likeness
from archivists.statements.quotes import parted, speaker_key
from archivists.window.window import Window
from graph.values.changes import Change, DisputeFacts, MergeFacts, NewFact, SupersedeFact
from graph.values.items import Fact, FactKind, FactStatus, Role

LIVING = frozenset((FactStatus.CURRENT, FactStatus.DISPUTED))

CLAIMS = frozenset((FactKind.FACT, FactKind.OBJECTIVE))
"""What can replace something or be replaced: a question claims nothing, and a theory is weighed, not settled."""

SPEAKERLESS = "somebody else"
"""Who made a statement that stands without a speaker and is not the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement, stored or new, as far as others meet it."""

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
    """Two statements that are alike, and whose words do not tell how they stand to each other."""

    older: Claim
    newer: Claim
    likeness: float  # 0..1


@dataclass(frozen=True, slots=True)
class Settled:
    """The new facts that are worth keeping, with what becomes of others; `gone` holds no longer."""

    facts: tuple[NewFact, ...]
    changes: tuple[Change, ...]
    gone: frozenset[str]  # ids, and refs of this list
    doubts: tuple[Doubt, ...] = ()  # what somebody else may judge


def living(window: Window) -> list[Fact]:
    """The stored facts that a window knows of and that are not superseded or closed, each once."""
    found = {fact.id: fact for facts in (window.facts, *window.told.values()) for fact in facts}
    return [fact for fact in found.values() if fact.status in LIVING]


def settle_facts(window: Window, found: Sequence[NewFact]) -> Settled:
    """What the new facts make of the stored ones, and of each other. Pure.

    Nothing is deleted: what is replaced keeps the time until which it held, and what says less is a duplicate of what
    says more. A new fact that says more than another new one takes its sources instead of standing beside it.
    """
    times = {message.id: message.sent_at for message in window.messages}
    known = [_stored(fact) for fact in living(window)]
    facts: dict[str, NewFact] = {}
    changes: list[Change] = []
    gone: set[str] = set()
    disputed = [claim for claim in known if claim.is_disputed]
    doubts = [_doubt(*pair) for pair in combinations(disputed, 2)]
    for new in found:
        mine = Claim(
            id=new.ref,
            body=new.body,
            said=_said(new.body, new),
            at=min(times[source] for source in new.sources),
            kind=new.kind,
            sources=new.sources,
        )
        for old in known:
            if old.id in gone:
                continue
            if old.id in facts and _says_more(mine, old):
                new = replace(new, sources=tuple(dict.fromkeys((*facts.pop(old.id).sources, *new.sources))))
                gone.add(old.id)
            elif (change := _meeting(old, mine, new.sources)) is not None:
                changes.append(change)
                if not isinstance(change, DisputeFacts):
                    gone.add(change.lose if isinstance(change, MergeFacts) else change.fact)
                else:
                    doubts.append(_doubt(old, mine, least=0.0))  # However unlike: somebody should say which holds.
            else:
                doubts.append(_doubt(old, mine))
        facts[new.ref] = new
        known.append(mine)
    dropped = gone - set(facts) - {fact.id for fact in living(window)}
    kept = [change for change in changes if not dropped.intersection(_named(change))]
    open = [each for each in doubts if each is not None and not gone.intersection((each.older.id, each.newer.id))]
    return Settled(tuple(facts.values()), tuple(kept), frozenset(gone), tuple(open))


def _stored(fact: Fact) -> Claim:
    return Claim(
        id=fact.id,
        body=fact.body,
        said=_said(fact.body, fact),
        at=fact.valid_from or fact.created_at,
        kind=fact.kind,
        is_disputed=fact.status is FactStatus.DISPUTED,
        compared_with=fact.compared_with,
    )


def _said(body: str, fact: Fact | NewFact) -> SpokenStatement:
    """What a fact says, and who says it: without a name, a user and an assistant are still two."""
    speaker, text = parted(body)
    return SpokenStatement(speaker or ("" if fact.stated_by is Role.USER else SPEAKERLESS), text, fact.stated_by)


def _doubt(one: Claim, other: Claim, *, least: float = NEAR) -> Doubt | None:
    """Whether somebody should look at two statements: of a kind, of one speaker as far as told, alike, not compared."""
    speakers = {speaker_key(claim.said.speaker) for claim in (one, other)} - {""}
    if (
        one.kind is not other.kind
        or len(speakers) > 1
        or one.id in other.compared_with
        or other.id in one.compared_with
    ):
        return None
    alike = likeness(one.said.text, other.said.text)
    if alike < least:
        return None
    older, newer = (one, other) if one.at <= other.at else (other, one)
    return Doubt(older, newer, alike)


def _says_more(mine: Claim, old: Claim) -> bool:
    return (
        speaker_key(mine.said.speaker) == speaker_key(old.said.speaker)
        and mine.kind is old.kind
        and compare(mine.said.text, old.said.text).outcome in (Outcome.ENTAILS, Outcome.SAME)
    )


def _meeting(old: Claim, new: Claim, evidence: tuple[str, ...]) -> MergeFacts | SupersedeFact | DisputeFacts | None:
    """What is to be changed when a new fact meets an old one."""
    if _says_more(new, old):
        steps = "; ".join(compare(new.said.text, old.said.text).steps)
        return MergeFacts(keep=new.id, lose=old.id, archivist="duplicates", why=steps[:500], evidence=evidence)
    earlier, later = (old, new) if old.at <= new.at else (new, old)
    found = replaced(earlier.said, later.said) if {old.kind, new.kind} <= CLAIMS else None
    if found is None:
        return None
    if found.holds is Holds.UNSURE:
        if old.is_disputed:
            return None
        return DisputeFacts(a=earlier.id, b=later.id, reason=found.reason, archivist="outdated", evidence=evidence)
    loser, winner = (earlier, later) if found.holds is Holds.LATER else (later, earlier)
    return SupersedeFact(
        fact=loser.id,
        by=winner.id,
        reason=found.reason,
        valid_to=later.at if loser is earlier else None,
        archivist="outdated",
        evidence=evidence,
    )


def _named(change: Change) -> tuple[str, ...]:
    match change:
        case MergeFacts():
            return (change.keep, change.lose)
        case SupersedeFact():
            return (change.fact, change.by)
        case DisputeFacts():
            return (change.a, change.b)
    return ()
