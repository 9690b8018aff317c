"""Pages of lists. Each list has one order, for which the store has an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from api.http.cursors import After, cursor_of, read_cursor
from api.http.queries import CallsQuery, ItemsQuery, MessagesQuery, PageQuery
from api.http.responses import CallAnswer, CallsAnswer, ChangeAnswer, ChangesAnswer, ItemAnswer, ItemsAnswer
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Node, ReadDepth, Store, Value
from graph.values.codec import item_of, stored_of
from graph.values.items import AppliedChange, Item, ModelCall

ORDERS: Mapping[Label, str] = {
    Label.KEY_INFO: "id",
    Label.FACT: "updated_at",
    Label.ENTITY: "updated_at",
    Label.MEMORY: "updated_at",
    Label.REFLECTION: "updated_at",
    Label.SUMMARY: "last_at",
    Label.MESSAGE: "sent_at",
}
"""The property by which each label is ordered."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The nodes of one label with the wanted properties, in one order."""

    label: Label
    wanted: Mapping[str, str]
    order: str
    is_descending: bool = True
    reading: ReadDepth = ReadDepth.BODY

    def rows(self, store: Store, space: str, after: After | None, page: int) -> Iterator[Node]:
        """The nodes after a key. One read for each page. The store compares only the first wanted property."""
        where: dict[str, Value] | None = dict(list(self.wanted.items())[:1]) or None
        order = f"-{self.order}" if self.is_descending else self.order
        while True:
            nodes = store.find(space, self.label, where, order=order, after=after, limit=page, reading=self.reading)
            for node in nodes:
                if all(node.properties.get(name) == value for name, value in self.wanted.items()):
                    yield node
            if len(nodes) < page:
                return
            after = self.key_of(nodes[-1])

    def key_of(self, node: Node) -> After:
        """The key of the node in this list."""
        return (None if self.order == "id" else node.properties[self.order], node.id)


def page_of_items(knowledge: KnowledgeGraph, space: str, asked: ItemsQuery) -> ItemsAnswer:
    """A page of items, label by label, newest first. One read for each label on the page."""
    lists = [Listing(label, asked.wanted, ORDERS[label]) for label in asked.labels]
    filters = {"label": asked.label, **asked.wanted}
    return _items_answer(*_nodes_of_page(knowledge, space, lists, filters, limit=asked.limit, cursor=asked.cursor))


def page_of_messages(knowledge: KnowledgeGraph, space: str, asked: MessagesQuery) -> ItemsAnswer:
    """A page of messages in the order of their chat or conversation; of all chats, by time. Two reads."""
    order = "position" if asked.wanted else "sent_at"
    listing = Listing(Label.MESSAGE, asked.wanted, order, asked.newest_first)
    filters = {"newest_first": str(asked.newest_first), **asked.wanted}
    return _items_answer(*_nodes_of_page(knowledge, space, [listing], filters, limit=asked.limit, cursor=asked.cursor))


def page_of_changes(knowledge: KnowledgeGraph, space: str, asked: PageQuery) -> ChangesAnswer:
    """A page of the change log, newest first, without before-images. Two reads."""
    listing = Listing(Label.CHANGE, {}, "created_at", reading=ReadDepth.HEAD)
    nodes, next_cursor = _nodes_of_page(knowledge, space, [listing], {}, limit=asked.limit, cursor=asked.cursor)
    return ChangesAnswer(
        changes=[ChangeAnswer.model_validate(item_of(node, AppliedChange)) for node in nodes], next_cursor=next_cursor
    )


def page_of_calls(knowledge: KnowledgeGraph, space: str, asked: CallsQuery) -> CallsAnswer:
    """A page of the ledger, newest first, without replies. Two reads."""
    listing = Listing(Label.CALL, asked.wanted, "created_at", reading=ReadDepth.HEAD)
    nodes, next_cursor = _nodes_of_page(
        knowledge, space, [listing], asked.wanted, limit=asked.limit, cursor=asked.cursor
    )
    return CallsAnswer(
        calls=[CallAnswer.model_validate(item_of(node, ModelCall)) for node in nodes], next_cursor=next_cursor
    )


def _nodes_of_page(
    knowledge: KnowledgeGraph,
    space: str,
    lists: Iterable[Listing],
    filters: Mapping[str, str | None],
    *,
    limit: int,
    cursor: str | None,
) -> tuple[list[Node], str | None]:
    """The nodes of a page, and the cursor of the next page; None at the end."""
    knowledge.space(space)
    by_label = {listing.label: listing for listing in lists}
    step, after = (None, None) if cursor is None else read_cursor(cursor, filters)

    def rows() -> Iterator[Node]:
        is_reached = step is None
        for label, listing in by_label.items():
            start = after if label == step else None
            is_reached = is_reached or label == step
            if is_reached:
                yield from listing.rows(knowledge.store, space, start, limit + 1)

    found = list(islice(rows(), limit + 1))
    next_cursor = None
    if len(found) > limit:
        last = found[limit - 1]
        next_cursor = cursor_of(filters, last.label, by_label[last.label].key_of(last))
    return found[:limit], next_cursor


def _items_answer(nodes: Sequence[Node], next_cursor: str | None) -> ItemsAnswer:
    items = [
        ItemAnswer(id=node.id, label=node.label, version=node.version, seq=node.seq, item=cast(Item, stored_of(node)))
        for node in nodes
    ]
    return ItemsAnswer(items=items, next_cursor=next_cursor)
