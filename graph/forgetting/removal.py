"""Forgets: one write removes what was named and what was made from it, then small writes remove the traces.

Texts that depended on it are empty until a round has written them anew from what is left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

from graph.derived.deciding import Decision, decide
from graph.derived.reached import ReachReader, pages
from graph.errors import Conflict, NotFound
from graph.forgetting.miscited import with_miscited
from graph.forgetting.targets import Target, select, without
from graph.forgetting.traces import Trace, remove_traces, traces
from graph.intake.import_backlog import with_again
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.values.codec import item_of, to_ms
from graph.values.forgotten_lines import marks_of
from graph.values.items import Receipt, Space
from graph.values.puts import put, put_changed
from graph.values.write_plan import WritePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The result of a forgetting, or of a dry run."""

    receipt: Receipt
    is_scrubbed: bool  # whether the store's files have nothing of it any more, as far as the store can know


def would_forget(knowledge: KnowledgeGraph, space: str, target: Target, *, now: datetime) -> Receipt:
    """The receipt that forgetting would leave, with the blocks that would be deleted. Writes nothing."""
    stored = knowledge.space(space)
    decision = _decision(knowledge, stored, target)
    receipt = _receipt("", stored, target, decision, now)
    blocks = tuple(traces(knowledge, space, Trace.of(receipt), Label.BLOCK))
    counts = {label: len(ids) for label, ids in decision.gone.items()} | {Label.BLOCK: len(blocks)}
    return replace(receipt, ids=(*receipt.ids, *blocks), counts=in_words(counts), names=(), words=())


def forget(knowledge: KnowledgeGraph, space: str, target: Target, *, now: datetime) -> Forgotten:
    """Forget what is named, and everything that was made from it. Nothing of it is shown from the first write on.

    Raises NotFound, and Conflict while another process forgets something of the space. Reads what was made from the
    messages, and every fact, block and change of the space; for a person every message too.
    """
    finish_forgetting(knowledge, space, now=now)

    def decide_write(plan: WritePlan) -> None:
        if plan.space.forgetting is not None:
            raise Conflict(f"something of space {space!r} is being forgotten just now; try again when it is done")
        decision = _decision(knowledge, plan.space, target)
        left = plan.space.message_count - len(decision.gone.get(Label.MESSAGE, ()))
        receipt = _receipt(plan.new_id(Label.RECEIPT), plan.space, target, decision, now)
        plan.add(*decision.ops, put(receipt, expect=0))
        plan.space = replace(
            with_again(plan.space, decision.again, decision.gone.get(Label.MESSAGE, ())),
            message_count=left,
            waiting=plan.space.waiting if left else (),
            characters=without(plan.space.characters, decision.names),
            forgettings=plan.space.forgettings + 1,
            forgetting=receipt.id,
            # A round that is under way might write what it has read. Without its lease it cannot.
            lease_owner=None,
            lease_until=None,
            last_error=None,
        )

    knowledge.change(space, decide_write)
    receipt = finish_forgetting(knowledge, space, now=now)
    assert receipt is not None
    return Forgotten(receipt=receipt, is_scrubbed=knowledge.store.scrub())


