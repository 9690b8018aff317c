"""Pages of what is remembered: each list in one order that the store has an index for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import islice
from typing import cast

from api.answers import ItemAnswer, ItemsAnswer
from api.cursors import After, cursor_of, read_cursor
from graph.codec import stored_of
from graph.errors import BadInput
from graph.items import EntityType, FactKind, FactStatus, Item, MemoryType
from graph.knowledge import KnowledgeGraph
from graph.store import Label, Node, Value


class ItemLabel(StrEnum):
    """The labels of what can be shown in a block."""

    KEY_INFO = Label.KEY_INFO
    FACT = Label.FACT
    ENTITY = Label.ENTITY
    MEMORY = Label.MEMORY
    REFLECTION = Label.REFLECTION
    SUMMARY = Label.SUMMARY
    MESSAGE = Label.MESSAGE


ORDERS: Mapping[Label, str] = {
    Label.KEY_INFO: "id",
    Label.FACT: "updated_at",
    Label.ENTITY: "updated_at",
    Label.MEMORY: "updated_at",
    Label.REFLECTION: "updated_at",
    Label.SUMMARY: "last_at",
    Label.MESSAGE: "sent_at",
}
"""By what each label is listed, in the order of labels of a list of everything."""

TYPES: Mapping[Label, tuple[str, ...]] = {Label.ENTITY: tuple(EntityType), Label.MEMORY: tuple(MemoryType)}


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items are asked for; a filter that no item of the label has is a mistake."""

    label: str | None
    kind: str | None
    status: str | None
    type: str | None

    @classmethod
    def of(
        cls, *, label: ItemLabel | None, kind: FactKind | None, status: FactStatus | None, type: str | None
    ) -> Filter:
        """The filter, checked. `kind` and `status` mean facts, also when no label is said."""
        if kind is not None or status is not None:
            if label not in (None, ItemLabel.FACT):
                raise BadInput(f"query parameter label is {label.value!r}, expected 'Fact' beside kind or status")
            label = ItemLabel.FACT
        if type is not None:
            allowed = TYPES.get(Label(label)) if label else None
            if allowed is None:
                found = repr(label.value) if label else "nothing"
                raise BadInput(
                    f"query parameter label is {found}, expected 'Entity' or 'SignificantMemory' beside type"
                )
            if type not in allowed:
                raise BadInput(f"query parameter type is {type!r}, expected one of {', '.join(allowed)}")
        return cls(label, kind, status, type)

    @property
    def labels(self) -> list[Label]:
        """The labels to list, in their order."""
        return [Label(self.label)] if self.label else list(ORDERS)

    @property
    def properties(self) -> dict[str, str]:
        """What a node's properties must be."""
        asked = {"kind": self.kind, "status": self.status, "type": self.type}
        return {name: value for name, value in asked.items() if value is not None}


def page_of_items(
    knowledge: KnowledgeGraph, space: str, asked: Filter, *, limit: int, cursor: str | None
) -> ItemsAnswer:
    """A page of items, label by label, the newest first. One read for each label that the page touches."""
    knowledge.space(space)
    filters: dict[str, str | None] = asdict(asked)
    labels, after = asked.labels, None
    if cursor is not None:
        step, after = read_cursor(cursor, filters)
        labels = labels[labels.index(Label(step)) :] if step in labels else []

    def rows() -> Iterator[Node]:
        start = after
        for label in labels:
            yield from _rows(
                knowledge, space, label, asked.properties, ORDERS[label], after=start, page=limit + 1, descending=True
            )
            start = None

    return _page(rows(), ORDERS, filters, limit)


def page_of_messages(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    chat: str | None,
    conversation: str | None,
    newest_first: bool,
    limit: int,
    cursor: str | None,
) -> ItemsAnswer:
    """A page of messages in their own order; over all chats, by time. Two reads."""
    knowledge.space(space)
    filters = {"conversation": conversation, "chat": chat, "newest_first": str(newest_first)}
    where = {name: value for name, value in (("conversation", conversation), ("chat", chat)) if value is not None}
    order = "position" if where else "sent_at"
    after = read_cursor(cursor, filters)[1] if cursor is not None else None
    rows = _rows(knowledge, space, Label.MESSAGE, where, order, after=after, page=limit + 1, descending=newest_first)
    return _page(rows, {Label.MESSAGE: order}, filters, limit)


def item_answer(node: Node) -> ItemAnswer:
    """A node of an item's label as it is told."""
    return ItemAnswer(
        id=node.id, label=node.label, version=node.version, seq=node.seq, item=cast(Item, stored_of(node))
    )


def _page(
    rows: Iterator[Node], orders: Mapping[Label, str], filters: Mapping[str, str | None], limit: int
) -> ItemsAnswer:
    found = list(islice(rows, limit + 1))
    next_cursor = None
    if len(found) > limit:
        last = found[limit - 1]
        next_cursor = cursor_of(filters, last.label, _key(last, orders[last.label]))
    return ItemsAnswer(items=[item_answer(node) for node in found[:limit]], next_cursor=next_cursor)


def _rows(
    knowledge: KnowledgeGraph,
    space: str,
    label: Label,
    wanted: Mapping[str, str],
    order: str,
    *,
    after: After | None,
    page: int,
    descending: bool,
) -> Iterator[Node]:
    """Nodes with all wanted properties; the store's index answers for the first of them."""
    where: dict[str, Value] | None = dict(list(wanted.items())[:1]) or None
    while True:
        nodes = knowledge.store.find(space, label, where, order=order, descending=descending, after=after, limit=page)
        yield from (node for node in nodes if all(node.properties.get(name) == v for name, v in wanted.items()))
        if len(nodes) < page:
            return
        after = _key(nodes[-1], order)


def _key(node: Node, order: str) -> After:
    return (None if order == "id" else node.properties[order], node.id)
