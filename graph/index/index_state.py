"""What the index of a space keeps in memory, and how it follows the store."""

from collections.abc import Iterable, Sequence, Set
from threading import RLock
from typing import Final, NamedTuple, cast

import numpy as np

from graph.index.columns import LABEL_CODES, NO_STRING, Columns
from graph.index.day_ranges import DayRanges
from graph.index.entity_names import EntityNames
from graph.index.entries import INDEXED, Entry, entry_of, fingerprint, terms_of
from graph.index.item_cache import ItemCache
from graph.index.neighbours import Neighbours
from graph.index.postings import Postings
from graph.index.vectors import Vectors
from graph.process_memory import give_back
from graph.store.verbs import ITEM_LABELS, Changes, Dropped, Label, Node, ReadDepth, Store
from graph.text.analysis import name_key
from graph.values.background import UNKNOWN, Background
from graph.values.codec import item_of, sizes_of
from graph.values.items import SPACE_ID
from graph.values.learned_weights import LEARNED_ID, LearnedWeights
from graph.values.sizes import Sizes
from languages.folding import fold


class Moment(NamedTuple):
    """A significant memory. Names are folded as keys, so that they are compared without a look at the text."""

    entry: Entry
    triggers: tuple[str, ...]  # as given, those that are equal when folded once
    participants: frozenset[str]
    places: frozenset[str]
    items: frozenset[str]
    accessed_ms: int


def keys_of(names: object) -> frozenset[str]:
    """The keys by which names are compared."""
    listed = names if isinstance(names, Iterable) else ()
    return frozenset(filter(None, (name_key(str(name)) for name in listed)))


def moment_of(node: Node, entry: Entry) -> Moment:
    """The moment of a significant memory's node."""
    read = node.properties.get
    triggers, accessed = read("triggers"), read("accessed_at")
    listed = triggers if isinstance(triggers, tuple) else ()
    return Moment(
        entry=entry,
        triggers=tuple({folded: each for each in reversed(listed) if (folded := fold(each).strip())}.values()),
        participants=keys_of(read("participants")),
        places=keys_of(read("places")),
        items=keys_of(read("items")),
        accessed_ms=accessed if isinstance(accessed, int) else entry.at_ms,
    )


class NewestBlocks:
    """The newest block of each chat."""

    def __init__(self) -> None:
        self._newest: dict[str, tuple[int, str, tuple[str, ...]]] = {}  # chat -> created_at, id, shown

    def put(self, node: Node) -> None:
        """Take a block's node; an older one than the chat's newest changes nothing."""
        chat, created_at, shown = (node.properties.get(name) for name in ("chat", "created_at", "shown"))
        born = (created_at if isinstance(created_at, int) else 0, node.id)
        known = self._newest.get(str(chat or ""))
        if known is None or born >= known[:2]:
            self._newest[str(chat or "")] = (*born, shown if isinstance(shown, tuple) else ())

    def chats_of(self, ids: Set[str]) -> list[str]:
        """The chats whose newest block is one of these."""
        return [chat for chat, (_, id, _) in self._newest.items() if id in ids]

    def renew(self, chat: str, newest: Sequence[Node]) -> None:
        """Replace the chat's newest block by the one in `newest`, or by none if that is empty."""
        self._newest.pop(chat, None)
        for node in newest:
            self.put(node)

    def of(self, chat: str) -> tuple[str, ...]:
        """The items that the chat's newest block shows, in its order."""
        return self._newest[chat][2] if chat in self._newest else ()


TOMBSTONES_KEPT: Final = 10_000
"""The newest writes of a space whose tombstones are kept. An index that is further behind is built anew."""


class AsOf(NamedTuple):
    """The state of a space that an index has read."""

    seq: int  # the last write
    forgettings: int


SEARCHABLE: Final = ITEM_LABELS - {Label.KEY_INFO}  # Every block shows key info anyway.
COMPACTED_SLOTS_MIN: Final = 1024  # With fewer slots, dead ones are not worth removing.
PROBED_MAX: Final = 16  # One is enough, if it was not written again.
PAGE_ROWS: Final = 1000  # Rows read at once to build an index. 2000 were no faster and took 4 MB more.