def finish_forgetting(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Receipt | None:
    """Remove the traces of a forgetting whose first write is done; if there is none, None, for one read."""
    id = knowledge.space(space).forgetting
    if id is None:
        return None
    receipt = item_of(knowledge.store.nodes(space, [id])[id], Receipt)
    blocks = remove_traces(knowledge, space, Trace.of(receipt))
    knowledge.keep_index(space)
    counts = {**counted(receipt.counts), Label.BLOCK: blocks}
    done = replace(receipt, counts=in_words(counts), names=(), words=(), done_at=now)

    def decide_end(plan: WritePlan) -> None:
        if plan.space.forgetting == id:
            plan.add(put_changed(receipt, done))
            plan.space = replace(plan.space, forgetting=None)

    knowledge.change(space, decide_end)
    return done


def receipts_of(knowledge: KnowledgeGraph, space: str) -> list[Receipt]:
    """The receipts of forgettings in the space, newest first. Raises NotFound."""
    knowledge.space(space)
    nodes = pages(knowledge.store, space, Label.RECEIPT)
    return sorted((item_of(node, Receipt) for node in nodes), key=lambda each: each.created_at, reverse=True)


def counted(counts: Iterable[str]) -> dict[str, int]:
    """How many nodes of each label are gone, by the counts of a receipt."""
    return {label: int(count) for label, count in (each.rsplit(" ", 1) for each in counts)}


def _decision(knowledge: KnowledgeGraph, space: Space, target: Target) -> Decision:
    index = knowledge.index(space.name)
    selected = with_miscited(knowledge, space.name, index, select(knowledge, space.name, index, target))
    if not (selected.persons or selected.messages or selected.texts) and target.person is not None:
        trace = Trace(frozenset(), frozenset(), selected.names, is_person=True)
        is_in_scene = any(traces(knowledge, space.name, trace, Label.MESSAGE))
        if not is_in_scene and without(space.characters, selected.names) == space.characters:
            raise NotFound(f"space {space.name!r} knows nobody called {target.person!r}")
    return decide(ReachReader(knowledge.store, space.name, index, selected).read(), space.intake)


def _receipt(id: str, space: Space, target: Target, decision: Decision, now: datetime) -> Receipt:
    return Receipt(
        id=id,
        space_name=space.name,
        asked=target.kind,
        ids=decision.ids,
        rebuilt=decision.rebuilt_ids,
        counts=in_words({label: len(ids) for label, ids in decision.gone.items()}),
        names=tuple(decision.names),
        words=tuple(decision.words),
        # What has an end is forgotten without a person's wish, and serves its chat once more if it is sent again.
        marks=marks_of(decision.messages) if target.kind != "expired" else (),
        created_at=now,
    )


def in_words(counts: Mapping[str, int] | Mapping[Label, int]) -> tuple[str, ...]:
    """The counts in the form that a receipt has."""
    return tuple(f"{label} {count}" for label, count in sorted(counts.items()) if count)


DELETED = "/deleted"
"""The space that holds the receipts of deleted spaces. No user's space has a name that begins with a slash."""

ALL = "space"
"""The kind of target that is a whole space."""

UNCOUNTED = (Label.SPACE, Label.RECEIPT, Label.METER, Label.ACCESS_KEY)
COUNTED = tuple(label for label in Label if label not in UNCOUNTED)


def check_deletable(knowledge: KnowledgeGraph, space: str) -> None:
    """Raises NotFound if there is no such space. One read."""
    try:
        knowledge.space(space)
    except NotFound as error:
        raise NotFound(f"space {space!r} does not exist; there is nothing to delete") from error


def would_delete(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Receipt:
    """The receipt that deleting the space would leave. Writes nothing; reads everything but texts. Raises NotFound."""
    check_deletable(knowledge, space)
    counts: dict[Label, int] = {label: sum(1 for _ in pages(knowledge.store, space, label)) for label in COUNTED}
    return Receipt(id="", space_name=space, asked=ALL, ids=(), counts=in_words(counts), created_at=now)


def delete_space(knowledge: KnowledgeGraph, space: str, *, now: datetime, is_reset: bool = False) -> Forgotten:
    """Delete the space, or reset it with the same rules; its receipt is kept in another space. Raises NotFound.

    The receipt is written first. Its `done_at` is missing if the process was killed and somebody else did the rest. A
    space has one receipt, whoever deletes it: the id is made from its name and time of creation.
    """
    receipt = would_delete(knowledge, space, now=now)
    born = f"{to_ms(knowledge.space(space).created_at)} {space}".encode("utf-8", "surrogatepass")
    receipt = replace(receipt, id=f"x{blake2b(born, digest_size=8).hexdigest()}")
    done = replace(receipt, done_at=now)
    knowledge.store.write(DELETED, [put(receipt)])
    knowledge.delete_space(space, now=now, is_reset=is_reset)
    knowledge.store.write(DELETED, [put(done)])
    return Forgotten(receipt=done, is_scrubbed=knowledge.store.scrub())


def deleted_spaces(knowledge: KnowledgeGraph) -> Mapping[str, datetime]:
    """The names of deleted spaces, each with the time of the last deletion; some may have been made again."""
    receipts = [item_of(node, Receipt) for node in pages(knowledge.store, DELETED, Label.RECEIPT)]
    return {each.space_name: each.created_at for each in sorted(receipts, key=lambda each: each.created_at)}
