"""Takes back what rules of earlier versions made of a space, if no hand and no model has touched it since.

Rules wrote facts, moments and reflections, gave names a type, aliases and a text, and ended or merged what was known.
Every message stays, and so does what quotes a user in key info. Each write is small, and is one entry of the change
log that can be undone. What is done again finds nothing left to do, so whoever is interrupted begins anew.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.changing.apply_entities import unlink_aliases
from graph.changing.apply_summaries import key_info_parts, set_key_info_lines
from graph.changing.changelog import (
    COUNTED_PROPERTIES,
    EMBEDDER_PROPERTIES,
    Image,
    Images,
    decode_images,
    encode_images,
    log_ops,
    touched_by,
)
from graph.changing.graph_draft import GraphDraft, Properties
from graph.changing.undoing import Undoing
from graph.derived.reached import batches, pages
from graph.errors import Conflict, TooLarge
from graph.knowledge import NOTHING, KnowledgeGraph
from graph.store.verbs import Edge, Kind, Label, Node
from graph.text.analysis import words_in
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
    Stored,
)
from graph.values.write_plan import WritePlan, label_of
from languages.folding import fold

TAKE_BACK = "TakeBack"
"""The kind of a log entry that takes back what rules have made. It can be undone, the last one first."""

WHY = "rules of an earlier version made it, and nobody has touched it since"

PAGE = 100
"""Items in one write: other writers of the space wait about a tenth of a second."""

ENDINGS = frozenset(
    {"SupersedeFact", "MergeFacts", "DisputeFacts", "CloseQuestion", "CompleteObjective", "WeighTheory"}
)
MERGES = frozenset({"MergeEntities", "CompactMemories"})

ITEMS: Mapping[Label, str] = {Label.FACT: "facts", Label.MEMORY: "moments", Label.REFLECTION: "reflections"}
"""What is dropped if only rules have made it, in words."""

NO_TOUCH = COUNTED_PROPERTIES | EMBEDDER_PROPERTIES | {"updated_at"}
"""Whoever changes only these has not read the item: a verdict, for example, is about a reply."""

NAMED = frozenset({"key", "type", "aliases"})
"""Whoever changes one of these has looked at what an entity is called."""

USES = frozenset({Kind.STATED_IN, Kind.EVIDENCE, Kind.PART_OF})
"""Whoever makes such an edge has read what is at its ends."""

REPLACES = frozenset({Kind.SUPERSEDED_BY, Kind.CONTRADICTS, Kind.ANSWERED_BY})
"""The edges from what was ended to what ended it."""


def take_back(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Mapping[str, int]:
    """Take back what rules have made, unless this was done before; returns how much, by kind.

    One small read if it is done. Else each entry of the log and each item is read, with one write for each PAGE of what
    is taken back. Lines of key info that quote a user stay. Raises NotFound.
    """
    if knowledge.space(space).taken_back is not None:
        return {}
    taking = _Taking(knowledge, space, now)
    for page in taking.pages():
        knowledge.change(space, lambda plan, page=page: taking.plan(plan, page))  # type: ignore[misc]
    knowledge.change_space(space, lambda held: replace(held, taken_back=counted(taking.counts)))
    return taking.counts


def count_made_by_rules(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> Mapping[str, int]:
    """How much `take_back` would take back, by kind, or could not take back. Reads as much, and writes nothing."""
    taking, held = _Taking(knowledge, space, now), knowledge.space(space)
    for page in taking.pages():
        taking.plan(WritePlan(held, held.next_id), page)
    return taking.counts


def counted(counts: Mapping[str, int]) -> str:
    """The counts in words: 2 facts, 1 merge."""
    told = (f"{count:,} {kind if count > 1 else kind.removesuffix('s')}" for kind, count in counts.items() if count)
    return ", ".join(told) or NOTHING


@dataclass(slots=True)
class _Taking:
    """A space from which everything by rules is being taken back."""

    knowledge: KnowledgeGraph
    space: str
    now: datetime
    touched: set[str] = field(default_factory=set)  # what hands and models have written or used, by id
    endings: list[str] = field(default_factory=list)  # changes by rules that ended or merged something, oldest first
    last: str = ""  # the last entry of the log that was read
    found: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # ids by kind, of all pages

    @property
    def counts(self) -> Mapping[str, int]:
        """How much was found, by kind."""
        return {kind: len(ids) for kind, ids in self.found.items() if ids}

    def pages(self) -> Iterator[Sequence[str]]:
        """What may have to be taken back: endings first, so that what has ended something is still there."""
        self._catch_up()
        ids = [*reversed(self.endings)]
        for label in (*ITEMS, Label.ENTITY, Label.KEY_INFO):
            ids += [node.id for node in pages(self.knowledge.store, self.space, label)]
        yield from batches(ids, PAGE)

    def plan(self, plan: WritePlan, page: Sequence[str]) -> None:
        """Plan one page, with its entry of the log."""
        self._catch_up()
        taking = _Page(self, plan, GraphDraft(self.knowledge.store, self.space))
        taking.take(page)
        for kind, ids in taking.found.items():
            self.found[kind] |= ids
        if written := taking.draft.step():
            entry = AppliedChange(
                id=plan.new_id(Label.CHANGE),
                kind=TAKE_BACK,
                what=f"Taken back: {counted({kind: len(ids) for kind, ids in taking.found.items()})}",
                why=WHY,
                author=Author.RULES,
                touched=touched_by(written),
                created_at=self.now,
                body=encode_images(written),
            )
            taking.draft.read(entry.touched)
            plan.add(*taking.draft.ops(), *log_ops(entry, taking.draft))

    def is_mine(self, label: Label | None, id: str, held: Properties) -> bool:
        """Whether only rules have written the item. A withdrawn fact and a memory with a key are somebody's."""
        is_set = held.get("status") == FactStatus.WITHDRAWN or bool(held.get("key"))
        return label in ITEMS and held.get("author") == Author.RULES and id not in self.touched and not is_set

    def _catch_up(self) -> None:
        """Read what has been logged since. One read for each 100 entries, and one to see that there are no more."""
        while nodes := self.knowledge.store.find(self.space, Label.CHANGE, after=(None, self.last), limit=PAGE):
            for change in (item_of(node, AppliedChange) for node in nodes):
                if change.author is not Author.RULES:
                    self.touched |= _touched(change)
                elif change.kind in ENDINGS | MERGES and change.undone_by is None:
                    self.endings.append(change.id)
            self.last = nodes[-1].id


