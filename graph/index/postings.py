"""Search by words: which items contain which terms, scored with BM25 from the space's own counts."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graph.errors import TooLarge
from graph.index.columns import GROWTH_PART

# Anserini's values, meant for short texts of uneven length. Compared with 1.2 and 0.75: R@1 of passages 90.8 instead of
# 90.4, recall@10 of chat lines 62.9 instead of 61.3.
K1: Final = 0.9
B: Final = 0.4

SLOTS_MAX: Final = 1 << 24  # A posting has 32 bits: 24 for the slot, the low 8 for the count of the term.
COUNT_MAX: Final = 255
COUNTED_AT_ONCE: Final = 20_000  # Words that are counted in a millisecond, while all other threads wait.
BULK_MIN: Final = 64  # Fewer texts are added one by one: numpy's calls would cost more than they save.
MERGED_MIN: Final = 250_000  # Postings that may wait to be merged, 2 MB.
MOVED_AT_ONCE: Final = 1 << 18  # Limits the memory that merging needs.
MERGED_PART: Final = 16  # Fewer new postings than a 16th do not justify moving all of them.
LOOKED_UP_MAX: Final = 256  # Terms; the longest question with the lines before it has fewer.
NOTHING: Final = np.zeros(0, dtype=np.uint32)


class _Term(NamedTuple):
    """One term of a query."""

    postings: NDArray[np.uint32]
    weight: float
    is_said: bool  # whether a line contains it, and not only notes


@dataclass(slots=True)
class _Total:
    """Counts over all searchable lines, or all searchable notes."""

    texts_count: int = 0
    terms_count: int = 0

    def add(self, lengths: NDArray[np.int32]) -> None:
        """Count more texts, given the number of terms of each."""
        self.texts_count += int(np.count_nonzero(lengths))
        self.terms_count += int(lengths.sum())


class Postings:
    """For each term the slots that contain it. Slots are added in rising order; dropped ones stay until `renumber`.

    Postings that are added in bulk are in one array, ordered by term; those of single lines are kept separately by
    term. So a space that is read from a store takes 4 bytes for a posting, and a new line only costs its own terms.
    """

    def __init__(self) -> None:
        self._codes: defaultdict[str, int] = defaultdict(count().__next__)  # of terms in bulk
        self._starts = np.zeros(0, dtype=np.intp)  # by code: where its postings start in `_bulk`
        self._ends = np.zeros(0, dtype=np.intp)  # by code: where they end
        self._bulk = np.zeros(0, dtype=np.uint32)
        self._batches: list[tuple[NDArray[np.uint32], NDArray[np.uint32]]] = []  # not merged: rising codes, postings
        self._recent: dict[str, array[int]] = {}
        self._recent_count = 0
        self._lengths = np.zeros(64, dtype=np.int32)  # terms of each slot; 0 if it is not searchable
        self._is_note = np.zeros(64, dtype=np.bool_)
        self._slots_count = 0
        self._lines, self._notes = _Total(), _Total()
        self._has_dropped = False
        self._looked_up: dict[str, _Term] = {}  # a cache, cleared by every change

    def __getstate__(self) -> dict[str, object]:
        self._merge()
        self.pack()
        return {**vars(self), "_codes": [*self._codes], "_looked_up": {}}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        terms = [*self._codes]
        self._codes = defaultdict(count(len(terms)).__next__, zip(terms, range(len(terms)), strict=True))

    def add(self, slot: int, texts: Sequence[str], notes: Collection[int] = ()) -> None:
        """Add texts, terms joined by blanks, in slots from `slot` on, which is greater than all earlier slots.

        `notes` are the indices of texts that repeat what lines say. They do not make a term less rare.
        """
        after = slot + len(texts)
        if after > SLOTS_MAX:
            raise TooLarge(f"the space has {after} searchable items, expected at most {SLOTS_MAX}; split the space")
        if after > len(self._lengths):
            more = after + after // GROWTH_PART - len(self._lengths)
            self._lengths = np.concatenate((self._lengths, np.zeros(more, dtype=np.int32)))
            self._is_note = np.concatenate((self._is_note, np.zeros(more, dtype=np.bool_)))
        self._slots_count = after
        self._looked_up.clear()
        lengths = (self._add_batch if len(texts) >= BULK_MIN else self._add_recent)(slot, texts)
        self._lengths[slot:after] = lengths
        self._is_note[slot:after] = False
        self._is_note[[slot + place for place in notes]] = True
        is_note = self._is_note[slot:after]
        self._lines.add(lengths[~is_note])
        self._notes.add(lengths[is_note])
        waiting = self._recent_count + sum(len(postings) for _, postings in self._batches)
        if waiting > max(MERGED_MIN, len(self._bulk) // 2):
            self._merge()

    def drop(self, slot: int) -> None:
        """Remove a slot from search and from all counts."""
        length = int(self._lengths[slot])
        if length:
            self._lengths[slot] = 0
            total = self._notes if self._is_note[slot] else self._lines
            total.texts_count -= 1
            total.terms_count -= length
            self._has_dropped = True
            self._looked_up.clear()

    def is_searchable(self) -> NDArray[np.bool_]:
        """Which slots have any terms."""
        return self._lengths[: self._slots_count] > 0

    def scores(self, terms: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The slots that contain any of the terms, and their BM25 divided by the most that the query could reach: 0..1.

        Equal texts and terms give equal numbers, whatever happened before: terms are summed in sorted order. The cost
        depends on the number of postings, not on the number of slots.
        """
        known = self._held(terms)
        if not known:
            return np.zeros(0, dtype=np.intp), np.zeros(0)
        packed = np.concatenate([each.postings for each in known])
        holding = (packed >> 8).astype(np.intp)
        lengths = [len(each.postings) for each in known]
        counts = packed & COUNT_MAX
        weights = np.repeat([each.weight for each in known], lengths)
        earned = weights * (counts / (counts + self._damping(self._lengths[holding])))
        number = np.empty(self._slots_count, dtype=np.int32)  # Only written elements are read.
        order = np.arange(len(holding), dtype=np.int32)
        number[holding] = order
        slots = holding[number[holding] == order]  # Each slot once, without sorting.
        number[slots] = order[: len(slots)]
        return slots, np.minimum(1.0, np.bincount(number[holding], earned) / _score_max(known))

    def holding(self, terms: Sequence[str]) -> NDArray[np.intp]:
        """The slots that contain any of the terms; a slot comes once for each of the terms that it contains."""
        known = self._held(terms)
        return (
            (np.concatenate([each.postings for each in known]) >> 8).astype(np.intp) if known else np.zeros(0, np.intp)
        )

    def parts_at(self, terms: Sequence[str], slots: NDArray[np.intp]) -> NDArray[np.float64]:
        """What each term that any text contains adds to `scores` at these slots, a row for each; 0 at slot -1."""
        wanted = slots.astype(np.uint32) << 8
        damping = self._damping(self._lengths[slots])
        known = self._held(terms)
        counts = np.empty((len(known), len(slots)))
        for row, each in enumerate(known):
            near = each.postings[np.minimum(np.searchsorted(each.postings, wanted), len(each.postings) - 1)]
            counts[row] = np.where((near >> 8) == slots, near & COUNT_MAX, 0)
        weights = np.array([each.weight for each in known])[:, np.newaxis]
        return weights * (counts / (counts + damping)) / _score_max(known)

    def weights(self, terms: Sequence[str]) -> dict[str, float]:
        """The weight of each term that any text contains, in the order of `terms`."""
        self.settle()
        known = {term: self._term(term) for term in terms}
        return {term: each.weight for term, each in known.items() if len(each.postings)}

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Replace each slot by `moved[slot]`, in the same order, and forget those with -1."""
        self._merge()
        self._looked_up.clear()
        codes = np.repeat(np.arange(len(self._starts)), self._ends - self._starts)
        slots = moved[self._bulk >> 8]
        is_kept = slots >= 0
        self._bulk = (slots[is_kept].astype(np.uint32) << 8) | (self._bulk[is_kept] & COUNT_MAX)
        held = np.bincount(codes[is_kept], minlength=len(self._starts))
        self._set_ranges(held[held > 0])
        kept = [term for term, code in self._codes.items() if held[code]]  # In the order of their codes.
        self._codes = defaultdict(count(len(kept)).__next__, zip(kept, range(len(kept)), strict=True))
        lengths = self._lengths[: len(moved)][moved >= 0]
        self._slots_count = len(lengths)
        is_note = self._is_note[: len(moved)][moved >= 0]
        self._lengths = np.concatenate((lengths, np.zeros(len(lengths) // 2 + 64, dtype=np.int32)))
        self._is_note = np.concatenate((is_note, np.zeros(len(lengths) // 2 + 64, dtype=np.bool_)))
        self._has_dropped = False

    def _add_batch(self, slot: int, texts: Sequence[str]) -> NDArray[np.int32]:
        """Add the texts as a batch; returns the number of terms of each. Splits one text at a time, to save memory."""
        codes, lengths = array("I"), np.zeros(len(texts), dtype=np.int32)
        for place, text in enumerate(texts):
            words = text.split()
            lengths[place] = len(words)
            codes.extend(map(self._codes.__getitem__, words))
        slots = np.repeat(np.arange(slot, slot + len(texts), dtype=np.uint64), lengths)
        self._batches.append(_counted_pairs(np.frombuffer(codes, dtype=np.uint32).astype(np.uint64), slots))
        return lengths

    def _add_recent(self, slot: int, texts: Sequence[str]) -> NDArray[np.int32]:
        self.settle()
        lengths = np.zeros(len(texts), dtype=np.int32)
        for place, text in enumerate(texts):
            words = text.split()
            lengths[place] = len(words)
            counts = Counter[str]()
            for at in range(0, len(words), COUNTED_AT_ONCE):
                counts.update(words[at : at + COUNTED_AT_ONCE])
            for term, times in counts.items():
                self._recent.setdefault(term, array("I")).append((slot + place) << 8 | min(times, COUNT_MAX))
            self._recent_count += len(counts)
        return lengths

    def settle(self) -> None:
        """Merge the batches into the bulk if that pays; else add them to the recent postings."""
        if sum(len(postings) for _, postings in self._batches) > len(self._bulk) // MERGED_PART:
            self._merge()
        terms = list(self._codes) if self._batches else []
        for codes, postings in self._batches:
            for code, posting in zip(codes.tolist(), postings.tolist(), strict=True):
                self._recent.setdefault(terms[code], array("I")).append(posting)
            self._recent_count += len(codes)
        self._batches = []

    def pack(self) -> None:
        """Let terms with equal postings share them, which saves a quarter to a third.

        Such terms are a stem and its only form, whose codes follow each other. Merging separates them again.
        """
        self.settle()
        bulk, lengths = self._bulk_unshared(), self._ends - self._starts
        self._set_ranges(lengths)
        firsts, held = bulk[self._starts], bulk.data
        codes = np.flatnonzero((lengths[1:] == lengths[:-1]) & (firsts[1:] == firsts[:-1])) + 1
        places = zip(codes.tolist(), self._starts[codes].tolist(), self._ends[codes].tolist(), strict=True)
        is_own = np.ones(len(lengths), dtype=np.bool_)
        # Compared as memory: numpy needs four times as long for many short arrays.
        is_own[[code for code, start, end in places if held[start:end] == held[2 * start - end : start]]] = False
        self._bulk = bulk[np.repeat(is_own, lengths)]
        self._ends = np.cumsum(np.where(is_own, lengths, 0))
        self._starts = self._ends - lengths

    def _bulk_unshared(self) -> NDArray[np.uint32]:
        if len(self._bulk) == np.sum(self._ends - self._starts):
            return self._bulk
        places = zip(self._starts.tolist(), self._ends.tolist(), strict=True)
        return np.concatenate([self._bulk[start:end] for start, end in places])

    def _set_ranges(self, lengths: NDArray[np.intp]) -> None:
        self._ends = np.cumsum(lengths)
        self._starts = self._ends - lengths

    def _merge(self) -> None:
        """Move everything into the bulk: for each term the old postings, then recent ones, then the batches."""
        coded = sorted((self._codes[term], postings) for term, postings in self._recent.items())
        codes = np.repeat([code for code, _ in coded], [len(postings) for _, postings in coded]).astype(np.uint32)
        recent = np.concatenate([NOTHING, *(np.asarray(postings, dtype=np.uint32) for _, postings in coded)])
        held = np.zeros(len(self._codes), dtype=np.intp)
        held[: len(self._starts)] = self._ends - self._starts
        bulk = np.repeat(np.arange(len(held), dtype=np.uint32), held), self._bulk_unshared()
        parts = [bulk, (codes, recent), *self._batches]
        counted = [np.bincount(codes, minlength=len(held)) for codes, _ in parts]
        self._set_ranges(np.sum(counted, axis=0))
        self._bulk = np.empty(sum(len(postings) for _, postings in parts), dtype=np.uint32)
        ends = self._starts.copy()  # by code: how far its postings are filled
        for (codes, postings), added in zip(parts, counted, strict=True):
            moved = ends - (np.cumsum(added) - added)
            for start in range(0, len(codes), MOVED_AT_ONCE):
                some = codes[start : start + MOVED_AT_ONCE]
                self._bulk[moved[some] + np.arange(start, start + len(some))] = postings[start : start + len(some)]
            ends += added
        self._recent, self._recent_count, self._batches = {}, 0, []

    def _held(self, terms: Iterable[str]) -> list[_Term]:
        """Those of the terms that any text contains, in one order whatever theirs is."""
        self.settle()
        return [held for held in map(self._term, sorted(set(terms))) if len(held.postings)]

    def _term(self, term: str) -> _Term:
        """The term with its postings. Cached, since a turn asks for the same terms several times."""
        held = self._looked_up.get(term)
        if held is None:
            if len(self._looked_up) >= LOOKED_UP_MAX:
                self._looked_up.clear()
            held = self._looked_up[term] = self._weighed(term)
        return held

    def _weighed(self, term: str) -> _Term:
        """The term with its weight: high for rare terms, almost 0 for those in every text, never below 0.

        Its rarity is counted in lines; if no line contains it, in all texts.
        """
        packed = self._kept(self._postings_of(term))
        lines_count = len(packed)
        if self._notes.texts_count and self._lines.texts_count:
            lines_count -= int(np.count_nonzero(self._is_note[packed >> 8]))
        texts_count, holding_count = self._lines.texts_count, lines_count
        if not lines_count or not texts_count:
            texts_count, holding_count = texts_count + self._notes.texts_count, len(packed)
        weight = log(1 + (texts_count - holding_count + 0.5) / (holding_count + 0.5)) * (K1 + 1)
        return _Term(packed, weight, lines_count > 0)

    def _kept(self, packed: NDArray[np.uint32]) -> NDArray[np.uint32]:
        return packed[self._lengths[packed >> 8] > 0] if self._has_dropped else packed

    def _postings_of(self, term: str) -> NDArray[np.uint32]:
        code, recent = self._codes.get(term), self._recent.get(term)
        is_bulk = code is not None and code < len(self._starts)
        packed = self._bulk[self._starts[code] : self._ends[code]] if is_bulk else NOTHING
        if recent is None:
            return packed
        return np.concatenate((packed, np.frombuffer(recent.tobytes(), dtype=np.uint32)))

    def _damping(self, lengths: NDArray[np.int32]) -> NDArray[np.float64]:
        """For each length, how often a text must contain a term to earn half of its weight: more in long texts."""
        total = self._lines if self._lines.texts_count else self._notes
        average = total.terms_count / total.texts_count if total.texts_count else 1.0
        return np.asarray(K1 * (1 - B + (B / average) * lengths), dtype=np.float64)


def _score_max(held: Sequence[_Term]) -> float:
    """The most that a line could score; if no line contains any of the terms, the most that any text could."""
    return sum(each.weight for each in held if each.is_said) or sum(each.weight for each in held)


def _counted_pairs(
    codes: NDArray[np.uint64], slots: NDArray[np.uint64]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Each distinct pair of code and slot, rising, as a code and a posting with the count of the pair."""
    pairs = np.sort((codes << np.uint64(32)) | slots)
    firsts = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1]))[: len(pairs)])
    times = np.minimum(np.diff(np.append(firsts, len(pairs))), COUNT_MAX).astype(np.uint32)
    pairs = pairs[firsts]
    return (pairs >> np.uint64(32)).astype(np.uint32), (pairs.astype(np.uint32) << np.uint32(8)) | times
