"""Tells what only rules of earlier versions have made: by authors, by the change log, and by what builds on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from graph.changing.changelog import COUNTED_PROPERTIES, EMBEDDER_PROPERTIES, Images, decode_images
from graph.changing.graph_draft import EdgeKey, GraphDraft, Properties
from graph.store.verbs import Edge, Kind, Label, Node, Store
from graph.text.analysis import words_in
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Author, FactStatus, Message, Stored
from languages.folding import fold

ENDINGS = frozenset(
    {"SupersedeFact", "MergeFacts", "DisputeFacts", "CloseQuestion", "CompleteObjective", "WeighTheory"}
)
MERGES = frozenset({"MergeEntities", "CompactMemories"})

ITEMS: Mapping[Label, str] = {Label.FACT: "facts", Label.MEMORY: "moments", Label.REFLECTION: "reflections"}
"""What is dropped if only rules have made it, in words."""

NO_TOUCH = COUNTED_PROPERTIES | EMBEDDER_PROPERTIES | {"updated_at"}
"""Whoever changes only these has not read the item: a verdict, for example, is about a reply."""

NAMED = frozenset({"key", "type", "aliases"})
"""Whoever changes one of these has looked at what an entity is called."""

BUILDING = (Kind.SUPERSEDED_BY, Kind.EVIDENCE, Kind.PART_OF)
"""The edges by which something is built on an item."""

REPLACES = frozenset({Kind.SUPERSEDED_BY, Kind.CONTRADICTS, Kind.ANSWERED_BY})
"""The edges from what was ended to what ended it."""

PAGE = 100


@dataclass(slots=True)
class MadeByRules:
    """What rules have made of a space, as far as its change log goes back."""

    store: Store
    space: str
    touched: set[str] = field(default_factory=set)  # what hands and models have written, by id
    endings: list[str] = field(default_factory=list)  # changes by rules that ended or merged something, oldest first
    last: str = ""  # the last entry of the log that was read

    def catch_up(self) -> None:
        """Read what has been logged since. One read for each 100 entries, and one to see that there are no more."""
        while nodes := self.store.find(self.space, Label.CHANGE, after=(None, self.last), limit=PAGE):
            for change in (item_of(node, AppliedChange) for node in nodes):
                if change.author is not Author.RULES:
                    self.touched |= _touched(change)
                elif change.kind in ENDINGS | MERGES and change.undone_by is None:
                    self.endings.append(change.id)
            self.last = nodes[-1].id

    def is_untouched(self, id: str, held: Properties) -> bool:
        """Whether only rules have written an item. A withdrawn fact and a memory with a key are somebody's."""
        is_set = held.get("status") == FactStatus.WITHDRAWN or bool(held.get("key"))
        return held.get("author") == Author.RULES and id not in self.touched and not is_set

    def among(self, draft: GraphDraft, nodes: Iterable[Node], *, except_for: Set[EdgeKey] = frozenset()) -> set[str]:
        """Those of these nodes that are items by rules on which nothing builds that a hand or a model has written.

        The edges `except_for` do not count: rules have made them.
        """
        mine = {node.id for node in nodes if node.label in ITEMS and self.is_untouched(node.id, node.properties)}
        edges = draft.edges(mine, BUILDING) if mine else []
        draft.read({end for edge in edges for end in (edge.source, edge.target)})
        for edge in edges:
            for id, other in ((edge.source, edge.target), (edge.target, edge.source)):
                node = draft.node(other)
                is_theirs = (edge.source, edge.kind, edge.target) not in except_for
                if is_theirs and node is not None and id in mine and self._builds_on(edge, id, node):
                    mine.discard(id)
        return mine

    def _builds_on(self, edge: Edge, id: str, other: Node) -> bool:
        """Whether the other end of an edge replaces the item, is supported by it, or is a part of it or its whole."""
        if edge.kind is Kind.SUPERSEDED_BY:
            return id == edge.source and other.properties.get("author") != Author.RULES
        is_used = edge.kind is Kind.PART_OF or id == edge.target
        return is_used and not self.is_untouched(other.id, other.properties)

    def read_ahead(self, draft: GraphDraft, ids: Iterable[str]) -> None:
        """Read at once what `ended_of_others` reads of changes that wrote or tied these."""
        draft.read(ids := list(ids))
        items = [id for id in ids if (node := draft.node(id)) is not None and node.label in ITEMS]
        draft.read({end for edge in draft.edges(items, BUILDING) for end in (edge.source, edge.target)})

    def ended_of_others(self, draft: GraphDraft, change: AppliedChange, written: Images) -> Images:
        """The images of what a change by rules has ended or merged of what somebody else wrote. Stale texts stay stale.

        None if what rules put in its place is somebody else's by now: they have read it, and know what holds.
        """
        there = [node for id in (*written.nodes, *ends_of(written)) if (node := draft.node(id)) is not None]
        made = {key for key, image in written.edges.items() if image.before is None}
        gone = self.among(draft, there, except_for=made)
        for _, kind, target in written.edges if change.kind in ENDINGS else ():
            node = draft.node(target)
            if kind in REPLACES and target not in gone and node and node.properties.get("author") == Author.RULES:
                return Images({}, {})
        gone |= {
            id
            for id, image in written.nodes.items()
            if draft.node(id) is None and image.label in ITEMS and self.is_untouched(id, image.before or {})
        }
        nodes = {
            id: image
            for id, image in written.nodes.items()
            if id not in gone and not (image.before is not None and set(image.before) <= {"is_stale"})
        }
        known = ({node.id for node in there} | nodes.keys()) - gone
        edges = {key: image for key, image in written.edges.items() if key in made or {key[0], key[2]} <= known}
        return Images(nodes, edges)


def ends_of(images: Images) -> list[str]:
    """The ends of all edges, each once."""
    return [*dict.fromkeys(end for key in images.edges for end in (key[0], key[2]))]


def quotes(text: str, message: Stored | None) -> bool:
    """Whether a text, or what follows its speaker, is a run of words of this message."""
    if not isinstance(message, Message):
        return False
    said = f" {_words(message.body)} "
    return any(f" {words} " in said for part in (text, text.partition(": ")[2]) if (words := _words(part)))


def _touched(change: AppliedChange) -> set[str]:
    """The ids of what a change by a hand or a model has written, apart from what it has only counted."""
    if not change.body:
        return set(change.touched)  # What it did was forgotten.
    images, found = decode_images(change), set[str]()
    for id, image in images.nodes.items():
        names = None if image.before is None else set(image.before)
        if names is None or (names & NAMED if image.label is Label.ENTITY else names - NO_TOUCH):
            found.add(id)
    return found | {source for source, kind, _ in images.edges if kind is Kind.STATED_IN}


def _words(text: str) -> str:
    return " ".join(map(fold, words_in(text)))
