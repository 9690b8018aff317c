"""Applies proposed changes in one write with their log entries, but leaves alone what a caller has set."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from types import MappingProxyType

from graph.changing import apply_entities as entities
from graph.changing import apply_facts as facts
from graph.changing import apply_memories as memories
from graph.changing import apply_summaries as summaries
from graph.changing import apply_verdicts as verdicts
from graph.changing.apply_entities import same_entity
from graph.changing.changelog import encode_images, log_ops, touched_by
from graph.changing.following import follow
from graph.changing.graph_draft import ChangeBatch, GraphDraft, Step
from graph.errors import TooLarge
from graph.intake.import_backlog import with_read
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, PutNode
from graph.upkeep.leases import check_lease
from graph.upkeep.ledger import without_replies
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompactMemories,
    CompleteConversation,
    CompleteObjective,
    DisputeFacts,
    DropMemory,
    DropSummary,
    EntityText,
    Grounds,
    JudgePresentation,
    KeepApart,
    MergeEntities,
    MergeFacts,
    NewEntity,
    NewFact,
    NewMemory,
    NewReflection,
    NewSummary,
    PinKeyInfo,
    ReplaceSummary,
    RestateFact,
    ReviseEntity,
    ReviseFact,
    ReviseMemory,
    SetKeyInfo,
    SetWeights,
    SplitEntity,
    SupersedeFact,
    UnpinKeyInfo,
    WeighTheory,
    WithdrawFact,
)
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Author, ConversationStatus, Entity, EntityType, Fact, FactStatus, Space
from graph.values.write_plan import WritePlan


def unless_undone_before(batch: ChangeBatch, change: Change) -> Change | None:
    """The change to apply: the proposed one; if it was undone before, KeepApart for a model and None for rules.

    A caller's change is always applied, and so is one whose undo was undone. One read for a change of two things, two
    more if one change touched both.
    """
    pair = pair_of(change)
    if pair is None or change.author is Author.CALLER:
        return change
    ids = [batch.resolve(ref) for ref in pair]
    batch.draft.read_edges(ids, [Kind.CHANGED])
    first, second = ({edge.source for edge in batch.draft.edges([id], [Kind.CHANGED])} for id in ids)
    undos = [each.undoes for each in _logged_changes(batch, first & second) if each.undoes and not each.undone_by]
    if all(undone.kind != type(change).__name__ for undone in _logged_changes(batch, set(undos))):
        return change
    if change.author is not Author.MODEL or isinstance(change, CompactMemories):
        return None
    return KeepApart(
        a=pair[0],
        b=pair[1],
        reason="somebody has taken it back before",
        author=change.author,
        archivist=change.archivist,
        prompt_version=change.prompt_version,
        why=change.why,
        evidence=change.evidence,
    )


def pair_of(change: Change) -> tuple[str, str] | None:
    """The first two things that a change merges, supersedes or disputes, by id or ref; None for other changes."""
    match change:
        case MergeEntities() | MergeFacts():
            return change.keep, change.lose
        case SupersedeFact():
            return change.fact, change.by
        case DisputeFacts():
            return change.a, change.b
        case CompactMemories(members=(first, second, *_)):
            return first, second
    return None


def _logged_changes(batch: ChangeBatch, ids: set[str]) -> list[AppliedChange]:
    batch.draft.read(ids)
    return [item_of(node, AppliedChange) for id in sorted(ids) if (node := batch.draft.node(id)) is not None]


CALLS_LEFT_MIN = -3.0
"""A debt of one window of ten messages: a bad hour of a model must not keep texts unwritten for a week."""

CALLS_LEFT_MAX = 3.0
"""Unused model calls that a space can save up, so that one round never asks for more."""


APPLY: Mapping[type[Change], Callable[..., str]] = {
    NewEntity: entities.new_entity,
    ReviseEntity: entities.revise_entity,
    MergeEntities: entities.merge_entities,
    SplitEntity: entities.split_entity,
    EntityText: entities.entity_text,
    NewFact: facts.new_fact,
    RestateFact: facts.restate_fact,
    ReviseFact: facts.revise_fact,
    SupersedeFact: facts.supersede_fact,
    WithdrawFact: facts.withdraw_fact,
    MergeFacts: facts.merge_facts,
    DisputeFacts: facts.dispute_facts,
    KeepApart: facts.keep_apart,
    CloseQuestion: facts.close_question,
    CompleteObjective: facts.complete_objective,
    WeighTheory: facts.weigh_theory,
    JudgePresentation: verdicts.judge_presentation,
    SetWeights: verdicts.set_weights,
    NewSummary: summaries.new_summary,
    ReplaceSummary: summaries.replace_summary,
    DropSummary: summaries.drop_summary,
    CompleteConversation: summaries.complete_conversation,
    SetKeyInfo: summaries.set_key_info,
    PinKeyInfo: summaries.pin_key_info,
    UnpinKeyInfo: summaries.unpin_key_info,
    NewMemory: memories.new_memory,
    ReviseMemory: memories.revise_memory,
    CompactMemories: memories.compact_memories,
    DropMemory: memories.drop_memory,
    NewReflection: memories.new_reflection,
}
"""What applies a change of each kind. It returns one line that says what the change did."""


@dataclass(frozen=True, slots=True)
class RoundMark:
    """The end of a round: who did it, and the last message that it has read."""

    owner: str
    rounded_to: str
    calls: tuple[str, ...] = ()  # ids of model calls; their replies need not be kept any more
    released: tuple[str, ...] = ()  # imported conversations that have now been read
    calls_earned: float = 0.0  # model calls that its messages have earned
    unlinked: Mapping[str, int] = field(default_factory=dict)  # of known facts that a model was asked about
    learned_at: datetime | None = None  # when it looked at what verdicts teach; None if it did not


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of applying a list of changes."""

    ids: Mapping[str, str]  # ref -> id
    changes: tuple[str, ...]  # ids of log entries, in the order applied; a change without effect has none
    counts: Mapping[str, int]  # changes that had an effect, by name; a NewEntity of a known one is a ReviseEntity


