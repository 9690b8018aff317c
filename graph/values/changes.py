"""The changes that an archivist may propose, which graph.changing.apply writes to the graph.

Archivists propose the same changes without a model and with one. A change names things by id, or by the `ref` ("new:…")
of something made earlier in the same list. Each applied change is logged with its grounds and can be undone.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.errors import BadInput
from graph.values.items import Author, EntityType, FactKind, MemoryType, Role
from graph.values.learned_weights import LearnedWeights

WHY_CHARS_MAX = 500
"""`why` is a sentence: it is kept with every change."""

DUPLICATE = "duplicate"
"""The reason of a superseded fact that says the same as another one."""


class Verdict(StrEnum):
    """What an item in a block has done for the reply."""

    USEFUL = "useful"  # the reply uses it
    UNUSED = "unused"  # nothing shows that it mattered
    HARMFUL = "harmful"  # it misled the reply, or was corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Who proposes a change, and why. The change log keeps all of it."""

    author: Author = Author.RULES
    archivist: str = ""  # its name, such as "facts"; "" for a caller
    signed_by: str = ""  # who, for a caller's change: a person, or the name of a key
    prompt_version: str = ""  # of the prompt that the model answered; "" if rules proposed the change
    why: str = ""  # one sentence
    evidence: tuple[str, ...] = ()  # message ids

    def __post_init__(self) -> None:
        if len(self.why) > WHY_CHARS_MAX:
            raise BadInput(f"why has {len(self.why)} characters, expected at most {WHY_CHARS_MAX}")


Change = Grounds
"""Any of the changes below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity(Grounds):
    """Add an entity, or aliases and mentions to the one with the same folded name, type and owner.

    One without an owner becomes that of the first owner.
    """

    name: str
    owner: str = ""
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[str, ...] = ()
    mentioned_in: tuple[str, ...] = ()  # message ids


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseEntity(Grounds):
    """Change an entity's name, type or aliases; None leaves them. The former name becomes an alias."""

    entity: str
    name: str | None = None
    type: EntityType | None = None
    aliases: tuple[str, ...] | None = None  # all of them


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeEntities(Grounds):
    """Merge two entities that are one: `keep` takes over names, mentions, facts and usefulness; `lose` is dropped."""

    keep: str
    lose: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitEntity(Grounds):
    """Split an entity in two: a new one takes over these aliases, facts and messages. The two are kept apart."""

    ref: str = ""  # "new:…", by which later changes in this list name the new one
    entity: str
    name: str  # of the new one
    type: EntityType | None = None  # None: that of the other
    aliases: tuple[str, ...] = ()  # besides `name`; the other entity loses all of them
    facts: tuple[str, ...] = ()  # ids of facts that are about the new one
    messages: tuple[str, ...] = ()  # ids of messages that mention the new one, besides those of the facts
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityText(Grounds):
    """Set an entity's brief, its dossier, or both; None leaves a text as it is."""

    entity: str  # its id, or its name if this list made it
    brief: str | None = None
    dossier: str | None = None
    covers: tuple[str, ...] = ()  # facts that the dossier states, by id or ref
    brief_covers: tuple[str, ...] = ()  # facts that the brief states, by id or ref


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact(Grounds):
    """Add a fact, theory, question or objective, with the messages it comes from and the entities it is about."""

    ref: str = ""  # "new:…", by which later changes in this list name it
    body: str
    kind: FactKind = FactKind.FACT
    importance: int = 5  # 1..10
    salience: int = 5  # 1..10
    confidence: float = 1.0  # 0..1, of a theory
    stated_by: Role = Role.USER
    about: tuple[str, ...] = ()  # names or ids of entities; one that no entity has is ignored
    sources: tuple[str, ...]  # message ids, at least one unless a caller says it
    valid_from: datetime | None = None  # when it became true; None: when it was first said
    valid_to: datetime | None = None  # when it stopped being true; None: it is true
    expires_at: datetime | None = None  # when it is forgotten; None: never
    supported_by: tuple[str, ...] = ()  # of a theory: facts that support it
    part_of: str | None = None  # of an objective: the larger objective
    unlinked: int = 0  # as the fact has it


@dataclass(frozen=True, slots=True, kw_only=True)
class RestateFact(Grounds):
    """Note that a known fact was said again: add sources, and take it as the user's statement if the user said it."""

    fact: str
    sources: tuple[str, ...]  # message ids
    stated_by: Role = Role.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseFact(Grounds):
    """Correct a fact's text, weights or times; None leaves a property. A new text makes the texts that use it stale.

    For something that was true and is no longer, use SupersedeFact.
    """

    fact: str
    body: str | None = None
    importance: int | None = None  # 1..10
    salience: int | None = None  # 1..10
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    part_of: str | None = None  # of an objective: the larger objective


