"""Which items hold which terms, and how well they answer a query: BM25 from one space's own counts."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graph.errors import TooLarge
from graph.index.columns import GROWTH_PART

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


class _Held(NamedTuple):
    """What there is of one term."""

    postings: NDArray[np.uint32]
    weight: float
    is_said: bool  # by a line, not in notes alone


@dataclass(slots=True)
class _Total:
    """Of all lines, or all notes, that are searchable."""

    texts_count: int = 0
    terms_count: int = 0

    def add(self, lengths: NDArray[np.int32]) -> None:
        """And of these, of so many terms each."""
        self.texts_count += int(np.count_nonzero(lengths))
        self.terms_count += int(lengths.sum())


class Postings:
    """For each term the slots that hold it. Slots are added in rising order; dropped ones stay until `renumber`.

    What comes in bulk lies in one array, the postings of each term together; what comes line by line is kept beside it
    by term. So a space that is read from a store takes 4 bytes a posting, and a new line costs its own terms only.
    """

    def __init__(self) -> None:
        self._codes: defaultdict[str, int] = defaultdict(count().__next__)  # Of terms in bulk.
        self._starts = np.zeros(0, dtype=np.intp)  # Where the postings of each code begin in `_bulk`,
        self._ends = np.zeros(0, dtype=np.intp)  # and where they end.
        self._bulk = np.zeros(0, dtype=np.uint32)
        self._batches: list[tuple[NDArray[np.uint32], NDArray[np.uint32]]] = []  # Codes, rising, and their postings.
        self._recent: dict[str, array[int]] = {}
        self._recent_count = 0
        self._lengths = np.zeros(64, dtype=np.int32)  # Terms of each slot; 0 where nothing is searchable.
        self._is_note = np.zeros(64, dtype=np.bool_)
        self._slots_count = 0
        self._lines, self._notes = _Total(), _Total()
        self._has_dropped = False
        self._looked_up: dict[str, _Held] = {}  # Terms, until something changes.

    def add(self, slot: int, texts: Sequence[str], notes: Collection[int] = ()) -> None:
        """From `slot` on, which is above all slots before, each is found by the terms of one text, joined by blanks.

        The texts at these places are `notes` of what others say: beside those, they don't make a word less rare.
        """
        after = slot + len(texts)
        if after > SLOTS_MAX:
            raise TooLarge(f"the index has {after} slots, expected at most {SLOTS_MAX}; split the space")
        if after > len(self._lengths):
            more = after + after // GROWTH_PART - len(self._lengths)
            self._lengths = np.concatenate((self._lengths, np.zeros(more, dtype=np.int32)))
            self._is_note = np.concatenate((self._is_note, np.zeros(more, dtype=np.bool_)))
        self._slots_count = after
        self._looked_up.clear()
        lengths = (self._put_bulk if len(texts) >= BULK_MIN else self._put_each)(slot, texts)
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
        """The slot is found no more and counts for nothing."""
        length = int(self._lengths[slot])
        if length:
            self._lengths[slot] = 0
            total = self._notes if self._is_note[slot] else self._lines
            total.texts_count -= 1
            total.terms_count -= length
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
        packed = np.concatenate([each.postings for each in held])
        holding = (packed >> 8).astype(np.intp)
        counts = (packed & COUNT_MAX).astype(np.float64)
        weights = np.repeat([each.weight for each in held], [len(each.postings) for each in held])
        earned = weights * (counts / (counts + self._damping(self._lengths[holding])))
        slots, places = self._apart(holding)
        return slots, np.minimum(1.0, np.bincount(places, earned) / _reach(held))

    def parts_at(self, terms: Sequence[str], slots: NDArray[np.intp]) -> NDArray[np.float64]:
        """What each term that any text holds adds to `scores` at these slots: a row for each term; 0 at slot -1."""
        wanted = slots.astype(np.uint32) << 8
        damping = self._damping(self._lengths[slots])
        held = self._held(terms)
        reach = _reach(held)
        counts = np.empty((len(held), len(slots)))
        for row, (packed, _, _) in enumerate(held):
            near = packed[np.minimum(np.searchsorted(packed, wanted), len(packed) - 1)]
            counts[row] = np.where((near >> 8) == slots, near & COUNT_MAX, 0)
        weights = np.array([each.weight for each in held])[:, np.newaxis]
        return np.asarray(weights * (counts / (counts + damping)) / reach)

    def weights(self, terms: Sequence[str]) -> dict[str, float]:
        """What each term that any text holds is worth, in the order of `terms`."""
        self.settle()
        held = {term: self._look_up(term) for term in terms}
        return {term: each.weight for term, each in held.items() if len(each.postings)}

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Each slot is now `moved[slot]`, which rises with it, and those moved to -1 are forgotten."""
        self._merge()
        self._looked_up.clear()
        codes = np.repeat(np.arange(len(self._starts)), self._ends - self._starts)
        slots = moved[self._bulk >> 8]
        is_kept = slots >= 0
        self._bulk = (slots[is_kept].astype(np.uint32) << 8) | (self._bulk[is_kept] & COUNT_MAX)
        held = np.bincount(codes[is_kept], minlength=len(self._starts))
        self._lay_out(held[held > 0])
        kept = [term for term, code in self._codes.items() if held[code]]  # In the order of their codes.
        self._codes = defaultdict(count(len(kept)).__next__, zip(kept, range(len(kept)), strict=True))
        lengths = self._lengths[: len(moved)][moved >= 0]
        self._slots_count = len(lengths)
        is_note = self._is_note[: len(moved)][moved >= 0]
        self._lengths = np.concatenate((lengths, np.zeros(len(lengths) // 2 + 64, dtype=np.int32)))
        self._is_note = np.concatenate((is_note, np.zeros(len(lengths) // 2 + 64, dtype=np.bool_)))
        self._has_dropped = False

    def _put_bulk(self, slot: int, texts: Sequence[str]) -> NDArray[np.int32]:
        """The texts wait in a batch; returns how many terms each has. No more than one text's words at a time."""
        codes, lengths = array("I"), np.zeros(len(texts), dtype=np.int32)
        for place, text in enumerate(texts):
            words = text.split()
            lengths[place] = len(words)
            codes.extend(map(self._codes.__getitem__, words))
        slots = np.repeat(np.arange(slot, slot + len(texts), dtype=np.uint64), lengths)
        self._batches.append(_counted(np.frombuffer(codes, dtype=np.uint32).astype(np.uint64), slots))
        return lengths

    def _put_each(self, slot: int, texts: Sequence[str]) -> NDArray[np.int32]:
        """The texts are kept with what is recent; returns how many terms each has."""
        self.settle()
        lengths = np.zeros(len(texts), dtype=np.int32)
        for place, text in enumerate(texts):
            words = text.split()
            lengths[place] = len(words)
            counts = Counter(words)
            for term, times in counts.items():
                self._recent.setdefault(term, array("I")).append((slot + place) << 8 | min(times, COUNT_MAX))
            self._recent_count += len(counts)
        return lengths

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

    def pack(self) -> None:
        """Nothing waits, and terms that the same texts hold share their postings: a quarter to a third of all.

        Such are a stem and the word that is its only form, which come one behind the other. Merging parts them again.
        """
        self.settle()
        bulk, lengths = self._unpacked(), self._ends - self._starts
        self._lay_out(lengths)
        firsts, held = bulk[self._starts], bulk.data
        codes = np.flatnonzero((lengths[1:] == lengths[:-1]) & (firsts[1:] == firsts[:-1])) + 1
        places = zip(codes.tolist(), self._starts[codes].tolist(), self._ends[codes].tolist(), strict=True)
        is_own = np.ones(len(lengths), dtype=np.bool_)
        # Compared as memory: numpy's own comparison takes four times as long for so many short ones.
        is_own[[code for code, start, end in places if held[start:end] == held[2 * start - end : start]]] = False
        self._bulk = bulk[np.repeat(is_own, lengths)]
        self._ends = np.cumsum(np.where(is_own, lengths, 0))
        self._starts = self._ends - lengths

    def _unpacked(self) -> NDArray[np.uint32]:
        """The postings of each code behind those of the code before."""
        if len(self._bulk) == np.sum(self._ends - self._starts):
            return self._bulk
        places = zip(self._starts.tolist(), self._ends.tolist(), strict=True)
        return np.concatenate([self._bulk[start:end] for start, end in places])

    def _lay_out(self, lengths: NDArray[np.intp]) -> None:
        """The codes have so many postings each, one behind the other."""
        self._ends = np.cumsum(lengths)
        self._starts = self._ends - lengths

    def _merge(self) -> None:
        """Everything is in bulk: behind what was there of each term comes what is recent, and then the batches."""
        coded = sorted((self._codes[term], postings) for term, postings in self._recent.items())
        codes = np.repeat([code for code, _ in coded], [len(postings) for _, postings in coded]).astype(np.uint32)
        recent = np.concatenate([NOTHING, *(np.asarray(postings, dtype=np.uint32) for _, postings in coded)])
        held = np.zeros(len(self._codes), dtype=np.intp)
        held[: len(self._starts)] = self._ends - self._starts
        bulk = np.repeat(np.arange(len(held), dtype=np.uint32), held), self._unpacked()
        parts = [bulk, (codes, recent), *self._batches]
        counted = [np.bincount(codes, minlength=len(held)) for codes, _ in parts]
        self._lay_out(np.sum(counted, axis=0))
        self._bulk = np.empty(sum(len(postings) for _, postings in parts), dtype=np.uint32)
        ends = self._starts.copy()  # How far the postings of each code are filled.
        for (codes, postings), added in zip(parts, counted, strict=True):
            moved = ends - (np.cumsum(added) - added)
            for start in range(0, len(codes), MOVED_AT_ONCE):
                some = codes[start : start + MOVED_AT_ONCE]
                self._bulk[moved[some] + np.arange(start, start + len(some))] = postings[start : start + len(some)]
            ends += added
        self._recent, self._recent_count, self._batches = {}, 0, []

    def _held(self, terms: Sequence[str]) -> list[_Held]:
        """What there is of each term that any text holds, in the order of the terms."""
        self.settle()
        return [held for held in map(self._look_up, sorted(set(terms))) if len(held.postings)]

    def _look_up(self, term: str) -> _Held:
        """What there is of a term, kept since a turn asks several times for the same ones."""
        held = self._looked_up.get(term)
        if held is None:
            if len(self._looked_up) >= LOOKED_UP_MAX:
                self._looked_up.clear()
            packed = self._packed(term)
            held = self._looked_up[term] = self._worth(packed)
        return held

    def _packed(self, term: str) -> NDArray[np.uint32]:
        """The postings of the slots alive that hold the term, rising."""
        code, recent = self._codes.get(term), self._recent.get(term)
        is_bulk = code is not None and code < len(self._starts)
        packed = self._bulk[self._starts[code] : self._ends[code]] if is_bulk else NOTHING
        if recent is not None:
            packed = np.concatenate((packed, np.frombuffer(recent.tobytes(), dtype=np.uint32)))
        return packed[self._lengths[packed >> 8] > 0] if self._has_dropped else packed

    def _apart(self, holding: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """Each slot once, and where each of `holding` is among them. Without a sort, and without a look at the rest."""
        number = np.empty(self._slots_count, dtype=np.int32)  # Only what is written is read.
        order = np.arange(len(holding), dtype=np.int32)
        number[holding] = order
        slots = holding[number[holding] == order]
        number[slots] = order[: len(slots)]
        return slots, number[holding]

    def _worth(self, packed: NDArray[np.uint32]) -> _Held:
        """What a term is worth at most: rare ones much, those in every text almost nothing, never below 0.

        It is as rare as it is in lines; where none holds it, as it is in all texts.
        """
        lines_count = len(packed)
        if self._notes.texts_count and self._lines.texts_count:
            lines_count -= int(np.count_nonzero(self._is_note[packed >> 8]))
        texts_count, holding_count = self._lines.texts_count, lines_count
        if not lines_count or not texts_count:
            texts_count, holding_count = texts_count + self._notes.texts_count, len(packed)
        weight = log(1 + (texts_count - holding_count + 0.5) / (holding_count + 0.5)) * (K1 + 1)
        return _Held(packed, weight, lines_count > 0)

    def _damping(self, lengths: NDArray[np.int32]) -> NDArray[np.float64]:
        """How often a text of each length must hold a term to earn half of its worth: long ones more often."""
        total = self._lines if self._lines.texts_count else self._notes
        average = total.terms_count / total.texts_count if total.texts_count else 1.0
        return np.asarray(K1 * (1 - B + (B / average) * lengths), dtype=np.float64)


def _reach(held: Sequence[_Held]) -> float:
    """What a line could earn at most; where no line holds any of the terms, what any text could."""
    return sum(each.weight for each in held if each.is_said) or sum(each.weight for each in held)


def _counted(codes: NDArray[np.uint64], slots: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Each pair of code and slot once, rising, as a code and a posting that says how often it was there."""
    pairs = np.sort((codes << np.uint64(32)) | slots)
    firsts = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1]))[: len(pairs)])
    times = np.minimum(np.diff(np.append(firsts, len(pairs))), COUNT_MAX).astype(np.uint32)
    pairs = pairs[firsts]
    return (pairs >> np.uint64(32)).astype(np.uint32), (pairs.astype(np.uint32) << np.uint32(8)) | times