class IndexState:
    """The parts of an index, up to date since the last `refresh`.

    `embedder` is the id of the embedder, "model/dimension"; vectors of other models are ignored.
    """

    def __init__(self, space: str, embedder: str | None = None) -> None:
        self.space = space
        self.seq = self._whole_to = 0  # the last write read, and the last one up to which no row can be missing
        self.embedder = embedder
        self.saved: AsOf | None = None  # the state that its snapshot has
        self._columns = Columns()
        self._postings = Postings()
        self._titles = Postings()  # of complete conversations, which are no items
        self._names = EntityNames()
        self._spoken = DayRanges()
        self._stale: set[str] = set()
        self._replaced: set[str] = set()  # messages that others stand for: they have no slot
        self._unlinked: dict[str, int] = {}
        self._bounded: set[str] = set()  # what serves only its own chat, or has an end
        self._moments: dict[str, Moment] = {}  # significant memories
        self._neighbours = Neighbours(self._columns)
        self._cache = ItemCache()
        self._vectors = Vectors(int(embedder.rpartition("/")[2])) if embedder else None
        self._blocks = NewestBlocks()
        self.learned: LearnedWeights | None = None  # what verdicts have taught about the weights of scores
        self.space_node: Node | None = None  # the space's own; None until it was read
        self.is_day_first: bool | None = None  # the space's order of slashed dates
        self.tries_out = True  # whether its blocks try items out
        self.lock = RLock()  # While somebody holds it, the index does not change.

    def __getstate__(self) -> dict[str, object]:
        """What a snapshot keeps: nothing that was dropped, and no cached items."""
        if self._columns.count > len(self._columns):
            self._compact()
        return {name: value for name, value in vars(self).items() if name not in ("lock", "_cache")}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state, lock=RLock(), _cache=ItemCache())
        self.saved = self.as_of

    def is_of(self, store: Store) -> bool:
        """Whether the store still has the last writes that the index has read: a backup may have been put back since.

        One read of at most PROBED_MAX items. Items that were written later tell nothing.
        """
        slots = np.argsort(self._columns.seq[: self._columns.count])[-PROBED_MAX:].tolist()
        nodes = store.nodes(self.space, [self._columns.ids[slot] for slot in slots], ReadDepth.INDEX)
        if len(nodes) < len(slots):
            return False
        probed = [(slot, node) for slot, node in zip(slots, nodes.values(), strict=True) if node.seq <= self.seq]
        entries = self._columns.entries(slots)
        return bool(probed) and all(
            self._columns.seq[slot] == node.seq
            and entries[node.id] == entry_of(node)
            and self._columns.fingerprint[slot] == fingerprint(terms_of(node))
            for slot, node in probed
        )

    @property
    def zone(self) -> str:
        """The time zone of those who speak in the space."""
        return str(self._of_space("zone") or "UTC")

    @property
    def sizes(self) -> Sizes:
        """The sizes of the space."""
        return Sizes() if self.space_node is None else sizes_of(self.space_node)

    @property
    def as_of(self) -> AsOf:
        """What the index has read so far."""
        with self.lock:
            return AsOf(self.seq, cast(int, self._of_space("forgettings") or 0))

    def refresh(self, store: Store) -> bool:
        """Read all that was written before this call, even if others keep writing. One read, cheap if nothing is new.

        False if the space has been deleted since, or another one has its name: then the index is useless.
        """
        with self.lock:
            is_new, has_more, last, rows_count = not self.seq, True, 0, 0
            while has_more:
                changes = store.since(self.space, self._whole_to, limit=PAGE_ROWS, reading=ReadDepth.INDEX, edges=False)
                if changes.seq < self.seq or not self._is_same_space(changes):
                    return False
                last = last or (store.seq(self.space) if changes.has_more else changes.seq)
                if not is_new and last - self.seq > TOMBSTONES_KEPT:
                    return False  # What was dropped meanwhile may have left no trace.
                self._take_tombstones(changes.dropped, store)
                self._take_items([node for node in changes.nodes if node.label in INDEXED])
                for node in changes.nodes:
                    if node.label is Label.BLOCK:
                        self._blocks.put(node)
                    elif node.label is Label.LEARNED:
                        self.learned = item_of(node, LearnedWeights)
                self.seq, self._whole_to = changes.seq, changes.seq - (not changes.is_whole)
                rows_count += len(changes.nodes)
                has_more = changes.has_more and self.seq < last
                del changes  # Free the page before the next one is read.
            if self._columns.count > max(COMPACTED_SLOTS_MIN, 2 * len(self._columns)):
                self._compact()
            if rows_count > PAGE_ROWS:
                give_back()
            return True

    @property
    def background(self) -> Background | None:
        """The background of the vectors; None if the space has no embedder, or another one."""
        if self.embedder is None or self._of_space("embedder") != self.embedder:
            return None
        mean, spread = (cast(float | None, self._of_space(name)) for name in ("unrelated_cosine", "unrelated_spread"))
        return UNKNOWN if mean is None or spread is None else Background(mean, spread)

    @property
    def has_vectors(self) -> bool:
        """Whether anything can be found by its vector, so that a question needs one."""
        return self.background is not None and self._vectors is not None and self._vectors.count > 0

    def __len__(self) -> int:
        with self.lock:
            return len(self._columns)

    def _is_same_space(self, changes: Changes) -> bool:
        """Whether the changes are those of the space that was read before; notes its own node."""
        if any(gone.source == SPACE_ID and gone.kind is None for gone in changes.dropped):
            return False
        for node in (node for node in changes.nodes if node.label is Label.SPACE):
            made_at, known, self.space_node = self._of_space("created_at"), self.space_node, node
            self.is_day_first = cast(bool | None, self._of_space("is_day_first"))
            self.tries_out = self._of_space("tries_out") is not False
            is_later = known is None or (made_at == self._of_space("created_at") and node.version >= known.version)
            if not is_later or self._of_space("deleted_at") is not None:
                return False
        return True

    def _of_space(self, name: str) -> object:
        return None if self.space_node is None else self.space_node.properties.get(name)

    def _compact(self) -> None:
        """Keep nothing of items that are gone."""
        moved = self._columns.compact()
        for each in (self._postings, self._titles, self._spoken):
            each.renumber(moved)
        self._neighbours.renumber()
        if self._vectors is not None:
            self._vectors.renumber(moved)

    def _take_items(self, nodes: Sequence[Node]) -> None:
        new: list[tuple[Node, Entry, str]] = []
        for node in nodes:
            slot = self._columns.slots.get(node.id)
            if node.properties.get("replaced_by") is not None:
                self._replaced.add(node.id)
                if slot is not None:
                    self._drop_slot(slot)
                continue
            terms = terms_of(node)
            # Compare fingerprints: most updates are verdicts, which leave the text as it is.
            if slot is None or self._columns.fingerprint[slot] != fingerprint(terms):
                new.append((node, entry_of(node), terms))
                if slot is not None:
                    self._drop_slot(slot)
            else:
                self._update(slot, node, entry_of(node))
        if not new:
            return
        first = self._columns.extend(
            [entry for _, entry, _ in new],
            fingerprints=[fingerprint(terms) for _, _, terms in new],
            seqs=[node.seq for node, _, _ in new],
        )
        notes = [place for place, (node, _, _) in enumerate(new) if node.label is not Label.MESSAGE]
        self._postings.add(first, ["" if node.label is Label.CONVERSATION else terms for node, _, terms in new], notes)
        self._titles.add(first, [terms if node.label is Label.CONVERSATION else "" for node, _, terms in new])
        for slot, (node, entry, _) in enumerate(new, first):
            if node.label is Label.MESSAGE and entry.conversation is not None:
                self._neighbours.put(slot)
            self._take_rest(slot, node, entry)

    def _update(self, slot: int, node: Node, entry: Entry) -> None:
        is_placed = self._columns.is_placed(slot, entry)
        if not is_placed:
            self._leave_neighbours(slot)
        self._columns.set(slot, entry, seq=node.seq)
        if node.label is Label.MESSAGE and entry.conversation is not None and not is_placed:
            self._neighbours.put(slot)
        self._take_rest(slot, node, entry)

    def _take_rest(self, slot: int, node: Node, entry: Entry) -> None:
        """Take the days, names, triggers and vector of an item."""
        self._spoken.put(slot, days if isinstance(days := node.properties.get("speaks_of"), tuple) else ())
        if node.label is Label.MEMORY:
            self._moments[node.id] = moment_of(node, entry)
        if node.label is Label.ENTITY:
            name, aliases = node.properties.get("name"), node.properties.get("aliases")
            self._names.put(node.id, (str(name or ""), *(aliases if isinstance(aliases, tuple) else ())))
        (self._stale.add if node.properties.get("is_stale") else self._stale.discard)(node.id)
        (self._bounded.add if entry.is_alone or entry.expires_ms else self._bounded.discard)(node.id)
        self._unlinked.pop(node.id, None)
        if isinstance(unlinked := node.properties.get("unlinked"), int) and unlinked:
            self._unlinked[node.id] = unlinked
        if self._vectors is not None:
            vector = node.properties.get("vector")
            is_ours = self._columns.is_embedded[slot] = node.properties.get("vector_model") == self.embedder
            if is_ours and isinstance(vector, bytes) and vector and node.label in SEARCHABLE:
                self._vectors.put(slot, vector)
            else:
                self._vectors.drop(slot)

    def _take_tombstones(self, dropped: Sequence[Dropped], store: Store) -> None:
        ids = {tombstone.source for tombstone in dropped if tombstone.kind is None}
        self.learned = None if LEARNED_ID in ids else self.learned
        for id in ids:
            if (slot := self._columns.slots.get(id)) is not None:
                self._drop_slot(slot)
                self._names.drop(id)
                self._stale.discard(id)
                self._unlinked.pop(id, None)
                self._moments.pop(id, None)
        self._replaced -= ids
        self._bounded -= ids
        self._cache.drop(ids)
        for chat in self._blocks.chats_of(ids):  # Changed only once the store has answered.
            where, head = {"chat": chat}, ReadDepth.HEAD
            newest = store.find(self.space, Label.BLOCK, where, order="-created_at", limit=1, reading=head)
            self._blocks.renew(chat, newest)

    def _leave_neighbours(self, slot: int) -> None:
        is_message = self._columns.label[slot] == LABEL_CODES[Label.MESSAGE]
        if is_message and self._columns.conversation[slot] != NO_STRING:
            self._neighbours.drop(slot)

    def _drop_slot(self, slot: int) -> None:
        self._leave_neighbours(slot)
        for each in (self._spoken, self._columns, self._postings, self._titles):
            each.drop(slot)
        if self._vectors is not None:
            self._vectors.drop(slot)
