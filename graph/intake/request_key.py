"""An Idempotency-Key: a request that is sent twice under one key takes effect once and gets one answer.

A key is one node. The write that appends the request's messages makes it; the answer is added once it is known. A crash
between the two costs a retry a new answer, never a doubled message.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from graph.errors import BadInput, IdReused
from graph.store.verbs import Label, Node, PutNode, Store, Value
from graph.values.codec import from_ms, to_ms

KEY_LENGTH_MAX = 255


@dataclass(frozen=True, slots=True)
class RequestKey:
    """The key that a client chose for a request, and everything that the request asks for, as text."""

    key: str
    content: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.key) <= KEY_LENGTH_MAX:
            raise BadInput(f"an Idempotency-Key has {len(self.key)} characters, expected 1 to {KEY_LENGTH_MAX}")

    @property
    def id(self) -> str:
        """The id of the key's node."""
        return f"request:{_digest(self.key)}"

    def find(self, store: Store, space: str) -> Node | None:
        """The key's node; None before its first use. Raises IdReused if the key was used for another request."""
        node: Node | None = store.nodes(space, [self.id]).get(self.id)
        if node is not None and node.properties["digest"] != _digest(self.content):
            raise IdReused(
                "header Idempotency-Key was used for another request at"
                f" {from_ms(created_ms(node)).isoformat()}; use a new key for a new request"
            )
        return node

    def put(self, found: Node | None, now: datetime, **properties: Value) -> PutNode:
        """The put that adds these properties to the node that `find` returned, or makes it."""
        if found is None:
            own: dict[str, Value] = {"name": "request", "digest": _digest(self.content), "created_at": to_ms(now)}
            return PutNode(Label.REQUEST, self.id, own | properties, expect=0)
        return PutNode(Label.REQUEST, self.id, properties, expect=found.version)


def created_ms(node: Node) -> int:
    """When the key was first used; 0 if that is not known."""
    created = node.properties.get("created_at")
    return created if isinstance(created, int) else 0


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
