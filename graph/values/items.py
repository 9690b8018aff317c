"""Everything that is remembered, one frozen value each. Ranges are checked when a value is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from graph.errors import BadInput
from graph.store.verbs import Label
from graph.text.days import Days
from graph.values.bounds import check_item_name, check_scale, check_text
from graph.values.call_outcome import CallOutcome
from graph.values.learned_weights import LearnedWeights
from graph.values.sizes import Sizes
from graph.values.speaker_clock import as_shown, on_clock, zone_named

SPACE_ID, KEY_INFO_ID, DEFAULT_PROFILE = "space", "key-info", "assistant"  # The profile if none was chosen.
GAP_SECONDS = 6 * 3600.0  # It finds human sessions (F1 .965 on LoCoMo); 30 minutes split them 3.8 times too often.


class Clock(StrEnum):
    """The clock on which a space measures gaps between messages."""

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

    IMPORTED = "imported"  # rounds skip it until somebody asks them to read imports
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
    """Whether a fact still holds."""

    CURRENT = "current"  # a fact or theory that holds; a question or objective that is open
    CLOSED = "closed"  # a question answered, an objective complete, a theory given up
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    WITHDRAWN = "withdrawn"  # somebody has said that it is not so; archivists do not find it again


class MemoryType(StrEnum):
    """The kinds of significant memory."""

    CHARACTER_BOND = "character_bond"
    DISCOVERY = "discovery"
    REVELATION = "revelation"
    PROMISE = "promise"
    GOAL = "goal"


class Author(StrEnum):
    """Who wrote an item that is not a message."""

    RULES = "rules"
    MODEL = "model"
    CALLER = "caller"


NOT_SO = frozenset({FactStatus.SUPERSEDED, FactStatus.WITHDRAWN})  # The fact does not hold, whoever decided that.
GENERIC_SENDERS = frozenset({"user", "assistant", "tool", "narrator", "human", "ai", "bot", "system", "me", "you"})
"""Senders that name a role and not a person: they become no entities, and search ignores them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeRule:
    """Which conversations the messages of a space are put into, and who takes part in them."""

    clock: Clock = Clock.WALL
    gap: float | None = GAP_SECONDS  # seconds, or units of the world clock; None never splits
    bystanders: tuple[Role, ...] = ()  # roles whose messages belong to a conversation in which they take no part
    splits_on_joining: bool = False  # whether another conversation begins when somebody joins the talk
    zone: str = "UTC"  # the IANA time zone of those who speak, where a message does not come with its own offset

    def __post_init__(self) -> None:
        if self.gap is not None and not self.gap > 0:
            raise BadInput(f"gap {self.gap} is not above 0; use null for no gap")
        zone_named(self.zone)

    def participants(self, parts: Iterable[Message | Summary | Conversation]) -> tuple[str, ...]:
        """The names of those who take part in these messages, summaries and conversations, in the given order."""
        heard = (part for part in parts if not isinstance(part, Message) or self.takes_part(part))
        senders = ((part.sender,) if isinstance(part, Message) else part.participants for part in heard)
        return tuple(dict.fromkeys(name for names in senders for name in names))

    def takes_part(self, message: Message) -> bool:
        """Whether the sender of the message takes part in the conversation."""
        return message.role not in self.bystanders


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """One isolated memory, and the state of its rounds."""

    label: ClassVar[Label] = Label.SPACE
    name: str
    created_at: datetime
    profile: str = DEFAULT_PROFILE  # names how blocks and rounds are made; the program may not know it
    intake: IntakeRule = field(default_factory=IntakeRule)
    next_id: int = 1  # the number in the next new id; it rises under compare-and-set only
    message_count: int = 0
    rounded_to: str = ""  # the watermark: id of the last message that rounds have read or skipped
    waiting: tuple[str, ...] = ()  # imported messages that rounds have skipped (graph.intake.import_backlog)
    paused: bool = False  # whether rounds wait; messages that arrive meanwhile wait as imported ones do
    round_after: str = ""  # the current round reads the messages after this one
    round_to: str = ""  # up to this one; the same in each attempt
    round_at: datetime | None = None  # when the current round was first attempted; None: there is none
    again: tuple[str, ...] = ()  # messages that rounds read once more, since something made of them was forgotten
    forgettings: int = 0  # how often something was forgotten
    forgetting: str | None = None  # the receipt of a forgetting whose traces are not yet gone
    deleted_at: datetime | None = None  # when somebody began to delete the space
    is_reset: bool = False  # whether it is then made again, empty and with the same rules
    log_pruned_to: str = ""  # the last change that the log has dropped because of its age
    lease_owner: str | None = None
    lease_until: datetime | None = None
    calls_left: float = 0.0  # model calls that messages have earned and rounds have not used; below 0: overdrawn
    attempts: int = 0  # failures of the current round in a row
    retry_at: datetime | None = None
    last_error: str | None = None
    embedder: str | None = None  # "model id/dimension" of the vectors in this space; None: it has none
    unrelated_cosine: float | None = None  # the background of its embedder; None until something was embedded
    unrelated_spread: float | None = None
    is_day_first: bool | None = None  # the order of its slashed dates; None until a date with a day above 12 tells
    characters: tuple[str, ...] = ()  # participants of whom reflections are kept
    sizes: Sizes = field(default_factory=Sizes)
    tries_out: bool = True  # whether one place of a block goes to an item that was never judged
    times_version: int | None = None  # the version of graph.text.times that has read all messages
    learned_at: datetime | None = None  # when a round last looked at what verdicts teach
    taken_back: str | None = None  # how much of what rules of earlier versions had made; None: it is yet to be done

    def __post_init__(self) -> None:
        check_item_name("space", self.name, 200)
        if self.name.startswith("/"):
            raise BadInput(f"space name {self.name!r} begins with a slash, which is reserved; choose another name")
        check_item_name("profile", self.profile, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A run of messages that belong together."""

    label: ClassVar[Label] = Label.CONVERSATION
    id: str
    chat: str  # the caller's name for the chat; "" if there is only one
    status: ConversationStatus = ConversationStatus.ACTIVE
    started_at: datetime
    last_at: datetime
    first_position: float
    last_position: float
    message_count: int
    participants: tuple[str, ...] = ()  # senders' names, in the order of their first lines
    title: str | None = None
    topics: tuple[str, ...] = ()
    summary: str | None = None  # id of the root of its messages' summary tree
    recalls: tuple[str, ...] = ()  # ids of earlier conversations that were told again in it
    is_closed: bool = False  # somebody has ended it: what comes later begins another one, however soon
    is_alone: bool = False  # whether all its messages are
    external_id: str | None = None  # the caller's id for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a chat was last asked about its past, so that "the second one" or "yes" is understood. One for each chat."""

    label: ClassVar[Label] = Label.OFFER
    id: str
    chat: str
    kind: str  # the outcome that asked: several, ambiguous, not_found or recall
    body: str  # the message that led to it
    conversations: tuple[str, ...] = ()  # ids, as they were numbered
    language: str = ""  # ISO 639-1 of what was said
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One line of chat. Order within a chat is (position, id); ids rise with arrival."""

    label: ClassVar[Label] = Label.MESSAGE
    id: str
    conversation: str  # "" for what a message said before it was edited
    chat: str
    sender: str
    role: Role
    body: str
    sent_at: datetime
    position: float  # time on the space's clock: milliseconds UTC, or world_time
    digest: str  # of role, sender and body
    is_timed: bool = False  # whether the caller gave the time; if not, sent_at is the time of arrival
    offset_minutes: int = 0  # how far the speaker's clock is ahead of UTC: `sent_at` is what it shows
    world_time: float | None = None
    external_id: str | None = None  # the caller's id for it
    branch_of: str | None = None  # the message it follows, if that was not the chat's last
    replaced_by: str | None = None  # what is said in its place: it is kept, and neither read, searched nor shown
    container: str | None = None  # the summary that it is in
    language: str | None = None  # ISO 639-1; None if unknown
    speaks_of: tuple[str, ...] = ()  # days, resolved against sent_at: 2023-10-03, or 2023-10-01/2023-10-31
    extra: str | None = None  # as JSON: the scene of its turn (graph.values.interactions), fields of an imported line
    present: tuple[str, ...] = ()  # who hears it and what follows, its speaker among them; (): those who have spoken
    is_alone: bool = False  # whether it serves only its own chat: rounds do not read it, and no other block shows it
    expires_at: datetime | None = None  # when it is forgotten, with all that was made from it
    tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "sent_at", on_clock(self.sent_at, self.offset_minutes))
        for days in self.speaks_of:
            Days.parsed(days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A summary of messages (level 1) or of summaries of lower levels."""

    label: ClassVar[Label] = Label.SUMMARY
    id: str
    level: int  # from 1
    body: str
    conversation: str | None  # None if it spans several
    first_at: datetime
    last_at: datetime
    offset_minutes: int = 0  # of the clock of its last message: both times are what it shows
    first_position: float
    last_position: float
    message_count: int  # messages that it summarises, through all levels
    participants: tuple[str, ...] = ()
    container: str | None = None
    is_stale: bool = False
    author: Author = Author.RULES
    tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_at", on_clock(self.first_at, self.offset_minutes))
        object.__setattr__(self, "last_at", on_clock(self.last_at, self.offset_minutes))
        if self.level < 1 or self.message_count < 1:
            raise BadInput(f"summary {self.id}: level {self.level}, {self.message_count} messages; expected at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Anything that could have its own wiki page."""

    label: ClassVar[Label] = Label.ENTITY
    id: str
    name: str
    key: str  # the folded name (graph.text.analysis.name_key)
    owner: str = ""  # the sender who introduced it with "my …"; others of this name are others
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[str, ...] = ()  # other names as people wrote them, without `name`
    brief: str | None = None
    dossier: str | None = None
    is_stale: bool = False  # a covered fact has changed since brief and dossier were written
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    compared_with: tuple[str, ...] = ()  # ids of similar entities that a model or a person has found to be different
    fixed: tuple[str, ...] = ()  # what a caller has set of name, type and aliases: archivists leave it
    tokens: int = 0  # of the brief
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        check_item_name("entity", self.name, 200)


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
    usefulness: float = 0.0  # the sum of its verdicts, unbounded
    confidence: float = 1.0  # 0..1, of a theory
    stated_by: Role = Role.USER  # the user's statements outrank the assistant's
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reason: str | None = None  # why it was closed or superseded
    expires_at: datetime | None = None  # when it is forgotten
    compared_with: tuple[str, ...] = ()  # ids of similar facts that a model or a person has found to be different
    unlinked: int = 0  # 0, or while no model has judged it: 1, and 1 more for each time that it was asked in vain
    language: str | None = None
    tokens: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "valid_from", as_shown(self.valid_from))  # Days on the speaker's clock.
        object.__setattr__(self, "valid_to", as_shown(self.valid_to))
        check_scale("importance", self.importance)
        check_scale("salience", self.salience)
        if not 0.0 <= self.confidence <= 1.0:
            raise BadInput(f"confidence {self.confidence} is outside 0..1")
        check_text(f"fact {self.id}", self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificantMemory:
    """A moment of a story, with its type and the triggers that recall it."""

    label: ClassVar[Label] = Label.MEMORY
    id: str
    type: MemoryType
    body: str
    importance: int = 5  # 1..10
    participants: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    key: str = ""  # the caller's id for it
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    accessed_at: datetime  # when a block last showed it
    expires_at: datetime | None = None  # when it is forgotten
    tokens: int = 0
    usefulness: float = 0.0

    def __post_init__(self) -> None:
        check_scale("importance", self.importance)
        check_text(f"significant memory {self.key or self.id}", self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """A participant's view of the past, made of the previous reflection and the conversations since."""

    label: ClassVar[Label] = Label.REFLECTION
    id: str
    participant: str
    body: str
    status: FactStatus = FactStatus.CURRENT  # superseded by the next one of the same participant
    author: Author = Author.RULES
    created_at: datetime
    updated_at: datetime
    tokens: int = 0
    usefulness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyInfo:
    """What the assistant must know in every turn: a few lines, each with the message that it comes from."""

    label: ClassVar[Label] = Label.KEY_INFO
    id: str = KEY_INFO_ID
    lines: tuple[str, ...]
    sources: tuple[str, ...]  # one message id for each line; "" for a line that nobody said
    pinned: int = 0  # how many lines, from the first, a caller has put there: rounds leave them
    left_out: int = 0  # how many lines had no room; their messages are still found
    author: Author = Author.RULES
    updated_at: datetime
    tokens: int = 0

    def __post_init__(self) -> None:
        if len(self.lines) != len(self.sources):
            raise BadInput(f"key info has {len(self.lines)} lines and {len(self.sources)} sources, expected one each")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What the assistant got for one turn, kept for verdicts and explanations."""

    label: ClassVar[Label] = Label.BLOCK
    id: str
    chat: str
    query: str  # id of the message that it is for; "" if the request had none
    question: str = ""  # what was asked in place of the last message
    body: str  # as rendered
    tokens: int
    budget_tokens: int
    shown: tuple[str, ...]  # item ids in the order of the block
    quotes: tuple[str, ...] = ()  # messages quoted with another item, such as a reply, and summaries told with one
    scores: str = ""  # the terms of the items' scores, in the order of `shown` (graph.values.presented)
    near_misses: str  # JSON list of [id, label, score, reason]
    missed_scores: str = ""  # the terms of their scores
    left_out_count: int  # earlier messages that the block neither shows nor summarises
    visible_from: str | None  # id of the first message that the assistant sees without the block
    character: str = ""  # the participant whose block it is; "": anybody's
    replaces: str = ""  # the block whose draft drifted, so that this one was made for another try
    second: str = ""  # the block that was made for another try with this one; it stays if that one is dropped
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedChange:
    """An entry of the change log: who made the change and why, what it touched, and how to undo it."""

    label: ClassVar[Label] = Label.CHANGE
    id: str
    kind: str  # the change's name, such as "MergeEntities"; "Undo" for one that undid another
    what: str  # what it did, in one line for people
    why: str = ""
    author: Author
    archivist: str = ""
    by: str = ""  # who, for a caller's change
    prompt_version: str = ""
    evidence: tuple[str, ...] = ()  # message ids
    touched: tuple[str, ...] = ()  # ids of nodes, first those it wrote; at most graph.changing.changelog.TOUCHED_MAX
    created_at: datetime
    round: str | None = None  # id of the last message that its round read; None outside of rounds
    undoes: str | None = None  # the change that this one undid
    undone_by: str | None = None  # the change that undid this one
    is_forgotten: bool = False  # what it said was forgotten: it cannot be undone
    body: str  # JSON: before-images and digests of what it wrote (graph.changing.changelog); "" if they are gone


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One request to a language model: an entry of the ledger."""

    label: ClassVar[Label] = Label.CALL
    id: str
    purpose: str
    model: str
    prompt_hash: str  # of the model and everything in the request
    prompt_version: str
    asked_by: str  # the owner of the round, as "host:process"
    outcome: CallOutcome
    tokens_in: int
    tokens_out: int = 0
    tokens_cached: int | None = None  # of tokens_in; None if the provider does not say
    is_estimated: bool = False  # whether we counted the tokens, because the provider did not say
    cost: float | None = None  # US dollars; None if the price is unknown
    duration_ms: int = 0
    error: str | None = None
    created_at: datetime
    body: str = ""  # the reply, until the round that asked for it has been written

    @property
    def what(self) -> str:
        """The call in one line, for people."""
        return f"{self.purpose} by {self.model}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was forgotten, by ids and without content."""

    label: ClassVar[Label] = Label.RECEIPT
    id: str
    space_name: str
    asked: str  # the kind of target: messages, conversation, chat, person, time, expired or space
    ids: tuple[str, ...]  # of what is gone
    rebuilt: tuple[str, ...] = ()  # of texts that rounds write anew
    counts: tuple[str, ...] = ()  # "Message 12" for each label
    names: tuple[str, ...] = ()  # names to look for in what is left; none once it is done
    words: tuple[str, ...] = ()  # words that stood only in what is gone; none once it is done
    marks: tuple[str, ...] = ()  # by which a message that is sent again is known (graph.values.forgotten_lines)
    created_at: datetime
    done_at: datetime | None = None  # when the last trace was gone

    @property
    def what(self) -> str:
        """One line, for people."""
        return f"Forgotten: {self.asked}"


Item = Message | Summary | Entity | Fact | SignificantMemory | Reflection | KeyInfo  # What a block can show.
Stored = Item | Space | Conversation | Offer | Block | AppliedChange | ModelCall | Receipt | LearnedWeights  # One node.
