"""What archivists propose lands in the graph: changes, their log, the round's watermark and lease in one write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from graph.changing import apply_entities as entities
from graph.changing import apply_facts as facts
from graph.changing import apply_summaries as summaries
from graph.changing import apply_theories as theories
from graph.changing.change_batch import ChangeBatch
from graph.changing.changelog import images_as_text, log_ops, touched_by
from graph.changing.draft import Draft, Step
from graph.changing.undone_before import standing
from graph.errors import TooLarge
from graph.intake.import_backlog import with_read
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, PutNode
from graph.upkeep.leases import check_lease
from graph.upkeep.ledger import spent
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompleteConversation,
    CompleteObjective,
    DisputeFacts,
    DropSummary,
    EntityText,
    JudgePresentation,
    KeepApart,
    MergeEntities,
    MergeFacts,
    NewEntity,
    NewFact,
    NewSummary,
    ReplaceSummary,
    RestateFact,
    ReviseEntity,
    ReviseFact,
    SetKeyInfo,
    SupersedeFact,
    WeighTheory,
)
from graph.values.items import AppliedChange, Author, ConversationStatus, Space
from graph.values.write_plan import WritePlan

CALLS_LEFT_MAX = 3.0
"""What one round may ask: a long time without a model, or a long backlog, buys no more than that."""


@dataclass(frozen=True, slots=True)
class RoundMark:
    """What a finished round says of itself: who did it, and the last message it has read."""

    owner: str
    rounded_to: str
    calls: tuple[str, ...] = ()  # of the ledger, whose replies are in the changes and need not be kept any more
    released: tuple[str, ...] = ()  # imported conversations that are read, and wait no longer
    calls_earned: float = 0.0  # by its messages


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a list of changes."""

    ids: Mapping[str, str]  # ref -> id
    changes: tuple[str, ...]  # ids in the log, in the order applied; a change that changed nothing has none


def apply_changes(
    knowledge: KnowledgeGraph, space: str, changes: Sequence[Change], *, now: datetime, mark: RoundMark | None = None
) -> Applied:
    """Every change, its entry in the log, the watermark and the freed lease have landed in one write, or none of them.

    Verdicts and entities go first, so that the others find them; the rest in the order given. What a caller has taken
    back is not merged, superseded or disputed again by an archivist. Raises NotFound when a change names what does not
    exist, BadInput and Conflict when it cannot be, LeaseLost when the round was taken over.
    """

    def decide(plan: WritePlan) -> Applied:
        if mark is not None:
            plan.space = _marked(plan.space, mark)
            plan.add(*spent(mark.calls), *map(_released, mark.released))
        applying = ChangeBatch(plan, Draft(knowledge.store, space), knowledge.index(space), now)
        _read_ahead(applying, changes)
        steps: list[tuple[Change, str, Step]] = []
        for proposed in sorted(changes, key=_turn):
            applying.draft.begin()
            change, what = _done(applying, proposed)
            if step := applying.draft.step():
                steps.append((change, what, step))
        plan.add(*applying.draft.ops())
        entries = [_entry(applying, *each, mark) for each in steps]
        for entry in entries:
            plan.add(*log_ops(entry, applying.draft))
        return Applied(applying.ids, tuple(entry.id for entry in entries))

    return knowledge.change(space, decide)


def _marked(space: Space, mark: RoundMark) -> Space:
    """The space behind a round that is done."""
    check_lease(space, mark.owner)
    return replace(
        with_read(space, after=space.round_after, to=mark.rounded_to),
        round_after="",
        round_to="",
        round_at=None,
        calls_left=min(CALLS_LEFT_MAX, space.calls_left + mark.calls_earned - len(mark.calls)),
        lease_owner=None,
        lease_until=None,
        attempts=0,
        retry_at=None,
        last_error=None,
    )


def _released(conversation: str) -> PutNode:
    return PutNode(Label.CONVERSATION, conversation, {"status": str(ConversationStatus.ACTIVE)})


def _read_ahead(applying: ChangeBatch, changes: Sequence[Change]) -> None:
    """What most changes need is read at once: two reads instead of a few for each."""
    named: dict[str, None] = {}
    messages: dict[str, None] = {}
    for change in changes:
        match change:
            case NewEntity():
                named |= dict.fromkeys(applying.index.entities_named(change.name))
                messages |= dict.fromkeys(change.mentioned_in)
            case NewFact():
                named |= dict.fromkeys(change.sources)
                for name in change.about:
                    named |= dict.fromkeys(applying.index.entities_named(name))
            case NewSummary():
                named |= dict.fromkeys(member for member in change.members if not member.startswith("new:"))
    applying.draft.read([*named, *messages])
    applying.draft.read_edges(messages, [Kind.MENTIONS])


def _turn(change: Change) -> int:
    """Verdicts on what was shown come before it changes, entities before what names them."""
    return 0 if isinstance(change, JudgePresentation) else 1 if isinstance(change, NewEntity) else 2


def _done(applying: ChangeBatch, change: Change) -> tuple[Change, str]:
    """Apply one change, or what stands of it, unless it is an archivist's and too large to be kept for undo."""
    try:
        stands = standing(applying, change)
        return (change, "") if stands is None else (stands, _apply(applying, stands))
    except TooLarge:
        # Raised by a read, before anything is edited. Every round would fail at it again, until none is done at all.
        if change.author is Author.CALLER:
            raise
        return change, ""


def _apply(applying: ChangeBatch, change: Change) -> str:
    """Apply one change; what it did, in one line."""
    match change:
        case NewEntity():
            return entities.new_entity(applying, change)
        case ReviseEntity():
            return entities.revise_entity(applying, change)
        case MergeEntities():
            return entities.merge_entities(applying, change)
        case EntityText():
            return entities.entity_text(applying, change)
        case NewFact():
            return facts.new_fact(applying, change)
        case RestateFact():
            return facts.restate_fact(applying, change)
        case ReviseFact():
            return facts.revise_fact(applying, change)
        case SupersedeFact():
            return facts.supersede_fact(applying, change)
        case MergeFacts():
            return facts.merge_facts(applying, change)
        case DisputeFacts():
            return facts.dispute_facts(applying, change)
        case KeepApart():
            return facts.keep_apart(applying, change)
        case CloseQuestion():
            return theories.close_question(applying, change)
        case CompleteObjective():
            return theories.complete_objective(applying, change)
        case WeighTheory():
            return theories.weigh_theory(applying, change)
        case JudgePresentation():
            return summaries.judge_presentation(applying, change)
        case NewSummary():
            return summaries.new_summary(applying, change)
        case ReplaceSummary():
            return summaries.replace_summary(applying, change)
        case DropSummary():
            return summaries.drop_summary(applying, change)
        case CompleteConversation():
            return summaries.complete_conversation(applying, change)
        case SetKeyInfo():
            return summaries.set_key_info(applying, change)
        case _:
            assert_never(change)


def _entry(applying: ChangeBatch, change: Change, what: str, step: Step, mark: RoundMark | None) -> AppliedChange:
    sources: tuple[str, ...] = getattr(change, "sources", ()) or getattr(change, "mentioned_in", ())
    return AppliedChange(
        id=applying.plan.new_id("h"),
        kind=type(change).__name__,
        what=what,
        why=change.why,
        author=change.author,
        archivist=change.archivist,
        prompt_version=change.prompt_version,
        evidence=change.evidence or sources,
        touched=touched_by(step),
        created_at=applying.now,
        round=mark.rounded_to if mark is not None else None,
        body=images_as_text(step),
    )
