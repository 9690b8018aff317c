"""Where spaces are kept: the backends behind graph.store.Store, and the one place that chooses between them."""

from __future__ import annotations

from pathlib import Path

from graph.errors import BadInput
from graph.store import Store


def open_store(uri_or_path: str, *, read_only: bool = False) -> Store:
    """The store at this place: ":memory:", a path, or `sqlite:` and a path. A new file is made unless `read_only`.

    Raises BadInput for an address that no backend knows, StoreLocked, StoreTooNew and StoreError.
    """
    scheme, separator, rest = uri_or_path.partition("://")
    if separator and scheme != "sqlite":
        raise BadInput(f"store address {scheme}://… is of no known kind; expected a path, sqlite://path or :memory:")
    place = rest if separator else uri_or_path.removeprefix("sqlite:")
    if not place.strip() or "\0" in place:
        raise BadInput(f"store address {uri_or_path!r} names no file; expected a path, sqlite://path or :memory:")
    from graph.stores.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(None if place == ":memory:" else Path(place), read_only=read_only)