def apply_changes(
    knowledge: KnowledgeGraph,
    space: str,
    changes: Sequence[Change],
    *,
    now: datetime,
    mark: RoundMark | None = None,
    seen: Mapping[str, int] = MappingProxyType({}),
) -> Applied:
    """Write all changes, their log entries and, with `mark`, the end of the round; or nothing at all.

    Verdicts come first, then entities, then the rest in the given order. An archivist's change leaves what a caller
    has set, and does not repeat a merge, supersession or dispute that somebody has undone. `seen` has the versions that
    nodes must still have. Raises NotFound if a change names something that does not exist, BadInput and Conflict if a
    change is impossible, LeaseLost if another worker has taken over the round.
    """

    def decide(plan: WritePlan) -> Applied:
        if mark is not None:
            plan.space = _after_round(plan.space, mark)
            active = {"status": str(ConversationStatus.ACTIVE)}
            plan.add(*without_replies(mark.calls))
            plan.add(*(PutNode(Label.CONVERSATION, released, active) for released in mark.released))
        batch = ChangeBatch(plan, GraphDraft(knowledge.store, space), knowledge.index(space), now)
        _read_ahead(batch, changes)
        batch.draft.check_versions(seen)
        for id, unlinked in mark.unlinked.items() if mark is not None else ():
            if (node := batch.draft.node(id)) is not None:  # It may have been forgotten meanwhile.
                fact = item_of(node, Fact)
                batch.draft.change(fact, replace(fact, unlinked=unlinked))
        steps: list[tuple[Change, str, Step]] = []
        for proposed in sorted(changes, key=_order_of):
            batch.draft.begin()
            change, what = _apply_if_allowed(batch, proposed)
            what = f"{what} {follow(batch.draft, now)}".rstrip()
            if step := batch.draft.step():
                steps.append((change, what, step))
        plan.add(*batch.draft.ops())
        entries = [_log_entry(batch, *each, mark) for each in steps]
        for entry in entries:
            plan.add(*log_ops(entry, batch.draft))
        return Applied(batch.ids, tuple(entry.id for entry in entries), _counts(steps))

    return knowledge.change(space, decide)


def _counts(steps: Sequence[tuple[Change, str, Step]]) -> Mapping[str, int]:
    """The changes by name. Each entity is counted once: as new, or else as revised."""
    counts = Counter(type(change).__name__ for change, _, _ in steps if not isinstance(change, NewEntity))
    made: set[str] = set()
    met: set[str] = set()
    for step in (step for change, _, step in steps if isinstance(change, NewEntity)):
        entities = {id: node for id, node in step.nodes.items() if node.label is Label.ENTITY}
        made |= {id for id, node in entities.items() if node.before is None}
        met |= {*entities, *(target for _, kind, target in step.edges if kind is Kind.MENTIONS)}
    return dict(sorted((counts + Counter(NewEntity=len(made), ReviseEntity=len(met - made))).items()))


def _after_round(space: Space, mark: RoundMark) -> Space:
    check_lease(space, mark.owner)
    return replace(
        with_read(space, after=space.round_after, to=mark.rounded_to),
        round_after="",
        round_to="",
        round_at=None,
        calls_left=max(CALLS_LEFT_MIN, min(CALLS_LEFT_MAX, space.calls_left + mark.calls_earned - len(mark.calls))),
        lease_owner=None,
        lease_until=None,
        attempts=0,
        retry_at=None,
        last_error=None,
        learned_at=mark.learned_at or space.learned_at,
    )


