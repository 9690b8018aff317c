"""What words alone do not tell: a model judges pairs of facts, and of entities, within what may be merged at all.

A verdict becomes the change that rules would have proposed, under the model's name. Pairs that stay two are noted on
the newer one, so that nobody is asked about them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archivists.compare.namesakes import Proposal, proposed_merges
from archivists.compare.same import forbids
from archivists.compare.settling import CLAIMS, Claim, Doubt, Settled
from archivists.models.asking import Call, Heard
from archivists.questions.answers import Related, Relation, SettleAnswer
from archivists.questions.tasks import Note, Pair, SettleQuestion, note_of
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.window import Window
from graph.values.changes import (
    WHY_CHARS_MAX,
    Change,
    DisputeFacts,
    KeepApart,
    MergeEntities,
    MergeFacts,
    SupersedeFact,
)
from graph.values.items import Entity, Role

ARCHIVIST = "judging"

ENTITY_SHARE = 2
"""One of so many pairs may be of entities: a talk with many names leaves room for what was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """The pairs that a model is asked about: those of facts first."""

    doubts: Sequence[Doubt]
    proposals: Sequence[Proposal]
    settling: SettleQuestion

    def call(self) -> Call[SettleAnswer]:
        """The question for a model."""
        return self.settling.call()


Judged = Heard[Judging, SettleAnswer]


def judging_of(
    window: Window, doubts: Sequence[Doubt], namesakes: Sequence[Entity], policy: RoundPolicy
) -> Judging | None:
    """The pairs that are worth a question, the disputed and the most alike first; None when there are none. Pure.

    `namesakes` are entities elsewhere whose names are like those of the window's.
    """
    here = {entity.id for entity in window.entities}
    known = {entity.id: entity for entity in (*window.entities, *namesakes)}
    proposals = [
        each
        for each in proposed_merges(list(known.values()))
        if here & {each.one.id, each.other.id}
        and each.one.id not in each.other.compared_with
        and each.other.id not in each.one.compared_with
    ]
    ranked = sorted(doubts, key=lambda each: (not _is_disputed(each), -each.likeness, each.older.id, each.newer.id))
    reserved = min(len(proposals), policy.settle_pairs_max // ENTITY_SHARE)
    chosen = ranked[: policy.settle_pairs_max - reserved]
    named = proposals[: policy.settle_pairs_max - len(chosen)]
    if not chosen and not named:
        return None
    pairs = [Pair(are="facts", older=_note(each.older), newer=_note(each.newer)) for each in chosen]
    pairs += [Pair(are="entities", older=note_of(each.one), newer=note_of(each.other)) for each in named]
    settling = SettleQuestion(language=spoken_in(window.messages), pairs=pairs)
    return Judging(doubts=chosen, proposals=named, settling=settling)


def judged_facts(settled: Settled, judged: Judged) -> Settled:
    """What rules have settled, with the model's verdicts on what they left open. Pure.

    A fact is lost once at most: what a verdict needs that another has taken away is passed over.
    """
    verdicts = {each.n: each for each in judged.answer.pairs}
    changes: list[Change] = list(settled.changes)
    gone = set(settled.gone)
    for number, doubt in enumerate(judged.task.doubts, start=1):
        verdict = verdicts.get(number)
        if verdict is None or gone & {doubt.older.id, doubt.newer.id}:
            continue
        change = _signed(_verdict(doubt, verdict), judged, verdict, doubt.newer.sources or doubt.older.sources)
        changes = [each for each in changes if not _is_dispute_of(each, doubt)]
        changes.append(change)
        gone.update(_lost(change))
    return replace(settled, changes=tuple(changes), gone=frozenset(gone), doubts=())


def judged_entities(judged: Judged) -> Iterator[Change]:
    """Entities that are one, or two, in the model's eyes; each is merged away once at most. Pure."""
    verdicts = {each.n: each for each in judged.answer.pairs}
    gone: set[str] = set()
    for number, proposal in enumerate(judged.task.proposals, start=len(judged.task.doubts) + 1):
        verdict = verdicts.get(number)
        ids = {proposal.one.id, proposal.other.id}
        if verdict is None or gone & ids:
            continue
        if verdict.relation is Relation.SAME:
            gone |= ids
            change: Change = MergeEntities(
                keep=proposal.one.id, lose=proposal.other.id, reason=verdict.why or proposal.reason
            )
        else:
            change = KeepApart(a=proposal.one.id, b=proposal.other.id, reason=verdict.why or "two names")
        yield _signed(change, judged, verdict, ())


def _verdict(doubt: Doubt, verdict: Related) -> Change:
    """The change that a verdict comes to, within what may be: see `forbids`, and whose word counts more."""
    older, newer, why = doubt.older, doubt.newer, verdict.why
    match verdict.relation:
        case Relation.SAME | Relation.ENTAILS | Relation.ENTAILED:
            return _merge(doubt, verdict.relation)
        case Relation.REPLACES if older.kind in CLAIMS:
            if older.said.role is Role.USER and newer.said.role is not Role.USER:
                return DisputeFacts(a=older.id, b=newer.id, reason=why or "the user said otherwise")
            return SupersedeFact(fact=older.id, by=newer.id, reason=why or "it changed", valid_to=newer.at)
        case Relation.CONTRADICTS if older.kind in CLAIMS:
            return DisputeFacts(a=older.id, b=newer.id, reason=why or "they contradict each other")
    return KeepApart(a=older.id, b=newer.id, reason=why or "both hold")


def _merge(doubt: Doubt, relation: Relation) -> MergeFacts | KeepApart:
    """The fuller one is kept, unless numbers, dates, names or negation tell the two apart."""
    older, newer = doubt.older, doubt.newer
    ways = {Relation.ENTAILS: [(newer, older)], Relation.ENTAILED: [(older, newer)]}
    hindrance: str | None = None
    for keep, lose in ways.get(relation, [(newer, older), (older, newer)]):
        hindrance = forbids(keep.body, lose.body)
        if hindrance is None:
            return MergeFacts(keep=keep.id, lose=lose.id)
    return KeepApart(a=older.id, b=newer.id, reason=f"not merged: {hindrance}")


def _signed(change: Change, judged: Judged, verdict: Related, evidence: tuple[str, ...]) -> Change:
    why = verdict.why[:WHY_CHARS_MAX]
    return judged.signed(replace(change, archivist=ARCHIVIST, why=why, evidence=evidence))


def _note(claim: Claim) -> Note:
    return Note(claim.body, claim.at)


def _is_disputed(doubt: Doubt) -> bool:
    return doubt.older.is_disputed and doubt.newer.is_disputed


def _is_dispute_of(change: Change, doubt: Doubt) -> bool:
    return isinstance(change, DisputeFacts) and {change.a, change.b} == {doubt.older.id, doubt.newer.id}


def _lost(change: Change) -> tuple[str, ...]:
    match change:
        case MergeFacts():
            return (change.lose,)
        case SupersedeFact():
            return (change.fact,)
    return ()
