"""Applies changes of entities: new, revised and merged ones, and their texts."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from graph.changing.graph_draft import ChangeBatch, GraphDraft, shortened
from graph.errors import BadInput, Conflict
from graph.store.verbs import Kind, Label, PutNode
from graph.text.analysis import name_key
from graph.values.changes import EntityText, MergeEntities, NewEntity, ReviseEntity, SplitEntity
from graph.values.items import Author, Entity, EntityType, Fact, Message

NOT_MOVED = frozenset({Kind.ALSO_KNOWN_AS, Kind.COVERS})
"""Edges that a merge makes itself: names follow from the aliases, covered facts from the text that is kept."""


FIXABLE = ("name", "type", "aliases")
"""What a caller can set of an entity so that archivists leave it."""


def new_entity(batch: ChangeBatch, change: NewEntity) -> str:
    """See NewEntity."""
    known = same_entity(batch, change.name, change.type, change.owner)
    if known is None:
        entity = Entity(
            id=batch.plan.new_id(Label.ENTITY),
            name=change.name,
            key=name_key(change.name),
            owner=change.owner,
            type=change.type,
            aliases=_merged_aliases(change.name, (), change.aliases),
            author=change.author,
            created_at=batch.now,
            updated_at=batch.now,
        )
        batch.draft.make(entity)
    else:
        entity = replace(
            known,
            owner=known.owner or change.owner,
            type=change.type if known.type is EntityType.UNKNOWN else known.type,
            aliases=_merged_aliases(known.name, known.aliases, (change.name, *change.aliases)),
        )
        if entity != known:
            entity = replace(entity, updated_at=batch.now)
            batch.draft.change(known, entity)
    batch.name(entity)
    _link_aliases(batch, known, entity)
    for message in change.mentioned_in:
        batch.draft.link(message, Kind.MENTIONS, entity.id)
    return f"{'Met' if known is None else 'Learned more of'} {shortened(entity.name)}, {entity.type}"


def revise_entity(batch: ChangeBatch, change: ReviseEntity) -> str:
    """See ReviseEntity. If another entity of this type has the name: Conflict for a caller, else no change."""
    before = batch.entity(change.entity)
    name = before.name if change.name is None else change.name
    type = before.type if change.type is None else change.type
    old = before.aliases if change.aliases is None else change.aliases
    former = () if change.name is None else (before.name,)
    entity = replace(
        before,
        name=name,
        key=name_key(name),
        type=type,
        aliases=_merged_aliases(name, old, former),
        fixed=_fixed(before, change) if change.author is Author.CALLER else before.fixed,
    )
    for other in batch.entities_named(name):
        if other.id != entity.id and other.key == entity.key and other.type is entity.type:
            if change.author is not Author.CALLER:
                return ""  # Somebody has made it since the round read: the next round sees both.
            raise Conflict(f"{other.id} is {other.name!r}, {other.type} already; merge {entity.id} with it")
    if entity != before:
        batch.draft.change(before, replace(entity, updated_at=batch.now))
        batch.name(entity)
        _link_aliases(batch, before, entity)
    return f"{shortened(before.name)}, {before.type}, is {shortened(name)}, {type}"


def merge_entities(batch: ChangeBatch, change: MergeEntities) -> str:
    """See MergeEntities. Raises TooLarge, before any edit, if the entity has more edges than the log can keep."""
    keep, lose = batch.entity(change.keep), batch.entity(change.lose)
    if keep.id == lose.id:
        raise BadInput(f"{keep.id} cannot be merged with itself")
    edges = batch.draft.edges([lose.id], list(Kind))
    has_text = _has_text(keep)
    merged = replace(
        keep,
        type=lose.type if keep.type is EntityType.UNKNOWN else keep.type,
        aliases=_merged_aliases(keep.name, keep.aliases, (lose.name, *lose.aliases)),
        brief=keep.brief if has_text else lose.brief,
        dossier=keep.dossier if has_text else lose.dossier,
        is_stale=has_text or lose.is_stale,  # The kept text does not mention the other entity's facts.
        usefulness=keep.usefulness + lose.usefulness,
        compared_with=tuple(dict.fromkeys((*keep.compared_with, *lose.compared_with))),
        fixed=tuple(dict.fromkeys((*keep.fixed, *lose.fixed))),
        updated_at=batch.now,
    )
    # One read for all; the loop would otherwise read once for each edge.
    batch.draft.read_edges({end for edge in edges for end in (edge.source, edge.target)}, {e.kind for e in edges})
    for edge in edges:
        if edge.kind not in NOT_MOVED or (edge.kind is Kind.COVERS and not has_text):
            source, target = (keep.id if end == lose.id else end for end in (edge.source, edge.target))
            if source != target and batch.draft.edge(source, edge.kind, target) is None:
                batch.draft.link(source, edge.kind, target, edge.properties)
    unlink_aliases(batch.draft, lose, lose.aliases)
    batch.draft.drop(lose.id)
    batch.draft.change(keep, merged)
    batch.merged[lose.id] = keep.id
    batch.name(merged)
    _link_aliases(batch, keep, merged)
    return f"{shortened(lose.name)} ({lose.id}) is {shortened(keep.name)} ({keep.id}): {shortened(change.reason)}"


def split_entity(batch: ChangeBatch, change: SplitEntity) -> str:
    """See SplitEntity. Raises Conflict if there is an entity of that name and type."""
    before = batch.entity(change.entity)
    type, facts = change.type or before.type, [batch.get(fact, Fact).id for fact in change.facts]
    taken = {name_key(name) for name in (change.name, *change.aliases)}
    if before.key in taken:
        raise BadInput(f"{before.id} is {before.name!r} itself; give the new one another name, or rename {before.id}")
    if (other := same_entity(batch, change.name, type)) is not None and other.id != before.id:
        raise Conflict(f"{other.id} is {other.name!r}, {other.type} already; choose another name, or merge the two")
    left = tuple(alias for alias in before.aliases if name_key(alias) not in taken)
    kept = replace(
        before, aliases=left, fixed=_with_fixed(before, "aliases"), is_stale=_has_text(before), updated_at=batch.now
    )
    made = Entity(
        id=batch.plan.new_id(Label.ENTITY),
        name=change.name,
        key=name_key(change.name),
        type=type,
        aliases=_merged_aliases(change.name, (), change.aliases),
        author=change.author,
        compared_with=(before.id,),
        fixed=FIXABLE,
        created_at=batch.now,
        updated_at=batch.now,
    )
    batch.draft.change(before, kept)
    batch.draft.make(made)
    if change.ref:
        batch.ids[change.ref] = made.id
    _link_aliases(batch, before, kept)
    _link_aliases(batch, None, made)
    batch.name(made)
    _move(batch, facts, change.messages, before.id, made.id)
    return f"{shortened(made.name)} ({made.id}) is not {shortened(kept.name)} ({kept.id})"


def _move(batch: ChangeBatch, facts: Sequence[str], messages: Sequence[str], old: str, new: str) -> None:
    """Move facts and messages to the new entity. The old one keeps the messages of its other facts."""
    batch.draft.read_edges(facts, [Kind.ABOUT, Kind.STATED_IN])
    said = {edge.target for edge in batch.draft.edges(facts, [Kind.STATED_IN])}
    for fact in facts:
        batch.draft.unlink(fact, Kind.ABOUT, old)
        batch.draft.link(fact, Kind.ABOUT, new)
        batch.draft.unlink(old, Kind.COVERS, fact)
    about = [edge.source for edge in batch.draft.edges([old], [Kind.ABOUT]) if edge.target == old]
    kept = {edge.target for edge in batch.draft.edges(about, [Kind.STATED_IN])}
    for message, item in batch.draft.items([*dict.fromkeys((*messages, *sorted(said)))]).items():
        if not isinstance(item, Message):
            raise BadInput(f"{message} is a {item.label}, expected a Message")
        batch.draft.link(message, Kind.MENTIONS, new)
        if message not in kept:
            batch.draft.unlink(message, Kind.MENTIONS, old)


def entity_text(batch: ChangeBatch, change: EntityText) -> str:
    """See EntityText. An empty text removes it. The entity stays stale if one of its texts was not rewritten."""
    before = batch.entity(change.entity)
    is_left = (change.brief is None and bool(before.brief)) or (change.dossier is None and bool(before.dossier))
    entity = replace(
        before,
        brief=before.brief if change.brief is None else change.brief or None,
        dossier=before.dossier if change.dossier is None else change.dossier or None,
        is_stale=before.is_stale and is_left,
    )
    if entity != before:
        batch.draft.change(before, replace(entity, author=change.author, updated_at=batch.now))
    _set_covered(batch, entity.id, change)
    texts = [name for name, text in (("brief", change.brief), ("dossier", change.dossier)) if text is not None]
    return f"Wrote the {' and '.join(texts) or 'text'} of {shortened(entity.name)}"


def same_entity(batch: ChangeBatch, name: str, type: EntityType, owner: str = "") -> Entity | None:
    """The entity of this folded name, type and owner; an unknown type matches any type, and so does no owner.

    An entity of the owner counts before one without an owner.
    """
    namesakes = [
        entity
        for entity in batch.entities_named(name)
        if (entity.type is type or EntityType.UNKNOWN in (entity.type, type))
        and (not owner or entity.owner in (owner, ""))
    ]
    return min(namesakes, key=lambda entity: entity.owner != owner, default=None)


def _fixed(before: Entity, change: ReviseEntity) -> tuple[str, ...]:
    return _with_fixed(before, *(name for name in FIXABLE if getattr(change, name) is not None))


def _with_fixed(before: Entity, *names: str) -> tuple[str, ...]:
    return tuple(name for name in FIXABLE if name in (*before.fixed, *names))


def _has_text(entity: Entity) -> bool:
    return bool(entity.brief or entity.dossier)


def _merged_aliases(name: str, old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    by_key = {name_key(alias): alias for alias in reversed((*old, *new))}
    by_key.pop(name_key(name), None)
    by_key.pop("", None)
    return tuple(alias for alias in dict.fromkeys((*old, *new)) if by_key.get(name_key(alias)) == alias)


def _link_aliases(batch: ChangeBatch, before: Entity | None, entity: Entity) -> None:
    """Give each alias a node, for people who look at the graph. The program itself reads `Entity.aliases`."""
    old = {_alias_id(alias) for alias in before.aliases} if before is not None else set()
    for alias in entity.aliases:
        if (id := _alias_id(alias)) not in old:
            if batch.draft.node(id) is None:
                batch.draft.put(PutNode(Label.ALIAS, id, {"name": alias}))
            batch.draft.link(entity.id, Kind.ALSO_KNOWN_AS, id)
    new = {_alias_id(alias) for alias in entity.aliases}
    if before is not None:
        unlink_aliases(batch.draft, before, [alias for alias in before.aliases if _alias_id(alias) not in new])


def unlink_aliases(draft: GraphDraft, entity: Entity, aliases: Sequence[str]) -> None:
    """Take the nodes of these aliases from the entity. One that no other entity has is dropped."""
    for alias in aliases:
        id = _alias_id(alias)
        draft.unlink(entity.id, Kind.ALSO_KNOWN_AS, id)
        if draft.node(id) is not None and not draft.edges([id], [Kind.ALSO_KNOWN_AS]):
            draft.drop(id)


def _alias_id(alias: str) -> str:
    # No name stands in an id: ids stay behind in tombstones and receipts.
    return f"alias:{blake2b(name_key(alias).encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"


def _set_covered(batch: ChangeBatch, entity: str, change: EntityText) -> None:
    """Set which facts the brief and the dossier state. A text that the change leaves alone keeps its facts."""
    texts_by_fact: dict[str, set[str]] = {}
    for edge in batch.draft.edges([entity], [Kind.COVERS]):
        if edge.source == entity:
            texts_by_fact[edge.target] = {text for text in ("brief", "dossier") if edge.properties.get(text)}
    for text, body, facts in (("brief", change.brief, change.brief_covers), ("dossier", change.dossier, change.covers)):
        if body is not None:
            covered = {batch.resolve(fact) for fact in facts}
            for fact in texts_by_fact.keys() | covered:
                texts = texts_by_fact.setdefault(fact, set())
                (texts.add if fact in covered else texts.discard)(text)
    for fact, texts in sorted(texts_by_fact.items()):
        if texts:
            batch.draft.link(entity, Kind.COVERS, fact, dict.fromkeys(sorted(texts), True))
        else:
            batch.draft.unlink(entity, Kind.COVERS, fact)
