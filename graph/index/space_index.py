"""The index of one space: everything that gathering and scoring need in memory, kept up to date from the store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from threading import RLock
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from graph.errors import WrongEmbedder
from graph.index.as_of import TOMBSTONES_KEPT, AsOf
from graph.index.columns import LABEL_CODES, NO_SLOT, NO_STRING, Columns
from graph.index.day_ranges import DayRanges
from graph.index.entity_names import EntityNames
from graph.index.entries import INDEXED, Entry, entry_of, fingerprint, terms_of
from graph.index.item_cache import ItemCache
from graph.index.neighbours import Neighbours
from graph.index.newest_blocks import NewestBlocks
from graph.index.past_conversations import NEAREST_OF_PAST, PastConversations
from graph.index.postings import Postings
from graph.index.search_results import Hit, LinesAround, Measured
from graph.index.story_moments import Moments, MomentTable, moment_of
from graph.index.vectors import Vector, Vectors, check_stored
from graph.process_memory import give_back
from graph.store.verbs import ITEM_LABELS, Changes, Dropped, Label, Node, ReadDepth, Store
from graph.text.days import Days
from graph.text.related_words import SearchTerm
from graph.text.search_terms import query_terms
from graph.values.codec import item_of
from graph.values.items import SPACE_ID, FactStatus, Stored
from graph.values.learned_weights import LEARNED_ID, LearnedWeights

SEARCHABLE: Final = ITEM_LABELS - {Label.KEY_INFO}  # Every block shows key info anyway.
HOLDING: Final = (FactStatus.CURRENT, FactStatus.DISPUTED)
COMPACTED_SLOTS_MIN: Final = 1024  # With fewer slots, dead ones are not worth removing.
PROBED_MAX: Final = 16  # One is enough, if it was not written again.
PAGE_ROWS: Final = 1000  # Rows read at once to build an index. 2000 were no faster and took 4 MB more.


class SpaceIndex:
    """The items of one space. Safe to use from any thread. Equal graphs give equal answers; ties are ordered by id.

    `embedder` is the id of the embedder, "model/dimension"; without one, vectors are ignored.
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
        self._moments = Moments()
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
        self._neighbours.settle()
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
    def as_of(self) -> AsOf:
        """What the index has read so far."""
        with self.lock:
            return AsOf(self.seq, cast(int, self._of_space("forgettings") or 0))

    def refresh(self, store: Store) -> bool:
        """Read all that was written before this call, even if others keep writing. One read, cheap if nothing is new.

        False if the space has been deleted since, or another one has its name: then the index is useless.
        Raises WrongEmbedder if an item has a vector of another model.
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
                check_stored(changes.nodes, self.space, self.embedder)
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
                self._postings.pack()
                self._titles.pack()
                self._neighbours.settle()
                give_back()
            return True

    def __len__(self) -> int:
        with self.lock:
            return len(self._columns)

    def entry(self, id: str) -> Entry | None:
        """The entry of an item; None if the space does not have it."""
        return self.entries([id]).get(id)

    def entries(self, ids: Sequence[str]) -> dict[str, Entry]:
        """The entries of those items that the space has, in the order of `ids`."""
        with self.lock:
            known = self._columns.slots
            return self._columns.entries([known[id] for id in ids if id in known])

    def items(self, store: Store, ids: Sequence[str]) -> dict[str, Stored]:
        """Those of `ids` that exist, with their text, in the order of `ids`, as of the last `refresh` or newer.

        One read; none if all are cached.
        """
        with self.lock:
            slots, written = self._columns.slots, self._columns.seq
            seqs = {id: written.item(slots[id]) for id in ids if id in slots}
        found = self._cache.find(seqs)
        missing = [id for id in ids if id not in found]
        if missing:
            found |= self._cache.put(store.nodes(self.space, missing), seqs)
        return {id: found[id] for id in ids if id in found}

    def items_of(self, nodes: Iterable[Node]) -> dict[str, Stored]:
        """The items of nodes that the caller has read, in their order; `items` need not read them again."""
        read, written = {node.id: node for node in nodes}, self._columns.seq
        with self.lock:
            seqs = {id: written.item(slot) for id in read if (slot := self._columns.slots.get(id)) is not None}
        return self._cache.put(read, seqs)

    def around(self, ids: Sequence[str], reach: int) -> LinesAround:
        """The lines around each of these items that is a message, in the same conversation."""
        with self.lock:
            slots, places = self._around(ids, reach)
            return LinesAround([*ids, *(self._columns.ids[slot] for slot in slots[len(ids) :].tolist())], places)

    def measure(self, ids: Sequence[str], reach: int, terms: Sequence[SearchTerm], vector: Vector | None) -> Measured:
        """How well these items and the lines around them match the terms and the vector of a question."""
        with self.lock:
            slots, places = self._around(ids, reach)
            cosines = np.zeros(len(slots)) if vector is None else self._cosines(slots, vector)
            is_asking = self._columns.asks[slots] & (slots != NO_SLOT)
            return Measured(*self._postings.parts_at(terms, slots), cosines, is_asking, places)

    def search_words(self, text: str, limit: int, *, labels: Collection[Label] | None = None) -> list[Hit]:
        """The items whose words match `text` best, of these labels or any."""
        with self.lock:
            return self._best_hits(*self._postings.scores(query_terms(text)), limit, labels)

    def search_terms(self, terms: Sequence[SearchTerm], limits: Mapping[frozenset[Label], int]) -> list[Hit]:
        """The best items of each group of labels, group after group, up to the limit of each. Scores items once."""
        with self.lock:
            slots, scores = self._postings.scores(terms)
            return [hit for labels, limit in limits.items() for hit in self._best_hits(slots, scores, limit, labels)]

    def only_in(self, messages: Collection[str], terms: Collection[str]) -> tuple[set[str], set[str]]:
        """The terms that no other message has, and the other items and titles that have one of them."""
        with self.lock:
            is_other = self._columns.of_label(Label.MESSAGE)
            is_other[[slot for id in messages if (slot := self._columns.slots.get(id)) is not None]] = False
            only = {term for term in terms if not is_other[self._postings.holding([term])].any()}
            slots = {*self._postings.holding([*only]).tolist(), *self._titles.holding([*only]).tolist()}
            return only, {self._columns.ids[slot] for slot in slots}.difference(messages)

    def search_vector(self, vector: Vector, limit: int) -> list[Hit]:
        """The items nearest to a vector of length 1 with a cosine above 0. A large space may miss a few."""
        with self.lock:
            if self._vectors is None:
                return []
            slots, cosines = self._vectors.nearest(self._checked_vector(vector), limit)
            is_near = cosines > 0
            return self._best_hits(slots[is_near], np.minimum(cosines[is_near], 1).astype(np.float64), limit, None)

    def search_conversations(
        self, words: Sequence[Sequence[str]], limit: int, *, vector: Vector | None = None
    ) -> list[Hit]:
        """The complete conversations that say most of the words, each given by its terms: see PastConversations."""
        with self.lock:
            near = None if vector is None or self._vectors is None else self._vectors.nearest(vector, NEAREST_OF_PAST)
            past = PastConversations(self._columns)
            return [Hit(*each) for each in past.search(words, (self._titles, self._postings), near, limit)]

    def search_times(self, terms: Sequence[SearchTerm], times: Sequence[Days], limits: tuple[int, int]) -> list[Hit]:
        """Messages that were said in these times or speak of them: those that match the terms best, then others.

        Each kind has its limit. Of the others, those that speak of the times come first, then the newest.
        """
        with self.lock:
            slots = self._in_times(times)
            scores = np.zeros(self._columns.count)
            matched, scores_of = self._postings.scores(terms)
            scores[matched] = scores_of
            is_hit = scores[slots] > 0.0
            hits = self._best_hits(slots[is_hit], scores[slots[is_hit]], limits[0], None)
            others = slots[~is_hit]
            fits = np.array([self._spoken.fit(slot, times) for slot in others.tolist()])
            by = -fits - self._columns.position[others] / (1.0 + self._columns.position[others].max(initial=0.0))
            first = self._columns.first(others, by, limits[1])
            return [*hits, *(Hit(self._columns.ids[slot], 0.0) for _, slot in first)]

    def days_fit(self, ids: Sequence[str], times: Sequence[Days]) -> NDArray[np.float64]:
        """How well the days that each of these items speaks of answer one of the times: 0..1."""
        with self.lock:
            return np.array([self._spoken.fit(slot, times) for slot in self._slots_of(ids).tolist()])

    def word_weights(self, terms: Sequence[str]) -> dict[str, float]:
        """The weight of each term that any item contains: the rarer, the higher."""
        with self.lock:
            return self._postings.weights(terms)

    def cosines_between(self, id: str, ids: Sequence[str]) -> list[float]:
        """The cosine of an item's vector with each of these items' vectors; 0 if one of the two has none."""
        with self.lock:
            slot = self._columns.slots.get(id)
            vector = None if self._vectors is None or slot is None else self._vectors.of(slot)
            return [0.0] * len(ids) if vector is None else [*self._cosines(self._slots_of(ids), vector).tolist()]

    def entities_in(self, text: str) -> list[str]:
        """The entities named in the text, in order of appearance."""
        with self.lock:
            return self._names.spotted(text)

    def entities_named(self, name: str) -> list[str]:
        """The entities that have this name, sorted."""
        with self.lock:
            return self._names.named(name)

    def names_of(self, entity: str) -> tuple[str, ...]:
        """The name of an entity, then its aliases."""
        with self.lock:
            return self._names.of(entity)

    def message_count(self) -> int:
        """The number of messages in the space."""
        with self.lock:
            return int(np.count_nonzero(self._columns.of_label(Label.MESSAGE)))

    def tops(self) -> list[str]:
        """The summaries that are in no other summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.SUMMARY) & self._columns.in_container(None))

    def stale(self) -> list[str]:
        """The summaries and entities with stale texts, oldest first."""
        with self.lock:
            return sorted(self._stale)

    def weightiest_facts(self, limit: int) -> list[str]:
        """The facts that hold, the most important first, and of those the newest."""
        with self.lock:
            slots = np.flatnonzero(self._columns.of_label(Label.FACT) & self._columns.of_status(HOLDING))
            best = self._columns.first(slots, -self._columns.importance[slots].astype(float), limit, last_id_first=True)
            return [self._columns.ids[slot] for _, slot in best]

    def children(self, id: str) -> list[str]:
        """The direct members of a summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.in_container(id))

    def above(self, id: str) -> list[str]:
        """The summaries that an item is in, from the lowest to the top."""
        with self.lock:
            return self._columns.containers(id)

    def loose_messages(self, limit: int) -> list[str]:
        """The newest messages that are in no summary, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._columns.in_container(None), limit)

    def last_messages(self, limit: int) -> list[str]:
        """The newest messages of all chats, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE), limit)

    def newest_messages(self, chat: str, limit: int) -> list[str]:
        """The newest messages of a chat, by (position, id)."""
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._columns.in_chat(chat), limit)

    def moments(self) -> MomentTable:
        """All significant memories."""
        with self.lock:
            return self._moments.table()

    def last_shown(self, chat: str) -> tuple[str, ...]:
        """The items that the chat's newest block shows, in its order."""
        with self.lock:
            return self._blocks.of(chat)

    def unembedded(self, limit: int) -> list[str]:
        """The first items, by id, that have text and that the embedder has not processed.

        It has processed an item if `vector_model` names it, even without a `vector`, for an unknown language.
        """
        with self.lock:
            if self._vectors is None:
                return []
            slots = np.flatnonzero(self._postings.is_searchable() & ~self._columns.is_embedded[: self._columns.count])
            return [self._columns.ids[slot] for _, slot in self._columns.first(slots, np.zeros(len(slots)), limit)]

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
            terms = terms_of(node)
            slot = self._columns.slots.get(node.id)
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
            self._moments.put(moment_of(node, entry))
        if node.label is Label.ENTITY:
            name, aliases = node.properties.get("name"), node.properties.get("aliases")
            self._names.put(node.id, (str(name or ""), *(aliases if isinstance(aliases, tuple) else ())))
        (self._stale.add if node.properties.get("is_stale") else self._stale.discard)(node.id)
        if self._vectors is not None:
            vector = node.properties.get("vector")
            self._columns.is_embedded[slot] = node.properties.get("vector_model") == self.embedder
            if isinstance(vector, bytes) and vector and node.label in SEARCHABLE:
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
                self._moments.drop(id)
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

    def _checked_vector(self, vector: Vector) -> Vector:
        expected = self._vectors.dimension if self._vectors else 0
        if vector.shape != (expected,):
            raise WrongEmbedder(f"the query's vector has shape {vector.shape}, expected ({expected},)")
        return np.asarray(vector, dtype=np.float32)

    def _best_hits(
        self, slots: NDArray[np.intp], scores: NDArray[np.float64], limit: int, labels: Collection[Label] | None
    ) -> list[Hit]:
        if labels is not None:
            is_wanted = self._columns.are(slots, labels)
            slots, scores = slots[is_wanted], scores[is_wanted]
        return [Hit(self._columns.ids[slot], -score) for score, slot in self._columns.first(slots, -scores, limit)]

    def _around(self, ids: Sequence[str], reach: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The slots of these items, -1 for unknown ones, then those of other lines around them; and the places."""
        slots = self._slots_of(ids)
        near = self._neighbours.around(slots, reach)
        flat = near.ravel()
        order = np.arange(len(flat), dtype=np.intp)
        place = np.empty(self._columns.count + 1, dtype=np.intp)  # Only written elements are read.
        place[flat] = order
        place[slots] = place[NO_SLOT] = NO_SLOT
        lines = flat[place[flat] == order]
        place[lines] = order[: len(lines)] + len(ids)
        place[slots] = np.arange(len(ids))
        place[NO_SLOT] = NO_SLOT
        return np.concatenate((slots, lines)), place[near]

    def _slots_of(self, ids: Sequence[str]) -> NDArray[np.intp]:
        slots = self._columns.slots
        return np.array([slots.get(id, NO_SLOT) for id in ids], dtype=np.intp)

    def _cosines(self, slots: NDArray[np.intp], vector: Vector) -> NDArray[np.float64]:
        """The score of `search_vector` for each of these slots; 0 at slot -1 and without a vector."""
        cosines = np.zeros(len(slots))
        if self._vectors is not None:
            is_known = slots != NO_SLOT
            cosines[is_known] = np.clip(self._vectors.cosines_at(slots[is_known], self._checked_vector(vector)), 0, 1)
        return cosines

    def _in_times(self, times: Sequence[Days]) -> NDArray[np.intp]:
        """The slots of messages that were said in these times, or speak of them, ascending."""
        is_in = self._columns.in_days(times)
        is_in[self._spoken.meeting(times)] = True
        return np.flatnonzero(is_in & self._columns.of_label(Label.MESSAGE))

    def _in_order(self, is_chosen: NDArray[np.bool_], limit: int | None = None) -> list[str]:
        """The chosen items, or the last `limit` of them, by (position, id)."""
        slots = np.flatnonzero(is_chosen)
        limit = len(slots) if limit is None else limit
        last = self._columns.first(slots, -self._columns.position[slots], limit, last_id_first=True)
        return [self._columns.ids[slot] for _, slot in reversed(last)]
