"""Pages of lists. Each list has one order, for which the store has an index."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar, cast

from api.http.block_responses import BlocksAnswer
from api.http.queries import ItemsQuery, MessagesQuery, PageQuery, SearchQuery
from api.http.responses import (
    CallsAnswer,
    ChangesAnswer,
    ConversationsAnswer,
    FoundAnswer,
    ItemAnswer,
    ItemsAnswer,
    PageAnswer,
    SearchAnswer,
)
from api.wiring import Service
from context.searching import SearchRequest, search_items
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Node, ReadDepth, Store, Value
from graph.values.codec import item_of, stored_of
from graph.values.items import AppliedChange, Block, Conversation, Item, ModelCall

After = tuple[Value, str]
T = TypeVar("T")
A = TypeVar("A", bound=PageAnswer)

ORDERS: Mapping[Label, str] = {
    Label.KEY_INFO: "id",
    Label.SUMMARY: "last_at",
    Label.MESSAGE: "sent_at",
    Label.CONVERSATION: "last_at",
}
"""The property by which a label is ordered, if it is not the time of the last change, or of a log's entry."""

LOGS: Mapping[type[PageAnswer], tuple[Label, type[AppliedChange | Block | Conversation | ModelCall], str]] = {
    ChangesAnswer: (Label.CHANGE, AppliedChange, "changes"),
    BlocksAnswer: (Label.BLOCK, Block, "blocks"),
    CallsAnswer: (Label.CALL, ModelCall, "calls"),
    ConversationsAnswer: (Label.CONVERSATION, Conversation, "conversations"),
}
"""What is kept of the work of a space: its label, its value, and the name of its list."""

SEARCH = "search"
"""The step in cursors of searches."""

NOT_OURS = "query parameter cursor is not a cursor of this service; send next_cursor unchanged"


@dataclass(frozen=True, slots=True)
class Listing:
    """The nodes of one label in one order."""

    label: Label
    order: str
    is_descending: bool = True
    reading: ReadDepth = ReadDepth.BODY

    def rows(
        self, store: Store, space: str, wanted: Mapping[str, str], after: After | None, page: int
    ) -> Iterator[Node]:
        """The nodes with these properties after a key. One read per page. The store compares only the last property."""
        where: dict[str, Value] | None = dict([*wanted.items()][-1:]) or None
        order = f"-{self.order}" if self.is_descending else self.order
        while True:
            nodes = store.find(space, self.label, where, order=order, after=after, limit=page, reading=self.reading)
            yield from (node for node in nodes if all(node.properties.get(name) == wanted[name] for name in wanted))
            if len(nodes) < page:
                return
            after = self.key_of(nodes[-1])

    def key_of(self, node: Node) -> After:
        """The key of the node in this list."""
        return (None if self.order == "id" else node.properties[self.order], node.id)


def page_of_items(knowledge: KnowledgeGraph, space: str, asked: ItemsQuery) -> ItemsAnswer:
    """A page of items, label by label, newest first. One read for each label on the page.

    Of items that are asked for by id, those that there are, in one read.
    """
    if asked.id:
        knowledge.space(space)
        nodes = knowledge.store.nodes(space, asked.id).values()
        return _items_answer([node for node in nodes if node.label in asked.labels], None)
    lists = [Listing(label, ORDERS.get(label, "updated_at")) for label in asked.labels]
    return _items_answer(*_nodes_of_page(knowledge, space, asked, *lists))


def page_of_messages(knowledge: KnowledgeGraph, space: str, asked: MessagesQuery) -> ItemsAnswer:
    """A page of messages in the order of their chat or conversation; of all chats, by time. Two reads."""
    listing = Listing(Label.MESSAGE, "position" if asked.wanted else "sent_at", asked.newest_first)
    return _items_answer(*_nodes_of_page(knowledge, space, asked, listing))


def page_of_log(answer: type[A], knowledge: KnowledgeGraph, space: str, asked: PageQuery) -> A:
    """A page of a log, newest first, without texts, replies and before-images. Two reads."""
    label, kind, name = LOGS[answer]
    listing = Listing(label, ORDERS.get(label, "created_at"), reading=ReadDepth.HEAD)
    nodes, next_cursor = _nodes_of_page(knowledge, space, asked, listing)
    return answer.model_validate({name: [item_of(node, kind) for node in nodes], "next_cursor": next_cursor})


