"""Which items hold which terms, and how well they answer a query: BM25 from one space's own counts."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.columns import GROWTH_PART
from graph.errors import TooLarge

# Anserini's values, meant for short texts of uneven length. Measured against 1.2 and 0.75: passages R@1 90.8 to 90.4,
# lines of chat recall@10 62.9 to 61.3.
K1: Final = 0.9
B: Final = 0.4

SLOTS_MAX: Final = 1 << 24  # A posting is 32 bits: the slot above, how often the term occurs in the low 8.
COUNT_MAX: Final = 255
BULK_MIN: Final = 64  # Texts at once; below that, numpy's calls cost more than they save.
MERGED_MIN: Final = 250_000  # Postings that may wait, 2 MB.
MOVED_AT_ONCE: Final = 1 << 18  # So that merging takes little memory beside the postings themselves.
MERGED_PART: Final = 16  # So small a part of what is there does not pay for moving all of it.
LOOKED_UP_MAX: Final = 256  # Terms; more than the longest question and the lines before it have.
NOTHING: Final = np.zeros(0, dtype=np.uint32)


class Postings:
    """For each term the slots that hold it. Slots are added in rising order; dropped ones stay until `renumber`.

    What comes in bulk lies in one array, the postings of each term together; what comes line by line is kept beside it
    by term. So a space that is read from a store takes 4 bytes a posting, and a new line costs its own terms only.
    """

    def __init__(self) -> None:
        self._codes: defaultdict[str, int] = defaultdict(count().__next__)  # Of terms in bulk.
        self._starts = np.zeros(1, dtype=np.intp)  # Where the postings of each code begin in `_bulk`, and their end.
        self._bulk = np.zeros(0, dtype=np.uint32)
        self._batches: list[tuple[NDArray[np.uint32], NDArray[np.uint32]]] = []  # Codes, rising, and their postings.
        self._recent: dict[str, array[int]] = {}
        self._recent_count = 0
        self._lengths = np.zeros(64, dtype=np.int32)  # Terms of each slot; 0 where nothing is searchable.
        self._slots_count = 0
        self._texts_count = 0
        self._terms_count = 0
        self._has_dropped = False
        self._looked_up: dict[str, tuple[NDArray[np.uint32], float]] = {}  # Terms, until something changes.

    def add(self, slot: int, texts: Sequence[str]) -> None:
        """From `slot` on, which is above all slots before, each is found by the terms of one text, joined by blanks."""
        after = slot + len(texts)
        if after > SLOTS_MAX:
            raise TooLarge(f"the index has {after} slots, expected at most {SLOTS_MAX}; split the space")
        if after > len(self._lengths):
            self._lengths = np.concatenate(
                (self._lengths, np.zeros(after + after // GROWTH_PART - len(self._lengths), dtype=np.int32))
            )
        self._slots_count = after
        self._looked_up.clear()
        words = [text.split() for text in texts]
        lengths = np.array([len(each) for each in words], dtype=np.int32)
        self._lengths[slot:after] = lengths
        self._texts_count += int(np.count_nonzero(lengths))
        self._terms_count += int(lengths.sum())
        if len(texts) >= BULK_MIN:
            codes = np.fromiter(map(self._codes.__getitem__, chain.from_iterable(words)), np.uint64, int(lengths.sum()))
            self._batches.append(_counted(codes, np.repeat(np.arange(slot, after, dtype=np.uint64), lengths)))
        else:
            self.settle()
            for place, each in enumerate(words, slot):
                self._put(place, Counter(each))
        waiting = self._recent_count + sum(len(postings) for _, postings in self._batches)
        if waiting > max(MERGED_MIN, len(self._bulk) // 2):
            self._merge()

    def drop(self, slot: int) -> None:
        """The slot is found no more and counts for nothing."""
        length = int(self._lengths[slot])
        if length:
            self._lengths[slot] = 0
            self._texts_count -= 1
            self._terms_count -= length
            self._has_dropped = True
            self._looked_up.clear()

    def is_searchable(self) -> NDArray[np.bool_]:
        """Which slots are found by any term at all."""
        return self._lengths[: self._slots_count] > 0

    def scores(self, terms: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The slots that hold any term, and how well each answers, over what the query could reach at most: 0..1.

        The same texts and terms give the same numbers whatever happened before: terms are summed in their order. Costs
        by the postings that there are, not by the slots.
        """
        held = self._held(terms)
        if not held:
            return np.zeros(0, dtype=np.intp), np.zeros(0)
        packed = np.concatenate([postings for postings, _ in held])
        holding = (packed >> 8).astype(np.intp)
        counts = (packed & COUNT_MAX).astype(np.float64)
        weights = np.repeat([weight for _, weight in held], [len(postings) for postings, _ in held])
        earned = weights * (counts / (counts + self._damping(self._lengths[holding])))
        slots, places = self._apart(holding)
        return slots, np.bincount(places, earned) / sum(weight for _, weight in held)

    def parts_at(self, terms: Sequence[str], slots: NDArray[np.intp]) -> NDArray[np.float64]:
        """What each term that any text holds adds to `scores` at these slots: a row for each term."""
        found = list(self._parts(terms, slots))
        reach = sum(weight for _, weight in found)
        return np.array([part / reach for part, _ in found]).reshape(len(found), len(slots))

    def _parts(self, terms: Sequence[str], slots: NDArray[np.intp]) -> Iterator[tuple[NDArray[np.float64], float]]:
        """For each term that any text holds, what it earns at these slots, and what it could earn at most."""
        wanted = slots.astype(np.uint32) << 8
        damping = self._damping(self._lengths[slots])
        for packed, weight in self._held(terms):
            near = packed[np.minimum(np.searchsorted(packed, wanted), len(packed) - 1)]
            counts = np.where((near >> 8) == slots, near & COUNT_MAX, 0).astype(np.float64)
            yield weight * (counts / (counts + damping)), weight

    def weights(self, terms: Sequence[str]) -> dict[str, float]:
        """What each term that any text holds is worth, in the order of `terms`."""
        self.settle()
        held = {term: self._look_up(term) for term in terms}
        return {term: weight for term, (packed, weight) in held.items() if len(packed)}

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Each slot is now `moved[slot]`, which rises with it, and those moved to -1 are forgotten."""
        self._merge()
        self._looked_up.clear()
        codes = np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts))
        slots = moved[self._bulk >> 8]
        is_kept = slots >= 0
        self._bulk = (slots[is_kept].astype(np.uint32) << 8) | (self._bulk[is_kept] & COUNT_MAX)
        held = np.bincount(codes[is_kept], minlength=len(self._starts) - 1)
        self._starts = np.concatenate(([0], np.cumsum(held[held > 0]))).astype(np.intp)
        kept = [term for term, code in self._codes.items() if held[code]]  # In the order of their codes.
        self._codes = defaultdict(count(len(kept)).__next__, zip(kept, range(len(kept)), strict=True))
        lengths = self._lengths[: len(moved)][moved >= 0]
        self._slots_count = len(lengths)
        self._lengths = np.concatenate((lengths, np.zeros(len(lengths) // 2 + 64, dtype=np.int32)))
        self._has_dropped = False

    def _put(self, slot: int, counts: Mapping[str, int]) -> None:
        for term, times in counts.items():
            self._recent.setdefault(term, array("I")).append(slot << 8 | min(times, COUNT_MAX))
        self._recent_count += len(counts)

    def settle(self) -> None:
        """Nothing waits in batches: they are merged where that pays, else kept with what is recent."""
        if sum(len(postings) for _, postings in self._batches) > len(self._bulk) // MERGED_PART:
            self._merge()
        terms = list(self._codes) if self._batches else []
        for codes, postings in self._batches:
            for code, posting in zip(codes.tolist(), postings.tolist(), strict=True):
                self._recent.setdefault(terms[code], array("I")).append(posting)
            self._recent_count += len(codes)
        self._batches = []

    def _merge(self) -> None:
        """Everything is in bulk: behind what was there of each term comes what is recent, and then the batches."""
        coded = sorted((self._codes[term], postings) for term, postings in self._recent.items())
        codes = np.repeat([code for code, _ in coded], [len(postings) for _, postings in coded]).astype(np.uint32)
        recent = np.concatenate([NOTHING, *(np.asarray(postings, dtype=np.uint32) for _, postings in coded)])
        held = np.zeros(len(self._codes), dtype=np.intp)
        held[: len(self._starts) - 1] = np.diff(self._starts)
        parts = [(np.repeat(np.arange(len(held), dtype=np.uint32), held), self._bulk), (codes, recent), *self._batches]
        counted = [np.bincount(codes, minlength=len(held)) for codes, _ in parts]
        self._starts = np.concatenate(([0], np.cumsum(sum(counted)))).astype(np.intp)
        self._bulk = np.empty(self._starts[-1], dtype=np.uint32)
        ends = self._starts[:-1].copy()  # How far the postings of each code are filled.
        for (codes, postings), added in zip(parts, counted, strict=True):
            moved = ends - (np.cumsum(added) - added)
            for start in range(0, len(codes), MOVED_AT_ONCE):
                some = codes[start : start + MOVED_AT_ONCE]
                self._bulk[moved[some] + np.arange(start, start + len(some))] = postings[start : start + len(some)]
            ends += added
        self._recent, self._recent_count, self._batches = {}, 0, []

    def _held(self, terms: Sequence[str]) -> list[tuple[NDArray[np.uint32], float]]:
        """The postings and the worth of each term that any text holds, in the order of the terms."""
        self.settle()
        return [held for held in map(self._look_up, sorted(set(terms))) if len(held[0])]

    def _look_up(self, term: str) -> tuple[NDArray[np.uint32], float]:
        """The postings and the worth of a term, kept since a turn asks several times for the same ones."""
        held = self._looked_up.get(term)
        if held is None:
            if len(self._looked_up) >= LOOKED_UP_MAX:
                self._looked_up.clear()
            packed = self._packed(term)
            held = self._looked_up[term] = packed, self._weight(len(packed))
        return held

    def _packed(self, term: str) -> NDArray[np.uint32]:
        """The postings of the slots alive that hold the term, rising."""
        code, recent = self._codes.get(term), self._recent.get(term)
        is_bulk = code is not None and code < len(self._starts) - 1
        packed = self._bulk[self._starts[code] : self._starts[code + 1]] if code is not None and is_bulk else NOTHING
        if recent is not None:
            packed = np.concatenate((packed, np.frombuffer(recent.tobytes(), dtype=np.uint32)))
        return packed[self._lengths[packed >> 8] > 0] if self._has_dropped else packed

    def _apart(self, holding: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Each slot once, and where each of `holding` is among them. Without a sort, and without a look at the rest."""
        number = np.empty(self._slots_count, dtype=np.intp)  # Only what is written is read.
        order = np.arange(len(holding), dtype=np.intp)
        number[holding] = order
        slots = holding[number[holding] == order]
        number[slots] = order[: len(slots)]
        return slots, number[holding]

    def _weight(self, holding_count: int) -> float:
        """What a term is worth at most: rare ones much, those in every text almost nothing, never below 0."""
        return log(1 + (self._texts_count - holding_count + 0.5) / (holding_count + 0.5)) * (K1 + 1)

    def _damping(self, lengths: NDArray[np.int32]) -> NDArray[np.float64]:
        """How often a text of each length must hold a term to earn half of its worth: long ones more often."""
        average = self._terms_count / self._texts_count if self._texts_count else 1.0
        return np.asarray(K1 * (1 - B + (B / average) * lengths), dtype=np.float64)


def _counted(codes: NDArray[np.uint64], slots: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Each pair of code and slot once, rising, as a code and a posting that says how often it was there."""
    pairs = np.sort((codes << np.uint64(32)) | slots)
    firsts = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1]))[: len(pairs)])
    times = np.minimum(np.diff(np.append(firsts, len(pairs))), COUNT_MAX).astype(np.uint32)
    pairs = pairs[firsts]
    return (pairs >> np.uint64(32)).astype(np.uint32), (pairs.astype(np.uint32) << np.uint32(8)) | times