@dataclass(slots=True)
class _Page:
    """One write that takes something back."""

    all: _Taking
    plan: WritePlan
    draft: GraphDraft
    found: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def take(self, ids: Sequence[str]) -> None:
        """Edit the draft so that what rules have made is gone. What is too large to be kept for an undo stays."""
        self.draft.read(ids)
        nodes = [node for id in ids if (node := self.draft.node(id)) is not None]
        with suppress(TooLarge):  # One read for all.
            self.draft.read_edges([node.id for node in nodes if self._is_mine(node)], list(Kind))
        names = [node.id for node in nodes if node.label is Label.ENTITY]
        edges = self.all.knowledge.store.edges(self.all.space, names, [Kind.SAID_BY], 1)
        speakers = {edge.target for edge in edges}
        for node in nodes:
            with suppress(Conflict, TooLarge), self.draft.all_or_nothing():
                match stored_of(node):
                    case AppliedChange() as change:
                        self._undo(change)
                    case Entity(author=Author.RULES) as entity:
                        self._leave_name(entity, speaks=entity.id in speakers)
                    case KeyInfo() as info if info.author is not Author.MODEL:
                        self._keep_quotes(info)
                    case item if self._is_mine(node) and self._is_by_rules(item):
                        self._drop(node)

    def _is_mine(self, node: Node) -> bool:
        return self.all.is_mine(node.label, node.id, node.properties)

    def _undo(self, change: AppliedChange) -> None:
        """Undo what rules ended and merged of what somebody else has written. Stale texts stay stale."""
        images = self._of_others(change)
        if ended := {id for id, image in images.nodes.items() if _is_in_effect(self.draft.node(id), image)}:
            self.found["merges" if change.kind in MERGES else "endings"] |= ended
            Undoing(self.plan, self.all.knowledge.store, change, images, self.draft, explains=False).restore()

    def _of_others(self, change: AppliedChange) -> Images:
        """The images of what somebody else wrote.

        None if what rules put in its place is somebody else's by now: they have read it, and know what holds.
        """
        written, draft = decode_images(change), self.draft
        draft.read(ends := {*written.nodes, *(end for key in written.edges for end in key[::2])})
        theirs = {id for id in ends if self._is_theirs(id, written.nodes.get(id))}
        for _, kind, target in written.edges if change.kind in ENDINGS else ():
            node = draft.node(target)
            if kind in REPLACES and target in theirs and node and node.properties.get("author") == Author.RULES:
                return Images({}, {})
        return Images(
            {id: image for id, image in written.nodes.items() if id in theirs},
            {key: image for key, image in written.edges.items() if {key[0], key[2]} <= theirs},
        )

    def _is_theirs(self, id: str, image: Image | None) -> bool:
        """Whether somebody else wrote what is there, or what a change has dropped."""
        if (node := self.draft.node(id)) is not None:
            return not self._is_mine(node)
        return image is not None and not self.all.is_mine(image.label, id, image.before or {})

    def _is_by_rules(self, item: Stored) -> bool:
        """Whether it is no memory from before the log begins that quotes nobody: rules may only have added a name."""
        if not isinstance(item, SignificantMemory) or item.id[1:] > self.plan.space.log_pruned_to[1:]:
            return True
        said = self.draft.items([edge.target for edge in self.draft.edges([item.id], [Kind.STATED_IN])])
        return any(_quotes(item.body, message) for message in said.values())

    def _drop(self, node: Node) -> None:
        """Drop the item; what it had ended holds again."""
        edges = self.draft.edges([node.id], [*REPLACES, Kind.COVERS])
        self.draft.drop(node.id)
        self.found[ITEMS[node.label]].add(node.id)
        again = [(edge, id) for edge in edges for id in (edge.source, edge.target)]
        self.found["endings"] |= {id for edge, id in again if self._holds_again(edge, id)}

    def _holds_again(self, edge: Edge, id: str) -> bool:
        """Whether this end of an edge has lost what ended it, and is current now. A text of the item becomes stale."""
        node = self.draft.node(id)
        if node is None or self._is_mine(node):
            return False
        item = stored_of(node)
        if isinstance(item, Entity):
            self.draft.change(item, replace(item, is_stale=True))
        if not isinstance(item, Fact | Reflection):
            return False
        is_dispute = edge.kind is Kind.CONTRADICTS
        ended = (FactStatus.DISPUTED,) if is_dispute else (FactStatus.SUPERSEDED, FactStatus.CLOSED)
        rest = [each for each in self.draft.edges([id], [edge.kind]) if is_dispute or each.source == id]
        if item.status not in ended or rest or not (is_dispute or id == edge.source):
            return False
        current: Fact | Reflection = replace(item, status=FactStatus.CURRENT, updated_at=self.all.now)
        if isinstance(current, Fact):
            current = replace(current, reason=None, valid_to=current.valid_to if is_dispute else None)
        self.draft.change(item, current)
        return True

    def _leave_name(self, before: Entity, *, speaks: bool) -> None:
        """Leave an entity only its name, unless somebody else has named it; who speaks is a person."""
        has_text = bool(before.brief or before.dossier)
        kept = {*before.fixed, *(("type", "aliases") if before.id in self.all.touched else ())}
        entity = replace(
            before,
            brief=None,
            dossier=None,
            is_stale=before.is_stale and not has_text,
            aliases=before.aliases if "aliases" in kept else (),
            type=before.type if speaks or "type" in kept else EntityType.UNKNOWN,
        )
        if has_text:
            self.found["briefs"].add(before.id)
            for edge in self.draft.edges([before.id], [Kind.COVERS]):
                self.draft.unlink(edge.source, edge.kind, edge.target)
        if (entity.type, entity.aliases) != (before.type, before.aliases):
            self.found["names"].add(before.id)
            unlink_aliases(self.draft, before, [alias for alias in before.aliases if alias not in entity.aliases])
        if entity != before:
            self.draft.change(before, replace(entity, updated_at=self.all.now))

    def _keep_quotes(self, info: KeyInfo) -> None:
        """Keep the lines that are pinned, that a model has noted, and that users have said."""
        if info.author is not Author.RULES or KEY_INFO_ID in self.all.touched:
            return
        pinned, others = key_info_parts(info)
        sources = self.all.knowledge.get(self.all.space, [source for _, source in others])
        said = {id: item for id, item in sources.items() if isinstance(item, Message) and item.role is Role.USER}
        kept = [each for each in others if _quotes(each[0], said.get(each[1]))]
        if kept != others:
            self.found["key lines"] |= {line for line, _ in others} - {line for line, _ in kept}
            set_key_info_lines(self.draft, pinned, kept, self.all.now, Author.RULES, left_out=0)


