"""Takes back what rules of earlier versions made of a space, if no hand and no model has touched it since.

Rules wrote facts, moments and reflections, gave names a type, aliases and a text, and ended or merged what was known.
Every message stays, and so does what quotes a user in key info. Each write is small, and is one entry of the change
log that can be undone. A step that is repeated finds nothing left to do, so whoever is interrupted begins again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.changing.apply_entities import unlink_aliases
from graph.changing.apply_summaries import key_info_parts, set_key_info
from graph.changing.change_batch import ChangeBatch
from graph.changing.changelog import Image, decode_images, encode_images, log_ops, touched_by
from graph.changing.graph_draft import GraphDraft
from graph.changing.made_by_rules import ITEMS, MERGES, REPLACES, MadeByRules, ends_of, quotes
from graph.changing.undoing import Undoing
from graph.errors import Conflict, TooLarge
from graph.knowledge import NOTHING, KnowledgeGraph
from graph.store.verbs import Edge, Kind, Label, Node, Store
from graph.values.changes import SetKeyInfo
from graph.values.codec import item_of, stored_of
from graph.values.items import (
    KEY_INFO_ID,
    AppliedChange,
    Author,
    Entity,
    EntityType,
    Fact,
    FactStatus,
    KeyInfo,
    Message,
    Reflection,
    Role,
    SignificantMemory,
)
from graph.values.write_plan import WritePlan

TAKE_BACK = "TakeBack"
"""The kind of a log entry that takes back what rules have made. It can be undone, the last one first."""

WHY = "rules of an earlier version made it, and nobody has touched it since"

PAGE = 100
"""Items in one write: other writers of the space wait about a tenth of a second."""

MESSAGES = 500
"""Messages in one read for key info."""

ROLES_MAX = 100
"""Edges to an entity that are read to see whether a memory names it, the newest first."""


Found = dict[str, set[str]]
"""What is taken back: for each kind of damage, the ids."""


def take_back(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Mapping[str, int]:
    """Take back what rules have made, unless this was done before; returns how much, by kind.

    One small read if it is done. Else each entry of the log and each item is read, with one write for each PAGE of what
    is taken back. Lines of key info that quote a user stay. Raises NotFound.
    """
    if knowledge.space(space).taken_back is not None:
        return {}
    taking = _Taking(knowledge, space, now)
    for step in taking.steps:
        after: str | None = ""
        while after is not None:
            after = knowledge.change(space, lambda plan, step=step, after=after: taking.plan(plan, step, after))  # type: ignore[misc]
    knowledge.change_space(space, lambda held: replace(held, taken_back=counted(taking.counts)))
    return taking.counts


def count_made_by_rules(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Mapping[str, int]:
    """How much `take_back` would take back, by kind, or could not take back. Reads as much, and writes nothing."""
    taking, held = _Taking(knowledge, space, now), knowledge.space(space)
    for step in taking.steps:
        after: str | None = ""
        while after is not None:
            after = taking.plan(WritePlan(held, held.next_id), step, after)
    return taking.counts


def counted(counts: Mapping[str, int]) -> str:
    """The counts in words: 2 facts, 1 merge."""
    told = (f"{count:,} {kind if count > 1 else kind.removesuffix('s')}" for kind, count in counts.items() if count)
    return ", ".join(told) or NOTHING


_Step = Callable[[WritePlan, GraphDraft, Found, str], str | None]
"""Edits a draft for one page, after an id. Returns the last id of the page; None if there are no more."""


@dataclass(slots=True)
class _Taking:
    """A space from which everything by rules is being taken back."""

    knowledge: KnowledgeGraph
    space: str
    now: datetime
    found: Found = field(default_factory=lambda: defaultdict(set))
    rules: MadeByRules = field(init=False)

    def __post_init__(self) -> None:
        self.rules = MadeByRules(self.store, self.space)

    @property
    def store(self) -> Store:
        """Where the space is kept."""
        return self.knowledge.store

    @property
    def steps(self) -> tuple[_Step, ...]:
        """What is done, in this order: what has ended something is still there when the ending is taken back."""
        return (self._endings, *map(self._items_of, ITEMS), self._names, self._key_info)

    @property
    def counts(self) -> Mapping[str, int]:
        """How much was found, by kind."""
        return {kind: len(ids) for kind, ids in self.found.items() if ids}

    def plan(self, plan: WritePlan, step: _Step, after: str) -> str | None:
        """Plan one page of a step, with its entry of the log; returns the last id of the page."""
        self.rules.catch_up()
        draft, found = GraphDraft(self.store, self.space), defaultdict[str, set[str]](set)
        last = step(plan, draft, found, after)
        for kind, ids in found.items():
            self.found[kind] |= ids
        if written := draft.step():
            entry = AppliedChange(
                id=plan.new_id(Label.CHANGE),
                kind=TAKE_BACK,
                what=f"Taken back: {counted({kind: len(ids) for kind, ids in found.items()})}",
                why=WHY,
                author=Author.RULES,
                touched=touched_by(written),
                created_at=self.now,
                body=encode_images(written),
            )
            draft.read(entry.touched)
            plan.add(*draft.ops(), *log_ops(entry, draft))
        return last

    def _endings(self, plan: WritePlan, draft: GraphDraft, found: Found, after: str) -> str | None:
        """Undo what rules ended and merged of what somebody else has written, the newest change first."""
        ids = [id for id in reversed(self.rules.endings) if not after or id < after][:PAGE]
        draft.read(ids)
        # The log may have dropped some because of their age.
        changes = [item_of(node, AppliedChange) for id in ids if (node := draft.node(id)) is not None]
        told = [(change, decode_images(change)) for change in changes]
        self.rules.read_ahead(draft, {id for _, images in told for id in (*images.nodes, *ends_of(images))})
        for change, written in told:
            images = self.rules.ended_of_others(draft, change, written)
            if ended := {id for id, image in images.nodes.items() if _is_in_effect(draft.node(id), image)}:
                found["merges" if change.kind in MERGES else "endings"] |= ended
                with suppress(Conflict, TooLarge), draft.all_or_nothing():
                    Undoing(plan, self.store, change, images, draft, explains=False).restore()
        return ids[-1] if ids else None

    def _items_of(self, label: Label) -> _Step:
        """The step that drops all items of a label that are by rules."""

        def step(plan: WritePlan, draft: GraphDraft, found: Found, after: str) -> str | None:
            nodes = self.store.find(self.space, label, after=(None, after), limit=PAGE)
            gone = self.rules.among(draft, nodes)
            if label is Label.MEMORY:
                gone -= self._unquoted(draft, gone, plan.space.log_pruned_to)
            found[ITEMS[label]] |= gone
            found["endings"] |= self._drop(draft, gone)
            return nodes[-1].id if nodes else None

        return step

    def _unquoted(self, draft: GraphDraft, memories: Collection[str], pruned_to: str) -> set[str]:
        """Memories from before the log begins that quote no message: rules may only have added a name to them."""
        old = {id for id in memories if id[1:] <= pruned_to[1:]}
        edges = draft.edges(old, [Kind.STATED_IN]) if old else []
        said = draft.items([edge.target for edge in edges])
        texts = {id: item_of(node, SignificantMemory).body for id in old if (node := draft.node(id)) is not None}
        return old - {edge.source for edge in edges if quotes(texts[edge.source], said[edge.target])}

    def _drop(self, draft: GraphDraft, gone: Collection[str]) -> set[str]:
        """Drop these items; returns what they had ended, and what holds again."""
        if not gone:
            return set()
        with suppress(TooLarge):
            draft.read_edges(gone, list(Kind))  # One read for all.
        edges = draft.edges(gone, [*REPLACES, Kind.COVERS])
        for id in sorted(gone):
            with suppress(TooLarge), draft.all_or_nothing():
                draft.drop(id)
        draft.read({end for edge in edges for end in (edge.source, edge.target)})
        return {id for edge in edges for id in (edge.source, edge.target) if self._holds_again(draft, edge, id)}

    def _holds_again(self, draft: GraphDraft, edge: Edge, id: str) -> bool:
        """Whether this end of an edge has lost what ended it, and is current now. A text of the item becomes stale."""
        node = draft.node(id)
        if node is None or (node.label in ITEMS and self.rules.is_untouched(id, node.properties)):
            return False
        item = stored_of(node)
        if isinstance(item, Entity):
            draft.change(item, replace(item, is_stale=True))
        if not isinstance(item, Fact | Reflection):
            return False
        is_dispute = edge.kind is Kind.CONTRADICTS
        ended = (FactStatus.DISPUTED,) if is_dispute else (FactStatus.SUPERSEDED, FactStatus.CLOSED)
        rest = [each for each in draft.edges([id], [edge.kind]) if is_dispute or each.source == id]
        if item.status not in ended or rest or not (is_dispute or id == edge.source):
            return False
        current: Fact | Reflection = replace(item, status=FactStatus.CURRENT, updated_at=self.now)
        if isinstance(current, Fact):
            current = replace(current, reason=None, valid_to=current.valid_to if is_dispute else None)
        draft.change(item, current)
        return True

    def _names(self, plan: WritePlan, draft: GraphDraft, found: Found, after: str) -> str | None:
        """Leave an entity only its name, unless somebody else has named it or has written its text."""
        nodes = self.store.find(self.space, Label.ENTITY, after=(None, after), limit=PAGE)
        held = [item_of(node, Entity) for node in nodes if node.properties.get("author") == Author.RULES]
        typed = self._typed_by_others([entity.id for entity in held if entity.type is not EntityType.UNKNOWN])
        draft.read_edges([entity.id for entity in held if entity.brief or entity.dossier], [Kind.COVERS])
        called = draft.edges([entity.id for entity in held if entity.aliases], [Kind.ALSO_KNOWN_AS])
        draft.read_edges({edge.target for edge in called}, [Kind.ALSO_KNOWN_AS])
        for before in held:
            has_text = bool(before.brief or before.dossier)
            entity = replace(before, brief=None, dossier=None, is_stale=before.is_stale and not has_text)
            kept = {*before.fixed, *(("type", "aliases") if before.id in self.rules.touched else ())}
            if "aliases" not in kept:
                entity = replace(entity, aliases=())
            if "type" not in kept and before.id not in typed:
                entity = replace(entity, type=EntityType.UNKNOWN)
            if has_text:
                found["briefs"].add(before.id)
                for edge in draft.edges([before.id], [Kind.COVERS]):
                    draft.unlink(edge.source, edge.kind, edge.target)
            if (entity.type, entity.aliases) != (before.type, before.aliases):
                found["names"].add(before.id)
                unlink_aliases(draft, before, [alias for alias in before.aliases if alias not in entity.aliases])
            if entity != before:
                draft.change(before, replace(entity, updated_at=self.now))
        return nodes[-1].id if nodes else None

    def _typed_by_others(self, ids: Collection[str]) -> set[str]:
        """Those of these entities that speak, or that a memory names in a role and somebody else has written it."""
        if not ids:
            return set()
        speakers = {edge.target for edge in self.store.edges(self.space, ids, [Kind.SAID_BY], 1)}
        edges = self.store.edges(self.space, ids, [Kind.ABOUT], ROLES_MAX)
        roles = [edge for edge in edges if edge.properties.get("role")]
        memories = self.store.nodes(self.space, {edge.source for edge in roles})
        theirs = {id for id, node in memories.items() if not self.rules.is_untouched(id, node.properties)}
        return speakers | {edge.target for edge in roles if edge.source in theirs}

    def _key_info(self, plan: WritePlan, draft: GraphDraft, found: Found, after: str) -> str | None:
        """Keep what is pinned, what a model has noted, and what users have said."""
        node = draft.node(KEY_INFO_ID)
        info = item_of(node, KeyInfo) if node is not None else None
        if info is None or info.author is Author.MODEL:
            return None
        _, others = key_info_parts(info)
        sources = self.knowledge.get(self.space, [source for _, source in others])
        said = {id: item for id, item in sources.items() if isinstance(item, Message) and item.role is Role.USER}
        quoted = [each for each in others if quotes(each[0], said.get(each[1]))]
        is_noted = info.author is not Author.RULES or KEY_INFO_ID in self.rules.touched
        kept = [each for each in others if each in quoted or is_noted]
        if kept != others:
            found["key lines"] |= {line for line, _ in others} - {line for line, _ in kept}
            lines, origins = tuple(line for line, _ in kept), tuple(source for _, source in kept)
            batch = ChangeBatch(plan, draft, self.knowledge.index(self.space), self.now)
            set_key_info(batch, SetKeyInfo(lines=lines, sources=origins))
        return None


def _is_in_effect(node: Node | None, image: Image) -> bool:
    """Whether what a change dropped is still gone, or what it ended is as the change has left it."""
    if node is None:
        return image.before is not None and image.rest_digest is None
    return not {"status", "confidence"}.isdisjoint(image.before or ()) and image.has_same_rest(node.properties)
