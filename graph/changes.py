"""What an archivist may propose: a closed union of frozen values, applied together in one write by graph.apply."""

from __future__ import annotations

from dataclasses import dataclass

from graph.items import Author, EntityType, FactKind, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity:
    """An entity is known from now on. An entity of the same folded name and type takes its aliases and mentions."""

    name: str
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[str, ...] = ()
    mentioned_in: tuple[str, ...] = ()  # message ids
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityText:
    """An entity's brief or dossier says what the given facts say; None leaves a text as it is."""

    entity: str  # id, or the name of one made in this list
    brief: str | None = None
    dossier: str | None = None
    covers: tuple[str, ...] = ()  # facts that the dossier says, by id or ref
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """A statement is known, from these messages, about these entities."""

    ref: str = ""  # a name for it inside this list of changes, "new:…"
    body: str
    kind: FactKind = FactKind.FACT
    importance: int = 5  # 1..10
    salience: int = 5  # 1..10
    stated_by: Role = Role.USER
    about: tuple[str, ...] = ()  # entity names; those unknown after this list of changes are passed over
    sources: tuple[str, ...]  # message ids, at least one
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class SupersedeFact:
    """A fact no longer holds, since another one took its place."""

    fact: str  # id
    by: str  # id, or the ref of a NewFact in this list
    reason: str
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSummary:
    """Messages (level 1) or summaries of the level below are held by one text."""

    ref: str  # a name for it inside this list of changes, "new:…"
    level: int
    members: tuple[str, ...]  # ids, or refs of NewSummary earlier in this list; in order of time
    body: str
    conversation: str | None
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteConversation:
    """A conversation that fell silent is complete; `summary` is the root of its messages' tree."""

    conversation: str  # id
    title: str
    topics: tuple[str, ...] = ()
    summary: str | None = None  # id, or a ref
    author: Author = Author.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKeyInfo:
    """Key info is exactly these lines, each from its message."""

    lines: tuple[str, ...]
    sources: tuple[str, ...]
    author: Author = Author.RULES


Change = NewEntity | EntityText | NewFact | SupersedeFact | NewSummary | CompleteConversation | SetKeyInfo
