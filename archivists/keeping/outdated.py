"""Which statements a model should compare: what it says replaces another subject, and pairs that it has not seen.

`archivists.keeping.judging` asks about them. Nothing ends here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from archivists.compare.claims import (
    NEAR,
    Claim,
    Doubt,
    doubt,
    ended_by,
    known_claims,
    new_claim,
    shared_terms,
    stand_in_of,
    stand_ins,
)
from archivists.keeping.archivist import Archivist, Proposal
from archivists.questions.read import Reading
from archivists.window.window import Window
from graph.text.search_terms import query_stems
from graph.text.subjects import is_danger, kinds_in
from graph.values.changes import RestateFact, SupersedeFact


def find_doubts(proposal: Proposal) -> Proposal:
    """The proposal with the pairs to compare, and what its changes end. Pure.

    If a model says that a fact supersedes one about another subject, that is in doubt: it may have confused two ids.
    New facts are compared with those near to them that the model was not shown.
    """
    window = proposal.window
    times = {message.id: message.sent_at for message in window.messages}
    known = known_claims(window)
    new = {fact.ref: new_claim(fact, min(times[source] for source in fact.sources)) for fact in proposal.facts}
    claims = {claim.id: claim for claim in known} | new
    unlike = [
        change
        for change in proposal.changes
        if isinstance(change, SupersedeFact) and not _is_likely(change, claims, window)
    ]
    changes = [change for change in proposal.changes if change not in unlike]
    gone = ended_by(changes)
    doubts = [doubt(*pair) for pair in combinations([claim for claim in known if claim.is_disputed], 2)]
    doubts += [Doubt(claims[change.fact], claims[change.by], 0.0, is_told=True) for change in unlike]
    for mine in new.values():
        near = frozenset[str]().union(*(window.near.get(source, ()) for source in mine.sources))
        for old in known:
            if old.id not in proposal.read | gone:
                doubts.append(doubt(old, mine, overlap_min=0.0 if old.id in near else NEAR))
    # In a chain of replacements the oldest comes first: a fact that no longer holds cannot replace another.
    stand_in = stand_in_of(changes)
    ends = [change for change in changes if isinstance(change, SupersedeFact)]
    ends.sort(key=lambda change: -len(stand_ins(change.fact, stand_in)))
    others = [
        change
        for change in changes
        if not isinstance(change, SupersedeFact) and not (isinstance(change, RestateFact) and change.fact in gone)
    ]
    open = [each for each in doubts if each is not None and not gone.intersection((each.older.id, each.newer.id))]
    return replace(proposal, changes=(*others, *ends), gone=frozenset(gone), doubts=tuple(open))


def _is_likely(change: SupersedeFact, claims: Mapping[str, Claim], window: Window) -> bool:
    """Whether a superseded fact and its replacement share a subject, or are near in meaning.

    The speaker's name is none; for a danger no name is, since it may be all that two notes about a user share.
    """
    if change.fact not in claims or change.by not in claims:
        return True
    older, newer = claims[change.fact], claims[change.by]
    if any(older.id in window.near.get(source, ()) for source in newer.sources) or shared_terms(older, newer):
        return True
    speakers = query_stems(" ".join({message.sender for message in window.messages}))
    shared = frozenset(query_stems(older.body)).intersection(query_stems(newer.body)).difference(speakers)
    return not is_danger(older.body) and bool(shared or kinds_in(older.body) & kinds_in(newer.body))


OUTDATED: Archivist[Reading] = Archivist(name="outdated", without_model=lambda proposal, policy: find_doubts(proposal))
