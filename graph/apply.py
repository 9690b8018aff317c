"""What archivists propose lands in the graph: a list of changes, the round's watermark and its lease in one write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.changes import (
    Change,
    CompleteConversation,
    EntityText,
    NewEntity,
    NewFact,
    NewSummary,
    SetKeyInfo,
    SupersedeFact,
)
from graph.codec import stored_of
from graph.errors import BadInput, Conflict, LeaseLost, NotFound
from graph.index import SpaceIndex
from graph.items import (
    KEY_INFO_ID,
    ConversationStatus,
    Entity,
    EntityType,
    Fact,
    FactStatus,
    KeyInfo,
    Message,
    Stored,
    Summary,
)
from graph.knowledge import KnowledgeGraph
from graph.plan import Plan
from graph.puts import put, put_changed
from graph.store import DropEdge, Edge, Kind, Label, PutEdge, PutNode, Store
from graph.text import name_key

COVERS_CAP = 10_000
"""More facts than any dossier lists."""


@dataclass(frozen=True, slots=True)
class RoundMark:
    """What a finished round says of itself: who did it, and the last message it has read."""

    owner: str
    rounded_to: str


@dataclass(frozen=True, slots=True)
class Applied:
    """The ids that the refs of a list of changes were given."""

    ids: Mapping[str, str]


@dataclass(slots=True)
class _Applying:
    """One list of changes on its way into a plan."""

    plan: Plan
    store: Store
    index: SpaceIndex
    now: datetime
    ids: dict[str, str] = field(default_factory=dict)  # ref -> id
    names: dict[str, list[Entity]] = field(default_factory=dict)  # folded name -> entities of this list
    fresh: dict[str, Stored] = field(default_factory=dict)  # what this list has read, made or changed, by id
    made: set[str] = field(default_factory=set)

    def resolve(self, ref: str) -> str:
        return self.ids.get(ref, ref)

    def load(self, ids: Sequence[str]) -> dict[str, Stored]:
        """The items of these ids, as this list has left them. One read for those not seen before."""
        if missing := [id for id in ids if id not in self.fresh]:
            nodes = self.store.nodes(self.plan.space.name, missing)
            self.fresh |= {id: stored_of(node) for id, node in nodes.items()}
        for id in ids:
            if id not in self.fresh:
                raise NotFound(f"{id!r} does not exist in space {self.plan.space.name!r}")
        return {id: self.fresh[id] for id in ids}

    def make(self, item: Stored, id: str) -> None:
        self.fresh[id] = item
        self.made.add(id)
        self.plan.add(put(item, expect=0))

    def change(self, before: Stored, after: Stored, id: str) -> None:
        if id in self.made:
            self.make(after, id)
        else:
            self.fresh[id] = after
            self.plan.add(put_changed(before, after))


def apply_changes(
    knowledge: KnowledgeGraph, space: str, changes: Sequence[Change], *, now: datetime, mark: RoundMark | None = None
) -> Applied:
    """Every change, the watermark and the freed lease have landed in one write, or none of them.

    Raises NotFound when a change names what does not exist, and Conflict when the round's lease was taken over.
    """

    def decide(plan: Plan) -> Applied:
        if mark is not None:
            if plan.space.lease_owner != mark.owner:
                raise LeaseLost(f"the lease of space {space!r} is {plan.space.lease_owner}'s, expected {mark.owner}'s")
            plan.space = replace(
                plan.space,
                rounded_to=max(plan.space.rounded_to, mark.rounded_to),
                lease_owner=None,
                lease_until=None,
                attempts=0,
                retry_at=None,
                last_error=None,
            )
            plan.touch()
        applying = _Applying(plan, knowledge.store, knowledge.index(space), now)
        applying.load(_named_in(changes))
        for change in sorted(changes, key=_turn):
            _apply(applying, change)
        return Applied(applying.ids)

    return knowledge.change(space, decide)


def _named_in(changes: Sequence[Change]) -> list[str]:
    """The messages and items that changes name, to be read at once."""
    named: dict[str, None] = {}
    for change in changes:
        if isinstance(change, NewFact):
            named |= dict.fromkeys(change.sources)
        elif isinstance(change, NewSummary):
            named |= dict.fromkeys(member for member in change.members if not member.startswith("new:"))
    return list(named)


def _turn(change: Change) -> int:
    """Entities first, so that facts of the same list find them; otherwise in the order given."""
    return 0 if isinstance(change, NewEntity) else 1


def _apply(applying: _Applying, change: Change) -> None:
    match change:
        case NewEntity():
            _entity(applying, change)
        case EntityText():
            _entity_text(applying, change)
        case NewFact():
            _fact(applying, change)
        case SupersedeFact():
            _supersede(applying, change)
        case NewSummary():
            _summary(applying, change)
        case CompleteConversation():
            _complete(applying, change)
        case SetKeyInfo():
            _key_info(applying, change)
        case _:
            raise BadInput(f"{type(change).__name__} cannot be applied by this version")


def _entity(applying: _Applying, change: NewEntity) -> None:
    known = _same_entity(applying, change.name, change.type)
    if known is None:
        entity = Entity(
            id=applying.plan.new_id("e"),
            name=change.name,
            key=name_key(change.name),
            type=change.type,
            aliases=_aliases(change.name, (), change.aliases),
            author=change.author,
            created_at=applying.now,
            updated_at=applying.now,
        )
        applying.make(entity, entity.id)
    else:
        entity = replace(
            known,
            type=change.type if known.type is EntityType.UNKNOWN else known.type,
            aliases=_aliases(known.name, known.aliases, (change.name, *change.aliases)),
        )
        if entity != known:
            entity = replace(entity, updated_at=applying.now)
            applying.change(known, entity, entity.id)
    for name in (entity.name, *entity.aliases):
        namesakes = applying.names.setdefault(name_key(name), [])
        namesakes[:] = [other for other in namesakes if other.id != entity.id] + [entity]
    for alias in entity.aliases:
        _alias(applying, entity.id, alias)
    for message in change.mentioned_in:
        applying.plan.add(PutEdge(message, Kind.MENTIONS, entity.id))


def _same_entity(applying: _Applying, name: str, type: EntityType) -> Entity | None:
    """The entity of equal folded name and type; an unknown type goes with any."""
    named = [entity.id for entity in applying.names.get(name_key(name), [])] + applying.index.entities_named(name)
    for entity in applying.load(list(dict.fromkeys(named))).values():
        if isinstance(entity, Entity) and (entity.type is type or EntityType.UNKNOWN in (entity.type, type)):
            return entity
    return None


def _aliases(name: str, old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Each other way to write the name once, by folded name."""
    by_key = {name_key(alias): alias for alias in reversed((*old, *new))}
    by_key.pop(name_key(name), None)
    by_key.pop("", None)
    return tuple(alias for alias in dict.fromkeys((*old, *new)) if by_key.get(name_key(alias)) == alias)


