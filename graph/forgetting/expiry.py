"""Forgets what has expired, with everything that was made from it."""

from contextlib import suppress
from datetime import datetime

from graph.errors import Conflict, StoreError
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.index.heard_index import HeardIndex, serving
from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph


def expire(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> bool:
    """Forget what has expired by now; returns whether anything had. Raises as `forget`. No read if nothing has."""
    over = knowledge.index(space).expired(now)
    if over:
        forget(knowledge, space, Target(expired=tuple(over)), now=now)
    return bool(over)


def shown_index(
    knowledge: KnowledgeGraph, space: str, *, chat: str | None, character: str | None = None, now: datetime
) -> SpaceIndex:
    """The space's index as it may be shown now in a chat, or to nobody's chat, and to this participant or anybody.

    What has expired is forgotten first. Where that must wait, it is hidden: the store is read-only, or something else
    is being forgotten. One small read for a character. Raises NotFound.
    """
    with suppress(Conflict, StoreError):
        expire(knowledge, space, now=now)
    index = serving(knowledge.index(space), chat, now=now)
    return index if character is None else HeardIndex(index, character, knowledge.space(space).intake)
