"""What is remembered: one frozen value per thing, its ranges checked at birth and trusted afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from graph.errors import BadInput
from graph.store.verbs import Label

SPACE_ID = "space"
KEY_INFO_ID = "key-info"

DEFAULT_PROFILE = "assistant"
"""The profile of a space for which none was chosen."""

GAP_SECONDS = 6 * 3600.0
"""A 6-hour gap finds human sessions (F1 .965); 30 minutes split them 3.8 times too often (measured on LoCoMo)."""


class Clock(StrEnum):
    """What a space's gaps are measured on."""

    WALL = "wall"  # seconds of real time
    WORLD = "world"  # any unit of a game's own time


class Role(StrEnum):
    """Who speaks: the one being helped, the assistant, or neither."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    NARRATOR = "narrator"


class ConversationStatus(StrEnum):
    """Whether more messages may still join a conversation."""

    IMPORTED = "imported"  # it waits with its messages until somebody asks rounds to read them
    ACTIVE = "active"
    COMPLETE = "complete"


class EntityType(StrEnum):
    """What an entity is; unknown until something says so."""

    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"
    UNKNOWN = "unknown"


class FactKind(StrEnum):
    """A fact and its three subtypes."""

    FACT = "fact"
    THEORY = "theory"
    QUESTION = "question"
    OBJECTIVE = "objective"


class FactStatus(StrEnum):
    """Where a fact stands in its life."""

    CURRENT = "current"  # a fact or theory that holds; a question or objective that is open
    CLOSED = "closed"  # a question answered, an objective complete, a theory given up
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"


class MemoryType(StrEnum):
    """The kinds of significant memory."""

    CHARACTER_BOND = "character_bond"
    DISCOVERY = "discovery"
    REVELATION = "revelation"
    PROMISE = "promise"
    GOAL = "goal"


class Author(StrEnum):
    """Who wrote an item that nobody said."""

    RULES = "rules"
    MODEL = "model"
    CALLER = "caller"


class CallOutcome(StrEnum):
    """What came of one request to a language model."""

    UNDER_WAY = "under_way"  # or lost: the process ended before the reply was noted
    ANSWERED = "answered"
    BAD_ANSWER = "bad_answer"  # a reply without the shape that was asked for
    BUSY = "busy"  # the provider asked to come back later
    TIMED_OUT = "timed_out"
    UNAVAILABLE = "unavailable"  # no connection, or an error of the server
    REFUSED = "refused"  # the provider does not take the request, the model or the key


GENERIC_SENDERS = frozenset({"user", "assistant", "tool", "narrator", "human", "ai", "bot", "system", "me", "you"})
"""Names of roles, not of anybody: they take part in conversations, but nobody is found or known by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeRule:
    """Which conversations the messages of a space are put into, and who takes part in them."""

    clock: Clock = Clock.WALL
    gap: float | None = GAP_SECONDS  # seconds, or units of the world clock; None never splits
    bystanders: tuple[Role, ...] = ()  # roles whose messages belong to a conversation in which they take no part

    def __post_init__(self) -> None:
        if self.gap is not None and not self.gap > 0:
            raise BadInput(f"gap {self.gap} is not above 0; use null for no gap")

    def participants(self, parts: Iterable[Message | Summary | Conversation]) -> tuple[str, ...]:
        """The names of those who take part in what is given, in its order."""
        names: dict[str, None] = {}
        for part in parts:
            if not isinstance(part, Message):
                names |= dict.fromkeys(part.participants)
            elif part.role not in self.bystanders:
                names[part.sender] = None
        return tuple(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """One isolated memory, and the state of its rounds."""

    label: ClassVar[Label] = Label.SPACE
    name: str
    created_at: datetime
    profile: str = DEFAULT_PROFILE  # the name of what makes its blocks and rounds; the program may not know it
    intake: IntakeRule = field(default_factory=IntakeRule)
    next_id: int = 1  # the number of the next thing that gets an id; always counted under compare-and-set
    message_count: int = 0
    rounded_to: str = ""  # id of the last message that rounds have read, or passed over
    waiting: tuple[
        str, ...
    ] = ()  # what they passed over: behind which message, up to which one (graph.intake.import_backlog)
    round_after: str = ""  # the message before those of the round under way
    round_to: str = ""  # id of its last message, the same in each try
    round_at: datetime | None = None  # when that round was first tried; None when none is under way
    lease_owner: str | None = None
    lease_until: datetime | None = None
    calls_left: float = 0.0  # model calls that messages have earned and no round has used; below 0 they are owed
    attempts: int = 0  # of the round that is failing, 0 when none is
    retry_at: datetime | None = None
    last_error: str | None = None
    embedder: str | None = None  # "model id/dimension" of the vectors in this space

    def __post_init__(self) -> None:
        _check_name("space", self.name, 200)
        if self.name.startswith("/"):
            raise BadInput(f"space name {self.name!r} begins with a slash, as only the program's own do")
        _check_name("profile", self.profile, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A run of messages that belong together."""

    label: ClassVar[Label] = Label.CONVERSATION
    id: str
    chat: str  # the caller's own name of the chat it came in; "" when there is only one
    status: ConversationStatus = ConversationStatus.ACTIVE
    started_at: datetime
    last_at: datetime
    first_position: float
    last_position: float
    message_count: int
    participants: tuple[str, ...] = ()  # names as they were said, in the order of their first line
    title: str | None = None
    topics: tuple[str, ...] = ()
    summary: str | None = None  # id of the root of its messages' summary tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One line of chat. Order within a chat is (position, id); ids rise with arrival."""

    label: ClassVar[Label] = Label.MESSAGE
    id: str
    conversation: str
    chat: str
    sender: str
    role: Role
    body: str
    sent_at: datetime
    position: float  # the clock's reading: milliseconds UTC on the wall clock, else world_time
    digest: str  # of role, sender and body
    is_timed: bool = False  # whether the caller gave the time; if not, it is the time of arrival
    world_time: float | None = None
    external_id: str | None = None  # the caller's own id
    branch_of: str | None = None  # the message it answers, when that was not the last one stored
    container: str | None = None  # the summary that holds it
    language: str | None = None  # ISO 639-1, None when it cannot be told
    extra: str | None = None  # what else the source held, as JSON: kept, never read
    tokens: int = 0
    usefulness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A condensed telling of messages (level 1) or of summaries of the level below."""

    label: ClassVar[Label] = Label.SUMMARY
    id: str
    level: int  # from 1
    body: str
    conversation: str | None  # None above the conversations
    first_at: datetime
    last_at: datetime
    first_position: float
    last_position: float
    message_count: int  # messages below it, through all levels
    participants: tuple[str, ...] = ()
    container: str | None = None
    is_stale: bool = False
    author: Author = Author.RULES
    tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        if self.level < 1:
            raise BadInput(f"summary level {self.level} is below 1")
        if self.message_count < 1:
            raise BadInput(f"summary {self.id} covers {self.message_count} messages, expected at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Anything that could have a page of its own."""

    label: ClassVar[Label] = Label.ENTITY
    id: str
    name: str
    key: str  # the folded name (graph.text.analysis.name_key)
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[str, ...] = ()  # other names as they were written, without `name`
    brief: str | None = None
    dossier: str | None = None
    is_stale: bool = False  # a covered fact has changed since brief and dossier were written
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    compared_with: tuple[str, ...] = ()  # ids of look-alikes that a model or a person has told it from
    tokens: int = 0  # of the brief
    dossier_tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        _check_name("entity", self.name, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement the assistant should be able to know."""

    label: ClassVar[Label] = Label.FACT
    id: str
    body: str  # about one sentence
    kind: FactKind = FactKind.FACT
    status: FactStatus = FactStatus.CURRENT
    importance: int = 5  # 1..10, for the owner's aims
    salience: int = 5  # 1..10, emotional
    usefulness: float = 0.0  # cumulative sum of verdicts, unbounded
    confidence: float = 1.0  # 0..1, of a theory
    stated_by: Role = Role.USER  # what the user said outranks what the assistant said
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reason: str | None = None  # why it was closed or superseded
    compared_with: tuple[str, ...] = ()  # ids of look-alikes that a model or a person has told it from
    language: str | None = None
    tokens: int = 0

    def __post_init__(self) -> None:
        _check_scale("importance", self.importance)
        _check_scale("salience", self.salience)
        if not 0.0 <= self.confidence <= 1.0:
            raise BadInput(f"confidence {self.confidence} is outside 0..1")
        if not self.body.strip():
            raise BadInput(f"fact {self.id} has an empty body")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificantMemory:
    """A typed moment of a story, with what brings it back."""

    label: ClassVar[Label] = Label.MEMORY
    id: str
    type: MemoryType
    body: str
    importance: int = 5  # 1..10
    participants: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    accessed_at: datetime
    tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        _check_scale("importance", self.importance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """What a participant has come to think: the previous reflection and the conversations since."""

    label: ClassVar[Label] = Label.REFLECTION
    id: str
    participant: str
    body: str
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    tokens: int = 0
    usefulness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyInfo:
    """What must be known in every turn: capped lines, each with the message it came from."""

    label: ClassVar[Label] = Label.KEY_INFO
    id: str = KEY_INFO_ID
    lines: tuple[str, ...]
    sources: tuple[str, ...]  # one message id for each line
    author: Author = Author.RULES
    updated_at: datetime
    tokens: int = 0

    def __post_init__(self) -> None:
        if len(self.lines) != len(self.sources):
            raise BadInput(f"key info has {len(self.lines)} lines and {len(self.sources)} sources, expected as many")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What the assistant got for one turn, kept to be judged and explained."""

    label: ClassVar[Label] = Label.BLOCK
    id: str
    chat: str
    query: str  # id of the message it answers; "" when the request brought none
    body: str  # as rendered
    tokens: int
    budget_tokens: int
    shown: tuple[str, ...]  # item ids in the order of the block
    near_misses: str  # JSON list of {id, score, terms, reason}
    left_out_count: int  # earlier messages that nothing in the block stands for
    visible_from: str | None  # id of the first message the assistant sees anyway
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedChange:
    """A change as the log keeps it: who made it and why, what it touched, and how to take it back."""

    label: ClassVar[Label] = Label.CHANGE
    id: str
    kind: str  # the change's name, such as "MergeEntities"; "Undo" for one that took another back
    what: str  # in one line, for people
    why: str = ""
    author: Author
    archivist: str = ""
    prompt_version: str = ""
    evidence: tuple[str, ...] = ()  # message ids
    touched: tuple[str, ...] = ()  # ids of nodes, those written first, at most graph.changing.changelog.TOUCHED_MAX
    created_at: datetime
    round: str | None = None  # id of the last message that its round had read; None outside of rounds
    undoes: str | None = None  # the change that this one took back
    undone_by: str | None = None  # the change that took this one back; None while it stands
    body: str  # JSON: what it found and what it left at each node and edge (graph.changing.changelog)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One request to a language model, as the ledger keeps it."""

    label: ClassVar[Label] = Label.CALL
    id: str
    purpose: str
    model: str
    prompt_hash: str  # of the model and all that it was told
    prompt_version: str
    asked_by: str  # the owner of the round, as "host:process"
    outcome: CallOutcome
    tokens_in: int
    tokens_out: int = 0
    tokens_cached: int | None = None  # of tokens_in; None when the provider does not tell
    is_estimated: bool = False  # whether the tokens are counted by us, since the provider told none
    cost: float | None = None  # US dollars; None when the price is not known
    duration_ms: int = 0
    error: str | None = None
    created_at: datetime
    body: str = ""  # the reply, until the round that paid for it is written

    @property
    def what(self) -> str:
        """In one line, for people."""
        return f"{self.purpose} by {self.model}"


Item = Message | Summary | Entity | Fact | SignificantMemory | Reflection | KeyInfo
"""Anything that can be shown in a block."""

Stored = Item | Space | Conversation | Block | AppliedChange | ModelCall
"""Anything that is one node."""


def _check_scale(name: str, value: int) -> None:
    if not 1 <= value <= 10:
        raise BadInput(f"{name} {value} is outside 1..10")


def _check_name(thing: str, name: str, length_max: int) -> None:
    if not name.strip():
        raise BadInput(f"{thing} name is empty")
    if len(name) > length_max:
        raise BadInput(f"{thing} name has {len(name)} characters, expected at most {length_max}")
