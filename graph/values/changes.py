"""What an archivist may propose: a closed union of frozen values, applied in one write by graph.changing.apply.

Model-driven and rule-driven archivists return the same values. Things are named by id, or by the `ref` of something
made earlier in the same list ("new:…"). Whatever is applied is logged with its grounds and can be undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.errors import BadInput
from graph.values.items import Author, EntityType, FactKind, Role

WHY_CHARS_MAX = 500
"""A sentence, not an essay: it is kept with every change."""

DUPLICATE = "duplicate"
"""The reason of a fact that another one says as well."""


class Verdict(StrEnum):
    """What an item that was shown has done for the reply."""

    USEFUL = "useful"  # the reply uses it
    UNUSED = "unused"  # nothing shows that it mattered
    HARMFUL = "harmful"  # it misled the reply, or was corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Who proposes a change, and on what grounds. All of it is kept in the change log."""

    author: Author = Author.RULES
    archivist: str = ""  # the name of who proposes it, such as "facts"; "" for a caller
    prompt_version: str = ""  # of the prompt that was answered; "" by rules
    why: str = ""  # one sentence
    evidence: tuple[str, ...] = ()  # message ids

    def __post_init__(self) -> None:
        if len(self.why) > WHY_CHARS_MAX:
            raise BadInput(f"why has {len(self.why)} characters, expected at most {WHY_CHARS_MAX}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity(Grounds):
    """An entity is known from now on. An entity of the same folded name and type takes its aliases and mentions."""

    name: str
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[str, ...] = ()
    mentioned_in: tuple[str, ...] = ()  # message ids


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseEntity(Grounds):
    """An entity's name, type or list of aliases is another one; None leaves it. A former name becomes an alias."""

    entity: str
    name: str | None = None
    type: EntityType | None = None
    aliases: tuple[str, ...] | None = None  # all of them


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeEntities(Grounds):
    """Two entities are one: `keep` takes names, mentions, facts and usefulness of `lose`, which is gone."""

    keep: str
    lose: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityText(Grounds):
    """An entity's brief or dossier says what the given facts say; None leaves a text as it is."""

    entity: str  # id, or the name of one made in this list
    brief: str | None = None
    dossier: str | None = None
    covers: tuple[str, ...] = ()  # facts that the dossier says, by id or ref
    brief_covers: tuple[str, ...] = ()  # facts that the brief says, by id or ref


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact(Grounds):
    """A statement is known, from these messages, about these entities."""

    ref: str = ""  # a name for it inside this list of changes, "new:…"
    body: str
    kind: FactKind = FactKind.FACT
    importance: int = 5  # 1..10
    salience: int = 5  # 1..10
    confidence: float = 1.0  # 0..1, of a theory
    stated_by: Role = Role.USER
    about: tuple[str, ...] = ()  # entity names; those unknown after this list of changes are passed over
    sources: tuple[str, ...]  # message ids, at least one
    valid_from: datetime | None = None  # since when it holds; None: since it was first said
    valid_to: datetime | None = None  # until when it held; None: it holds
    supported_by: tuple[str, ...] = ()  # of a theory: the facts that speak for it
    part_of: str | None = None  # of an objective: the larger one


@dataclass(frozen=True, slots=True, kw_only=True)
class RestateFact(Grounds):
    """A known fact was said again: these messages are sources of it too, and its word is the user's if one is his."""

    fact: str
    sources: tuple[str, ...]  # message ids
    stated_by: Role = Role.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseFact(Grounds):
    """A fact is told better or weighed anew; None leaves a property. With another body its dependents are stale.

    For what was true once and is no longer, use SupersedeFact.
    """

    fact: str
    body: str | None = None
    importance: int | None = None  # 1..10
    salience: int | None = None  # 1..10
    valid_from: datetime | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SupersedeFact(Grounds):
    """A fact no longer holds, since another one took its place."""

    fact: str
    by: str
    reason: str
    valid_from: datetime | None = None  # since when the other one holds; None leaves what is known
    valid_to: datetime | None = None  # until when this one held; None: until the other one began


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeFacts(Grounds):
    """Two facts say the same: `keep` takes sources, entities and usefulness; `lose` is superseded as a duplicate."""

    keep: str
    lose: str
    reason: str = DUPLICATE


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFacts(Grounds):
    """Two facts contradict each other and nobody can tell which holds: both are disputed until one is superseded."""

    a: str
    b: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepApart(Grounds):
    """Two facts, or two entities, that look alike are two: nobody is asked again, and they are disputed no longer."""

    a: str
    b: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseQuestion(Grounds):
    """A question is no longer open."""

    question: str
    answered_by: str | None = None  # the fact that answers it; None: it no longer matters
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteObjective(Grounds):
    """An objective is reached, and so is each larger one whose parts are now all done; or it is given up, alone."""

    objective: str
    reason: str
    is_reached: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighTheory(Grounds):
    """A fact speaks for or against a theory, which is now this credible; at 0 it is given up.

    When evidence for it is superseded, a theory loses that share of its confidence by itself.
    """

    theory: str
    fact: str  # the new evidence
    is_support: bool
    confidence: float  # 0..1, with this evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePresentation(Grounds):
    """These items of a block have earned this verdict, which counts into their usefulness.

    A verdict given before is replaced, not counted twice.
    """

    block: str
    items: tuple[str, ...]  # those of one verdict together: one change, however many they are
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSummary(Grounds):
    """Messages (level 1) or summaries of the level below are held by one text."""

    ref: str  # a name for it inside this list of changes, "new:…"
    level: int
    members: tuple[str, ...]  # ids, or refs of NewSummary earlier in this list; in order of time
    body: str
    conversation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceSummary(Grounds):
    """A stale summary is told anew, of the same members; the one above it is stale now."""

    summary: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropSummary(Grounds):
    """A summary that none holds is gone, and its members are loose again."""

    summary: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteConversation(Grounds):
    """A conversation that fell silent is complete, unless it has grown since; `summary` is its messages' root."""

    conversation: str  # id
    title: str
    message_count: int | None = None  # what it held when it was read; None: whatever it holds
    topics: tuple[str, ...] = ()
    summary: str | None = None  # id, or a ref


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKeyInfo(Grounds):
    """Key info is exactly these lines, each from its message."""

    lines: tuple[str, ...]
    sources: tuple[str, ...]  # one message id for each line


Change = (
    NewEntity
    | ReviseEntity
    | MergeEntities
    | EntityText
    | NewFact
    | RestateFact
    | ReviseFact
    | SupersedeFact
    | MergeFacts
    | DisputeFacts
    | KeepApart
    | CloseQuestion
    | CompleteObjective
    | WeighTheory
    | JudgePresentation
    | NewSummary
    | ReplaceSummary
    | DropSummary
    | CompleteConversation
    | SetKeyInfo
)
