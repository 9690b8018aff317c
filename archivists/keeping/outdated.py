"""Compares new statements with known ones: the fuller one stays, the later one replaces, or both are disputed.

`reconcile_facts` decides what new facts do to known ones.
Pairs that words do not decide become doubts, which `archivists.keeping.judging` asks a model about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

from archivists.compare.claims import (
    CLAIMS,
    Claim,
    Doubt,
    doubt,
    ended_by,
    ends_at,
    have_common_subject,
    in_order_of_reference,
    known_claims,
    new_claim,
    stand_in_of,
    stand_ins,
)
from archivists.compare.replacing import Holds, replaced
from archivists.compare.standing_words import shared, telling
from archivists.compare.statement_likeness import NEAR, Outcome, compare
from archivists.keeping.archivist import Archivist, Proposal
from archivists.questions.read import Reading
from archivists.statements.quotes import speaker_key
from archivists.window.window import Window
from graph.changing.undone_before import pair_of
from graph.text.subjects import is_danger
from graph.values.changes import (
    WHY_CHARS_MAX,
    DisputeFacts,
    MergeFacts,
    NewFact,
    RestateFact,
    SupersedeFact,
)
from graph.values.items import Author


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The new facts that are worth keeping, and the changes to the facts that they meet."""

    facts: tuple[NewFact, ...]
    changes: tuple[MergeFacts | SupersedeFact | DisputeFacts, ...]
    gone: frozenset[str]  # facts that are replaced or repeated, by id or ref
    doubts: tuple[Doubt, ...] = ()


def reconcile_facts(
    window: Window,
    found: Sequence[NewFact],
    told: Sequence[SupersedeFact | DisputeFacts] = (),
    *,
    read: Set[str] = frozenset(),
) -> Reconciled:
    """Decide what new facts do to stored ones and to each other. Pure.

    `told` is what a model says they supersede, and `read` are the stored facts that it was shown.

    Nothing is deleted. A replaced fact keeps the time until which it held; one that says less than a new one becomes
    its duplicate. A new fact that says more than another new one absorbs it, with its sources and what it ends. Rules
    decide nothing about a new fact that a model wrote: it says itself what the fact replaces of what it has read or
    written, and other similar pairs are left to *settle*. If it says that a fact supersedes one about another subject,
    that is in doubt: it may have confused two ids.
    """
    times = {message.id: message.sent_at for message in window.messages}
    known = known_claims(window)
    claims = {claim.id: claim for claim in known}
    claims |= {new.ref: new_claim(new, min(times[source] for source in new.sources)) for new in found}
    unlike = [change for change in told if isinstance(change, SupersedeFact) and not _is_likely(change, claims, window)]
    facts: dict[str, NewFact] = {}
    changes: list[MergeFacts | SupersedeFact | DisputeFacts] = [change for change in told if change not in unlike]
    gone = ended_by(changes)
    fuller: dict[str, str] = {}  # a new fact that was absorbed -> the fuller new one
    written = {new.ref for new in found if new.author is Author.MODEL}
    disputed = [claim for claim in known if claim.is_disputed]
    doubts = [doubt(*pair) for pair in combinations(disputed, 2)]
    doubts += [Doubt(claims[change.fact], claims[change.by], 0.0, is_told=True) for change in unlike]
    for new in found:
        mine = claims[new.ref]
        near = frozenset[str]().union(*(window.near.get(source, ()) for source in new.sources))
        for old in known:
            if old.id in gone or old.id in stand_ins(new.ref, stand_in_of(changes) | fuller):
                continue  # A fact cannot replace one that has taken its place.
            if old.id in facts and _says_more(mine, old):
                new = replace(new, sources=tuple(dict.fromkeys((*facts.pop(old.id).sources, *new.sources))))
                gone.add(old.id)
                fuller[old.id] = new.ref
            elif new.ref in written and old.id in written | read:
                continue  # The model has said whether it replaces that.
            elif new.ref in written or (change := _meeting(old, mine, new.sources)) is None:
                doubts.append(doubt(old, mine, overlap_min=0.0 if old.id in near else NEAR))
            else:
                changes.append(change)
                gone |= ended_by([change])
                if isinstance(change, DisputeFacts):
                    doubts.append(doubt(old, mine, overlap_min=0.0))  # Must be settled, however different they are.
        facts[new.ref] = new
        known.append(mine)
    changes = [_pointed(change, fuller) for change in changes]
    # In a chain of replacements the oldest comes first: a fact that no longer holds cannot replace another.
    stand_in = stand_in_of(changes)
    changes.sort(key=lambda change: -sum(len(stand_ins(id, stand_in)) for id in ended_by([change])))
    kept = {pair_of(change): change for change in changes}
    open = [each for each in doubts if each is not None and not gone.intersection((each.older.id, each.newer.id))]
    stated = in_order_of_reference([_of_fuller(fact, fuller) for fact in facts.values()])
    return Reconciled(tuple(stated), tuple(kept.values()), frozenset(gone), tuple(open))


