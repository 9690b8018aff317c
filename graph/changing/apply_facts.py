"""Applies changes of facts: new, restated, revised, superseded, merged and disputed ones; and of theories."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graph.changing.apply_entities import same_entity
from graph.changing.graph_draft import ChangeBatch, mark_summaries, shortened
from graph.errors import BadInput, Conflict
from graph.store.verbs import Kind, Label
from graph.values.changes import (
    CloseQuestion,
    CompleteObjective,
    DisputeFacts,
    KeepApart,
    MergeFacts,
    NewFact,
    RestateFact,
    ReviseFact,
    SupersedeFact,
    WeighTheory,
    WithdrawFact,
)
from graph.values.codec import from_ms
from graph.values.items import NOT_SO, Author, Entity, EntityType, Fact, FactKind, FactStatus, Message, Role

OPEN = frozenset({FactStatus.CURRENT, FactStatus.DISPUTED})

PARTS_MIN = 2
"""An objective completes with its parts only if at least this many were noted."""


def close_question(batch: ChangeBatch, change: CloseQuestion) -> str:
    """See CloseQuestion."""
    question = _fact_of_kind(batch, change.question, FactKind.QUESTION)
    _close(batch, question, change.reason, change)
    if change.answered_by is not None:
        batch.draft.link(question.id, Kind.ANSWERED_BY, batch.get(change.answered_by, Fact).id)
    return f"Closed: {shortened(question.body)} {shortened(change.reason)}"


def complete_objective(batch: ChangeBatch, change: CompleteObjective) -> str:
    """See CompleteObjective. Open parts stay open: an objective can be reached, or given up, without them."""
    objective = _fact_of_kind(batch, change.objective, FactKind.OBJECTIVE)
    _close(batch, objective, change.reason, change)
    if not change.is_reached:
        return f"Given up: {shortened(objective.body)} {shortened(change.reason)}"
    done = [objective]
    for each in done:
        for edge in batch.draft.edges([each.id], [Kind.PART_OF]):
            if edge.source == each.id:
                whole = batch.get(edge.target, Fact)
                if whole.status in OPEN and _are_done(batch, whole):
                    _close(batch, whole, "all of its parts are done", change)
                    done.append(whole)
    return f"Done: {', '.join(shortened(each.body) for each in done)}"


def weigh_theory(batch: ChangeBatch, change: WeighTheory) -> str:
    """See WeighTheory. A theory that was given up reopens when it gains confidence."""
    theory = _fact_of_kind(batch, change.theory, FactKind.THEORY)
    evidence = batch.get(change.fact, Fact)
    if evidence.id == theory.id:
        raise BadInput(f"{theory.id} cannot be evidence for itself")
    batch.draft.link(theory.id, Kind.EVIDENCE, evidence.id, {"is_support": change.is_support})
    _weigh(batch, theory, change.confidence, change.why or "the evidence speaks against it")
    way = "for" if change.is_support else "against"
    return f"{shortened(evidence.body)} speaks {way}: {shortened(theory.body)} ({change.confidence:.2f})"


def lose_evidence(batch: ChangeBatch, theory: str, fact: str) -> None:
    """Lower the theory's confidence by the share of `fact`, to 0 if no other fact supports the theory."""
    weighed = batch.get(theory, Fact)
    supports = [
        edge.target
        for edge in batch.draft.edges([theory], [Kind.EVIDENCE])
        if edge.source == theory and edge.properties.get("is_support", True)
    ]
    if weighed.status not in OPEN or fact not in supports:
        return
    holding = [id for id in supports if id != fact and batch.get(id, Fact).status not in NOT_SO]
    _weigh(
        batch, weighed, weighed.confidence * len(holding) / (len(holding) + 1), "none of its evidence holds any more"
    )


def _weigh(batch: ChangeBatch, theory: Fact, confidence: float, reason: str) -> None:
    weighed = replace(theory, confidence=confidence, updated_at=batch.now)
    if confidence == 0:
        weighed = replace(weighed, status=FactStatus.CLOSED, reason=reason, valid_to=batch.now)
    elif theory.status is FactStatus.CLOSED:
        weighed = replace(weighed, status=FactStatus.CURRENT, reason=None, valid_to=None)
    batch.draft.change(theory, weighed)


def _fact_of_kind(batch: ChangeBatch, ref: str, kind: FactKind) -> Fact:
    fact = batch.get(ref, Fact)
    if fact.kind is not kind:
        raise BadInput(f"{fact.id} is a {fact.kind}, expected a {kind}")
    return fact


