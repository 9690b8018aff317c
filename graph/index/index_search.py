"""Which items of an index match words, a vector or days, and how well."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import NO_SLOT
from graph.index.index_state import IndexState
from graph.index.past_conversations import NEAREST_OF_PAST, AskedWord, PastConversations
from graph.index.vectors import Vector
from graph.store.verbs import Label
from graph.text.days import Days
from graph.text.search_terms import query_terms


class Hit(NamedTuple):
    """An item that a search has found."""

    id: str
    score: float  # 0..1: BM25 divided by the most that the query could reach, or the meaning that the vectors share


class LinesAround(NamedTuple):
    """Some items, and the lines around those that are messages.

    `places` has a row for each item: the indices in `ids` of the line before it, after it, the second before it, …;
    -1 for none.
    """

    ids: list[str]  # the items, then other lines around them
    places: NDArray[np.intp]


class Measured(NamedTuple):
    """How well items and the lines around them match a question, in the order of `LinesAround.ids`."""

    parts: NDArray[np.float64]  # a row for each term of the question: what it adds to the score of `search_words`
    meanings: NDArray[np.float64]  # the score of `search_vector`; 0 without a vector
    asks: NDArray[np.bool_]  # whether it ends with a question mark
    places: NDArray[np.intp]  # as in LinesAround


class IndexSearch(IndexState):
    """The searches of an index. Ties are ordered by id."""

    def around(self, ids: Sequence[str], reach: int) -> LinesAround:
        """The lines around each of these items that is a message, in the same conversation."""
        with self.lock:
            slots, places = self._around(ids, reach)
            return LinesAround([*ids, *(self._columns.ids[slot] for slot in slots[len(ids) :].tolist())], places)

    def measure(self, ids: Sequence[str], reach: int, terms: Sequence[str], vector: Vector | None) -> Measured:
        """How well these items and the lines around them match the terms and the vector of a question."""
        with self.lock:
            slots, places = self._around(ids, reach)
            meanings = np.zeros(len(slots)) if vector is None else self._meanings(slots, vector)
            is_asking = self._columns.asks[slots] & (slots != NO_SLOT)
            return Measured(self._postings.parts_at(terms, slots), meanings, is_asking, places)

    def search_words(self, text: str, limit: int, *, labels: Collection[Label] | None = None) -> list[Hit]:
        """The items whose words match `text` best, of these labels or any."""
        with self.lock:
            return self._best_hits(*self._postings.scores(query_terms(text)), limit, labels)

    def search_terms(self, terms: Sequence[str], limits: Mapping[frozenset[Label], int]) -> list[Hit]:
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
        """The items nearest to a vector of length 1 with a meaning above 0. A large space may miss a few."""
        with self.lock:
            slots, meanings = self._nearest(vector, limit)
            is_near = meanings > 0
            return self._best_hits(slots[is_near], meanings[is_near], limit, None)

    def search_conversations(
        self, words: Sequence[AskedWord], limit: int, *, vector: Vector | None = None, days: Sequence[Days] = ()
    ) -> list[Hit]:
        """The complete conversations that say most of the words, of these days if there are any: PastConversations."""
        with self.lock:
            near = None if vector is None else self._nearest(vector, NEAREST_OF_PAST)
            past = PastConversations(self._columns)
            found = past.search(words, (self._titles, self._postings), limit, near=near, days=days)
            return [Hit(*each) for each in found]

    def search_times(self, terms: Sequence[str], times: Sequence[Days], limits: tuple[int, int]) -> list[Hit]:
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

    def nearness(self, id: str, ids: Sequence[str]) -> list[float]:
        """How near in meaning an item is to each of these items, 0..1; 0 if one of the two has no vector."""
        with self.lock:
            slot, slots = self._columns.slot(id), self._slots_of(ids)
            vectors = [] if self._vectors is None or slot is None else self._vectors.of(slot)
            nearness = np.zeros(len(ids))
            for vector in vectors:
                np.maximum(nearness, self._meanings(slots, vector), out=nearness)
            return [*nearness.tolist()]

    def nearest_passages(self, ids: Sequence[str], vector: Vector) -> dict[str, int]:
        """Of each of these items that has several vectors, which one is the nearest to a vector of length 1."""
        with self.lock:
            found = (
                {id: self._vectors.of(slot) for id in ids if (slot := self._columns.slot(id)) is not None}
                if self._vectors
                else {}
            )
        return {id: int(np.argmax(np.vecdot(rows, vector))) for id, rows in found.items() if len(rows) > 1}

    def _nearest(self, vector: Vector, limit: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        if self._vectors is None or self.background is None:
            return np.zeros(0, dtype=np.intp), np.zeros(0)
        slots, cosines = self._vectors.nearest(vector, limit)
        return slots, self.background.meaning(cosines)

    def _best_hits(
        self, slots: NDArray[np.intp], scores: NDArray[np.float64], limit: int, labels: Collection[Label] | None
    ) -> list[Hit]:
        is_wanted = self._columns.is_alive[slots] if labels is None else self._columns.are(slots, labels)
        slots, scores = slots[is_wanted], scores[is_wanted]
        return [Hit(self._columns.ids[slot], -score) for score, slot in self._columns.first(slots, -scores, limit)]

    def _around(self, ids: Sequence[str], reach: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The slots of these items, -1 for unknown ones, then those of other lines around them; and the places."""
        slots = self._slots_of(ids)
        near = self._neighbours.around(slots, reach)
        near = np.where(self._columns.is_alive[near], near, NO_SLOT)  # Of -1, whatever the last row says.
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
        known = self._columns.slots
        slots = np.array([known.get(id, NO_SLOT) for id in ids], dtype=np.intp)
        return np.where(self._columns.is_alive[slots], slots, NO_SLOT)  # Of -1, whatever the last row says.

    def _meanings(self, slots: NDArray[np.intp], vector: Vector) -> NDArray[np.float64]:
        """The score of `search_vector` for each of these slots; 0 at slot -1 and without a vector."""
        meanings = np.zeros(len(slots))
        if self._vectors is not None and self.background is not None:
            has_vector = self._vectors.has(slots)
            meanings[has_vector] = self.background.meaning(self._vectors.cosines_at(slots[has_vector], vector))
        return meanings

    def _in_times(self, times: Sequence[Days]) -> NDArray[np.intp]:
        """The slots of messages that were said in these times, or speak of them, ascending."""
        is_in = self._columns.in_days(times)
        is_in[self._spoken.meeting(times)] = True
        return np.flatnonzero(is_in & self._columns.of_label(Label.MESSAGE))