def _is_likely(change: SupersedeFact, claims: Mapping[str, Claim], window: Window) -> bool:
    """Whether a superseded fact and its replacement share a subject, or are near in meaning.

    For a safety fact a name is no shared subject: it may be all that two notes about a user have in common.
    """
    older, newer = claims[change.fact], claims[change.by]
    if any(older.id in window.near.get(source, ()) for source in newer.sources):
        return True
    speakers = {message.sender for message in window.messages}
    if is_danger(older.body):
        named = {name for entity in window.entities for name in (entity.name, *entity.aliases)}
        names = telling(" ".join(sorted(named | speakers)))
        subject = {word for word in telling(older.body) if not shared({word}, names)}
        return bool(shared(subject, telling(newer.body)))
    return have_common_subject(older.said, newer.said, but=speakers)


def _pointed(
    change: MergeFacts | SupersedeFact | DisputeFacts, fuller: Mapping[str, str]
) -> MergeFacts | SupersedeFact | DisputeFacts:
    """The change, pointing to the fuller fact in place of the one that it absorbed."""
    match change:
        case MergeFacts():
            return replace(change, keep=_last(change.keep, fuller))
        case SupersedeFact():
            return replace(change, by=_last(change.by, fuller))
        case DisputeFacts():
            return replace(change, a=_last(change.a, fuller), b=_last(change.b, fuller))


def _of_fuller(fact: NewFact, fuller: Mapping[str, str]) -> NewFact:
    supported_by = dict.fromkeys(_last(id, fuller) for id in fact.supported_by)
    part_of = None if fact.part_of is None else _last(fact.part_of, fuller)
    return replace(
        fact,
        supported_by=tuple(id for id in supported_by if id != fact.ref),
        part_of=part_of if part_of != fact.ref else None,
    )


def _last(id: str, fuller: Mapping[str, str]) -> str:
    return [id, *stand_ins(id, fuller)][-1]


def _says_more(mine: Claim, old: Claim) -> bool:
    return (
        speaker_key(mine.said.speaker) == speaker_key(old.said.speaker)
        and mine.kind is old.kind
        and compare(mine.said.text, old.said.text).outcome in (Outcome.ENTAILS, Outcome.SAME)
    )


def _meeting(old: Claim, new: Claim, evidence: tuple[str, ...]) -> MergeFacts | SupersedeFact | DisputeFacts | None:
    if _says_more(new, old):
        steps = "; ".join(compare(new.said.text, old.said.text).steps)
        return MergeFacts(keep=new.id, lose=old.id, why=steps[:WHY_CHARS_MAX], evidence=evidence)
    earlier, later = (old, new) if old.at <= new.at else (new, old)
    found = replaced(earlier.said, later.said) if {old.kind, new.kind} <= CLAIMS else None
    if found is None:
        return None
    if found.holds is Holds.UNSURE:
        if old.is_disputed:
            return None
        return DisputeFacts(a=earlier.id, b=later.id, reason=found.reason, evidence=evidence)
    loser, winner = (earlier, later) if found.holds is Holds.LATER else (later, earlier)
    if winner.is_plan and not loser.is_plan:
        return None
    return SupersedeFact(
        fact=loser.id,
        by=winner.id,
        reason=found.reason,
        valid_to=ends_at(earlier, later) if loser is earlier else None,
        evidence=evidence,
    )


def _by_rules(proposal: Proposal) -> Proposal:
    """The proposal with the new facts that are worth keeping, and with what they replace, repeat or dispute."""
    told = [change for change in proposal.changes if isinstance(change, SupersedeFact | DisputeFacts)]
    reconciled = reconcile_facts(proposal.window, proposal.facts, told, read=proposal.read)
    of_facts = NewFact | RestateFact | SupersedeFact | DisputeFacts
    before = [change for change in proposal.changes if not isinstance(change, of_facts)]
    again = [
        change for change in proposal.changes if isinstance(change, RestateFact) and change.fact not in reconciled.gone
    ]
    changes = (*before, *reconciled.facts, *again, *reconciled.changes)
    return replace(proposal, changes=changes, gone=reconciled.gone, doubts=reconciled.doubts)


OUTDATED: Archivist[Reading] = Archivist(name="outdated", by_rules=lambda proposal, policy: _by_rules(proposal))