def _alias(applying: _Applying, entity: str, alias: str) -> None:
    """A node for the name, for people who look at the graph; what the program reads is `Entity.aliases`."""
    id = f"alias:{name_key(alias)}"
    applying.plan.add(PutNode(Label.ALIAS, id, {"name": alias}), PutEdge(entity, Kind.ALSO_KNOWN_AS, id))


def _entity_text(applying: _Applying, change: EntityText) -> None:
    made = applying.names.get(name_key(change.entity))
    id = made[0].id if made else change.entity
    before = applying.load([id])[id]
    assert isinstance(before, Entity)
    entity = replace(
        before,
        brief=before.brief if change.brief is None else change.brief,
        dossier=before.dossier if change.dossier is None else change.dossier,
        is_stale=False,
        author=change.author,
        updated_at=applying.now,
    )
    applying.change(before, entity, entity.id)
    if change.dossier is not None:
        _replace_edges(applying, entity.id, Kind.COVERS, [applying.resolve(fact) for fact in change.covers])


def _fact(applying: _Applying, change: NewFact) -> None:
    if not change.sources:
        raise BadInput(f"a fact has no source message, expected at least one: {change.body[:80]!r}")
    sources = [said for said in applying.load(change.sources).values() if isinstance(said, Message)]
    if len(sources) < len(change.sources):
        raise BadInput(f"the sources {change.sources} of a fact are not all messages: {change.body[:80]!r}")
    fact = Fact(
        id=applying.plan.new_id("f"),
        body=change.body,
        kind=change.kind,
        importance=change.importance,
        salience=change.salience,
        stated_by=change.stated_by,
        author=change.author,
        created_at=applying.now,
        updated_at=applying.now,
        valid_from=min(source.sent_at for source in sources),
    )
    applying.make(fact, fact.id)
    if change.ref:
        applying.ids[change.ref] = fact.id
    for source in sources:
        applying.plan.add(PutEdge(fact.id, Kind.STATED_IN, source.id))
    for name in change.about:
        entity = _same_entity(applying, name, EntityType.UNKNOWN)
        if entity is not None:
            applying.plan.add(PutEdge(fact.id, Kind.ABOUT, entity.id))


