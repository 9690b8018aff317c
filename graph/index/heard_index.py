"""The index of a space with some of its items hidden, and as one participant has heard it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import LABEL_CODES, NO_STRING, Columns
from graph.index.entries import KEYS_APART
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Kind, Label, Store
from graph.text.analysis import name_key
from graph.values.codec import to_ms
from graph.values.items import IntakeRule, Stored

Mask = Callable[[Columns], NDArray[np.bool_]]
"""For each slot of an index whether its item is known."""


class MaskedIndex(SpaceIndex):
    """What the mask leaves of a space. It cannot be refreshed: make another one from the refreshed index."""

    def __init__(self, index: SpaceIndex, mask: Mask) -> None:
        self.__dict__.update(vars(index))
        self._mask = mask
        self._masked: Columns | None = None

    @property
    def _columns(self) -> Columns:  # type: ignore[override]
        """The columns in which nothing hidden is alive, as of the last write."""
        whole: Columns = self.__dict__["_columns"]
        if self._masked is None or self._masked.version != whole.version:
            self._masked = whole.masked(self._mask(whole))
        return self._masked

    def items(self, store: Store, ids: Sequence[str]) -> dict[str, Stored]:  # noqa: D102
        return super().items(store, [*self.entries(ids)])

    def above(self, id: str) -> list[str]:  # noqa: D102
        return [*self.entries(super().above(id))]

    def _is_free(self) -> NDArray[np.bool_]:
        """Which slots are in no summary that is known."""
        containers = self._columns.container[: self._columns.count]
        known = [code for code in np.unique(containers).tolist() if self._columns.slot_of(code) is not None]
        return ~np.isin(containers, known)


def serving(index: SpaceIndex, chat: str | None, *, now: datetime) -> SpaceIndex:
    """The index without what serves only another chat, and what has expired; the index itself if that hides nothing.

    No chat is nobody's: what serves one alone is hidden then.
    """
    now_ms = to_ms(now)

    def mask(columns: Columns) -> NDArray[np.bool_]:
        return ~(columns.kept_from(chat) | columns.expired(now_ms))

    with index.lock:
        return index if not index._bounded or mask(index._columns).all() else MaskedIndex(index, mask)


PAIR = 2
"""The first two who speak in a conversation speak with each other, and have heard it from its beginning."""

STATEMENTS = frozenset({Label.FACT, Label.MEMORY})
MIXED = frozenset({Label.ENTITY, Label.KEY_INFO})
"""They are left out: their texts mix what was said in many places. Facts hold what was heard of it."""

SOURCES_MAX = 1_000_000
"""All sources of a statement are read: one that was not heard hides it."""


@dataclass(frozen=True, slots=True)
class Ear:
    """Which messages, summaries and reflections a participant knows: those of which they have heard all sources."""

    columns: Columns
    key: str  # the folded name
    bystanders: tuple[str, ...]  # roles that nobody hears

    def known(self) -> NDArray[np.bool_]:
        """For each slot whether it is known. O(n log n) in the lines of the participant's conversations."""
        columns, count = self.columns, self.columns.count
        told_apart = [LABEL_CODES[label] for label in (Label.MESSAGE, Label.SUMMARY, *MIXED)]
        known = ~np.isin(columns.label[:count], told_apart)
        own = np.isin(columns.sender[:count], columns.codes_of(lambda name: name_key(name) == self.key, "sender"))
        is_reflection = columns.of_label(Label.REFLECTION)
        known[is_reflection & ~own] = False
        spoken = columns.of_label(Label.MESSAGE) & ~columns.is_kind(self.bystanders)
        known[self._heard(own & spoken)] = True
        holders = self._holders(np.flatnonzero(known & spoken))
        hidden = self._holders(np.flatnonzero(spoken & ~known))
        known[sorted(holders - hidden)] = True
        return known

    def _heard(self, own: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The messages that the participant has heard, given which are their own.

        Once a message of a conversation says who is there, they hear it and what follows, and so does whoever speaks
        from then on. Before that message, the rule of PAIR tells from where on the participant has heard it.
        """
        columns, count = self.columns, self.columns.count
        is_message, present = columns.of_label(Label.MESSAGE), columns.present[:count]
        tells = is_message & (present != NO_STRING)
        lists_me = np.isin(present, columns.codes_of(lambda keys: self.key in keys.split(KEYS_APART), "present"))
        talks = np.unique(columns.conversation[:count][own | (tells & lists_me)])
        slots = np.flatnonzero(is_message & np.isin(columns.conversation[:count], talks))
        if not len(slots):
            return slots
        ids = np.array([columns.ids[slot] for slot in slots.tolist()])
        slots = slots[np.lexsort((ids, columns.position[slots], columns.conversation[slots]))]
        talk, places = columns.conversation[slots], np.arange(len(slots))
        starts = np.searchsorted(talk, talk)
        is_spoken = ~columns.is_kind(self.bystanders)[slots]
        told_at = np.maximum.accumulate(np.where(tells[slots], places, -1))
        spoke_at = np.maximum.accumulate(np.where(own[slots], places, -1))
        is_untold = told_at < starts

        firsts = self._first_lines(talk, np.where(own[slots], -1, columns.sender[slots]), is_spoken & is_untold)
        rank = np.arange(len(firsts)) - np.searchsorted(talk[firsts], talk[firsts])
        mine, is_of_pair = firsts[own[slots[firsts]]], rank[own[slots[firsts]]] < PAIR
        begins = np.full(len(slots), len(slots))
        begins[starts[mine]] = np.where(is_of_pair, starts[mine], mine)
        is_there = np.where(is_untold, places >= begins[starts], lists_me[slots[told_at]] | (spoke_at >= told_at))
        return slots[is_there & is_spoken]

    def _first_lines(
        self, talk: NDArray[np.int32], who: NDArray[np.int64], is_wanted: NDArray[np.bool_]
    ) -> NDArray[np.intp]:
        """The places of the first wanted line of each speaker of each conversation, in order."""
        wanted = np.flatnonzero(is_wanted)
        speakers = talk[wanted].astype(np.int64) * (self.columns.strings_count + 1) + who[wanted]
        return np.sort(wanted[np.unique(speakers, return_index=True)[1]])

    def _holders(self, slots: NDArray[np.intp]) -> set[int]:
        """The slots of all summaries that hold any of these, through all levels."""
        holders: set[int] = set()
        while len(slots):
            codes = np.unique(self.columns.container[slots]).tolist()
            new = {slot for code in codes if (slot := self.columns.slot_of(code)) is not None} - holders
            holders |= new
            slots = np.array([*new], dtype=np.intp)
        return holders


class HeardIndex(MaskedIndex):
    """What a participant knows of a space. It cannot be refreshed: make another one from the refreshed index.

    Whether a fact or a significant memory is known depends on its sources. Only the store has them: `admit` reads them.
    """

    def __init__(self, index: SpaceIndex, name: str, rule: IntakeRule) -> None:
        key, bystanders = name_key(name), tuple(map(str, rule.bystanders))
        shown = index._mask if isinstance(index, MaskedIndex) else None

        def mask(columns: Columns) -> NDArray[np.bool_]:
            known = Ear(columns, key, bystanders).known()
            if self._admitted is not None:
                known[columns.of_label(Label.FACT) | columns.of_label(Label.MEMORY)] = False
                known[[slot for id in self._admitted if (slot := columns.slot(id)) is not None]] = True
            return known if shown is None else known & shown(columns)

        super().__init__(index, mask)
        self._admitted: frozenset[str] | None = None  # the known statements; None: `admit` was not called yet

    def admit(self, store: Store, ids: Collection[str]) -> None:
        """Read the sources of these statements. From now on only those whose sources were all heard are known.

        One read; none if `ids` has no statements.
        """
        self._admitted = self._masked = None
        stated = [id for id, entry in self.entries(list(ids)).items() if entry.label in STATEMENTS]
        sources: dict[str, list[str]] = {id: [] for id in stated}
        for edge in store.edges(self.space, stated, [Kind.STATED_IN], SOURCES_MAX) if stated else ():
            sources[edge.source].append(edge.target)
        heard = self.entries(sorted({id for source_ids in sources.values() for id in source_ids}))
        self._admitted = frozenset(
            id for id, source_ids in sources.items() if source_ids and heard.keys() >= {*source_ids}
        )
        self._masked = None

    def conversations(self) -> list[str]:
        """The conversations of which something was heard, in order of time."""
        with self.lock:
            entries = self.entries(self._in_order(self._columns.of_label(Label.MESSAGE))).values()
        return [*dict.fromkeys(entry.conversation for entry in entries if entry.conversation is not None)]

    def reflections(self) -> list[str]:
        """The participant's reflections, oldest first."""
        with self.lock:
            slots = np.flatnonzero(self._columns.of_label(Label.REFLECTION))
            return sorted(self._columns.ids[slot] for slot in slots.tolist())

    def names_of(self, entity: str) -> tuple[str, ...]:  # noqa: D102
        heard = [name for name in super().names_of(entity) if self.search_words(name, 1, labels=[Label.MESSAGE])]
        return tuple(heard) or (entity,)
