"""The change log: one node for each change, with the before-images that undo needs."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import cast

from graph.changing.graph_draft import EdgeKey, GraphDraft, Properties, Step
from graph.store.verbs import Kind, Label, Op, PutEdge, Value
from graph.values.items import AppliedChange
from graph.values.puts import put
from graph.values.write_plan import label_of

TOUCHED_MAX = 200
"""The most ids that an entry lists: merging two well-known people moves thousands of edges."""

LINKED_MAX = 50
"""The most nodes that an entry has edges to, for people who follow edges. Messages are only in `touched`."""

EMBEDDER_PROPERTIES = frozenset({"vector", "vector_model", "language"})
"""The embedder adds these later. They are nobody's decision, so they never prevent an undo."""

COUNTED_PROPERTIES = frozenset({"usefulness", "is_stale", "compared_with", "unlinked", "accessed_at"})
"""These change all the time. They do not prevent undoing the change that made the node."""

TEXT_PROPERTIES = frozenset({"brief", "dossier", "is_stale", "author", "updated_at", "terms", "tokens"})
"""The properties of an entity's texts, which rounds rewrite often. They only prevent undoing a change of the texts."""


@dataclass(frozen=True, slots=True)
class Image:
    """The before-image of a node or an edge, and digests of its state right after the change."""

    label: Label | None  # None for an edge
    before: Properties | None  # None if the change made it; else what the change replaced, None for absent values
    rest_digest: str | None  # of all but an entity's texts; None if the change dropped it
    text_digest: str | None = None  # of an entity's texts

    def has_same_rest(self, now: Properties | None) -> bool:
        """Whether the node or edge is still as the change left it, apart from an entity's texts."""
        return self.rest_digest == _rest_digest(self.label, self.before, now)

    def has_same_text(self, now: Properties) -> bool:
        """Whether an entity's texts are still as the change left them."""
        return self.text_digest == _text_digest(self.label, self.before, now)


@dataclass(frozen=True, slots=True)
class Images:
    """The images of everything that a change wrote."""

    nodes: Mapping[str, Image]
    edges: Mapping[EdgeKey, Image]


def encode_images(step: Step) -> str:
    """The images of a step as JSON. Nodes or edges with equal images share one entry."""
    nodes: dict[str, dict[str, object]] = {}
    for id, node in step.nodes.items():
        image = {
            "label": node.label,
            "version": node.version,
            "before": _encoded(node.before),
            "left": _rest_digest(node.label, node.before, node.after),
            "told": _text_digest(node.label, node.before, node.after),
        }
        cast(list[str], nodes.setdefault(_json(image), {"ids": [], **image})["ids"]).append(id)
    edges: dict[str, dict[str, object]] = {}
    for (source, kind, target), edge in step.edges.items():
        image = {"kind": kind, "before": _encoded(edge.before), "left": _rest_digest(None, edge.before, edge.after)}
        cast(list[list[str]], edges.setdefault(_json(image), {"ends": [], **image})["ends"]).append([source, target])
    return _json({"nodes": list(nodes.values()), "edges": list(edges.values())})


def decode_images(change: AppliedChange) -> Images:
    """The images that `encode_images` has put into an entry; none if what they say was forgotten."""
    if not change.body:
        return Images({}, {})
    images = json.loads(change.body)
    nodes = {
        id: Image(Label(image["label"]), _decoded(image["before"]), image["left"], image["told"])
        for image in images["nodes"]
        for id in image["ids"]
    }
    edges = {
        (source, Kind(image["kind"]), target): Image(None, _decoded(image["before"]), image["left"])
        for image in images["edges"]
        for source, target in image["ends"]
    }
    return Images(nodes, edges)


def touched_by(step: Step) -> tuple[str, ...]:
    """The ids of the nodes that a step wrote and of the ends of its edges, messages last."""
    ids = dict.fromkeys(step.nodes)
    for source, kind, target in step.edges:
        if kind is not Kind.CHANGED:
            ids |= dict.fromkeys((source, target))
    messages = {id for id in ids if label_of(id) is Label.MESSAGE}
    return tuple([*(id for id in ids if id not in messages), *(id for id in ids if id in messages)][:TOUCHED_MAX])


def log_ops(entry: AppliedChange, draft: GraphDraft) -> Iterator[Op]:
    """The entry's node, and its edges to touched nodes that still exist once all changes are applied."""
    yield put(entry, expect=0)
    linked = (id for id in entry.touched if label_of(id) is not Label.MESSAGE)
    nodes = [node for id in linked if (node := draft.node(id)) is not None]
    for node in nodes[:LINKED_MAX]:
        yield PutEdge(entry.id, Kind.CHANGED, node.id)


def _rest_digest(label: Label | None, before: Properties | None, after: Properties | None) -> str | None:
    """The digest of what a change made or changed, without an entity's texts; None if it dropped the thing."""
    if after is None:
        return None
    names = set(before) if before is not None else set(after) - COUNTED_PROPERTIES
    return _digest_of(after, names - EMBEDDER_PROPERTIES - (TEXT_PROPERTIES if label is Label.ENTITY else frozenset()))


def _text_digest(label: Label | None, before: Properties | None, after: Properties | None) -> str | None:
    """The digest of an entity's texts; None for anything else, and for an entity that was made or dropped."""
    if label is not Label.ENTITY or before is None or after is None:
        return None
    return _digest_of(after, TEXT_PROPERTIES & set(before))


def _digest_of(properties: Properties, names: Set[str]) -> str:
    # Stores may drop empty lists, so an empty list counts as absent.
    values = {
        name: _encoded_value(value) for name in names if (value := properties.get(name)) is not None and value != ()
    }
    return blake2b(json.dumps(values, sort_keys=True).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _json(value: object) -> str:
    # Sorted, since each store returns properties in its own order.
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _encoded(properties: Properties | None) -> dict[str, object] | None:
    return None if properties is None else {name: _encoded_value(value) for name, value in properties.items()}


def _encoded_value(value: Value) -> object:
    return {"base64": b64encode(value).decode()} if isinstance(value, bytes) else value


def _decoded(held: dict[str, object] | None) -> Properties | None:
    if held is None:
        return None
    decoded = dict(held)
    for name, value in held.items():
        if isinstance(value, list):
            decoded[name] = tuple(value)
        elif isinstance(value, dict):
            decoded[name] = b64decode(value["base64"])
    return cast(Properties, decoded)
