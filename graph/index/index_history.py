"""The history of an index: its messages in order, and the summaries above them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graph.index.index_state import IndexState
from graph.store.verbs import Label


class IndexHistory(IndexState):
    """The messages and summaries of an index, by (position, id)."""

    def message_count(self) -> int:
        """The number of messages in the space."""
        with self.lock:
            return int(np.count_nonzero(self._columns.of_label(Label.MESSAGE)))

    def tops(self) -> list[str]:
        """The summaries that are in no other summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.SUMMARY) & self._columns.in_container(None))

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
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._columns.in_container(None), limit)

    def last_messages(self, limit: int) -> list[str]:
        """The newest messages of all chats, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE), limit)

    def newest_messages(self, chat: str, limit: int) -> list[str]:
        """The newest messages of a chat, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._columns.in_chat(chat), limit)

    def _in_order(self, is_chosen: NDArray[np.bool_], limit: int | None = None) -> list[str]:
        """The chosen items, or the last `limit` of them, by (position, id)."""
        slots = np.flatnonzero(is_chosen)
        limit = len(slots) if limit is None else limit
        last = self._columns.first(slots, -self._columns.position[slots], limit, last_id_first=True)
        return [self._columns.ids[slot] for _, slot in reversed(last)]