def _touched(change: AppliedChange) -> set[str]:
    """The ids of what a change by a hand or a model has written or used, apart from what it has only counted."""
    if not change.body:
        return set(change.touched)  # What it did was forgotten.
    images, found = decode_images(change), set[str]()
    for id, image in images.nodes.items():
        names = None if image.before is None else set(image.before)
        if names is None or (names & NAMED if image.label is Label.ENTITY else names - NO_TOUCH):
            found.add(id)
    found |= {end for key in images.edges if key[1] in USES for end in key[::2]}
    about = [key for key in images.edges if key[1] is Kind.ABOUT]  # A memory names people, places and things in a role.
    return found | {target for source, _, target in about if label_of(source) is Label.MEMORY}


def _is_in_effect(node: Node | None, image: Image) -> bool:
    """Whether what a change dropped is still gone, or what it ended is as the change has left it."""
    if node is None:
        return image.before is not None and image.rest_digest is None
    return not {"status", "confidence"}.isdisjoint(image.before or ()) and image.has_same_rest(node.properties)


def _quotes(text: str, message: Stored | None) -> bool:
    """Whether a text, or what follows its speaker, is a run of words of this message."""
    if not isinstance(message, Message):
        return False
    said = f" {_words(message.body)} "
    return any(f" {words} " in said for part in (text, text.partition(": ")[2]) if (words := _words(part)))


def _words(text: str) -> str:
    return " ".join(map(fold, words_in(text)))
