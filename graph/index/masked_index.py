"""The index of a space with some of its items hidden, as if they were not there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import Columns
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Store
from graph.values.codec import to_ms
from graph.values.items import Stored

Mask = Callable[[Columns], NDArray[np.bool_]]
"""For each slot of an index whether its item is known."""


class MaskedIndex(SpaceIndex):
    """What the mask leaves of a space. It cannot be refreshed: make another one from the refreshed index."""

    def __init__(self, index: SpaceIndex, mask: Mask) -> None:
        self.__dict__.update(vars(index))
        self._mask = mask
        self._masked: Columns | None = None

    @property
    def _columns(self) -> Columns:  # type: ignore[override]
        """The columns in which nothing hidden is alive, as of the last write."""
        whole: Columns = self.__dict__["_columns"]
        if self._masked is None or self._masked.version != whole.version:
            self._masked = whole.masked(self._mask(whole))
        return self._masked

    def items(self, store: Store, ids: Sequence[str]) -> dict[str, Stored]:  # noqa: D102
        return super().items(store, [*self.entries(ids)])

    def above(self, id: str) -> list[str]:  # noqa: D102
        return [*self.entries(super().above(id))]

    def _is_free(self) -> NDArray[np.bool_]:
        """Which slots are in no summary that is known."""
        containers = self._columns.container[: self._columns.count]
        known = [code for code in np.unique(containers).tolist() if self._columns.slot_of(code) is not None]
        return ~np.isin(containers, known)


def serving(index: SpaceIndex, chat: str | None, *, now: datetime) -> SpaceIndex:
    """The index without what serves only another chat, and what has expired; the index itself if that hides nothing.

    No chat is nobody's: what serves one alone is hidden then.
    """
    now_ms = to_ms(now)

    def mask(columns: Columns) -> NDArray[np.bool_]:
        return ~(columns.kept_from(chat) | columns.expired(now_ms))

    with index.lock:
        return index if not index._bounded or mask(index._columns).all() else MaskedIndex(index, mask)