def _are_done(batch: ChangeBatch, whole: Fact) -> bool:
    """Whether all parts are done. If only one part was ever noted, there are others that nobody noted."""
    ids = [edge.source for edge in batch.draft.edges([whole.id], [Kind.PART_OF]) if edge.target == whole.id]
    parts = [part for id in ids if (part := batch.get(id, Fact)).status not in NOT_SO]
    return len(parts) >= PARTS_MIN and all(part.status not in OPEN for part in parts)


def _close(batch: ChangeBatch, fact: Fact, reason: str, change: CloseQuestion | CompleteObjective) -> None:
    """Close the fact at the time of the message that says so."""
    evidence = batch.index.entries(change.evidence).values()
    at = from_ms(max(entry.at_ms for entry in evidence)) if evidence else batch.now
    batch.draft.change(fact, replace(fact, status=FactStatus.CLOSED, reason=reason, valid_to=at, updated_at=batch.now))


MOVED_TO_KEPT = (
    Kind.STATED_IN,
    Kind.ABOUT,
    Kind.EVIDENCE,
    Kind.PART_OF,
    Kind.COVERS,
    Kind.ANSWERED_BY,
    Kind.CONTRADICTS,
    Kind.HELPED_WITH,
)
"""The edges of a duplicate that move to the fact that is kept."""

SOURCES_MAX = 8
"""Sources of one fact. More would make it no more certain, and each is an edge."""


def new_fact(batch: ChangeBatch, change: NewFact) -> str:
    """See NewFact. Raises BadInput if it has no source, unless a caller says it."""
    if not change.sources and change.author is not Author.CALLER:
        raise BadInput(f"a fact has no source message, expected at least one: {shortened(change.body)!r}")
    sources = _source_messages(batch, change.sources)
    began, ended = _period(change, min((source.sent_at for source in sources), default=batch.now), None)
    fact = Fact(
        id=batch.plan.new_id(Label.FACT),
        body=change.body,
        kind=change.kind,
        importance=change.importance,
        salience=change.salience,
        confidence=change.confidence,
        stated_by=change.stated_by,
        author=change.author,
        created_at=batch.now,
        updated_at=batch.now,
        valid_from=began,
        valid_to=ended,
        expires_at=change.expires_at,
        unlinked=change.unlinked,
    )
    batch.draft.make(fact)
    if change.ref:
        batch.ids[change.ref] = fact.id
    for source in sources:
        batch.draft.link(fact.id, Kind.STATED_IN, source.id)
    for name in change.about:
        entity = same_entity(batch, name, EntityType.UNKNOWN) or batch.entity_with_id(name)
        if entity is not None:
            batch.draft.link(fact.id, Kind.ABOUT, entity.id)
    for ref in change.supported_by:
        batch.draft.link(fact.id, Kind.EVIDENCE, batch.get(ref, Fact).id, {"is_support": True})
    if change.part_of is not None:
        _join(batch, fact, change.part_of)
    return f"New {fact.kind}: {shortened(fact.body)}"


