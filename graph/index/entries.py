"""The properties of an item that the index keeps in memory."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, NamedTuple

from graph.store.verbs import ITEM_LABELS, Label, Node, Value
from graph.text.analysis import name_key
from graph.text.search_terms import QUESTION_MARK

INDEXED: Final = ITEM_LABELS | {Label.CONVERSATION}
"""The labels of nodes that have an entry."""

_KINDS: Mapping[Label, str] = {
    Label.MESSAGE: "role",
    Label.FACT: "kind",
    Label.ENTITY: "type",
    Label.MEMORY: "type",
    Label.SUMMARY: "level",
}
_TIMES: Mapping[Label, str] = {
    Label.MESSAGE: "sent_at",
    Label.SUMMARY: "last_at",
    Label.FACT: "valid_from",
    Label.CONVERSATION: "last_at",
}
_POSITIONS: Mapping[Label, str] = {
    Label.MESSAGE: "position",
    Label.SUMMARY: "first_position",
    Label.CONVERSATION: "first_position",
}
MINUTE_MS: Final = 60_000
KEYS_APART: Final = "\n"

_SENDERS: Mapping[Label, str] = {Label.MESSAGE: "sender", Label.REFLECTION: "participant"}


class Entry(NamedTuple):
    """The properties of an item that scoring and ordering need. A property that its label lacks is "", 0 or None.

    A tuple, because a block makes hundreds: making a frozen dataclass with so many fields takes ten times as long.
    """

    id: str
    label: Label
    kind: str  # role of a message, kind of a fact, type of an entity or memory, level of a summary
    at_ms: int  # on the speaker's clock: sent_at, last_at of a summary or conversation, valid_from, else updated_at
    position: float  # of a message, or of a summary's first message
    importance: int
    salience: int
    usefulness: float
    tokens: int
    chat: str
    conversation: str | None  # of a conversation itself
    container: str | None  # the summary that it is in
    status: str  # of a fact or a conversation
    sender: str  # of a message; of a reflection its participant
    asks: bool = False  # whether it ends with a question mark
    has_name: bool = False  # of a message: whether it has a capital inside a sentence, as names have
    present: str | None = None  # the keys of those who hear a message, one a line; None if nobody has said
    is_alone: bool = False  # whether a message or a conversation serves only its own chat
    expires_ms: int = 0  # when it is forgotten; 0: never


def entry_of(node: Node) -> Entry:
    """The entry of an item's node."""
    properties, label = node.properties, node.label
    return Entry(
        id=node.id,
        label=label,
        kind=_text_property(properties, _KINDS.get(label)),
        at_ms=int(_number_property(properties, _TIMES.get(label)) or _number_property(properties, "updated_at"))
        + MINUTE_MS * int(_number_property(properties, "offset_minutes")),
        position=_number_property(properties, _POSITIONS.get(label)),
        importance=int(_number_property(properties, "importance")),
        salience=int(_number_property(properties, "salience")),
        usefulness=_number_property(properties, "usefulness"),
        tokens=int(_number_property(properties, "tokens")),
        chat=_text_property(properties, "chat"),
        conversation=node.id if label is Label.CONVERSATION else _text_property(properties, "conversation") or None,
        container=_text_property(properties, "container") or None,
        status=_text_property(properties, "status"),
        sender=_text_property(properties, _SENDERS.get(label)),
        asks=_text_property(properties, "terms").endswith(QUESTION_MARK),
        has_name=bool(properties.get("has_name")),
        present=_keys(properties.get("present")),
        is_alone=bool(properties.get("is_alone")),
        expires_ms=int(_number_property(properties, "expires_at")),
    )


def terms_of(node: Node) -> str:
    """The terms by which search finds the item; none for key info, since every block shows it anyway."""
    return "" if node.label is Label.KEY_INFO else _text_property(node.properties, "terms")


def fingerprint(terms: str) -> int:
    """A number that tells terms apart, the same in every process."""
    return int.from_bytes(blake2b(terms.encode(errors="surrogatepass"), digest_size=8).digest(), "big", signed=True)


def _text_property(properties: Mapping[str, Value], name: str | None) -> str:
    value = properties.get(name) if name else None
    return "" if value is None else str(value)


def _keys(names: Value | None) -> str | None:
    return KEYS_APART.join(map(name_key, names)) if isinstance(names, tuple) and names else None


def _number_property(properties: Mapping[str, Value], name: str | None) -> float:
    value = properties.get(name) if name else None
    return value if isinstance(value, int | float) else 0.0
