"""A model judges the pairs that words alone do not settle, within what may be merged at all.

A verdict becomes the change that rules would have made, signed by the model. A pair that stays apart is noted on the
newer one, so that it is not asked about again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from archivists.compare.citations import forbids
from archivists.compare.claims import CLAIMS, Doubt, ended_by, ends_at
from archivists.keeping.archivist import Archivist, ModelQuestion, Proposal, first, in_one_call
from archivists.models.provider import Purpose
from archivists.questions.settle import (
    PairVerdict,
    Relation,
    SettleAnswer,
    SettleQuestion,
    Settling,
    settle_question,
)
from graph.values.changes import (
    WHY_CHARS_MAX,
    Change,
    DisputeFacts,
    KeepApart,
    MergeEntities,
    MergeFacts,
    RestateFact,
    SupersedeFact,
)
from graph.values.items import Role


def judge(proposal: Proposal, settling: Settling) -> Proposal:
    """The proposal with the model's verdicts in place of the disputes that rules left open. Pure.

    A fact or an entity is merged away or superseded at most once: a verdict about one that is gone is ignored.
    """
    changes = list(proposal.changes)
    gone = set(proposal.gone)
    for doubt, verdict in settling.question.on_statements(settling.answer):
        pair = {doubt.older.id, doubt.newer.id}
        if gone & pair:
            continue
        change = _of_statements(doubt, verdict)
        changes = [each for each in changes if not (isinstance(each, DisputeFacts) and {each.a, each.b} == pair)]
        changes.append(_signed(change, settling, verdict, doubt.newer.sources or doubt.older.sources))
        gone |= ended_by([change])
    changes = [each for each in changes if not (isinstance(each, RestateFact) and each.fact in gone)]
    changes += _of_names(proposal, settling)
    return replace(proposal, changes=tuple(changes), gone=frozenset(gone), doubts=())


def _of_statements(doubt: Doubt, verdict: PairVerdict) -> Change:
    older, newer, why = doubt.older, doubt.newer, verdict.why
    match verdict.relation:
        case Relation.SAME | Relation.ENTAILS | Relation.ENTAILED:
            return _merge(doubt, verdict.relation)
        case Relation.REPLACES if older.kind in CLAIMS:
            if older.role is Role.USER and newer.role is not Role.USER:
                return DisputeFacts(a=older.id, b=newer.id, reason=why or "the user said otherwise")
            if newer.is_plan and not older.is_plan:
                return KeepApart(a=older.id, b=newer.id, reason="the newer one is a plan")
            return SupersedeFact(fact=older.id, by=newer.id, reason=why or "it changed", valid_to=ends_at(older, newer))
        case Relation.CONTRADICTS if older.kind in CLAIMS:
            return DisputeFacts(a=older.id, b=newer.id, reason=why or "they contradict each other")
    return KeepApart(a=older.id, b=newer.id, reason=why or "both hold")


def _merge(doubt: Doubt, relation: Relation) -> MergeFacts | KeepApart:
    """Keep the fuller statement, unless numbers, dates, names or negation tell the two apart."""
    older, newer = doubt.older, doubt.newer
    ways = {Relation.ENTAILS: [(newer, older)], Relation.ENTAILED: [(older, newer)]}
    hindrance: str | None = None
    for keep, lose in ways.get(relation, [(newer, older), (older, newer)]):
        hindrance = forbids(keep.body, lose.body)
        if hindrance is None:
            return MergeFacts(keep=keep.id, lose=lose.id)
    return KeepApart(a=older.id, b=newer.id, reason=f"not merged: {hindrance}")


def _of_names(proposal: Proposal, settling: Settling) -> Iterator[Change]:
    """The changes from verdicts on names. Entities that rules have merged away are skipped."""
    lost = {change.lose for change in proposal.changes if isinstance(change, MergeEntities)}
    judged: set[str] = set()
    for pair, verdict in settling.question.on_names(settling.answer):
        one, other, why = pair.one.id, pair.other.id, verdict.why
        if judged & {one, other}:
            continue
        change: Change = KeepApart(a=one, b=other, reason=why or "two names")
        if verdict.relation is Relation.SAME:
            judged |= {one, other}
            change = MergeEntities(keep=one, lose=other, reason=why or "two ways to write one name")
        if not lost & {one, other}:
            yield _signed(change, settling, verdict, ())


def _signed(change: Change, settling: Settling, verdict: PairVerdict, evidence: tuple[str, ...]) -> Change:
    return settling.signed(replace(change, why=verdict.why[:WHY_CHARS_MAX], evidence=evidence))


def _unjudged(proposal: Proposal) -> Proposal:
    """The proposal, which tells what a model said that replaces something and nobody could confirm."""
    unsure = (each for each in proposal.doubts if each.is_told)
    lost = [f"“{each.older.body}” is not replaced: “{each.newer.body}” has none of its words" for each in unsure]
    return replace(proposal, lost=(*proposal.lost, *lost))


SETTLE: ModelQuestion[SettleQuestion, SettleAnswer, Settling] = ModelQuestion(
    purpose=Purpose.SETTLE,
    shape=SettleAnswer,
    build=lambda proposal, policy: in_one_call(settle_question(proposal.window, proposal.doubts, policy)),
    call=SettleQuestion.call,
    combined=first,
    halved="settle_pairs_max",
)
"""Asks how pairs of statements and names relate."""

JUDGING: Archivist[Settling] = Archivist(
    name="judging",
    without_model=lambda proposal, policy: _unjudged(proposal),
    question=SETTLE,
    fields=("pairs",),
    from_answer=lambda proposal, settling, policy: judge(proposal, settling),
)
