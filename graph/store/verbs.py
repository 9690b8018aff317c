"""The interface of a store: graph verbs, without any knowledge of memory.

A write is a set of operations, not a script: it names each node and each edge at most once, nodes take effect before
edges, and either all operations take effect or none.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final, Protocol, Self

Value = None | bool | int | float | str | bytes | tuple[str, ...]
"""The values of properties. None in a put removes the property."""


class Label(StrEnum):
    """The closed set of node labels. No label in a query comes from input. Files hold their order: add at the end."""

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
    RECEIPT = "Receipt"
    OFFER = "Offer"
    ACCESS_KEY = "AccessKey"
    LEARNED = "LearnedWeights"


MESSAGE: Final = Label.MESSAGE
SUMMARY: Final = Label.SUMMARY
ENTITY: Final = Label.ENTITY
FACT: Final = Label.FACT
KEY_INFO: Final = Label.KEY_INFO
# For code that checks hundreds of candidates: Python 3.11 needs ten times as long to look up a member of an enum.

ITEM_LABELS = frozenset(
    {Label.MESSAGE, Label.SUMMARY, Label.ENTITY, Label.FACT, Label.MEMORY, Label.REFLECTION, Label.KEY_INFO}
)
"""The labels of items, which a block can show."""


class Kind(StrEnum):
    """The closed set of edge kinds, each read from source to target. Files hold their order: add at the end."""

    IN = "IN"  # Message -> Conversation
    SAID_BY = "SAID_BY"  # Message -> Entity
    MENTIONS = "MENTIONS"  # Message | Summary -> Entity
    BRANCHES_FROM = "BRANCHES_FROM"  # Message -> Message, which it follows although that was not the chat's last
    TOOK_PART_IN = "TOOK_PART_IN"  # Entity -> Conversation
    ALSO_KNOWN_AS = "ALSO_KNOWN_AS"  # Entity -> Alias
    ABOUT = "ABOUT"  # Fact | SignificantMemory | Reflection -> Entity
    STATED_IN = "STATED_IN"  # Fact | KeyInfo | SignificantMemory -> Message
    EVIDENCE = "EVIDENCE"  # Fact (theory) -> Fact; is_support
    PART_OF = "PART_OF"  # Fact (objective) -> Fact (objective)
    SUPERSEDED_BY = "SUPERSEDED_BY"  # Fact -> Fact; Reflection -> Reflection
    SUMMARIZES = "SUMMARIZES"  # Summary -> Message | Summary
    COVERS = "COVERS"  # Entity -> Fact (dossier, brief: which text states it); Reflection -> Conversation
    PRESENTED = "PRESENTED"  # Block -> item; rank, score, terms, verdict
    ANSWERED_BY = "ANSWERED_BY"  # Fact (question) -> Fact
    CONTRADICTS = "CONTRADICTS"  # Fact -> Fact, while both are disputed
    CHANGED = "CHANGED"  # Change -> node that it touched
    HELPED_WITH = "HELPED_WITH"  # item -> Message: useful in the block for it


class ReadDepth(Enum):
    """Which long properties of a node are read: they cost time and memory."""

    HEAD = ()
    BODY = ("body",)
    INDEX = ("terms", "vector")
    ALL = ("body", "terms", "vector")

    def __new__(cls, *names: str) -> Self:
        """Without this, Python 3.11.2 (Debian 12) would take `()` for no value."""
        member = object.__new__(cls)
        member._value_ = names
        return member


LONG = frozenset(ReadDepth.ALL.value)
"""The long properties: text, analysed text, vector (float16 bytes)."""

TIMES = frozenset(
    {
        *("accessed_at", "created_at", "deleted_at", "done_at", "ends_at", "first_at", "last_at", "learned_at"),
        *("lease_until", "retry_at", "round_at", "sent_at", "started_at", "updated_at", "used_at"),
        *("valid_from", "valid_to", "expires_at"),
    }
)
"""The properties that are times: milliseconds since 1970 UTC. A backend that people look into may write them out."""

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
    Label.RECEIPT: (("created_at",),),
    Label.CALL: (("created_at",), ("purpose", "created_at"), ("prompt_hash", "created_at")),
}
"""The properties that `find` can use. Each tuple is one index in both backends.

`where` names the first properties of a tuple and `order` the next one, or all of them and "id", so no find ever scans.
Every label can be found in the order of ids alone.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as it was read. `version` counts its writes from 1; `seq` is the number of the last one in its space."""

    label: Label
    id: str
    properties: Mapping[str, Value]
    version: int
    seq: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed edge. Between two nodes there is at most one of each kind and direction."""

    source: str
    kind: Kind
    target: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    seq: int = 0


@dataclass(frozen=True, slots=True)
class PutNode:
    """Sets these properties of a node and leaves its others. Makes the node if it does not exist.

    `expect` is the version that the node must have: 0 means it must not exist, None means any.
    """

    label: Label
    id: str
    properties: Mapping[str, Value]
    expect: int | None = None


@dataclass(frozen=True, slots=True)
class DropNode:
    """Removes a node and all its edges. A node that does not exist is no error.

    Each edge leaves a tombstone, unless the drop is final: then no node has this id again, and the tombstone of the
    node stands for its edges too.
    """

    id: str
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class PutEdge:
    """Makes an edge with these properties, or replaces all properties of an existing one."""

    source: str
    kind: Kind
    target: str
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DropEdge:
    """Removes an edge. An edge that does not exist is no error."""

    source: str
    kind: Kind
    target: str


