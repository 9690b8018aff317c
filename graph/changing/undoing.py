"""A change is taken back: what it found stands again, unless something else stands on what it left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NoReturn

from graph.changing.changelog import (
    SOFT,
    TOLD,
    TOUCHED_MAX,
    Image,
    Images,
    images_as_text,
    images_of,
    log_ops,
    touched_by,
)
from graph.changing.draft import Draft, EdgeKey, Properties
from graph.errors import Conflict, NotFound
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, PutNode, ReadDepth, Store
from graph.values.changes import Grounds
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Author, Entity
from graph.values.puts import put, put_changed
from graph.values.write_plan import WritePlan

UNDO = "Undo"
"""The kind of the log's entry for a change that was taken back; it can be undone as well."""

UNDONE = "Undone: "
DONE_AGAIN = "Done again: "

PAGE = 200

GOES_ALONG = frozenset({Kind.MENTIONS, Kind.PRESENTED, Kind.CHANGED, Kind.COVERS})
"""Edges to a thing that go with it when its making is undone: they only say that it was named, shown or told."""


def undo_change(
    knowledge: KnowledgeGraph,
    space: str,
    change_id: str,
    *,
    now: datetime,
    author: Author = Author.CALLER,
    why: str = "",
) -> AppliedChange:
    """What the change found stands again, in one write; returns the log's entry of this undo.

    Raises NotFound for an unknown change, and Conflict, naming the later change or the write, when what it left has
    been changed since, or when it was undone already. Ids are never used again. About four reads.
    """

    grounds = Grounds(author=Author.CALLER, why=why)

    def decide(plan: WritePlan) -> AppliedChange:
        node = knowledge.store.nodes(space, [change_id], ReadDepth.ALL).get(change_id)
        if node is None or node.label is not Label.CHANGE:
            raise NotFound(f"change {change_id!r} does not exist in space {space!r}")
        change = item_of(node, AppliedChange)
        if change.undone_by is not None:
            raise Conflict(f"change {change.id} was undone by {change.undone_by} already")
        undoing = _Undoing(plan, knowledge.store, change, images_of(change), Draft(knowledge.store, space))
        undoing.read()
        undoing.restore_nodes()
        undoing.restore_edges()
        return undoing.finish(grounds, now=now)

    return knowledge.change(space, decide)


