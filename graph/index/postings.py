"""Search by words: which items contain which terms, scored with BM25 from the space's own counts."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
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
LOOKED_UP_MAX: Final = 256  # Terms; the longest question with the lines before it has fewer.
POSTING_BYTES: Final = 4
TERM_BYTES: Final = 220  # A term with its place in the table and its array, measured.


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
    """For each term the slots that contain it. Slots are added in rising order; dropped ones stay until `renumber`."""

    def __init__(self) -> None:
        self._of_term = _table()
        self._count = 0  # of all postings
        self._lengths = np.zeros(64, dtype=np.int32)  # terms of each slot; 0 if it is not searchable
        self._is_note = np.zeros(64, dtype=np.bool_)
        self._slots_count = 0
        self._lines, self._notes = _Total(), _Total()
        self._has_dropped = False
        self._looked_up: dict[str, _Term] = {}  # a cache, cleared by every change

    def __getstate__(self) -> dict[str, object]:
        """All postings in one array, which is read much faster than one for each term."""
        state = {**vars(self), "_looked_up": {}, "_of_term": None}
        return state | {"terms": [*self._of_term], "counts": self._counts(), "flat": self._flat()}

    def __setstate__(self, state: dict[str, object]) -> None:
        terms, counts, flat = (state.pop(name) for name in ("terms", "counts", "flat"))
        vars(self).update(state, _of_term=_table())
        self._spread(terms, counts, flat)  # type: ignore[arg-type]

    @property
    def size_bytes(self) -> int:
        """About how much memory the postings take."""
        table_bytes = self._count * POSTING_BYTES + len(self._of_term) * TERM_BYTES
        return table_bytes + self._lengths.nbytes + self._is_note.nbytes

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
        lengths = np.array([self._add(place, text) for place, text in enumerate(texts, slot)], dtype=np.int32)
        self._lengths[slot:after] = lengths
        self._is_note[slot:after] = False
        self._is_note[[slot + place for place in notes]] = True
        is_note = self._is_note[slot:after]
        self._lines.add(lengths[~is_note])
        self._notes.add(lengths[is_note])

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
        known = {term: self._term(term) for term in terms}
        return {term: each.weight for term, each in known.items() if len(each.postings)}

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Replace each slot by `moved[slot]`, in the same order, and forget those with -1."""
        self._looked_up.clear()
        terms, counts, flat = [*self._of_term], self._counts(), self._flat()
        slots = moved[flat >> 8]
        is_kept = slots >= 0
        counts = np.bincount(np.repeat(np.arange(len(terms)), counts)[is_kept], minlength=len(terms))
        self._of_term = _table()
        self._spread(terms, counts, (slots[is_kept].astype(np.uint32) << 8) | (flat[is_kept] & COUNT_MAX))
        lengths = self._lengths[: len(moved)][moved >= 0]
        self._slots_count = len(lengths)
        is_note = self._is_note[: len(moved)][moved >= 0]
        self._lengths = np.concatenate((lengths, np.zeros(len(lengths) // 2 + 64, dtype=np.int32)))
        self._is_note = np.concatenate((is_note, np.zeros(len(lengths) // 2 + 64, dtype=np.bool_)))
        self._has_dropped = False

    def _add(self, slot: int, text: str) -> int:
        """Add one text; returns the number of its terms."""
        words = text.split()
        counts = Counter[str]()
        for at in range(0, len(words), COUNTED_AT_ONCE):
            counts.update(words[at : at + COUNTED_AT_ONCE])
        table, posting = self._of_term, slot << 8
        for term, times in counts.items():
            table[term].append(posting | (times if times < COUNT_MAX else COUNT_MAX))
        self._count += len(counts)
        return len(words)

    def _counts(self) -> NDArray[np.intp]:
        """The number of postings of each term."""
        return np.fromiter(map(len, self._of_term.values()), dtype=np.intp, count=len(self._of_term))

    def _flat(self) -> NDArray[np.uint32]:
        """All postings, term after term."""
        return np.frombuffer(b"".join(self._of_term.values()), dtype=np.uint32)

    def _spread(self, terms: Sequence[str], counts: NDArray[np.intp], flat: NDArray[np.uint32]) -> None:
        """Take the postings of these terms, so many of each; a term without any is left out."""
        held, at = flat.tobytes(), 0
        for term, count in zip(terms, counts.tolist(), strict=True):
            if count:
                end = at + count * POSTING_BYTES
                self._of_term[term] = array("I", held[at:end])
                at = end
        self._count = len(flat)

    def _held(self, terms: Iterable[str]) -> list[_Term]:
        """Those of the terms that any text contains, in one order whatever theirs is."""
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
        postings = self._of_term.get(term)
        return np.frombuffer(postings.tobytes() if postings is not None else b"", dtype=np.uint32)

    def _damping(self, lengths: NDArray[np.int32]) -> NDArray[np.float64]:
        """For each length, how often a text must contain a term to earn half of its weight: more in long texts."""
        total = self._lines if self._lines.texts_count else self._notes
        average = total.terms_count / total.texts_count if total.texts_count else 1.0
        return np.asarray(K1 * (1 - B + (B / average) * lengths), dtype=np.float64)


def _score_max(held: Sequence[_Term]) -> float:
    """The most that a line could score; if no line contains any of the terms, the most that any text could."""
    return sum(each.weight for each in held if each.is_said) or sum(each.weight for each in held)


def _table() -> defaultdict[str, array[int]]:
    """Term -> its postings."""
    return defaultdict(partial(array, "I"))
