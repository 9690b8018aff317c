"""Answers to requests with an Idempotency-Key: kept for a day, and given again when the request is sent again."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice

from fastapi import Response
from pydantic import BaseModel

from graph.derived.reached import pages
from graph.errors import Conflict
from graph.intake.request_key import RequestKey, created_ms
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import DropNode, Label
from graph.values.codec import to_ms

REPLAYED = {"Idempotency-Replayed": "true"}

PRUNE_MAX = 500
"""The most in one write: others wait for it."""


def answered_once(
    knowledge: KnowledgeGraph,
    space: str,
    key: str | None,
    body: BaseModel,
    answer: Callable[[RequestKey | None], BaseModel],
    *,
    now: datetime,
) -> BaseModel | Response:
    """The answer to the first request with this key; without a key, a new answer.

    `answer` appends under the key that it is given. Raises IdReused if the key was used for another request. Costs two
    reads and one write on top of the answer.
    """
    if key is None:
        return answer(None)
    request, text = RequestKey(key, f"{type(body).__name__} {body.model_dump_json()}"), ""
    while True:
        node = request.find(knowledge.store, space)
        if node is not None and node.properties.get("body"):
            return Response(str(node.properties["body"]), media_type="application/json", headers=REPLAYED)
        if not text:
            text = answer(request).model_dump_json()
            continue  # The append has written to the node, and another caller may have answered the same request.
        with suppress(Conflict):
            knowledge.store.write(space, [request.put(node, now, body=text)])
            return Response(text, media_type="application/json")
        text = ""  # Another caller has answered, or what the answer says was forgotten meanwhile.


def prune_answers(knowledge: KnowledgeGraph, space: str, *, keep_hours: float, now: datetime) -> int:
    """Drop keys that were first used more than `keep_hours` ago, with their answers; return how many.

    One read for each page of keys, and one write for each PRUNE_MAX that are dropped.
    """
    oldest, dropped = to_ms(now - timedelta(hours=keep_hours)), 0
    old = (DropNode(node.id) for node in pages(knowledge.store, space, Label.REQUEST) if created_ms(node) < oldest)
    while drops := list(islice(old, PRUNE_MAX)):
        knowledge.store.write(space, drops)
        dropped += len(drops)
    return dropped