def _read_ahead(batch: ChangeBatch, changes: Sequence[Change]) -> None:
    """Read what most changes need with two reads instead of a few for each change."""
    named: dict[str, None] = {}
    messages: dict[str, None] = {}
    for change in changes:
        match change:
            case NewEntity():
                named |= dict.fromkeys(batch.index.entities_named(change.name))
                messages |= dict.fromkeys(change.mentioned_in)
            case NewFact():
                named |= dict.fromkeys(change.sources)
                for name in change.about:
                    named |= dict.fromkeys(batch.index.entities_named(name))
            case NewSummary():
                named |= dict.fromkeys(member for member in change.members if not member.startswith("new:"))
    batch.draft.read([*named, *messages])
    batch.draft.read_edges(messages, [Kind.MENTIONS])


def _order_of(change: Change) -> int:
    """Verdicts on items come before changes of those items, and entities before changes that name them.

    So later changes that name an entity see its corrected type.
    """
    return 0 if isinstance(change, JudgePresentation) else 1 if isinstance(change, NewEntity | ReviseEntity) else 2


def _apply_if_allowed(batch: ChangeBatch, change: Change) -> tuple[Change, str]:
    """Apply one change, or what replaces it; skip an archivist's change that is too large to keep for undo."""
    try:
        allowed = leaving_what_is_set(batch, change)
        allowed = None if allowed is None else unless_undone_before(batch, allowed)
        return (change, "") if allowed is None else (allowed, APPLY[type(allowed)](batch, allowed))
    except TooLarge:
        # A read raises it, before any edit. If it were an error, every later round of the space would fail as well.
        if change.author is Author.CALLER:
            raise
        return change, ""


def _log_entry(batch: ChangeBatch, change: Change, what: str, step: Step, mark: RoundMark | None) -> AppliedChange:
    sources: tuple[str, ...] = getattr(change, "sources", ()) or getattr(change, "mentioned_in", ())
    return AppliedChange(
        id=batch.plan.new_id(Label.CHANGE),
        kind=type(change).__name__,
        what=what,
        why=change.why,
        author=change.author,
        archivist=change.archivist,
        by=change.signed_by,
        prompt_version=change.prompt_version,
        evidence=change.evidence or sources,
        touched=touched_by(step),
        created_at=batch.now,
        round=mark.rounded_to if mark is not None else None,
        body=encode_images(step),
    )


def leaving_what_is_set(batch: ChangeBatch, change: Change) -> Change | None:
    """The change, without what would overrule a caller; None if nothing is left of it.

    A fact that would replace a caller's fact stands beside it, and both are disputed. Entities that were found to be
    different are not merged. A caller's own change is always applied. Mostly no read.
    """
    if change.author is Author.CALLER:
        return change
    match change:
        case ReviseFact() if _is_set(batch, change.fact):
            return None
        case MergeFacts() if _is_set(batch, change.lose):
            return None
        case SupersedeFact() if _is_set(batch, change.fact):
            grounds = {each.name: getattr(change, each.name) for each in fields(Grounds)}
            return DisputeFacts(a=change.fact, b=change.by, reason=change.reason, **grounds)
        case NewEntity():
            return _without_fixed_aliases(batch, change)
        case ReviseEntity():
            return _without_fixed(batch.entity(change.entity), change)
        case MergeEntities():
            return _merge_allowed(change, batch.entity(change.keep), batch.entity(change.lose))
    return change


def _is_set(batch: ChangeBatch, fact: str) -> bool:
    row = batch.get(fact, Fact)
    return row.author is Author.CALLER or row.status is FactStatus.WITHDRAWN


def _without_fixed(entity: Entity, change: ReviseEntity) -> ReviseEntity | None:
    left = replace(
        change,
        name=None if "name" in entity.fixed else change.name,
        type=None if "type" in entity.fixed else change.type,
        aliases=None if "aliases" in entity.fixed else change.aliases,
    )
    return None if (left.name, left.type, left.aliases) == (None, None, None) else left


def _without_fixed_aliases(batch: ChangeBatch, change: NewEntity) -> NewEntity:
    known = same_entity(batch, change.name, change.type)
    if known is None or not known.fixed:
        return change
    type = EntityType.UNKNOWN if "type" in known.fixed else change.type
    return replace(change, type=type, aliases=() if "aliases" in known.fixed else change.aliases)


def _merge_allowed(change: MergeEntities, keep: Entity, lose: Entity) -> MergeEntities | None:
    """The merge, which keeps the entity that a caller has named; None if they are known to be two."""
    is_refused = keep.id in lose.compared_with or lose.id in keep.compared_with
    if is_refused or (keep.fixed and lose.fixed) or "aliases" in (*keep.fixed, *lose.fixed):
        return None
    return replace(change, keep=change.lose, lose=change.keep) if lose.fixed else change