Op = PutNode | DropNode | PutEdge | DropEdge


@dataclass(frozen=True, slots=True)
class Dropped:
    """A tombstone: the trace of a dropped node (`kind` and `target` are None) or edge."""

    source: str
    kind: Kind | None
    target: str | None
    seq: int


Row = Node | Edge | Dropped
"""A space consists of rows. Each node and each edge has one row: itself, or its tombstone."""


def row_key(row: Row) -> tuple[str, str, str]:
    """Source, kind and target of an edge; id, "" and "" of a node. A tombstone has the key of what was dropped."""
    if isinstance(row, Node):
        return row.id, "", ""
    return row.source, row.kind or "", row.target or ""


def row_order(row: Row) -> tuple[int, str, str, str]:
    """The order of rows in `Changes`: by seq, then by key."""
    return row.seq, *row_key(row)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed after a seq, each list in the order of rows. `seq` is the seq to continue from."""

    nodes: Sequence[Node]
    edges: Sequence[Edge]
    dropped: Sequence[Dropped]
    seq: int
    has_more: bool
    is_whole: bool = True  # False: rows of the write `seq` may still come; read it again, from the seq before


class Store(Protocol):
    """A store of spaces. Safe to call from any thread. Each verb is one or two statements.

    On SQLite a read sees whole writes only. On a server it may see a part of a write that commits at the same time:
    `since` returns the rest in its next page, and compare-and-set notices it.
    """

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """Write `ops` in one transaction; returns the space's next seq, which all written rows get.

        Raises Conflict if a node does not have the expected version or label, NotFound if an end of an edge does not
        exist, BadInput if a node or an edge is named twice; then nothing has changed. Without ops it writes nothing
        and returns the current seq.
        """

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """Lock the space, call `decide`, and write what it returns.

        A compare-and-set on what `decide` reads cannot fail, but other writers of the space wait meanwhile: use it
        after `write` has failed repeatedly. `decide` only reads. It is called again if the write is repeated.
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
        """Nodes of one label that are equal in `where`, ordered by (`order`, id), after the key `after`.

        A tuple in `where` means any of its values. `order` is a property, or "id", where only the second half of
        `after` counts; a minus, as in "-position", reverses the order. Nodes without the property are not found.
        Raises BadInput for a combination that is not in FINDABLE.
        """

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """The edges of these kinds at these nodes, in both directions, each once, sorted by key.

        At most `cap` for each node, direction and kind: those whose other ends have the greatest ids, which are the
        newest.
        """

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """What changed after `seq`, oldest first: about `limit` rows, but always whole writes.

        A row that is written while a server looks for it may be missing; then there is more, and the next page has it.
        A server tells the last write before all of its rows can be found; then the changes are not whole.
        """

    def load(self, space: str, changes: Changes) -> None:
        """Load rows of another space or store, read with ReadDepth.ALL, exactly as they are there. One transaction.

        If the space has a row with the same key, the row with the greater seq stays, also if it is a tombstone; at
        equal seqs the one that is here. So loading twice changes nothing. A dropped node loses its edges; unless the
        drop was final, their tombstones are rows of their own. The space's seq becomes `changes.seq` if it is smaller.

        An edge older than the tombstone of one of its ends is passed over. The ends of all others must exist once the
        nodes of `changes` are loaded. `since` may return an edge before an end that was written later, so load all
        nodes and tombstones of a space before its edges. A reader that follows `since` meanwhile may miss rows, so load
        a space before you use it.

        Raises NotFound if an end of an edge does not exist; BadInput if a key comes twice, a value cannot be stored, a
        version is below 1, or the seq of a row is not within 1 and `changes.seq`; then nothing has changed.
        """

    def clear(self, space: str, seq: int | None = None) -> None:
        """Delete every row of the space, tombstones included, and its seq, as if it had never been written.

        With `seq` its Space node and its seq stay, and it stops unless that node is as the write `seq` left it, so a
        space that was made anew meanwhile stays. Meant for a space that nobody uses any more, and for the remains of an
        interrupted load: `since` does not report it, and it leaves no tombstones. It may take several transactions, of
        which the first deletes a Space node that does not stay; after a crash, call it again.
        """

    def drop_tombstones(self, space: str, seq: int) -> None:
        """Delete the tombstones up to this seq, except that of the Space node. It may take several transactions.

        A reader that stopped at an earlier seq cannot go on with `since`, and must read all of the space again.
        """

    def scrub(self) -> bool:
        """Overwrite what was deleted or replaced in the store's files, and give the room back.

        False if something is left: a reader is still using it, so call it again later; or a server keeps it.
        """

    def seq(self, space: str) -> int:
        """The number of the space's last write; 0 if it was never written. Cheap: each block reads it."""

    def spaces(self) -> dict[str, int]:
        """The seq of each space that has a Space node, by name, sorted."""

    def names(self) -> list[str]:
        """The names of all spaces that have a seq, sorted: also those without a Space node, which cannot be used."""

    def check(self) -> None:
        """Raises StoreError unless the store can be read and, after a write that failed, be written again. Cheap."""

    def verify(self) -> None:
        """Read everything once, if nothing else looks for damage. Raises StoreDamaged, as `check` does from then on."""

    def close(self) -> None:
        """Close the store. Everything written is on disk."""
