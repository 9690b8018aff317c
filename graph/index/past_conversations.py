"""Finds the complete conversations that a question means: those whose titles or lines say most of its words.

A score is the share of a question's words that a conversation says. A rare word counts up to twice as much as one
that every conversation has. A word that no conversation has counts as the rarest right before one that some have, so
that "iron supplements" are not found by other supplements; elsewhere it counts a quarter, since it may be a filler.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import LABEL_CODES, Columns
from graph.index.postings import Postings
from graph.store.verbs import Label
from graph.text.days import Days

IN_SUMMARY: Final = 0.95  # A conversation is about what its title and topics say; its summary is nearly that.
IN_LINE: Final = 0.85  # A line may only have touched it.
COMPLETE: Final = "complete"
PER_MEANING: Final = 1.25  # A meaning of 0.4 is as sure a sign as half of the words (docs/how-to/recall.md).
NEAREST_OF_PAST: Final = 200  # Items near a question: about ten for each conversation that may be meant.

UNSAID: Final = 0.25
"""What a word that no conversation has counts, as a part of its worth. At a half, fewer questions in quite other words
find another conversation (2 of 36 instead of 10, benchmarks.other_wording), but one unknown detail denies a subject."""

OTHER_SPELLING: Final = 0.8
"""What "eksi" counts where "ekşi" is asked for: enough to be found, and more than LEAD behind the same spelling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedWord:
    """A word of a question, for the search."""

    terms: Sequence[str]
    worth: float = 1.0  # less for what is asked about the subject
    spelling: tuple[str, str] | None = (
        None  # the terms of the whole word with its accents and without; None: it has none
    )
    joins_next: bool = False  # whether nothing stands between it and the next word


class PastConversations:
    """The complete conversations of an index as arrays, for one search. Safe only under the index's lock.

    They are searched in two postings: of their titles and topics, and of all items.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        is_complete = columns.of_label(Label.CONVERSATION) & columns.of_status([COMPLETE])
        self._slots = np.flatnonzero(is_complete)
        self._place = np.full(columns.strings_count, -1, dtype=np.intp)  # by the code of a conversation's id
        self._place[columns.conversation[self._slots]] = np.arange(len(self._slots))

    def search(
        self,
        words: Sequence[AskedWord],
        postings: tuple[Postings, Postings],
        limit: int,
        *,
        near: tuple[NDArray[np.intp], NDArray[np.float64]] | None,
        days: Sequence[Days] = (),
    ) -> list[tuple[str, float]]:
        """The best conversations, the newer one first among equals, with their scores above 0.

        A score is the part of the words that is said, or PER_MEANING times the nearest item's meaning, if that is more.
        With days, only conversations of these are found; without words, each of them has the score 1. Costs the
        postings of the words, and a number for each conversation.
        """
        scores = self.said(words, postings) if words else np.full(len(self._slots), float(bool(days)))
        if near is not None:
            scores = np.maximum(scores, self.nearest(*near))
        return self.best(scores * self._is_of(days) if days else scores, limit)

    def said(self, words: Sequence[AskedWord], postings: tuple[Postings, Postings]) -> NDArray[np.float64]:
        """For each conversation the share of the words that it says; 1 if its title has all of them."""
        count = len(self._slots)
        total, scores = 0.0, np.zeros(count)
        how_said = [self._how_said(word, postings) for word in words]
        is_said = [bool(how.any()) for how in how_said]
        for word, how, this, behind in zip(words, how_said, is_said, [*is_said[1:], False], strict=True):
            said_count = int(np.count_nonzero(how))
            weight = 1.0 + (log((count + 1) / (said_count + 1)) / log(count + 1) if count else 0.0)
            weight *= word.worth if this or (word.joins_next and behind) else word.worth * UNSAID
            scores += weight * how
            total += weight
        return scores / total if total else scores

    def nearest(self, slots: NDArray[np.intp], meanings: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each conversation the score of its nearest item among these, 0..1; 0 without one."""
        found = np.zeros(len(self._slots))
        places = self._places_of(slots)
        is_past = places >= 0
        np.maximum.at(found, places[is_past], np.clip(PER_MEANING * meanings[is_past], 0, 1))
        return found

    def best(self, scores: NDArray[np.float64], limit: int) -> list[tuple[str, float]]:
        """The conversations with the highest scores above 0, the newest first among equals."""
        at_ms = self._columns.at_ms[self._slots]
        ids = self._columns.id_start[self._slots]
        order = [place for place in np.lexsort((ids, -at_ms, -scores.round(9)))[:limit].tolist() if scores[place] > 0]
        return [(self._columns.ids[self._slots[place]], float(scores[place])) for place in order]

    def _how_said(self, word: AskedWord, postings: tuple[Postings, Postings]) -> NDArray[np.float64]:
        """For each conversation whether it says the word, and where: 0, IN_LINE, IN_SUMMARY or 1; less if misspelt."""
        how = self._where_said(word.terms, postings)
        if word.spelling is not None and how.any():
            own, other = (self._where_said([term], postings) > 0 for term in word.spelling)
            how[other & ~own] *= OTHER_SPELLING
        return how

    def _where_said(self, terms: Sequence[str], postings: tuple[Postings, Postings]) -> NDArray[np.float64]:
        how = np.zeros(len(self._slots))
        titles, items = (each.holding(terms) for each in postings)
        places, labels = self._places_of(items), self._columns.label[items]
        for label, worth in ((Label.MESSAGE, IN_LINE), (Label.SUMMARY, IN_SUMMARY)):
            how[places[(labels == LABEL_CODES[label]) & (places >= 0)]] = worth
        how[self._places_of(titles)] = 1.0  # Only complete conversations have terms.
        return how

    def _is_of(self, days: Sequence[Days]) -> NDArray[np.bool_]:
        """For each conversation whether one of its messages is of these days."""
        found = np.zeros(len(self._slots), dtype=bool)
        places = self._places_of(np.flatnonzero(self._columns.of_label(Label.MESSAGE) & self._columns.in_days(days)))
        found[places[places >= 0]] = True
        return found

    def _places_of(self, slots: NDArray[np.intp]) -> NDArray[np.intp]:
        """The place of the conversation that an item belongs to; -1 if it is none of these."""
        return self._place[self._columns.conversation[slots]]
