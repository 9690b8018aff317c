"""Rows of a small space, and its index, for the tests of an index."""

from __future__ import annotations

import numpy as np

from graph.index.space_index import SpaceIndex
from graph.store.verbs import Label, PutNode, Store, Value
from graph.text.search_terms import terms
from graph.values.items import SPACE_ID

MODEL = "fake:two/2"
QUERY = np.array([0.6, 0.8], dtype=np.float32)


def own(embedder: str = MODEL) -> PutNode:
    """The node of a space with this embedder, whose cosines mean what they are."""
    properties: dict[str, Value] = {"embedder": embedder, "unrelated_cosine": 0.0, "unrelated_spread": 0.1}
    return PutNode(Label.SPACE, SPACE_ID, properties)


def half(*numbers: float) -> bytes:
    """A vector as it is stored."""
    return np.array(numbers, dtype=np.float16).tobytes()


def message(id: str, body: str = "kahve", *, position: float = 0.0, **others: Value) -> PutNode:
    """A message as it is put."""
    return PutNode(Label.MESSAGE, id, {"terms": " ".join(terms(body)), "position": position, **others})


def block(id: str, shown: tuple[str, ...], *, created_at: int, chat: str = "") -> PutNode:
    """A block as it is put."""
    return PutNode(Label.BLOCK, id, {"chat": chat, "created_at": created_at, "shown": shown})


def refreshed(store: Store, embedder: str | None = None) -> SpaceIndex:
    """An index made anew."""
    index = SpaceIndex("s", embedder)
    index.refresh(store)
    return index
