"""Undoes a change: restores what it replaced, unless something later depends on its result."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NoReturn

from graph.changing.changelog import (
    EMBEDDER_PROPERTIES,
    TEXT_PROPERTIES,
    TOUCHED_MAX,
    Image,
    Images,
    decode_images,
    encode_images,
    log_ops,
    touched_by,
)
from graph.changing.following import follow, returned_lines
from graph.changing.graph_draft import EdgeKey, GraphDraft, Properties
from graph.derived.reached import batches, pages
from graph.errors import Conflict, NotFound
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, PutNode, ReadDepth, Store
from graph.values.changes import Grounds
from graph.values.codec import item_of
from graph.values.items import KEY_INFO_ID, AppliedChange, Author, Entity
from graph.values.puts import put, put_changed
from graph.values.write_plan import WritePlan

UNDO = "Undo"
"""The kind of a log entry that undoes another change. It can be undone as well."""

UNDONE = "Undone: "
DONE_AGAIN = "Done again: "

PAGE = 200

_ID = re.compile(r"h[0-9]{8,}")

GOES_ALONG = frozenset({Kind.MENTIONS, Kind.PRESENTED, Kind.HELPED_WITH, Kind.CHANGED, Kind.COVERS})
"""Edges that do not prevent undoing the making of a node: it was only mentioned, shown, judged or covered."""


def undo_change(
    knowledge: KnowledgeGraph, space: str, change_id: str, *, now: datetime, why: str = "", by: str = ""
) -> AppliedChange:
    """Restore in one write what the change replaced; returns the log entry of the undo.

    Raises NotFound for an unknown change. Raises Conflict if the change is undone already, or if something that it
    wrote has changed since; the error names the later change. Raises BadInput for a reason that is too long. Ids are
    never reused. About four reads.
    """
    grounds = Grounds(author=Author.CALLER, why=why, signed_by=by)

    def decide(plan: WritePlan) -> AppliedChange:
        node = knowledge.store.nodes(space, [change_id], ReadDepth.ALL).get(change_id)
        if node is None and _ID.fullmatch(change_id) and change_id <= plan.space.log_pruned_to:
            raise Conflict(f"change {change_id} is too old to be undone: the log has dropped it; change it by hand")
        if node is None or node.label is not Label.CHANGE:
            raise NotFound(f"change {change_id!r} does not exist in space {space!r}")
        change = item_of(node, AppliedChange)
        if change.undone_by is not None:
            raise Conflict(f"change {change.id} was already undone, by {change.undone_by}; undo that one")
        if change.is_forgotten:
            raise Conflict(f"change {change.id} cannot be undone: something that it wrote was forgotten")
        if plan.space.forgetting is not None:
            raise Conflict(f"something of space {space!r} is being forgotten just now; undo it when that is done")
        undoing = Undoing(plan, knowledge.store, change, decode_images(change), GraphDraft(knowledge.store, space))
        undoing.restore()
        undoing.follow(now)
        return undoing.finish(grounds, now=now)

    return knowledge.change(space, decide)


@dataclass(slots=True)
class Undoing:
    """An undo that is being planned."""

    plan: WritePlan
    store: Store
    change: AppliedChange
    images: Images
    draft: GraphDraft
    explains: bool = True  # whether an error names the later change: looking for it may read the whole log
    restored: set[str] = field(default_factory=set)  # nodes that are as they were before the change

    @property
    def _is_of_facts(self) -> bool:
        return any(image.label is Label.FACT for image in self.images.nodes.values())

    def restore(self) -> None:
        """Make everything in the draft as it was before the change. Raises Conflict."""
        self._read()
        self._restore_nodes()
        self._restore_edges()

    def _read(self) -> None:
        """Read what the change wrote, and all edges of the nodes that it made. One read, and one for each edge kind."""
        self.draft.read([*self.images.nodes, *(end for key in self.images.edges for end in key[::2])])
        for kind in sorted({key[1] for key in self.images.edges}):
            self.draft.read_edges([key[0] for key in self.images.edges if key[1] is kind], [kind])
        made = [id for id, image in self.images.nodes.items() if image.before is None]
        self.draft.read_edges(made, list(Kind))

    def _restore_nodes(self) -> None:
        """Make each node as it was: put it back, change it back, or drop it. Raises Conflict."""
        for id, image in self.images.nodes.items():
            node = self.draft.node(id)
            if not image.has_same_rest(None if node is None else node.properties):
                if id == KEY_INFO_ID and self._is_of_facts:
                    continue  # It has followed a fact, and was written since: see `follow`.
                self._refuse(id)
            self.restored.add(id)
            if image.before is None:
                self._drop_made(id)
            elif node is None or image.has_same_text(node.properties):
                self._restore(id, image, image.before)
            else:
                self._restore_without_text(id, image, image.before)

    def _restore_edges(self) -> None:
        """Make each edge as it was. Raises Conflict, except for an edge in GOES_ALONG whose end is gone."""
        for key, image in self.images.edges.items():
            now = self.draft.edge(*key)
            if is_restored(now, image):
                continue
            if not image.has_same_rest(now):
                self._refuse(key)
            if image.before is None:
                self.draft.unlink(*key)
            elif all(self.draft.node(end) is not None for end in key[::2]):
                restored = {**(now or {}), **image.before}
                self.draft.link(*key, {name: value for name, value in restored.items() if value is not None})
            elif key[1] not in GOES_ALONG:
                self._refuse(key)

    def follow(self, now: datetime) -> None:
        """Let key info, briefs and dossiers that the change has not written follow the facts that it restores."""
        # Lines that were not taken out together with their facts may be of facts that have ended since.
        follow(self.draft, now, restored=self.restored if self._is_of_facts else self.restored - {KEY_INFO_ID})
        image = self.images.nodes.get(KEY_INFO_ID)
        if image is not None and image.before is not None and KEY_INFO_ID not in self.restored:
            lines, sources = (image.before.get(name) for name in ("lines", "sources"))
            if isinstance(lines, tuple) and isinstance(sources, tuple):
                entries = zip(map(str, lines), map(str, sources), strict=True)
                returned_lines(self.draft, entries, now)

    def finish(self, grounds: Grounds, *, now: datetime) -> AppliedChange:
        """Add the write to the plan, with the log entry of the undo, which is returned."""
        change, step = self.change, self.draft.step()
        done = change.what.removeprefix(UNDONE).removeprefix(DONE_AGAIN)
        entry = AppliedChange(
            id=self.plan.new_id(Label.CHANGE),
            kind=UNDO,
            what=f"{DONE_AGAIN if change.what.startswith(UNDONE) else UNDONE}{done}",
            why=grounds.why,
            author=grounds.author,
            by=grounds.signed_by,
            evidence=change.evidence,
            touched=touched_by(step),
            created_at=now,
            undoes=change.id,
            body=encode_images(step),
        )
        self.plan.add(*self.draft.ops(), *log_ops(entry, self.draft))
        self.plan.add(put_changed(change, replace(change, undone_by=entry.id)))
        if change.undoes is not None:
            self.plan.add(PutNode(Label.CHANGE, change.undoes, {"undone_by": None}))
        return entry

    def _drop_made(self, id: str) -> None:
        for edge in self.draft.edges([id], list(Kind)):
            key = (edge.source, edge.kind, edge.target)
            if key not in self.images.edges and edge.kind not in GOES_ALONG:
                self._refuse(key)
        self.draft.drop(id)

    def _restore(self, id: str, image: Image, before: Properties) -> None:
        """Put the properties back, except for a vector that the current embedder did not make."""
        assert image.label is not None
        if before.get("vector_model") not in (None, self.plan.space.embedder):
            before = {**before, "vector": None, "vector_model": None}
        self.draft.put(PutNode(image.label, id, before))

    def _restore_without_text(self, id: str, image: Image, before: Properties) -> None:
        """Keep the texts of an entity that were rewritten since, mark them as stale, and restore the rest.

        Raises Conflict if the change changed nothing but the texts.
        """
        rest = {name: value for name, value in before.items() if name not in TEXT_PROPERTIES | EMBEDDER_PROPERTIES}
        if not rest:
            self._refuse(id)
        self._restore(id, image, rest)
        node = self.draft.node(id)
        assert node is not None
        self.draft.put(put(replace(item_of(node, Entity), is_stale=True)))

    def _refuse(self, thing: str | EdgeKey) -> NoReturn:
        ids = [thing] if isinstance(thing, str) else list(thing[::2])
        name = thing if isinstance(thing, str) else " ".join(thing)
        if self.explains and (later := self._later_change(thing, ids)) is not None:
            raise Conflict(
                f"change {self.change.id} cannot be undone: {later.id} ({later.kind}: {later.what})"
                f" has changed {name} since; undo that one first"
            )
        nodes = [node for id in ids if (node := self.draft.node(id)) is not None]
        found = f"was written since, in write {max(node.seq for node in nodes)} or earlier" if nodes else "is gone"
        told = f"change {self.change.id} cannot be undone: {name} {found}, by no change in the log"
        raise Conflict(f"{told}; change it by hand")

    def _later_change(self, thing: str | EdgeKey, ids: Sequence[str]) -> AppliedChange | None:
        """The newest later change of the thing that is not undone. A read for each 200 later changes, and one more."""
        space = self.plan.space.name
        for nodes in batches(pages(self.store, space, Label.CHANGE, order="-id"), PAGE):
            later = [item_of(node, AppliedChange) for node in nodes if node.id > self.change.id]
            near = [
                one.id
                for one in later
                if one.undone_by is None and (len(one.touched) >= TOUCHED_MAX or not set(ids).isdisjoint(one.touched))
            ]
            for node in self.store.nodes(space, near).values():
                one = item_of(node, AppliedChange)
                images = decode_images(one)
                if thing in images.nodes or thing in images.edges:
                    return one
            if len(later) < len(nodes):
                return None
        return None


def is_restored(now: Properties | None, image: Image) -> bool:
    """Whether a node or an edge is as it was before the change."""
    if now is None or image.before is None or image.rest_digest is None:
        return now == image.before
    return all(now.get(name) == value for name, value in image.before.items())
