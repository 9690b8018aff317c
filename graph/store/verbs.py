"""What a store can do: graph verbs only. Everything that knows what a memory is stands above it.

A write is a set of operations, not a script: each node and each edge is named at most once in it, nodes take effect
before edges, and either all of it lands or nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final, Protocol, Self

Value = None | bool | int | float | str | bytes | tuple[str, ...]
"""What a property may hold. `None` in a put removes the property."""


class Label(StrEnum):
    """The closed set of node labels: names in a query never come from input."""

    SPACE = "Space"
    CONVERSATION = "Conversation"
    MESSAGE = "Message"
    SUMMARY = "Summary"
    ENTITY = "Entity"
    ALIAS = "Alias"
    FACT = "Fact"
    REFLECTION = "Reflection"
    MEMORY = "SignificantMemory"
    KEY_INFO = "KeyInfo"
    BLOCK = "Block"
    REQUEST = "Request"
    CHANGE = "Change"
    CALL = "ModelCall"
    METER = "Meter"


MESSAGE: Final = Label.MESSAGE
SUMMARY: Final = Label.SUMMARY
ENTITY: Final = Label.ENTITY
FACT: Final = Label.FACT
KEY_INFO: Final = Label.KEY_INFO
# For what looks at each of some hundred candidates: Python 3.11 takes ten times as long to find a member of an enum.

ITEM_LABELS = frozenset(
    {Label.MESSAGE, Label.SUMMARY, Label.ENTITY, Label.FACT, Label.MEMORY, Label.REFLECTION, Label.KEY_INFO}
)
"""The labels of items: what can be shown in a block."""


class Kind(StrEnum):
    """The closed set of edge kinds, each read from source to target."""

    IN = "IN"  # Message -> Conversation
    SAID_BY = "SAID_BY"  # Message -> Entity
    MENTIONS = "MENTIONS"  # Message | Summary -> Entity
    BRANCHES_FROM = "BRANCHES_FROM"  # Message -> Message, where a fork left the stored line
    TOOK_PART_IN = "TOOK_PART_IN"  # Entity -> Conversation
    ALSO_KNOWN_AS = "ALSO_KNOWN_AS"  # Entity -> Alias
    ABOUT = "ABOUT"  # Fact | SignificantMemory | Reflection -> Entity
    STATED_IN = "STATED_IN"  # Fact | KeyInfo | SignificantMemory -> Message
    EVIDENCE = "EVIDENCE"  # Fact (theory) -> Fact; is_support
    PART_OF = "PART_OF"  # Fact (objective) -> Fact (objective)
    SUPERSEDED_BY = "SUPERSEDED_BY"  # Fact -> Fact
    SUMMARIZES = "SUMMARIZES"  # Summary -> Message | Summary
    COVERS = "COVERS"  # Entity -> Fact (dossier, brief: which text says it); Reflection -> Conversation
    PRESENTED = "PRESENTED"  # Block -> item; rank, score, terms, verdict
    ANSWERED_BY = "ANSWERED_BY"  # Fact (question) -> Fact
    CONTRADICTS = "CONTRADICTS"  # Fact -> Fact, as long as both are disputed
    CHANGED = "CHANGED"  # Change -> what it touched


class ReadDepth(Enum):
    """How much of a node is read: the long properties cost time and memory."""

    HEAD = ()  # all but the long ones
    BODY = ("body",)
    INDEX = ("terms", "vector")
    ALL = ("body", "terms", "vector")

    def __new__(cls, *names: str) -> Self:
        """Python 3.11.2, which Debian 12 has, would else take `()` for no value at all."""
        member = object.__new__(cls)
        member._value_ = names
        return member


LONG = frozenset(ReadDepth.ALL.value)
"""The properties that only some readings bring: text, analysed text, vector (float16 bytes)."""

FINDABLE: Mapping[Label, tuple[tuple[str, ...], ...]] = {
    Label.CONVERSATION: (("last_at",), ("chat", "last_at"), ("chat", "last_position"), ("status", "last_at")),
    Label.MESSAGE: (
        ("sent_at",),
        ("chat", "position"),
        ("chat",),
        ("conversation", "position"),
        ("external_id",),
        ("digest",),
    ),
    Label.SUMMARY: (("last_at",), ("conversation", "last_at"), ("level", "last_at")),
    Label.ENTITY: (("key",), ("updated_at",), ("type", "updated_at")),
    Label.FACT: (("updated_at",), ("kind", "updated_at"), ("status", "updated_at")),
    Label.REFLECTION: (("updated_at",),),
    Label.MEMORY: (("updated_at",), ("type", "updated_at")),
    Label.BLOCK: (("created_at",), ("chat", "created_at")),
    Label.CHANGE: (("created_at",),),
    Label.CALL: (("created_at",), ("purpose", "created_at"), ("prompt_hash", "created_at")),
}
"""Which properties can be asked for with `find`, in this order; each tuple is one index of both backends.

