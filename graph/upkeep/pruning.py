"""Retention: deletes old blocks, near misses, changes and tombstones, in small writes that may be repeated.

Their effects stay: verdicts are summed in the usefulness of items, and facts are as the changes left them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graph.derived.reached import batches, pages
from graph.errors import Conflict
from graph.index.index_state import TOMBSTONES_KEPT
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import DropNode, Label, Node, PutNode, ReadDepth, Value
from graph.values.codec import to_ms
from graph.values.write_plan import WritePlan

PAGE = 50
"""Nodes in one write. A block may have a hundred edges, which are deleted with it: some 20 ms."""

NEAR_MISS_DAYS = 2.0
"""Near misses are half of a block's record, and people only ask for them while an answer is new."""

NO_MISSES = "[]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How long the records that explain the past are kept."""

    block_days: float = 30.0
    log_days: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """How much was deleted."""

    blocks: int = 0
    near_misses: int = 0  # blocks that lost them
    changes: int = 0

    def __bool__(self) -> bool:
        return bool(self.blocks or self.near_misses or self.changes)


def prune(knowledge: KnowledgeGraph, space: str, retention: Retention, *, now: datetime) -> Pruned:
    """Delete what is older than the retention allows. Two reads and a write for each PAGE of it."""
    blocks = _drop_blocks(knowledge, space, to_ms(now - timedelta(days=retention.block_days)))
    misses = _drop_misses(knowledge, space, to_ms(now - timedelta(days=NEAR_MISS_DAYS)))
    changes = _drop_changes(knowledge, space, to_ms(now - timedelta(days=retention.log_days)))
    last = knowledge.store.seq(space) - TOMBSTONES_KEPT
    if last > 0:
        knowledge.store.drop_tombstones(space, last)
    return Pruned(blocks=blocks, near_misses=misses, changes=changes)


def _drop_blocks(knowledge: KnowledgeGraph, space: str, before_ms: int) -> int:
    count = 0
    for page in _older(knowledge, space, Label.BLOCK, before_ms):
        knowledge.store.write(space, [DropNode(node.id, is_final=True) for node in page])
        count += len(page)
    return count


def _drop_misses(knowledge: KnowledgeGraph, space: str, before_ms: int) -> int:
    """Go back in time until a page has none: earlier blocks have lost theirs before."""
    count, after = 0, (before_ms, "")
    while page := knowledge.store.find(
        space, Label.BLOCK, order="-created_at", after=after, limit=PAGE, reading=ReadDepth.HEAD
    ):
        full = [node for node in page if node.properties.get("near_misses") != NO_MISSES]
        if not full:
            break
        without: dict[str, Value] = {"near_misses": NO_MISSES, "missed_scores": ""}
        try:
            knowledge.store.write(space, [PutNode(Label.BLOCK, node.id, without, expect=node.version) for node in full])
        except Conflict:
            continue  # One of them was forgotten or judged meanwhile: look again.
        count, after = count + len(full), (_created_ms(page[-1]), page[-1].id)
    return count


def _drop_changes(knowledge: KnowledgeGraph, space: str, before_ms: int) -> int:
    """Keep changes that were taken back, so that archivists do not propose them again."""
    count = 0
    for page in _older(knowledge, space, Label.CHANGE, before_ms, lambda node: not _is_taken_back(node)):
        ids = [node.id for node in page]

        def decide(plan: WritePlan, ids: list[str] = ids) -> None:
            plan.add(*(DropNode(id, is_final=True) for id in ids))
            plan.space = replace(plan.space, log_pruned_to=max(plan.space.log_pruned_to, *ids))

        knowledge.change(space, decide)
        count += len(ids)
    return count


def _older(
    knowledge: KnowledgeGraph,
    space: str,
    label: Label,
    before_ms: int,
    is_wanted: Callable[[Node], bool] = lambda node: True,
) -> Iterator[list[Node]]:
    """The wanted nodes of a label that were made before `before_ms`, in pages."""
    for page in batches(pages(knowledge.store, space, label, order="created_at"), PAGE):
        old = [node for node in page if _created_ms(node) < before_ms]
        if wanted := [node for node in old if is_wanted(node)]:
            yield wanted
        if len(old) < len(page):
            return


def _is_taken_back(node: Node) -> bool:
    return bool(node.properties.get("undone_by") or node.properties.get("undoes"))


def _created_ms(node: Node) -> int:
    created = node.properties["created_at"]
    assert isinstance(created, int)
    return created