def page_of_rows(
    rows: Iterable[T],
    asked: PageQuery,
    step: str,
    *,
    key_of: Callable[[T], tuple[int, str]],
    newest_first: bool = False,
) -> tuple[list[T], str | None]:
    """A page of a list that is in memory, in the order of its keys, and the cursor of the next page.

    Rows that are added or removed between two pages move no others. Raises BadInput for a cursor of another list.
    """
    ordered = sorted(rows, key=key_of, reverse=newest_first)
    if asked.cursor is not None:
        at, (value, id) = read_cursor(asked.cursor, asked.filters)
        if at != step or type(value) is not int:
            raise BadInput(NOT_OURS)
        ordered = [row for row in ordered if (key_of(row) < (value, id)) == newest_first and key_of(row) != (value, id)]
    page = ordered[: asked.limit]
    return page, cursor_of(asked.filters, step, key_of(page[-1])) if len(ordered) > len(page) else None


def cursor_of(filters: Mapping[str, object], step: str, after: After) -> str:
    """The filters of a list and the key of a row in one of its steps, as one opaque string."""
    content = json.dumps([dict(filters), step, *after], separators=(",", ":"), sort_keys=True)
    return urlsafe_b64encode(content.encode()).decode().rstrip("=")


def read_cursor(cursor: str, filters: Mapping[str, object]) -> tuple[str, After]:
    """The step and the row of a cursor. Raises BadInput for an invalid cursor, or one of another list."""
    try:
        before, step, value, id = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        f"{step}{value}{id}".encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput(NOT_OURS) from error
    is_key = isinstance(value, str | float | None) or (type(value) is int and abs(value) < 2**63)
    if not (is_key and isinstance(step, str) and isinstance(id, str)):
        raise BadInput(NOT_OURS)
    if before != dict(filters):
        raise BadInput("query parameter cursor belongs to a list with other filters; start again without it")
    return step, (value, id)


def _nodes_of_page(
    knowledge: KnowledgeGraph, space: str, asked: PageQuery, *lists: Listing
) -> tuple[list[Node], str | None]:
    """The nodes of a page, and the cursor of the next page; None at the end."""
    knowledge.space(space)
    by_label = {listing.label: listing for listing in lists}
    step, after = (None, None) if asked.cursor is None else read_cursor(asked.cursor, asked.filters)

    def rows() -> Iterator[Node]:
        is_reached = step is None
        for label, listing in by_label.items():
            is_reached = is_reached or label == step
            if is_reached:
                start = after if label == step else None
                yield from listing.rows(knowledge.store, space, asked.wanted, start, asked.limit + 1)

    nodes = list(islice(rows(), asked.limit + 1))
    if len(nodes) <= asked.limit:
        return nodes, None
    last = nodes[asked.limit - 1]
    return nodes[: asked.limit], cursor_of(asked.filters, last.label, by_label[last.label].key_of(last))


def page_of_search(service: Service, space: str, asked: SearchQuery) -> SearchAnswer:
    """A page of what a search finds, best first. Five reads at most. Raises NotFound, and BadInput for a bad cursor."""
    step, (place, _) = (SEARCH, (0, "")) if asked.cursor is None else read_cursor(asked.cursor, asked.filters)
    if step != SEARCH or type(place) is not int or place < 0:
        raise BadInput(NOT_OURS)
    request = SearchRequest(space=space, text=asked.q, is_wanted=asked.wants, start=place, limit=asked.limit)
    profile = service.profile_of(space).block
    hits, has_more = search_items(service.knowledge, request, now=service.now(), profile=profile)
    nodes = service.knowledge.store.nodes(space, [one.id for one in hits])
    items = [
        FoundAnswer(**_fields(nodes[one.id]), score=one.score, terms=one.terms, reason=one.reason)
        for one in hits
        if one.id in nodes
    ]
    after = cursor_of(asked.filters, SEARCH, (place + asked.limit, "")) if has_more else None
    return SearchAnswer(items=items, next_cursor=after)


def _items_answer(nodes: Sequence[Node], next_cursor: str | None) -> ItemsAnswer:
    return ItemsAnswer(items=[ItemAnswer(**_fields(node)) for node in nodes], next_cursor=next_cursor)


def _fields(node: Node) -> dict[str, Any]:
    item = cast(Item, stored_of(node))
    return {"id": node.id, "label": node.label, "version": node.version, "seq": node.seq, "item": item}
