"""Changes of facts: stated, revised, superseded, merged, disputed."""

from __future__ import annotations

from dataclasses import replace

from graph.apply_entities import same_entity
from graph.apply_theories import lose_evidence
from graph.applying import Applying, mark_dependents, shown
from graph.changes import DisputeFacts, MergeFacts, NewFact, ReviseFact, SupersedeFact
from graph.errors import BadInput, Conflict
from graph.items import EntityType, Fact, FactKind, FactStatus, Message, Role
from graph.store import Kind

TAKEN = (
    Kind.STATED_IN,
    Kind.ABOUT,
    Kind.EVIDENCE,
    Kind.PART_OF,
    Kind.COVERS,
    Kind.ANSWERED_BY,
    Kind.CONTRADICTS,
)
"""The edges of a duplicate that the kept fact takes as well."""


def new_fact(applying: Applying, change: NewFact) -> str:
    """See NewFact. Raises BadInput for one without a source."""
    sources = _sources(applying, change)
    fact = Fact(
        id=applying.plan.new_id("f"),
        body=change.body,
        kind=change.kind,
        importance=change.importance,
        salience=change.salience,
        confidence=change.confidence,
        stated_by=change.stated_by,
        author=change.author,
        created_at=applying.now,
        updated_at=applying.now,
        valid_from=change.valid_from or min(source.sent_at for source in sources),
        valid_to=change.valid_to,
    )
    applying.draft.make(fact)
    if change.ref:
        applying.ids[change.ref] = fact.id
    for source in sources:
        applying.draft.link(fact.id, Kind.STATED_IN, source.id)
    for name in change.about:
        entity = same_entity(applying, name, EntityType.UNKNOWN)
        if entity is not None:
            applying.draft.link(fact.id, Kind.ABOUT, entity.id)
    for ref in change.supported_by:
        applying.draft.link(fact.id, Kind.EVIDENCE, applying.get(ref, Fact).id, {"is_support": True})
    if change.part_of is not None:
        whole = applying.get(change.part_of, Fact)
        if FactKind.OBJECTIVE not in (fact.kind, whole.kind) or fact.kind is not whole.kind:
            raise BadInput(f"{fact.id} is a {fact.kind}, part of {whole.id}, a {whole.kind}; expected objectives")
        applying.draft.link(fact.id, Kind.PART_OF, whole.id)
    return f"New {fact.kind}: {shown(fact.body)}"


def revise_fact(applying: Applying, change: ReviseFact) -> str:
    """See ReviseFact."""
    before = applying.get(change.fact, Fact)
    fact = replace(
        before,
        body=before.body if change.body is None else change.body,
        importance=before.importance if change.importance is None else change.importance,
        salience=before.salience if change.salience is None else change.salience,
        valid_from=change.valid_from or before.valid_from,
        valid_to=change.valid_to or before.valid_to,
    )
    if fact != before:
        applying.draft.change(before, replace(fact, updated_at=applying.now))
    if fact.body != before.body:
        mark_dependents(applying, fact)
    return f"Revised {fact.id}: {shown(fact.body)}"


def supersede_fact(applying: Applying, change: SupersedeFact) -> str:
    """See SupersedeFact. Raises Conflict when the one that takes its place is superseded itself."""
    before, by = _two(applying, change.fact, change.by)
    if change.valid_from is not None and by.valid_from != change.valid_from:
        dated = replace(by, valid_from=change.valid_from, updated_at=applying.now)
        applying.draft.change(by, dated)
        by = dated
    _replace_with(applying, before, by, reason=change.reason)
    fact = applying.get(before.id, Fact)
    ended = change.valid_to or max(filter(None, (by.valid_from, before.valid_from)), default=applying.now)
    applying.draft.change(fact, replace(fact, valid_to=ended))
    mark_dependents(applying, fact)
    for edge in applying.draft.edges([fact.id], [Kind.EVIDENCE]):
        if edge.target == fact.id:
            lose_evidence(applying, edge.source, fact.id)
    return f"Superseded: {shown(before.body)} Now: {shown(by.body)}"


