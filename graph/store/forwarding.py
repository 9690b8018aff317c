"""A store that forwards every verb to another store: the base of stores that watch, count or refuse."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from graph.store.verbs import Store

P = ParamSpec("P")
T = TypeVar("T")


def _forwarded(verb: Callable[Concatenate[Store, P], T]) -> Callable[Concatenate[ForwardingStore, P], T]:
    @wraps(verb)
    def forward(self: ForwardingStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return cast(T, self.call(verb.__name__, *args, **kwargs))

    return forward


class ForwardingStore:
    """A graph.store.verbs.Store. Subclasses override `call`, which every verb goes through, or single verbs."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """What the other store's verb of this name returns."""
        return getattr(self._store, verb)(*args, **kwargs)

    write = _forwarded(Store.write)
    write_alone = _forwarded(Store.write_alone)
    nodes = _forwarded(Store.nodes)
    find = _forwarded(Store.find)
    edges = _forwarded(Store.edges)
    since = _forwarded(Store.since)
    load = _forwarded(Store.load)
    clear = _forwarded(Store.clear)
    drop_tombstones = _forwarded(Store.drop_tombstones)
    scrub = _forwarded(Store.scrub)
    seq = _forwarded(Store.seq)
    spaces = _forwarded(Store.spaces)
    names = _forwarded(Store.names)
    check = _forwarded(Store.check)
    verify = _forwarded(Store.verify)
    close = _forwarded(Store.close)
