"""Changes of facts: stated, revised, superseded, merged, disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph.changing.apply_entities import same_entity
from graph.changing.apply_theories import lose_evidence
from graph.changing.change_batch import ChangeBatch, mark_dependents, shown
from graph.errors import BadInput, Conflict
from graph.store.verbs import Kind
from graph.values.changes import DisputeFacts, KeepApart, MergeFacts, NewFact, RestateFact, ReviseFact, SupersedeFact
from graph.values.items import Author, Entity, EntityType, Fact, FactKind, FactStatus, Message, Role

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

SOURCES_MAX = 8
"""What was said eight times is no surer after the ninth, and each source is an edge."""


def new_fact(applying: ChangeBatch, change: NewFact) -> str:
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


def restate_fact(applying: ChangeBatch, change: RestateFact) -> str:
    """See RestateFact. Nothing happens above the maximum of sources."""
    fact = applying.get(change.fact, Fact)
    known = {edge.target for edge in applying.draft.edges([fact.id], [Kind.STATED_IN]) if edge.source == fact.id}
    room = max(0, SOURCES_MAX - len(known))
    new = [source.id for source in _messages(applying, change.sources) if source.id not in known][:room]
    for source in new:
        applying.draft.link(fact.id, Kind.STATED_IN, source)
    if new and change.stated_by is Role.USER and fact.stated_by is not Role.USER:
        applying.draft.change(fact, replace(fact, stated_by=Role.USER))
    return f"Said again: {shown(fact.body)}"


def revise_fact(applying: ChangeBatch, change: ReviseFact) -> str:
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
    if fact.body != before.body:
        fact = replace(fact, compared_with=())
    if fact != before:
        applying.draft.change(before, replace(fact, updated_at=applying.now))
    if fact.body != before.body:
        mark_dependents(applying, fact)
    return f"Revised {fact.id}: {shown(fact.body)}"


def supersede_fact(applying: ChangeBatch, change: SupersedeFact) -> str:
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


def merge_facts(applying: ChangeBatch, change: MergeFacts) -> str:
    """See MergeFacts. What told of the lost fact, or rested on it, tells of the kept one: nothing becomes stale."""
    lose, keep = _two(applying, change.lose, change.keep)
    merged = replace(
        keep,
        importance=max(keep.importance, lose.importance),
        salience=max(keep.salience, lose.salience),
        usefulness=keep.usefulness + lose.usefulness,
        compared_with=tuple(dict.fromkeys((*keep.compared_with, *lose.compared_with))),
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


def dispute_facts(applying: ChangeBatch, change: DisputeFacts) -> str:
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
        if change.author is not Author.RULES:
            _note_comparison(applying, a.id, b.id)
    return f"Disputed: {shown(a.body)} Or: {shown(b.body)}"


def keep_apart(applying: ChangeBatch, change: KeepApart) -> str:
    """See KeepApart. Raises BadInput unless both are facts or both entities."""
    a, b = applying.resolve(change.a), applying.resolve(change.b)
    one, other = applying.draft.items([a])[a], applying.draft.items([b])[b]
    if a == b or type(one) is not type(other) or not isinstance(one, Fact | Entity):
        raise BadInput(f"{a} and {b} are a {one.label} and a {other.label}, expected two facts or two entities")
    _note_comparison(applying, a, b)
    if isinstance(one, Fact):
        _end_dispute(applying, a, b)
    return f"{a} and {b} are two: {shown(change.reason)}"


def _sources(applying: ChangeBatch, change: NewFact) -> list[Message]:
    if not change.sources:
        raise BadInput(f"a fact has no source message, expected at least one: {shown(change.body)!r}")
    return _messages(applying, change.sources)


def _messages(applying: ChangeBatch, sources: Sequence[str]) -> list[Message]:
    found = [said for said in applying.draft.items(sources).values() if isinstance(said, Message)]
    if len(found) < len(set(sources)):
        raise BadInput(f"the sources {sources} of a fact are not all messages")
    return found


def _two(applying: ChangeBatch, one: str, other: str) -> tuple[Fact, Fact]:
    first, second = applying.get(one, Fact), applying.get(other, Fact)
    if first.id == second.id:
        raise BadInput(f"{one} and {other} are the same fact, {first.id}; expected two")
    return first, second


def _replace_with(applying: ChangeBatch, fact: Fact, by: Fact, *, reason: str) -> None:
    """The fact is superseded by another; what was disputed with it only is current again."""
    if by.status is FactStatus.SUPERSEDED:
        raise Conflict(f"{by.id} is superseded itself, so it cannot take the place of {fact.id}")
    gone = replace(fact, status=FactStatus.SUPERSEDED, reason=reason, updated_at=applying.now)
    applying.draft.change(fact, gone)
    applying.draft.link(fact.id, Kind.SUPERSEDED_BY, by.id)
    for edge in applying.draft.edges([fact.id], [Kind.CONTRADICTS]):
        _end_dispute(applying, edge.source, edge.target)


def _note_comparison(applying: ChangeBatch, a: str, b: str) -> None:
    """The second knows that somebody has told it from the first."""
    known = applying.draft.items([b])[b]
    if isinstance(known, Fact | Entity) and a not in known.compared_with:
        applying.draft.change(known, replace(known, compared_with=(*known.compared_with, a)))


def _end_dispute(applying: ChangeBatch, a: str, b: str) -> None:
    """The two contradict each other no more; whoever nothing else contradicts is current again."""
    for source, target in ((a, b), (b, a)):
        if applying.draft.edge(source, Kind.CONTRADICTS, target) is not None:
            applying.draft.unlink(source, Kind.CONTRADICTS, target)
    for id in (a, b):
        fact = applying.get(id, Fact)
        if fact.status is FactStatus.DISPUTED and not applying.draft.edges([id], [Kind.CONTRADICTS]):
            settled = replace(fact, status=FactStatus.CURRENT, reason=None, updated_at=applying.now)
            applying.draft.change(fact, settled)