def _supersede(applying: _Applying, change: SupersedeFact) -> None:
    by = applying.resolve(change.by)
    before = applying.load([change.fact])[change.fact]
    assert isinstance(before, Fact)
    fact = replace(
        before,
        status=FactStatus.SUPERSEDED,
        valid_to=applying.now,
        reason=change.reason,
        updated_at=applying.now,
    )
    applying.change(before, fact, fact.id)
    applying.plan.add(PutEdge(fact.id, Kind.SUPERSEDED_BY, by))
    for edge in applying.store.edges(applying.plan.space.name, [fact.id], [Kind.COVERS], COVERS_CAP):
        applying.plan.add(PutNode(Label.ENTITY, edge.source, {"is_stale": True}))


def _summary(applying: _Applying, change: NewSummary) -> None:
    ids = [applying.resolve(member) for member in change.members]
    members = list(applying.load(ids).values())
    id = applying.plan.new_id("s")
    for member_id, member in zip(ids, members, strict=True):
        assert isinstance(member, Message | Summary)
        if member.container is not None:
            raise Conflict(f"{member_id} is in summary {member.container} already; nothing is summarised twice")
        applying.plan.add(PutEdge(id, Kind.SUMMARIZES, member_id))
    parts = [member for member in members if isinstance(member, Message | Summary)]
    summary = Summary(
        id=id,
        level=change.level,
        body=change.body,
        conversation=change.conversation,
        first_at=min(part.sent_at if isinstance(part, Message) else part.first_at for part in parts),
        last_at=max(part.sent_at if isinstance(part, Message) else part.last_at for part in parts),
        first_position=min(part.position if isinstance(part, Message) else part.first_position for part in parts),
        last_position=max(part.position if isinstance(part, Message) else part.last_position for part in parts),
        message_count=sum(1 if isinstance(part, Message) else part.message_count for part in parts),
        participants=tuple(
            dict.fromkeys(
                name for part in parts for name in ((part.sender,) if isinstance(part, Message) else part.participants)
            )
        ),
        author=change.author,
    )
    applying.make(summary, id)
    applying.ids[change.ref] = id
    for part in parts:
        applying.change(part, replace(part, container=id), part.id)


def _complete(applying: _Applying, change: CompleteConversation) -> None:
    properties = {
        "status": str(ConversationStatus.COMPLETE),
        "title": change.title,
        "name": change.title,
        "topics": change.topics,
        "summary": applying.resolve(change.summary) if change.summary else None,
    }
    applying.plan.add(PutNode(Label.CONVERSATION, change.conversation, properties))


def _key_info(applying: _Applying, change: SetKeyInfo) -> None:
    info = KeyInfo(lines=change.lines, sources=change.sources, author=change.author, updated_at=applying.now)
    applying.fresh[KEY_INFO_ID] = info
    applying.plan.add(put(info))
    _replace_edges(applying, KEY_INFO_ID, Kind.STATED_IN, change.sources)


def _replace_edges(applying: _Applying, source: str, kind: Kind, targets: Sequence[str]) -> None:
    """Exactly these edges of one kind lead away from `source`."""
    stored: list[Edge] = applying.store.edges(applying.plan.space.name, [source], [kind], COVERS_CAP)
    for edge in stored:
        if edge.source == source and edge.target not in targets:
            applying.plan.add(DropEdge(source, kind, edge.target))
    for target in dict.fromkeys(targets):
        applying.plan.add(PutEdge(source, kind, target))
