"""The index of one space: everything that gathering and scoring need in memory, kept up to date from the store."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.entries import Entry
from graph.index.index_search import IndexSearch
from graph.index.index_state import IndexState, Moment
from graph.store.verbs import Label, Node, Store
from graph.values.codec import to_ms
from graph.values.items import FactStatus, Stored

SPEAKER_SELF: Final = "I"
"""Models that know several languages take it well in any of them."""


class IndexHistory(IndexState):
    """The messages and summaries of an index, by (position, id)."""

    def message_count(self) -> int:
        """The number of messages in the space."""
        with self.lock:
            return int(np.count_nonzero(self._columns.of_label(Label.MESSAGE)))

    def tops(self) -> list[str]:
        """The summaries that are in no other summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.SUMMARY) & self._is_free())

    def children(self, id: str) -> list[str]:
        """The direct members of a summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.in_container(id))

    def above(self, id: str) -> list[str]:
        """The summaries that an item is in, from the lowest to the top."""
        with self.lock:
            return self._columns.containers(id)

    def loose_messages(self, limit: int) -> list[str]:
        """The newest messages that are in no summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._is_free(), limit)

    def last_messages(self, limit: int) -> list[str]:
        """The newest messages of all chats, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE), limit)

    def newest_messages(self, chat: str, limit: int) -> list[str]:
        """The newest messages of a chat, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._columns.in_chat(chat), limit)

    def _is_free(self) -> NDArray[np.bool_]:
        """Which slots are in no summary."""
        return self._columns.in_container(None)

    def _in_order(self, is_chosen: NDArray[np.bool_], limit: int | None = None) -> list[str]:
        """The chosen items, or the last `limit` of them, by (position, id)."""
        slots = np.flatnonzero(is_chosen)
        limit = len(slots) if limit is None else limit
        last = self._columns.first(slots, -self._columns.position[slots], limit, last_id_first=True)
        return [self._columns.ids[slot] for _, slot in reversed(last)]


HOLDING: Final = (FactStatus.CURRENT, FactStatus.DISPUTED)


class SpaceIndex(IndexSearch, IndexHistory):
    """The items of one space. Safe to use from any thread. Equal graphs give equal answers; ties are ordered by id."""

    def entry(self, id: str) -> Entry | None:
        """The entry of an item; None if the space does not have it."""
        return self.entries([id]).get(id)

    def entries(self, ids: Sequence[str]) -> dict[str, Entry]:
        """The entries of those items that the space has, in the order of `ids`."""
        with self.lock:
            slots = map(self._columns.slot, ids)
            return self._columns.entries([slot for slot in slots if slot is not None])

    def items(self, store: Store, ids: Sequence[str]) -> dict[str, Stored]:
        """Those of `ids` that exist, with their text, in the order of `ids`, as of the last `refresh` or newer.

        One read; none if all are cached.
        """
        with self.lock:
            slots, written = self._columns.slots, self._columns.seq
            seqs = {id: written.item(slots[id]) for id in ids if id in slots}
        items = self._cache.find(seqs)
        missing = [id for id in ids if id not in items]
        if missing:
            items |= self._cache.put(store.nodes(self.space, missing), seqs)
        return {id: items[id] for id in ids if id in items}

    def items_of(self, nodes: Iterable[Node]) -> dict[str, Stored]:
        """The items of nodes that the caller has read, in their order; `items` need not read them again."""
        read, written = {node.id: node for node in nodes}, self._columns.seq
        with self.lock:
            seqs = {id: written.item(slot) for id in read if (slot := self._columns.slots.get(id)) is not None}
        return self._cache.put(read, seqs)

    def entities_in(self, text: str) -> list[str]:
        """The entities named in the text, in order of appearance."""
        with self.lock:
            return self._names.spotted(text)

    def entities_named(self, name: str) -> list[str]:
        """The entities that have this name, sorted."""
        with self.lock:
            return self._names.named(name)

    def as_told(self, question: str) -> str:
        """A question with "I" for each name of somebody who speaks here: the words in which they would tell it.

        The vector of "When did Ada go to Izmir?" is near to all of Ada's lines, that of "When did I go to Izmir?" to
        the one that answers. By vectors alone, evidence among the first ten rose from 41 to 57 % on LoCoMo.
        """
        with self.lock:
            for entity in self._names.spotted(question):
                for name in self._names.of(entity):
                    if self._columns.has_said(name):
                        question = re.sub(rf"\b{re.escape(name)}\b(?:['’]\w+)?", SPEAKER_SELF, question, flags=re.I)
        return question

    def names_of(self, entity: str) -> tuple[str, ...]:
        """The name of an entity, then its aliases."""
        with self.lock:
            return self._names.of(entity)

    def stale(self) -> list[str]:
        """The summaries and entities with stale texts, oldest first."""
        with self.lock:
            return sorted(self._stale)

    def replaced_messages(self) -> list[str]:
        """The messages that others stand for, sorted. Nothing else of the index knows them."""
        with self.lock:
            return sorted(self._replaced)

    def unlinked(self) -> list[str]:
        """The facts that hold and that no model has judged; last those about which one was asked in vain."""
        with self.lock:
            holding = (id for id, entry in self.entries([*self._unlinked]).items() if entry.status in HOLDING)
            return sorted(holding, key=lambda id: (self._unlinked[id], id))

    def weightiest_facts(self, limit: int) -> list[str]:
        """The facts that hold, the most important first, and of those the newest."""
        with self.lock:
            slots = np.flatnonzero(self._columns.of_label(Label.FACT) & self._columns.of_status(HOLDING))
            best = self._columns.first(slots, -self._columns.importance[slots].astype(float), limit, last_id_first=True)
            return [self._columns.ids[slot] for _, slot in best]

    def moments(self) -> list[Moment]:
        """All significant memories, by id."""
        with self.lock:
            return [self._moments[id] for id in self.entries(sorted(self._moments))]

    def last_shown(self, chat: str) -> tuple[str, ...]:
        """The items that the chat's newest block shows, in its order."""
        with self.lock:
            return self._blocks.of(chat)

    def expired(self, now: datetime) -> list[str]:
        """The items whose time is over."""
        with self.lock:
            over = np.flatnonzero(self._columns.expired(to_ms(now))).tolist() if self._bounded else []
            return [self._columns.ids[slot] for slot in over]

    def unembedded(self, limit: int) -> list[str]:
        """The first items, by id, that have text and that the embedder has not processed.

        It has processed an item if `vector_model` names it, even without a `vector`, for an unknown language.
        """
        with self.lock:
            if self.background is None:
                return []
            slots = np.flatnonzero(self._postings.is_searchable() & ~self._columns.is_embedded[: self._columns.count])
            return [self._columns.ids[slot] for _, slot in self._columns.first(slots, np.zeros(len(slots)), limit)]
