"""Changes of entities: made, renamed, merged, told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph.changing.change_batch import ChangeBatch, shown
from graph.errors import BadInput, Conflict
from graph.store.verbs import Edge, Kind, Label, PutNode
from graph.text.analysis import name_key
from graph.values.changes import EntityText, MergeEntities, NewEntity, ReviseEntity
from graph.values.items import Entity, EntityType

NOT_MOVED = frozenset({Kind.ALSO_KNOWN_AS, Kind.COVERS})
"""Edges that a merge makes anew: names follow from aliases, and covered facts from the text that is kept."""


def new_entity(applying: ChangeBatch, change: NewEntity) -> str:
    """See NewEntity."""
    known = same_entity(applying, change.name, change.type)
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
        applying.draft.make(entity)
    else:
        entity = replace(
            known,
            type=change.type if known.type is EntityType.UNKNOWN else known.type,
            aliases=_aliases(known.name, known.aliases, (change.name, *change.aliases)),
        )
        if entity != known:
            entity = replace(entity, updated_at=applying.now)
            applying.draft.change(known, entity)
    applying.name(entity)
    _link_aliases(applying, known, entity)
    for message in change.mentioned_in:
        applying.draft.link(message, Kind.MENTIONS, entity.id)
    return f"{'Met' if known is None else 'Learned more of'} {shown(entity.name)}, {entity.type}"


def revise_entity(applying: ChangeBatch, change: ReviseEntity) -> str:
    """See ReviseEntity. Raises Conflict when another entity of the type has the name."""
    before = applying.entity(change.entity)
    name = before.name if change.name is None else change.name
    type = before.type if change.type is None else change.type
    old = before.aliases if change.aliases is None else change.aliases
    former = () if change.name is None else (before.name,)
    entity = replace(before, name=name, key=name_key(name), type=type, aliases=_aliases(name, old, former))
    for other in applying.entities_named(name):
        if other.id != entity.id and other.key == entity.key and other.type is entity.type:
            raise Conflict(f"{other.id} is {other.name!r}, {other.type} already; merge {entity.id} with it")
    if entity != before:
        applying.draft.change(before, replace(entity, updated_at=applying.now))
        applying.name(entity)
        _link_aliases(applying, before, entity)
    return f"{shown(before.name)}, {before.type}, is {shown(name)}, {type}"


def merge_entities(applying: ChangeBatch, change: MergeEntities) -> str:
    """See MergeEntities. Raises TooLarge, before anything is edited, for one with more edges than can be kept."""
    keep, lose = applying.entity(change.keep), applying.entity(change.lose)
    if keep.id == lose.id:
        raise BadInput(f"{keep.id} cannot be merged with itself")
    edges = applying.draft.edges([lose.id], list(Kind))
    has_text = bool(keep.brief or keep.dossier)
    merged = replace(
        keep,
        type=lose.type if keep.type is EntityType.UNKNOWN else keep.type,
        aliases=_aliases(keep.name, keep.aliases, (lose.name, *lose.aliases)),
        brief=keep.brief if has_text else lose.brief,
        dossier=keep.dossier if has_text else lose.dossier,
        is_stale=has_text or lose.is_stale,  # The kept text knows nothing of the other's facts.
        usefulness=keep.usefulness + lose.usefulness,
        compared_with=tuple(dict.fromkeys((*keep.compared_with, *lose.compared_with))),
        updated_at=applying.now,
    )
    # Read at once: whether the kept one has such an edge already would be a read for each.
    applying.draft.read_edges({end for edge in edges for end in (edge.source, edge.target)}, {e.kind for e in edges})
    for edge in edges:
        if edge.kind not in NOT_MOVED or (edge.kind is Kind.COVERS and not has_text):
            _move(applying, edge, lose.id, keep.id)
    _unlink_aliases(applying, lose, lose.aliases)
    applying.draft.drop(lose.id)
    applying.draft.change(keep, merged)
    applying.merged[lose.id] = keep.id
    applying.name(merged)
    _link_aliases(applying, keep, merged)
    return f"{shown(lose.name)} ({lose.id}) is {shown(keep.name)} ({keep.id}): {shown(change.reason)}"


def entity_text(applying: ChangeBatch, change: EntityText) -> str:
    """See EntityText. An empty text is none; a stale text that was not written anew stays stale."""
    before = applying.entity(change.entity)
    is_left = (change.brief is None and bool(before.brief)) or (change.dossier is None and bool(before.dossier))
    entity = replace(
        before,
        brief=before.brief if change.brief is None else change.brief or None,
        dossier=before.dossier if change.dossier is None else change.dossier or None,
        is_stale=before.is_stale and is_left,
    )
    if entity != before:
        applying.draft.change(before, replace(entity, author=change.author, updated_at=applying.now))
    _cover(applying, entity.id, change)
    texts = [name for name, text in (("brief", change.brief), ("dossier", change.dossier)) if text is not None]
    return f"Wrote the {' and '.join(texts) or 'text'} of {shown(entity.name)}"


def same_entity(applying: ChangeBatch, name: str, type: EntityType) -> Entity | None:
    """The entity of equal folded name and type; an unknown type goes with any."""
    for entity in applying.entities_named(name):
        if entity.type is type or EntityType.UNKNOWN in (entity.type, type):
            return entity
    return None


def _aliases(name: str, old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Each other way to write the name once, by folded name."""
    by_key = {name_key(alias): alias for alias in reversed((*old, *new))}
    by_key.pop(name_key(name), None)
    by_key.pop("", None)
    return tuple(alias for alias in dict.fromkeys((*old, *new)) if by_key.get(name_key(alias)) == alias)


