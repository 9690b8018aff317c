"""A request that comes twice under one key is done once: its answer is kept with it, and given again.

What it appends is kept by `KnowledgeGraph.append` under the same key, in the same write as the key: a crash between
that and keeping the answer costs a retry a new block, never a doubled message.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import blake2b

from fastapi import Response
from pydantic import BaseModel

from graph.errors import Conflict, IdReused
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import DropNode, Label, Node, PutNode, ReadDepth, Value
from graph.values.codec import from_ms, to_ms

REPLAYED = {"Idempotency-Replayed": "true"}

PRUNE_PAGE = 500


def answered_once(
    knowledge: KnowledgeGraph, space: str, key: str, request: str, answer: Callable[[], BaseModel], *, now: datetime
) -> Response:
    """The answer to the first request of this key. `request` is all that was asked, as text.

    Raises IdReused when the key came with another request. One read and one write more than the answer itself.
    """
    id = "answer:" + _digest(key)
    digest = _digest(request)
    if node := knowledge.store.nodes(space, [id]).get(id):
        return _replayed(node, digest)
    body = answer().model_dump_json()
    properties: dict[str, Value] = {"name": "answer", "digest": digest, "body": body, "created_at": to_ms(now)}
    try:
        knowledge.store.write(space, [PutNode(Label.REQUEST, id, properties, expect=0)])
    except Conflict:
        # The same request was answered at the same time: both callers get the answer that was kept.
        return _replayed(knowledge.store.nodes(space, [id])[id], digest)
    return Response(body, media_type="application/json")


def prune_answers(knowledge: KnowledgeGraph, space: str, *, keep_hours: float, now: datetime) -> int:
    """Requests and answers older than this are gone; how many there were. One read a page, one write each."""
    oldest = to_ms(now - timedelta(hours=keep_hours))
    after: tuple[None, str] | None = None
    dropped = 0
    while nodes := knowledge.store.find(space, Label.REQUEST, after=after, limit=PRUNE_PAGE, reading=ReadDepth.HEAD):
        after = (None, nodes[-1].id)
        old = [DropNode(node.id) for node in nodes if _created_ms(node) < oldest]
        if old:
            knowledge.store.write(space, old)
        dropped += len(old)
    return dropped


def _replayed(node: Node, digest: str) -> Response:
    if node.properties["digest"] != digest:
        raise IdReused(
            f"header Idempotency-Key came before with another request, at {from_ms(_created_ms(node)).isoformat()}; "
            "use a new key for a new request"
        )
    return Response(str(node.properties["body"]), media_type="application/json", headers=REPLAYED)


def _created_ms(node: Node) -> int:
    created = node.properties.get("created_at")
    return created if isinstance(created, int) else 0


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
