"""A small space with every sort of value, and one that is written while it is read."""

from __future__ import annotations

from graph.store.verbs import Changes, DropEdge, DropNode, Kind, Label, PutNode, ReadDepth, Store
from graph.values.items import SPACE_ID
from tests.contract.ops import link, put

NAME = "ada & co"


def write_space(store: Store) -> None:
    """Four nodes and two edges, after something was dropped."""
    store.write(NAME, [PutNode(Label.SPACE, SPACE_ID, {"name": NAME}), put("m9"), put("m8")])
    store.write(
        NAME,
        [
            put("m1", body='<b>"Işık" & 😀</b>\r\nsecond, line\0', position=1.0, terms="isik", vector=b"\0\1"),
            put("e1", label=Label.ENTITY, aliases=("Ada", "A\nB"), is_stale=True, n=3),
            put("e2", label=Label.ENTITY, position=2, n="three"),
        ],
    )
    store.write(NAME, [link("m1", "e1", rank=1, score=0.5), link("m1", "e1", Kind.SAID_BY), link("m9", "e1")])
    store.write(NAME, [DropNode("m9"), DropNode("m8")])


class Written:
    """A store in which, after the first page is read, an item changes, one comes, one goes, and an edge goes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.nodes = store.nodes
        self.seq = store.seq

    def since(self, space: str, seq: int, *, limit: int, reading: ReadDepth) -> Changes:
        """See Store.since."""
        page = self._store.since(space, seq, limit=1, reading=reading)
        if seq == 2:
            self._store.write(space, [put("e1", label=Label.ENTITY, n=4), put("f1", label=Label.FACT)])
            self._store.write(space, [DropNode("e2"), DropEdge("m1", Kind.MENTIONS, "e1")])
        return page