@dataclass(frozen=True, slots=True, kw_only=True)
class SupersedeFact(Grounds):
    """Mark a fact as no longer true because another fact replaces it."""

    fact: str
    by: str
    reason: str
    valid_from: datetime | None = None  # when the new fact became true; None leaves what is known
    valid_to: datetime | None = None  # when the old fact stopped being true; None: when the new one became true


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawFact(Grounds):
    """Mark a fact as never true, or not to be known. Blocks do not show it, and archivists do not find it again."""

    fact: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeFacts(Grounds):
    """Merge two facts that say the same: `keep` takes over sources, entities and usefulness; `lose` is superseded."""

    keep: str
    lose: str
    reason: str = DUPLICATE


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFacts(Grounds):
    """Mark two facts as contradicting each other, when nobody can tell which is true."""

    a: str
    b: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepApart(Grounds):
    """Note that two similar facts, or two similar entities, are different. Ends a dispute; no model is asked again."""

    a: str
    b: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseQuestion(Grounds):
    """Close a question."""

    question: str
    answered_by: str | None = None  # the fact that answers it; None: it does not matter any more
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteObjective(Grounds):
    """Close an objective. If it is reached, so is each larger objective whose parts are now all closed."""

    objective: str
    reason: str
    is_reached: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighTheory(Grounds):
    """Add evidence for or against a theory and set its confidence; at 0 the theory is given up.

    If evidence for a theory is superseded, its confidence drops without another change.
    """

    theory: str
    fact: str  # the new evidence
    is_support: bool
    confidence: float  # 0..1, with this evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePresentation(Grounds):
    """Give items of a block a verdict, which counts towards their usefulness. It replaces an earlier verdict."""

    block: str
    items: tuple[str, ...]  # all items with this verdict
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWeights(Grounds):
    """Keep what verdicts teach about the weights of scores, in place of what was kept before."""

    learned: LearnedWeights


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSummary(Grounds):
    """Summarise messages (level 1), or summaries of lower levels."""

    ref: str  # "new:…", by which later changes in this list name it
    level: int
    members: tuple[str, ...]  # ids, or refs of NewSummary earlier in this list; in order of time
    body: str
    conversation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceSummary(Grounds):
    """Rewrite a stale summary of the same members. The summary above it becomes stale."""

    summary: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropSummary(Grounds):
    """Drop a summary that is in no other summary. Its members are in no summary then."""

    summary: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteConversation(Grounds):
    """Complete a conversation that is over, unless it has grown since."""

    conversation: str  # id
    title: str
    message_count: int | None = None  # the count when it was read; None: complete it whatever it holds now
    topics: tuple[str, ...] = ()
    summary: str | None = None  # the root of its messages' summaries, by id or ref
    closes: bool = False  # no later message may join it, however soon it comes


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKeyInfo(Grounds):
    """Replace all key info that is not pinned with these lines, each from its message."""

    lines: tuple[str, ...]
    sources: tuple[str, ...]  # one message id for each line
    left_out: int = 0  # how many lines had no room so far
    gone: tuple[str, ...] = ()  # the lines that somebody has taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class PinKeyInfo(Grounds):
    """Add a line to key info that rounds leave there. A line that is there already becomes pinned."""

    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpinKeyInfo(Grounds):
    """Take a line out of key info, whoever put it there."""

    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _MemoryChange(Grounds):
    """What a new memory and a revised one tell of it besides its text."""

    participants: tuple[str, ...] = ()  # names; one that no entity has is kept without an edge
    places: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # message ids

    @property
    def entities(self) -> tuple[NewEntity, ...]:
        """The people, places and things named. They are made first, and the memory gets an edge to each."""
        return entities_in(self.participants, self.places, self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory(_MemoryChange):
    """Add a significant memory, with its messages and the people, places and things that it is about."""

    ref: str = ""  # "new:…", by which later changes in this list name it
    type: MemoryType
    body: str
    importance: int = 5  # 1..10
    key: str = ""  # the caller's id for it
    accessed_at: datetime | None = None  # None: now
    expires_at: datetime | None = None  # when it is forgotten; None: never


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseMemory(_MemoryChange):
    """Update a significant memory. None leaves a property as it is; names, triggers and sources are added."""

    memory: str
    body: str | None = None
    importance: int | None = None  # 1..10


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactMemories(Grounds):
    """Tell several significant memories as one. Undo puts the members back."""

    members: tuple[str, ...]  # ids or refs, at least two
    type: MemoryType
    body: str
    importance: int = 5  # 1..10
    triggers: tuple[str, ...] = ()  # besides those of the members


@dataclass(frozen=True, slots=True, kw_only=True)
class DropMemory(Grounds):
    """Drop a significant memory that nobody has used for long. Undo puts it back."""

    memory: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewReflection(Grounds):
    """Add what a participant has come to think; it replaces what the participant thought before."""

    participant: str
    body: str
    conversations: tuple[str, ...]  # ids of those that it adds to the reflection before it
    replaces: str | None = None  # the reflection before it, which is kept


def entities_in(
    participants: tuple[str, ...], places: tuple[str, ...], items: tuple[str, ...]
) -> tuple[NewEntity, ...]:
    """The entities of these names, each once."""
    kinds = ((participants, EntityType.PERSON), (places, EntityType.PLACE), (items, EntityType.THING))
    found = {name: NewEntity(name=name, type=type) for names, type in reversed(kinds) for name in names}
    return tuple(found.values())
