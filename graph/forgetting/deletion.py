"""Deletes whole spaces. A receipt is kept in a space of the program's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b

from graph.errors import NotFound
from graph.forgetting.removal import Forgotten, in_words
from graph.forgetting.targets import pages
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.values.codec import item_of, to_ms
from graph.values.items import Receipt
from graph.values.puts import put

DELETED = "/deleted"
"""The space that holds the receipts of deleted spaces. No user's space has a name that begins with a slash."""

ALL = "space"
"""The kind of target that is a whole space."""

UNCOUNTED = (Label.SPACE, Label.RECEIPT, Label.METER, Label.ACCESS_KEY)
COUNTED = tuple(label for label in Label if label not in UNCOUNTED)


def check_deletable(knowledge: KnowledgeGraph, space: str) -> None:
    """Raises NotFound if there is no such space. One read."""
    try:
        knowledge.space(space)
    except NotFound as error:
        raise NotFound(f"space {space!r} does not exist; there is nothing to delete") from error


def would_delete(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Receipt:
    """The receipt that deleting the space would leave. Writes nothing; reads everything but texts. Raises NotFound."""
    check_deletable(knowledge, space)
    counts: dict[Label, int] = {label: sum(1 for _ in pages(knowledge, space, label)) for label in COUNTED}
    return Receipt(id="", space_name=space, asked=ALL, ids=(), counts=in_words(counts), created_at=now)


def delete_space(knowledge: KnowledgeGraph, space: str, *, now: datetime, is_reset: bool = False) -> Forgotten:
    """Delete the space, or reset it with the same rules; its receipt is kept in another space. Raises NotFound.

    The receipt is written first. Its `done_at` is missing if the process was killed and somebody else did the rest. A
    space has one receipt, whoever deletes it: the id is made from its name and time of creation.
    """
    receipt = would_delete(knowledge, space, now=now)
    born = f"{to_ms(knowledge.space(space).created_at)} {space}".encode("utf-8", "surrogatepass")
    receipt = replace(receipt, id=f"x{blake2b(born, digest_size=8).hexdigest()}")
    done = replace(receipt, done_at=now)
    knowledge.store.write(DELETED, [put(receipt)])
    knowledge.delete_space(space, now=now, is_reset=is_reset)
    knowledge.store.write(DELETED, [put(done)])
    return Forgotten(receipt=done, is_scrubbed=knowledge.store.scrub())


def deleted_spaces(knowledge: KnowledgeGraph) -> Mapping[str, datetime]:
    """The names of deleted spaces, each with the time of the last deletion; some may have been made again."""
    receipts = [item_of(node, Receipt) for node in pages(knowledge, DELETED, Label.RECEIPT)]
    return {each.space_name: each.created_at for each in sorted(receipts, key=lambda each: each.created_at)}
