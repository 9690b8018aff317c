"""The ledger: every request to a language model, with its tokens, cost and result.

A call keeps its reply until the round that asked for it is written, so that a crash does not make it cost twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graph.derived.reached import batches, pages
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, PutNode, ReadDepth
from graph.upkeep.leases import check_lease
from graph.values.call_outcome import CallOutcome
from graph.values.codec import item_of
from graph.values.items import ModelCall
from graph.values.puts import put, put_changed
from graph.values.write_plan import WritePlan

PAGE = 500

SAME_PROMPT_MAX = 10
"""Calls of one prompt that are searched for a reply. A round is set aside after fewer attempts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The sum of the calls for one purpose by one model."""

    purpose: str
    model: str
    calls: int = 0
    failed: int = 0  # without an answer of the right shape
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float | None = 0.0  # US dollars; None if the price of an answer is unknown
    duration_ms: int = 0

    def plus(self, call: ModelCall) -> Cost:
        """The sum with one more call. A call without an answer is free."""
        is_answered = call.outcome in (CallOutcome.ANSWERED, CallOutcome.BAD_ANSWER)
        known = None if is_answered and call.cost is None else call.cost or 0.0
        return replace(
            self,
            calls=self.calls + 1,
            failed=self.failed + (call.outcome is not CallOutcome.ANSWERED),
            tokens_in=self.tokens_in + call.tokens_in,
            tokens_out=self.tokens_out + call.tokens_out,
            tokens_cached=self.tokens_cached + (call.tokens_cached or 0),
            cost=None if self.cost is None or known is None else self.cost + known,
            duration_ms=self.duration_ms + call.duration_ms,
        )


def open_call(knowledge: KnowledgeGraph, space: str, call: ModelCall, *, lease_owner: str | None = None) -> ModelCall:
    """Enter a call into the ledger before it is made; returns it with its id. One write.

    Raises LeaseLost for a round whose lease is lost: its answer would be of no use, and may say what was forgotten.
    """

    def decide(plan: WritePlan) -> ModelCall:
        if lease_owner is not None:
            check_lease(plan.space, lease_owner)
        opened = replace(call, id=plan.new_id(Label.CALL))
        plan.add(put(opened, expect=0))
        return opened

    return knowledge.change(space, decide)


def close_call(knowledge: KnowledgeGraph, space: str, before: ModelCall, after: ModelCall) -> ModelCall:
    """Record the result of a call. One read and one write.

    If something was forgotten since the call was made, its reply may say it, and is not kept.
    """

    def decide(plan: WritePlan) -> ModelCall:
        node = knowledge.store.nodes(space, [before.id], ReadDepth.HEAD).get(before.id)
        if node is not None:
            body = None if node.properties.get("is_forgotten") else after.body or None
            changed = put_changed(before, after)
            plan.add(replace(changed, properties={**changed.properties, "body": body}))
        return after

    return knowledge.change(space, decide)


def answered_call(knowledge: KnowledgeGraph, space: str, prompt_hash: str) -> ModelCall | None:
    """The newest call of this prompt that still has its reply; None if there is none. One read."""
    nodes = knowledge.store.find(
        space, Label.CALL, {"prompt_hash": prompt_hash}, order="-created_at", limit=SAME_PROMPT_MAX
    )
    return next((call for call in (item_of(node, ModelCall) for node in nodes) if call.body), None)


def without_replies(calls: Iterable[str]) -> list[PutNode]:
    """The puts by which a round drops the replies that it has used."""
    return [PutNode(Label.CALL, id, {"body": None}) for id in calls]


def calls_of(knowledge: KnowledgeGraph, space: str) -> Iterator[ModelCall]:
    """Every call of a space, without replies, newest first. One read for each thousand."""
    for page in _pages_of_calls(knowledge, space, ReadDepth.HEAD):
        yield from page


def costs_of(calls: Iterable[ModelCall]) -> list[Cost]:
    """The sums for each purpose and model, sorted by name. Pure."""
    found: dict[tuple[str, str], Cost] = {}
    for call in calls:
        key = call.purpose, call.model
        found[key] = found.get(key, Cost(purpose=call.purpose, model=call.model)).plus(call)
    return [found[key] for key in sorted(found)]


def forget_replies(knowledge: KnowledgeGraph, space: str, *, keep_hours: float, now: datetime) -> int:
    """Drop replies older than this, used or not, but not the calls; returns how many.

    Reads back in time until an old page has no replies: finished rounds have dropped theirs.
    """
    oldest = now - timedelta(hours=keep_hours)
    forgotten = 0
    for page in _pages_of_calls(knowledge, space, ReadDepth.BODY):
        kept = [call for call in page if call.body]
        old = [call.id for call in kept if call.created_at < oldest]
        if old:
            knowledge.store.write(space, without_replies(old))
        forgotten += len(old)
        if not kept and page[-1].created_at < oldest:
            break
    return forgotten


def _pages_of_calls(knowledge: KnowledgeGraph, space: str, reading: ReadDepth) -> Iterator[list[ModelCall]]:
    nodes = pages(knowledge.store, space, Label.CALL, order="-created_at", reading=reading)
    yield from batches((item_of(node, ModelCall) for node in nodes), PAGE)
