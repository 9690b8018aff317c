"""The log of changes: what each one found and what it left, as a node that people can walk from and undo can read."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import cast

from graph.changing.draft import Draft, EdgeKey, Properties, Step
from graph.store.verbs import Kind, Label, Op, PutEdge, Value
from graph.values.items import AppliedChange
from graph.values.puts import put

TOUCHED_MAX = 200
"""Ids that a change lists: a merge of two well-known people moves thousands of edges."""

LINKED_MAX = 50
"""Nodes that a change is tied to in the graph, so that a person can walk from it; messages are left to `touched`."""

SOFT = frozenset({"vector", "vector_model", "language"})
"""What the embedder adds later is nobody's decision, so no undo stumbles over it."""

COUNTED = frozenset({"usefulness", "is_stale", "compared_with"})
"""What happens to a thing without changing it, and does not stand against taking its making back."""

TOLD = frozenset({"brief", "dossier", "is_stale", "author", "updated_at", "terms", "tokens", "dossier_tokens"})
"""What an entity's text brings with it. It is written anew all the time, so only an undo of a text stumbles over it."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a change found (None: nothing) and digests of what it left (None: nothing) of one node or edge.

    Where there was something before and after, `before` has only what it changed, None for what was absent.
    """

    label: Label | None  # of a node
    before: Properties | None
    left: str | None  # without what is told of an entity
    told: str | None = None  # that alone

    def fits(self, now: Properties | None) -> bool:
        """Whether the node or edge is still as the change left it, except for what is told of an entity."""
        return self.left == _left(self.label, self.before, now)

    def is_told(self, now: Properties) -> bool:
        """Whether what is told of an entity is still what the change left."""
        return self.told == _told(self.label, self.before, now)


@dataclass(frozen=True, slots=True)
class Images:
    """Everything that a change wrote."""

    nodes: Mapping[str, Image]
    edges: Mapping[EdgeKey, Image]


def images_as_text(step: Step) -> str:
    """The JSON that a change keeps of what it wrote: before-images, versions, and digests of what it left.

    Nodes, and edges, that were and became the same stand together: a summary says once that ten messages were loose.
    """
    nodes: dict[str, dict[str, object]] = {}
    for node in step.nodes:
        image = {
            "label": node.label,
            "version": node.version,
            "before": _plain(node.before),
            "left": _left(node.label, node.before, node.after),
            "told": _told(node.label, node.before, node.after),
        }
        cast(list[str], nodes.setdefault(_json(image), {"ids": [], **image})["ids"]).append(node.id)
    edges: dict[str, dict[str, object]] = {}
    for edge in step.edges:
        source, kind, target = edge.key
        image = {"kind": kind, "before": _plain(edge.before), "left": _left(None, edge.before, edge.after)}
        cast(list[list[str]], edges.setdefault(_json(image), {"ends": [], **image})["ends"]).append([source, target])
    return _json({"nodes": list(nodes.values()), "edges": list(edges.values())})


def images_of(change: AppliedChange) -> Images:
    """What `images_as_text` kept."""
    held = json.loads(change.body)
    nodes = {
        id: Image(Label(image["label"]), _properties(image["before"]), image["left"], image["told"])
        for image in held["nodes"]
        for id in image["ids"]
    }
    edges = {
        (source, Kind(image["kind"]), target): Image(None, _properties(image["before"]), image["left"])
        for image in held["edges"]
        for source, target in image["ends"]
    }
    return Images(nodes, edges)


def touched_by(step: Step) -> tuple[str, ...]:
    """The nodes that a step wrote, then the ends of the edges that it wrote; messages last."""
    ids = dict.fromkeys(node.id for node in step.nodes)
    for edge in step.edges:
        if edge.key[1] is not Kind.CHANGED:
            ids |= dict.fromkeys(edge.key[::2])
    messages = {id for id in ids if id.startswith("m")}
    return tuple([*(id for id in ids if id not in messages), *(id for id in ids if id in messages)][:TOUCHED_MAX])


def log_ops(entry: AppliedChange, draft: Draft) -> Iterator[Op]:
    """The entry's node, and its edges to what it touched and is still there when all changes are applied."""
    yield put(entry, expect=0)
    nodes = [node for id in entry.touched if not id.startswith("m") and (node := draft.node(id)) is not None]
    for node in nodes[:LINKED_MAX]:
        yield PutEdge(entry.id, Kind.CHANGED, node.id)


def _left(label: Label | None, before: Properties | None, after: Properties | None) -> str | None:
    """The digest of what a change left: all of what it made, or what it changed."""
    if after is None:
        return None
    names = set(before) if before is not None else set(after) - COUNTED
    return _digest(after, names - SOFT - (TOLD if label is Label.ENTITY else frozenset()))


def _told(label: Label | None, before: Properties | None, after: Properties | None) -> str | None:
    """The digest of what a change left of an entity's text; None for what is no entity, or was made or dropped."""
    if label is not Label.ENTITY or before is None or after is None:
        return None
    return _digest(after, TOLD & set(before))


def _digest(properties: Properties, names: Set[str]) -> str:
    # Stores may drop empty values, so an empty list and none at all are the same.
    held = {name: _value(value) for name in names if (value := properties.get(name)) is not None and value != ()}
    return blake2b(json.dumps(held, sort_keys=True).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _json(value: object) -> str:
    # By name: stores give properties in orders of their own.
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _plain(properties: Properties | None) -> dict[str, object] | None:
    return None if properties is None else {name: _value(value) for name, value in properties.items()}


def _value(value: Value) -> object:
    return {"base64": b64encode(value).decode()} if isinstance(value, bytes) else value


def _properties(held: dict[str, object] | None) -> Properties | None:
    return None if held is None else {name: _held_value(value) for name, value in held.items()}


def _held_value(value: object) -> Value:
    match value:
        case list():
            return tuple(value)
        case {"base64": str(text)}:
            return b64decode(text)
    return cast(Value, value)