def _period(
    change: NewFact | ReviseFact, began: datetime | None, ended: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """When the fact held: as the change says, else as given. What a caller says has ended before was so before.

    Raises BadInput where a caller says that it began after its end.
    """
    began, ended = change.valid_from or began, change.valid_to or ended
    if change.author is not Author.CALLER or began is None or ended is None or began <= ended:
        return began, ended
    if change.valid_from is not None:
        raise BadInput(f"valid_from {began.isoformat()} is after valid_to {ended.isoformat()}; expected it before")
    return ended, ended


def _join(batch: ChangeBatch, fact: Fact, larger: str) -> None:
    """Make an objective a part of a larger one. Raises BadInput for anything else."""
    whole = batch.get(larger, Fact)
    if FactKind.OBJECTIVE not in (fact.kind, whole.kind) or fact.kind is not whole.kind:
        raise BadInput(f"{fact.id} is a {fact.kind}, part of {whole.id}, a {whole.kind}; expected objectives")
    batch.draft.link(fact.id, Kind.PART_OF, whole.id)


def restate_fact(batch: ChangeBatch, change: RestateFact) -> str:
    """See RestateFact. Of more than SOURCES_MAX sources the oldest stay, and the newest, which shows that it holds."""
    fact = batch.get(change.fact, Fact)
    known = {edge.target for edge in batch.draft.edges([fact.id], [Kind.STATED_IN]) if edge.source == fact.id}
    messages = _source_messages(batch, sorted({*known, *change.sources}))
    messages.sort(key=lambda source: (source.sent_at, source.id))
    kept = {source.id for source in (*messages[: SOURCES_MAX - 1], *messages[-1:])}
    new = sorted(kept - known)
    for source in new:
        batch.draft.link(fact.id, Kind.STATED_IN, source)
    for source in sorted(known - kept):
        batch.draft.unlink(fact.id, Kind.STATED_IN, source)
    if new and change.stated_by is Role.USER and fact.stated_by is not Role.USER:
        batch.draft.change(fact, replace(fact, stated_by=Role.USER))
    return f"Said again: {shortened(fact.body)}"


def revise_fact(batch: ChangeBatch, change: ReviseFact) -> str:
    """See ReviseFact."""
    before = batch.get(change.fact, Fact)
    began, ended = _period(change, before.valid_from, before.valid_to)
    fact = replace(
        before,
        body=before.body if change.body is None else change.body,
        importance=before.importance if change.importance is None else change.importance,
        salience=before.salience if change.salience is None else change.salience,
        valid_from=began,
        valid_to=ended,
        expires_at=change.expires_at or before.expires_at,
    )
    if fact.body != before.body:
        author = change.author if change.author is Author.CALLER else before.author
        fact = replace(fact, author=author, compared_with=())
    if fact != before:
        batch.draft.change(before, replace(fact, updated_at=batch.now))
    if fact.body != before.body:
        mark_summaries(batch, fact)
    if change.part_of is not None:
        _join(batch, fact, change.part_of)
    return f"Revised {fact.id}: {shortened(fact.body)}"


def supersede_fact(batch: ChangeBatch, change: SupersedeFact) -> str:
    """See SupersedeFact. Raises Conflict if the new fact is superseded itself. A new objective takes over the parts."""
    before, by = _two_facts(batch, change.fact, change.by)
    if change.valid_from is not None and by.valid_from != change.valid_from:
        dated = replace(by, valid_from=change.valid_from, updated_at=batch.now)
        batch.draft.change(by, dated)
        by = dated
    _replace_with(batch, before, by, reason=change.reason)
    fact = batch.get(before.id, Fact)
    ended = change.valid_to or max(filter(None, (by.valid_from, before.valid_from)), default=batch.now)
    batch.draft.change(fact, replace(fact, valid_to=ended))
    mark_summaries(batch, fact)
    for edge in batch.draft.edges([fact.id], [Kind.EVIDENCE, Kind.PART_OF]):
        if edge.target == fact.id and edge.kind is Kind.EVIDENCE:
            lose_evidence(batch, edge.source, fact.id)
        elif edge.target == fact.id and edge.source != by.id and by.kind is FactKind.OBJECTIVE:
            batch.draft.unlink(edge.source, Kind.PART_OF, fact.id)
            batch.draft.link(edge.source, Kind.PART_OF, by.id)
    return f"Superseded: {shortened(before.body)} Now: {shortened(by.body)}"


def withdraw_fact(batch: ChangeBatch, change: WithdrawFact) -> str:
    """See WithdrawFact. What it has replaced stays replaced: undo that change to have it back."""
    before = batch.get(change.fact, Fact)
    if before.status is FactStatus.WITHDRAWN:
        raise Conflict(f"fact {before.id} was withdrawn before; undo that change to have it back")
    reason = change.reason or None
    gone = replace(before, status=FactStatus.WITHDRAWN, reason=reason, updated_at=batch.now)
    batch.draft.change(before, gone)
    mark_summaries(batch, gone)
    for edge in batch.draft.edges([gone.id], [Kind.CONTRADICTS]):
        _end_dispute(batch, edge.source, edge.target)
    for edge in batch.draft.edges([gone.id], [Kind.EVIDENCE]):
        if edge.target == gone.id:
            lose_evidence(batch, edge.source, gone.id)
    return f"Withdrawn: {shortened(gone.body)}"


def merge_facts(batch: ChangeBatch, change: MergeFacts) -> str:
    """See MergeFacts. Whatever referred to the lost fact refers to the kept one, so nothing becomes stale."""
    lose, keep = _two_facts(batch, change.lose, change.keep)
    merged = replace(
        keep,
        importance=max(keep.importance, lose.importance),
        salience=max(keep.salience, lose.salience),
        usefulness=keep.usefulness + lose.usefulness,
        compared_with=tuple(dict.fromkeys((*keep.compared_with, *lose.compared_with))),
        stated_by=Role.USER if Role.USER in (keep.stated_by, lose.stated_by) else keep.stated_by,
        valid_from=min(filter(None, (keep.valid_from, lose.valid_from)), default=None),
        updated_at=batch.now,
    )
    batch.draft.change(keep, merged)
    for edge in batch.draft.edges([lose.id], MOVED_TO_KEPT):
        source, target = (keep.id if end == lose.id else end for end in (edge.source, edge.target))
        if source != target and batch.draft.edge(source, edge.kind, target) is None:
            batch.draft.link(source, edge.kind, target, edge.properties)
    _replace_with(batch, lose, merged, reason=change.reason)
    kept = batch.get(keep.id, Fact)
    if kept.status is FactStatus.CURRENT and batch.draft.edges([keep.id], [Kind.CONTRADICTS]):
        batch.draft.change(kept, replace(kept, status=FactStatus.DISPUTED, reason=lose.reason))
    batch.merged[lose.id] = keep.id
    return f"{lose.id} says the same as {keep.id}: {shortened(keep.body)}"


def dispute_facts(batch: ChangeBatch, change: DisputeFacts) -> str:
    """See DisputeFacts. Has no effect if one of the two is closed or superseded."""
    a, b = _two_facts(batch, change.a, change.b)
    if all(fact.status in (FactStatus.CURRENT, FactStatus.DISPUTED) for fact in (a, b)):
        for fact in (a, b):
            disputed = replace(fact, status=FactStatus.DISPUTED, reason=change.reason, updated_at=batch.now)
            batch.draft.change(fact, disputed)
            if fact.status is FactStatus.CURRENT:
                mark_summaries(batch, fact)
        if batch.draft.edge(b.id, Kind.CONTRADICTS, a.id) is None:
            batch.draft.link(a.id, Kind.CONTRADICTS, b.id)
        if change.author is not Author.RULES:
            _note_comparison(batch, a.id, b.id)
    return f"Disputed: {shortened(a.body)} Or: {shortened(b.body)}"


def keep_apart(batch: ChangeBatch, change: KeepApart) -> str:
    """See KeepApart. Raises BadInput unless both are facts or both entities."""
    a, b = batch.resolve(change.a), batch.resolve(change.b)
    one, other = batch.draft.items([a])[a], batch.draft.items([b])[b]
    if a == b:
        raise BadInput(f"both are {a}, expected two facts or two entities")
    if type(one) is not type(other) or not isinstance(one, Fact | Entity):
        found = f"{a} has the label {one.label}, {b} has {other.label}"
        raise BadInput(f"{found}; expected two facts or two entities")
    _note_comparison(batch, a, b)
    if isinstance(one, Fact):
        _end_dispute(batch, a, b)
    return f"{a} and {b} are two: {shortened(change.reason)}"


def _source_messages(batch: ChangeBatch, sources: Sequence[str]) -> list[Message]:
    items = batch.draft.items(sources)
    for id, item in items.items():
        if not isinstance(item, Message):
            raise BadInput(f"source {id} of a fact is a {item.label}, expected a Message")
    return [item for item in items.values() if isinstance(item, Message)]


def _two_facts(batch: ChangeBatch, one: str, other: str) -> tuple[Fact, Fact]:
    first, second = batch.get(one, Fact), batch.get(other, Fact)
    if first.id == second.id:
        raise BadInput(f"{one} and {other} are the same fact, {first.id}; expected two")
    return first, second


def _replace_with(batch: ChangeBatch, fact: Fact, by: Fact, *, reason: str) -> None:
    """Mark the fact as superseded. A fact that was disputed with this one only becomes current again."""
    if by.status in NOT_SO:
        raise Conflict(f"fact {by.id} is {by.status}, so it cannot replace {fact.id}; expected a fact that holds")
    gone = replace(fact, status=FactStatus.SUPERSEDED, reason=reason)
    batch.draft.change(fact, fact if gone == fact else replace(gone, updated_at=batch.now))
    batch.draft.link(fact.id, Kind.SUPERSEDED_BY, by.id)
    for edge in batch.draft.edges([fact.id], [Kind.CONTRADICTS]):
        _end_dispute(batch, edge.source, edge.target)


def _note_comparison(batch: ChangeBatch, a: str, b: str) -> None:
    """Note on `b` that somebody has compared it with `a`."""
    known = batch.draft.items([b])[b]
    if isinstance(known, Fact | Entity) and a not in known.compared_with:
        batch.draft.change(known, replace(known, compared_with=(*known.compared_with, a)))


def _end_dispute(batch: ChangeBatch, a: str, b: str) -> None:
    """Remove the contradiction between the two. Either becomes current again if nothing else contradicts it."""
    for source, target in ((a, b), (b, a)):
        if batch.draft.edge(source, Kind.CONTRADICTS, target) is not None:
            batch.draft.unlink(source, Kind.CONTRADICTS, target)
    for id in (a, b):
        fact = batch.get(id, Fact)
        if fact.status is FactStatus.DISPUTED and not batch.draft.edges([id], [Kind.CONTRADICTS]):
            settled = replace(fact, status=FactStatus.CURRENT, reason=None, updated_at=batch.now)
            batch.draft.change(fact, settled)
