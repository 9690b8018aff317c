"""Where new statements meet known ones: the fuller one stays, the later one replaces, or both are disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from archivists.compare.claims import CLAIMS, Claim, Doubt, claim_of, doubt, ended_by, living, new_claim
from archivists.compare.replacing import Holds, replaced
from archivists.compare.same import Outcome, compare
from archivists.keeping.archivist import Archivist, Proposal
from archivists.questions.read import Reading
from archivists.statements.quotes import speaker_key
from archivists.window.window import Window
from graph.changing.undone_before import pair_of
from graph.values.changes import WHY_CHARS_MAX, DisputeFacts, MergeFacts, NewFact, RestateFact, SupersedeFact


@dataclass(frozen=True, slots=True)
class Settled:
    """The new facts that are worth keeping, and what becomes of those that they meet."""

    facts: tuple[NewFact, ...]
    changes: tuple[MergeFacts | SupersedeFact | DisputeFacts, ...]
    gone: frozenset[str]  # facts that are replaced or repeated, by id or ref
    doubts: tuple[Doubt, ...] = ()


def settle_facts(window: Window, found: Sequence[NewFact]) -> Settled:
    """What the new facts make of the stored ones, and of each other. Pure.

    Nothing is deleted. A fact that is replaced keeps the time until which it held; one that says less than a new one
    becomes its duplicate. A new fact that says more than another new one takes over its sources and stands alone.
    """
    times = {message.id: message.sent_at for message in window.messages}
    known = [claim_of(fact) for fact in living(window)]
    facts: dict[str, NewFact] = {}
    changes: list[MergeFacts | SupersedeFact | DisputeFacts] = []
    gone: set[str] = set()
    disputed = [claim for claim in known if claim.is_disputed]
    doubts = [doubt(*pair) for pair in combinations(disputed, 2)]
    for new in found:
        mine = new_claim(new, min(times[source] for source in new.sources))
        for old in known:
            if old.id in gone:
                continue
            if old.id in facts and _says_more(mine, old):
                new = replace(new, sources=tuple(dict.fromkeys((*facts.pop(old.id).sources, *new.sources))))
                gone.add(old.id)
            elif (change := _meeting(old, mine, new.sources)) is None:
                doubts.append(doubt(old, mine))
            else:
                changes.append(change)
                gone |= ended_by([change])
                if isinstance(change, DisputeFacts):
                    doubts.append(doubt(old, mine, overlap_min=0.0))  # Somebody should say which holds, however unlike.
        facts[new.ref] = new
        known.append(mine)
    dropped = gone - set(facts) - {fact.id for fact in living(window)}
    kept = [change for change in changes if not dropped.intersection(pair_of(change) or ())]
    open = [each for each in doubts if each is not None and not gone.intersection((each.older.id, each.newer.id))]
    return Settled(tuple(facts.values()), tuple(kept), frozenset(gone), tuple(open))


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
    return SupersedeFact(
        fact=loser.id,
        by=winner.id,
        reason=found.reason,
        valid_to=later.at if loser is earlier else None,
        evidence=evidence,
    )


def _by_rules(proposal: Proposal) -> Proposal:
    settled = settle_facts(proposal.window, proposal.facts)
    before = [change for change in proposal.changes if not isinstance(change, NewFact | RestateFact)]
    again = [
        change for change in proposal.changes if isinstance(change, RestateFact) and change.fact not in settled.gone
    ]
    changes = (*before, *settled.facts, *again, *settled.changes)
    return replace(proposal, changes=changes, gone=settled.gone, doubts=settled.doubts)


OUTDATED: Archivist[Reading] = Archivist(name="outdated", by_rules=lambda proposal, policy: _by_rules(proposal))