def merge_facts(applying: Applying, change: MergeFacts) -> str:
    """See MergeFacts. What told of the lost fact, or rested on it, tells of the kept one: nothing becomes stale."""
    lose, keep = _two(applying, change.lose, change.keep)
    merged = replace(
        keep,
        importance=max(keep.importance, lose.importance),
        salience=max(keep.salience, lose.salience),
        usefulness=keep.usefulness + lose.usefulness,
        stated_by=Role.USER if Role.USER in (keep.stated_by, lose.stated_by) else keep.stated_by,
        valid_from=min(filter(None, (keep.valid_from, lose.valid_from)), default=None),
        updated_at=applying.now,
    )
    applying.draft.change(keep, merged)
    for edge in applying.draft.edges([lose.id], TAKEN):
        source, target = (keep.id if end == lose.id else end for end in (edge.source, edge.target))
        if source != target and applying.draft.edge(source, edge.kind, target) is None:
            applying.draft.link(source, edge.kind, target, edge.properties)
    _replace_with(applying, lose, merged, reason=change.reason)
    kept = applying.get(keep.id, Fact)
    if kept.status is FactStatus.CURRENT and applying.draft.edges([keep.id], [Kind.CONTRADICTS]):
        applying.draft.change(kept, replace(kept, status=FactStatus.DISPUTED, reason=lose.reason))
    applying.merged[lose.id] = keep.id
    return f"{lose.id} says the same as {keep.id}: {shown(keep.body)}"


def dispute_facts(applying: Applying, change: DisputeFacts) -> str:
    """See DisputeFacts. Nothing happens when one of the two is past already."""
    a, b = _two(applying, change.a, change.b)
    if all(fact.status in (FactStatus.CURRENT, FactStatus.DISPUTED) for fact in (a, b)):
        for fact in (a, b):
            disputed = replace(fact, status=FactStatus.DISPUTED, reason=change.reason, updated_at=applying.now)
            applying.draft.change(fact, disputed)
            if fact.status is FactStatus.CURRENT:
                mark_dependents(applying, fact)
        if applying.draft.edge(b.id, Kind.CONTRADICTS, a.id) is None:
            applying.draft.link(a.id, Kind.CONTRADICTS, b.id)
    return f"Disputed: {shown(a.body)} Or: {shown(b.body)}"


def _sources(applying: Applying, change: NewFact) -> list[Message]:
    if not change.sources:
        raise BadInput(f"a fact has no source message, expected at least one: {shown(change.body)!r}")
    found = [said for said in applying.draft.items(change.sources).values() if isinstance(said, Message)]
    if len(found) < len(set(change.sources)):
        raise BadInput(f"the sources {change.sources} of a fact are not all messages: {shown(change.body)!r}")
    return found


def _two(applying: Applying, one: str, other: str) -> tuple[Fact, Fact]:
    first, second = applying.get(one, Fact), applying.get(other, Fact)
    if first.id == second.id:
        raise BadInput(f"{one} and {other} are the same fact, {first.id}; expected two")
    return first, second


def _replace_with(applying: Applying, fact: Fact, by: Fact, *, reason: str) -> None:
    """The fact is superseded by another; what was disputed with it only is current again."""
    if by.status is FactStatus.SUPERSEDED:
        raise Conflict(f"{by.id} is superseded itself, so it cannot take the place of {fact.id}")
    gone = replace(fact, status=FactStatus.SUPERSEDED, reason=reason, updated_at=applying.now)
    applying.draft.change(fact, gone)
    applying.draft.link(fact.id, Kind.SUPERSEDED_BY, by.id)
    for edge in applying.draft.edges([fact.id], [Kind.CONTRADICTS]):
        applying.draft.unlink(edge.source, edge.kind, edge.target)
        other = applying.get(edge.target if edge.source == fact.id else edge.source, Fact)
        if other.status is FactStatus.DISPUTED and not applying.draft.edges([other.id], [Kind.CONTRADICTS]):
            settled = replace(other, status=FactStatus.CURRENT, reason=None, updated_at=applying.now)
            applying.draft.change(other, settled)
