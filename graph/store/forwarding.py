"""A store that forwards every verb to another store: the base of stores that watch, count or refuse."""

from __future__ import annotations

from collections.abc import Callable

from graph.store.verbs import Store


class ForwardingStore(Store):
    """Subclasses override `call`, which every verb goes through, or single verbs."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """What the other store's verb of this name returns."""
        return getattr(self._store, verb)(*args, **kwargs)


def _forwarded(verb: str) -> Callable[..., object]:
    return lambda self, *args, **kwargs: self.call(verb, *args, **kwargs)


for _verb in (name for name in vars(Store) if not name.startswith("_")):
    setattr(ForwardingStore, _verb, _forwarded(_verb))