A label is always findable by id alone. `where` names a prefix of a tuple by equality, and `order` its next property,
so that no find ever scans.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as it was read: `version` counts its writes from 1, `seq` is the space's number of the last one."""

    label: Label
    id: str
    properties: Mapping[str, Value]
    version: int
    seq: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed edge; one of each kind between two nodes."""

    source: str
    kind: Kind
    target: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    seq: int = 0


@dataclass(frozen=True, slots=True)
class PutNode:
    """Sets the given properties of a node and leaves its others; the node is made if it is not there.

    `expect` is the version the node must have now: 0 means it must not exist, None means any.
    """

    label: Label
    id: str
    properties: Mapping[str, Value]
    expect: int | None = None


@dataclass(frozen=True, slots=True)
class DropNode:
    """Removes a node and every edge at it; a node that is not there is no error."""

    id: str


@dataclass(frozen=True, slots=True)
class PutEdge:
    """Puts an edge with these properties, replacing all of them if the edge is there."""

    source: str
    kind: Kind
    target: str
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DropEdge:
    """Removes an edge; one that is not there is no error."""

    source: str
    kind: Kind
    target: str


Op = PutNode | DropNode | PutEdge | DropEdge


@dataclass(frozen=True, slots=True)
class Dropped:
    """A tombstone: a node (`kind` and `target` are None) or an edge that is gone."""

    source: str
    kind: Kind | None
    target: str | None
    seq: int


Row = Node | Edge | Dropped
"""What a space is made of; of each node and each edge there is one row: itself or its tombstone."""


def row_key(row: Row) -> tuple[str, str, str]:
    """Source, kind and target of an edge; id and nothing of a node. A tombstone has the key of what is gone."""
    if isinstance(row, Node):
        return row.id, "", ""
    return row.source, row.kind or "", row.target or ""


def row_order(row: Row) -> tuple[int, str, str, str]:
    """The order of rows in `Changes`: by seq, then by key."""
    return row.seq, *row_key(row)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed after a seq, each list in (seq, id) order; `seq` is where the next reading goes on."""

    nodes: Sequence[Node]
    edges: Sequence[Edge]
    dropped: Sequence[Dropped]
    seq: int
    has_more: bool


class Store(Protocol):
    """One place where spaces are kept. Safe to call from any thread; every verb is one or two statements.

    On SQLite every read sees whole writes. A server commits while a statement reads: a write that lands meanwhile may
    be seen in part. What `since` misses of it comes in its next page, and a compare-and-set misses nothing.
    """

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """All of `ops` have landed in one transaction, stamped with the space's next seq, which is returned.

        Raises Conflict when an expected version does not hold or a label would change, NotFound when an edge lacks an
        end, BadInput when a node or an edge is named twice; then nothing has changed. No ops write nothing and
        return the present seq.
        """

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """What `decide` returns has been written, and nobody else has written the space since it was called.

        So a compare-and-set on what it read does not lose. Others who write the space wait meanwhile: this is for those
        who have lost to them. `decide` only reads; it may be called again where a write would be tried again.
        """

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """The nodes that exist among `ids`, by id, in the order of `ids`."""

    def find(
        self,
        space: str,
        label: Label,
        where: Mapping[str, Value] | None = None,
        *,
        order: str = "id",
        after: tuple[Value, str] | None = None,
        limit: int,
        reading: ReadDepth = ReadDepth.BODY,
    ) -> list[Node]:
        """Nodes of one label, equal in `where`, ordered by (`order`, id), behind the key `after` in that order.

        A tuple in `where` means any of these. `order` is a property or "id" (then only the second half of `after`
        counts); a minus before it, as in "-position", turns the order round. Nodes that lack the property are not
        found. Raises BadInput for a combination not in FINDABLE.
        """

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """The edges of these kinds at these nodes, in both directions, without repeats.

        At most `cap` for each (node, direction, kind), the greatest other id first, so that the newest stay. Sorted by
        (source, kind, target).
        """

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """What changed after `seq`, oldest first: about `limit` rows, but never a part of one write."""

    def load(self, space: str, changes: Changes) -> None:
        """The rows of `changes`, read in another space or store with Reading.ALL, are here as they were there.

        One transaction. Of each node and each edge the Row of the greatest seq stays, be it a tombstone or not, and at
        equal seqs the one that is here: loading again changes nothing. A node has exactly the given label, properties,
        version and seq; an edge its properties and seq. A node that goes takes its edges with it; their tombstones are
        rows of their own. The space's number becomes `changes.seq` if it was less; `has_more` means nothing.

        An edge that stays needs its ends after the nodes of `changes`. As `since` gives an edge before an end that
        was written later, whoever moves a space loads all its nodes and tombstones first and its edges then. Whoever
        follows `since` here meanwhile may miss rows, so a space is loaded before it is used.

        Raises NotFound when an edge lacks an end; BadInput when a node or an edge comes twice, a value cannot be kept,
        a version is below 1, or the seq of a row is below 1 or above that of `changes`; then nothing has changed.
        """

    def discard(self, space: str) -> None:
        """Nothing of the space is left, its tombstones and its number neither: as if it had never been written.

        For what an interrupted load has left. Whoever follows `since` here does not learn of it. Where this takes
        several transactions the Space node goes in the first, and what a crash has left goes when it is called again.
        """

    def seq(self, space: str) -> int:
        """The number of the space's last write; 0 for a space never written. Cheap: asked before every block."""

    def spaces(self) -> list[str]:
        """The names of all spaces that hold a Space node, sorted."""

    def close(self) -> None:
        """Everything written is on disk and the store can't be used any more."""