def _link_aliases(applying: ChangeBatch, before: Entity | None, entity: Entity) -> None:
    """A node for each name, for people who look at the graph; what the program reads is `Entity.aliases`."""
    old = {_alias_id(alias) for alias in before.aliases} if before is not None else set()
    for alias in entity.aliases:
        if (id := _alias_id(alias)) not in old:
            if applying.draft.node(id) is None:
                applying.draft.put(PutNode(Label.ALIAS, id, {"name": alias}))
            applying.draft.link(entity.id, Kind.ALSO_KNOWN_AS, id)
    new = {_alias_id(alias) for alias in entity.aliases}
    if before is not None:
        _unlink_aliases(applying, before, [alias for alias in before.aliases if _alias_id(alias) not in new])


def _unlink_aliases(applying: ChangeBatch, entity: Entity, aliases: Sequence[str]) -> None:
    for alias in aliases:
        id = _alias_id(alias)
        applying.draft.unlink(entity.id, Kind.ALSO_KNOWN_AS, id)
        if applying.draft.node(id) is not None and not applying.draft.edges([id], [Kind.ALSO_KNOWN_AS]):
            applying.draft.drop(id)


def _alias_id(alias: str) -> str:
    return f"alias:{name_key(alias)}"


def _move(applying: ChangeBatch, edge: Edge, lose: str, keep: str) -> None:
    """The edge leads to `keep`; one that leads there already stays as it is."""
    source, target = (keep if end == lose else end for end in (edge.source, edge.target))
    if source != target and applying.draft.edge(source, edge.kind, target) is None:
        applying.draft.link(source, edge.kind, target, edge.properties)


def _cover(applying: ChangeBatch, entity: str, change: EntityText) -> None:
    """The facts that brief and dossier say are those of the change; a text that is left keeps its own."""
    told: dict[str, set[str]] = {}
    for edge in applying.draft.edges([entity], [Kind.COVERS]):
        if edge.source == entity:
            # Edges written before briefs had theirs belong to the dossier.
            told[edge.target] = {text for text in ("brief", "dossier") if edge.properties.get(text)} or {"dossier"}
    for text, body, facts in (("brief", change.brief, change.brief_covers), ("dossier", change.dossier, change.covers)):
        if body is not None:
            covered = {applying.resolve(fact) for fact in facts}
            for fact in told.keys() | covered:
                said = told.setdefault(fact, set())
                (said.add if fact in covered else said.discard)(text)
    for fact, texts in sorted(told.items()):
        if texts:
            applying.draft.link(entity, Kind.COVERS, fact, dict.fromkeys(sorted(texts), True))
        else:
            applying.draft.unlink(entity, Kind.COVERS, fact)