@dataclass(slots=True)
class _Undoing:
    """One undo on its way into a plan."""

    plan: WritePlan
    store: Store
    change: AppliedChange
    images: Images
    draft: Draft

    def read(self) -> None:
        """All that the change wrote is known, and what it made with everything at it. One read, and one a kind."""
        self.draft.read([*self.images.nodes, *(end for key in self.images.edges for end in key[::2])])
        for kind in sorted({key[1] for key in self.images.edges}):
            self.draft.read_edges([key[0] for key in self.images.edges if key[1] is kind], [kind])
        made = [id for id, image in self.images.nodes.items() if image.before is None]
        self.draft.read_edges(made, list(Kind))
        self.draft.begin()

    def restore_nodes(self) -> None:
        """Each node is as it was: made again, changed back, or gone. Raises Conflict."""
        for id, image in self.images.nodes.items():
            node = self.draft.node(id)
            if not image.fits(None if node is None else node.properties):
                self._refuse(id)
            if image.before is None:
                self._drop(id)
            elif node is None or image.is_told(node.properties):
                self._put(id, image, image.before)
            else:
                self._put_untold(id, image, image.before)

    def restore_edges(self) -> None:
        """Each edge is as it was. Raises Conflict; what merely went along with a thing is left to fate."""
        for key, image in self.images.edges.items():
            now = self.draft.edge(*key)
            if _is_so(now, image):
                continue
            if not image.fits(now):
                self._refuse(key)
            if image.before is None:
                self.draft.unlink(*key)
            elif all(self.draft.node(end) is not None for end in key[::2]):
                self.draft.link(*key, _restored(now, image))
            elif key[1] not in GOES_ALONG:
                self._refuse(key)

    def finish(self, grounds: Grounds, *, now: datetime) -> AppliedChange:
        """The log's entry of the undo; with the write that is due it is in the plan."""
        change, step = self.change, self.draft.step()
        entry = AppliedChange(
            id=self.plan.new_id("h"),
            kind=UNDO,
            what=_what(change),
            why=grounds.why,
            author=grounds.author,
            evidence=change.evidence,
            touched=touched_by(step),
            created_at=now,
            undoes=change.id,
            body=images_as_text(step),
        )
        self.plan.add(*self.draft.ops(), *log_ops(entry, self.draft))
        self.plan.add(put_changed(change, replace(change, undone_by=entry.id)))
        if change.undoes is not None:
            self.plan.add(PutNode(Label.CHANGE, change.undoes, {"undone_by": None}))
        return entry

    def _drop(self, id: str) -> None:
        """What the change made is gone, with its edges. Raises Conflict when something else holds on to it."""
        for edge in self.draft.edges([id], list(Kind)):
            key = (edge.source, edge.kind, edge.target)
            if key not in self.images.edges and edge.kind not in GOES_ALONG:
                self._refuse(key)
            teller = self.draft.node(edge.source)
            if edge.kind is Kind.COVERS and edge.target == id and teller is not None:
                entity = item_of(teller, Entity)
                self.draft.change(entity, replace(entity, is_stale=True))
        self.draft.drop(id)

    def _put(self, id: str, image: Image, before: Properties) -> None:
        """What was found stands again, without a vector that today's embedder did not make."""
        assert image.label is not None
        if before.get("vector_model") not in (None, self.plan.space.embedder):
            before = {**before, "vector": None, "vector_model": None}
        self.draft.put(PutNode(image.label, id, before))

    def _put_untold(self, id: str, image: Image, before: Properties) -> None:
        """The entity's text was written anew since: it stays and is stale. Raises Conflict if the text was all."""
        rest = {name: value for name, value in before.items() if name not in TOLD | SOFT}
        if not rest:
            self._refuse(id)
        self._put(id, image, rest)
        node = self.draft.node(id)
        assert node is not None
        self.draft.put(put(replace(item_of(node, Entity), is_stale=True)))

    def _refuse(self, thing: str | EdgeKey) -> NoReturn:
        """Raise Conflict with the name of what stands on the change."""
        ids = [thing] if isinstance(thing, str) else list(thing[::2])
        name = thing if isinstance(thing, str) else " ".join(thing)
        if (later := self._later(thing, ids)) is not None:
            raise Conflict(
                f"change {self.change.id} cannot be undone: {name} was changed since by {later.id} ({later.kind}:"
                f" {later.what}); undo that one first"
            )
        nodes = [node for id in ids if (node := self.draft.node(id)) is not None]
        written = f"was written since, in write {max(node.seq for node in nodes)} or before" if nodes else "is gone"
        raise Conflict(f"change {self.change.id} cannot be undone: {name} {written}, by none of the changes in the log")

    def _later(self, thing: str | EdgeKey, ids: Sequence[str]) -> AppliedChange | None:
        """The newest later change that stands and wrote the thing. A read for each 200 later changes, and one more."""
        space = self.plan.space.name
        after: tuple[None, str] | None = None
        while nodes := self.store.find(
            space, Label.CHANGE, order="-id", after=after, limit=PAGE, reading=ReadDepth.HEAD
        ):
            later = [item_of(node, AppliedChange) for node in nodes if node.id > self.change.id]
            near = [one.id for one in later if one.undone_by is None and _may_have_touched(one, ids)]
            for node in self.store.nodes(space, near).values():
                one = item_of(node, AppliedChange)
                images = images_of(one)
                if thing in images.nodes or thing in images.edges:
                    return one
            if len(later) < len(nodes):
                return None
            after = (None, nodes[-1].id)
        return None


def _what(change: AppliedChange) -> str:
    """Undone: …, and of an undo that is undone: Done again: …, however often it goes back and forth."""
    done = change.what.removeprefix(UNDONE).removeprefix(DONE_AGAIN)
    return f"{DONE_AGAIN if change.what.startswith(UNDONE) else UNDONE}{done}"


def _may_have_touched(change: AppliedChange, ids: Sequence[str]) -> bool:
    return len(change.touched) >= TOUCHED_MAX or any(id in change.touched for id in ids)


def _is_so(now: Properties | None, image: Image) -> bool:
    """Whether an edge is what the change found."""
    if now is None or image.before is None:
        return now is None and image.before is None
    if image.left is None:
        return now == image.before
    return all(now.get(name) == value for name, value in image.before.items())


def _restored(now: Properties | None, image: Image) -> Properties:
    """The edge's properties with those that the change found."""
    found = {**(now or {}), **(image.before or {})}
    return {name: value for name, value in found.items() if value is not None}
