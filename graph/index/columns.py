"""The entries of a space as arrays, one for each property, so that numpy can compare all entries at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from graph.index.entries import Entry
from graph.store.verbs import Label
from graph.text.days import DAY_MS, Days

LABELS: Final = tuple(Label)
LABEL_CODES: Final = {label: code for code, label in enumerate(LABELS)}
NO_SLOT: Final = -1
NO_STRING: Final = 0  # The code of None among the codes of strings.
GROWTH_PART: Final = 8  # Arrays grow by an eighth more than needed, so that they are copied less often.
MADE_MAX: Final = 1024  # Entries that are kept; a block asks for some hundred. About 0.5 MB.
UNKNOWN: Final = -1  # The code of a string that no entry has.
CODED: Final = ("kind", "chat", "conversation", "container", "status", "sender", "present")
"""The columns that hold codes of strings."""
PLAIN: Final = (
    *("at_ms", "position", "importance", "salience", "usefulness", "tokens"),
    *("asks", "has_name", "is_alone", "expires_ms"),
)
"""The columns that hold an entry's values as they are."""


class Columns:
    """One row for each entry; its number is the slot. Slots rise, and only `compact` reuses them."""

    is_alive: NDArray[np.bool_]
    is_embedded: NDArray[np.bool_]  # it has a vector, or the embedder does not know its language
    label: NDArray[np.uint8]
    kind: NDArray[np.int32]
    at_ms: NDArray[np.int64]
    position: NDArray[np.float64]
    importance: NDArray[np.uint8]
    salience: NDArray[np.uint8]
    usefulness: NDArray[np.float64]
    tokens: NDArray[np.int32]
    chat: NDArray[np.int32]
    conversation: NDArray[np.int32]
    container: NDArray[np.int32]
    status: NDArray[np.int32]
    sender: NDArray[np.int32]
    asks: NDArray[np.bool_]
    has_name: NDArray[np.bool_]
    present: NDArray[np.int32]
    is_alone: NDArray[np.bool_]
    expires_ms: NDArray[np.int64]
    fingerprint: NDArray[np.int64]  # of the item's terms
    seq: NDArray[np.int64]  # of the item's last write
    id_start: NDArray[np.uint64]  # the id's first 8 bytes as a number, for sorting

    def __init__(self) -> None:
        self.count = 0  # Slots in use, dead ones included.
        self.version = 0  # It rises with each change.
        self.slots: dict[str, int] = {}
        self.ids: list[str] = []
        self._codes: dict[str | None, int] = {None: NO_STRING}
        self._strings: list[str | None] = [None]
        self._made: dict[int, Entry] = {}  # by slot
        self._made_in = 0  # the version of which they are
        self._resize(64)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what can be made from the rest as fast as it could be read."""
        return {name: value for name, value in vars(self).items() if name not in ("slots", "_codes", "_made")}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state, _made={}, _made_in=0)
        self.slots = dict(zip(self.ids, range(self.count), strict=True))
        self._codes = dict(zip(self._strings, range(len(self._strings)), strict=True))

    def __len__(self) -> int:
        return len(self.slots)

    def masked(self, is_known: NDArray[np.bool_]) -> Columns:
        """These rows until the next change, with only the known ones alive. All other columns are shared."""
        left = object.__new__(Columns)
        vars(left).update(vars(self), is_alive=self.is_alive.copy())
        left.is_alive[: self.count] &= is_known
        return left

    def slot(self, id: str) -> int | None:
        """The slot of an item; None for one that is not there."""
        slot = self.slots.get(id)
        return slot if slot is not None and self.is_alive.item(slot) else None

    def extend(self, entries: Sequence[Entry], *, fingerprints: Sequence[int], seqs: Sequence[int]) -> int:
        """Add one entry or more in new slots, in their order; returns the first slot."""
        self.version += 1
        first, after = self.count, self.count + len(entries)
        if after > len(self.is_alive):
            self._resize(max(64, after + after // GROWTH_PART))
        ids = [entry.id for entry in entries]
        self.count = after
        self.ids += ids
        self.slots.update(zip(ids, range(first, after), strict=True))
        self.is_alive[first:after] = True
        self.fingerprint[first:after] = fingerprints
        self.seq[first:after] = seqs
        starts = (id[:8].encode("utf-8", "surrogatepass")[:8].ljust(8, b"\0") for id in ids)
        self.id_start[first:after] = np.frombuffer(b"".join(starts), dtype=">u8")
        self._set(slice(first, after), entries)
        return first

    def set(self, slot: int, entry: Entry, *, seq: int) -> None:
        """Replace the entry in a slot by one with the same id."""
        self.version += 1
        self.seq[slot] = seq
        self._set(slice(slot, slot + 1), [entry])

    def drop(self, slot: int) -> None:
        """Mark the slot as dead. Its row stays until the next `compact`."""
        self.version += 1
        self.is_alive[slot] = False
        del self.slots[self.ids[slot]]

    def is_placed(self, slot: int, entry: Entry) -> bool:
        """Whether the entry in the slot has the conversation and the position of `entry`."""
        code = self._codes.get(entry.conversation, UNKNOWN)
        return bool(self.conversation[slot] == code and self.position[slot] == entry.position)

    def entries(self, slots: Sequence[int]) -> dict[str, Entry]:
        """The entries in these slots, by id. Each is made once until the next change."""
        if self._made_in != self.version or len(self._made) > MADE_MAX:
            self._made, self._made_in = {}, self.version
        if missing := [slot for slot in slots if slot not in self._made]:
            at = np.array(missing, dtype=np.intp)
            rows = zip(*(self._values(name, at) for name in Entry._fields), strict=True)
            self._made.update(zip(missing, map(Entry._make, rows), strict=True))
        return {self.ids[slot]: self._made[slot] for slot in slots}

    def _values(self, name: str, at: NDArray[np.intp]) -> list[object]:
        """This property of the entries in these slots."""
        if name == "id":
            return [self.ids[slot] for slot in at.tolist()]
        values: list[int] = getattr(self, name)[at].tolist()
        if name == "label":
            return [LABELS[code] for code in values]
        return [self._strings[code] for code in values] if name in CODED else [*values]

    def of_label(self, label: Label) -> NDArray[np.bool_]:
        """Which slots are alive and have this label."""
        is_wanted: NDArray[np.bool_] = self.label[: self.count] == LABEL_CODES[label]
        return is_wanted & self.is_alive[: self.count]

    def kept_from(self, chat: str | None) -> NDArray[np.bool_]:
        """Which slots serve only another chat than this one."""
        code = UNKNOWN if chat is None else self._codes.get(chat, UNKNOWN)
        is_other: NDArray[np.bool_] = self.is_alone[: self.count] & (self.chat[: self.count] != code)
        return is_other & self.is_alive[: self.count]

    def expired(self, now_ms: int) -> NDArray[np.bool_]:
        """Which slots are alive although their time is over."""
        ends: NDArray[np.int64] = self.expires_ms[: self.count]
        return (ends > 0) & (ends <= now_ms) & self.is_alive[: self.count]

    def is_kind(self, kinds: Collection[str]) -> NDArray[np.bool_]:
        """Which slots are of one of these kinds."""
        return np.isin(self.kind[: self.count], [self._codes.get(kind, UNKNOWN) for kind in kinds])

    def codes_of(self, is_wanted: Callable[[str], bool], column: str) -> list[int]:
        """The codes of the wanted strings in a column."""
        codes = np.unique(getattr(self, column)[: self.count]).tolist()
        return [code for code in codes if (string := self._strings[code]) is not None and is_wanted(string)]

    def has_said(self, name: str) -> bool:
        """Whether a message has this sender, by this very name."""
        return name in self._codes and bool((self.sender[: self.count] == self._codes[name]).any())

    def slot_of(self, code: int) -> int | None:
        """The slot of the item whose id has this code; None if there is none."""
        return self.slot(self._strings[code] or "")

    @property
    def strings_count(self) -> int:
        """One more than the greatest code of a string."""
        return len(self._strings)

    def are(self, slots: NDArray[np.intp], labels: Collection[Label]) -> NDArray[np.bool_]:
        """Which of these slots are alive and have one of these labels."""
        is_wanted = np.zeros(len(LABELS), dtype=np.bool_)
        is_wanted[[LABEL_CODES[label] for label in labels]] = True
        return is_wanted[self.label[slots]] & self.is_alive[slots]

    def containers(self, id: str) -> list[str]:
        """The summary that an item is in, the one that this summary is in, and so on."""
        above: list[str] = []
        slot = self.slot(id)
        while slot is not None:
            container = self._strings[self.container.item(slot)]
            if container is None or container in above:
                break
            above.append(container)
            slot = self.slot(container)
        return above

    def in_container(self, container: str | None) -> NDArray[np.bool_]:
        """Which slots are alive and in this summary, or in none."""
        code = self._codes.get(container, UNKNOWN)
        is_held: NDArray[np.bool_] = self.is_alive[: self.count] & (self.container[: self.count] == code)
        return is_held

    def in_chat(self, chat: str) -> NDArray[np.bool_]:
        """Which slots are alive and in this chat."""
        is_held: NDArray[np.bool_] = self.chat[: self.count] == self._codes.get(chat, UNKNOWN)
        return is_held & self.is_alive[: self.count]

    def in_days(self, times: Sequence[Days]) -> NDArray[np.bool_]:
        """Which slots are of one of these days."""
        days = self.at_ms[: self.count] // DAY_MS
        is_in = np.zeros(self.count, dtype=np.bool_)
        for time in times:
            is_in |= (days >= time.first) & (days <= time.last)
        return is_in

    def of_status(self, statuses: Collection[str]) -> NDArray[np.bool_]:
        """Which slots have one of these statuses."""
        return np.isin(self.status[: self.count], [self._codes.get(status, UNKNOWN) for status in statuses])

    def first(
        self, slots: NDArray[np.intp], by: NDArray[np.float64], limit: int, *, last_id_first: bool = False
    ) -> list[tuple[float, int]]:
        """The `limit` pairs with the lowest (`by`, id), in that order. `by` has one number for each of `slots`.

        Sorts only candidates for these, so that 100,000 slots cost about a millisecond.
        """
        if limit <= 0:
            return []
        if len(slots) > limit:
            is_near = by <= np.partition(by, limit - 1)[limit - 1]
            slots, by = slots[is_near], by[is_near]
        if len(slots) > limit:
            starts = ~self.id_start[slots] if last_id_first else self.id_start[slots]
            last = np.lexsort((starts, by))[limit - 1]
            is_near = (by < by[last]) | ((by == by[last]) & (starts <= starts[last]))
            slots, by = slots[is_near], by[is_near]
        ranked = sorted(zip(by.tolist(), slots.tolist(), strict=True), key=lambda pair: self.ids[pair[1]])
        if last_id_first:
            ranked.reverse()
        ranked.sort(key=lambda pair: pair[0])
        return ranked[:limit]

    def compact(self) -> NDArray[np.int32]:
        """Remove dead rows and renumber the slots in the old order; returns the new slot of each old one, or -1."""
        self.version += 1
        alive = np.flatnonzero(self.is_alive[: self.count])
        moved = np.full(self.count, -1, dtype=np.int32)
        moved[alive] = np.arange(len(alive), dtype=np.int32)
        for name in _DTYPES:
            column: NDArray[np.generic] = getattr(self, name)
            column[: len(alive)] = column[alive]
            column[len(alive) :] = 0
        self.ids = [self.ids[slot] for slot in alive.tolist()]
        self.slots = {id: slot for slot, id in enumerate(self.ids)}
        self.count = len(alive)
        strings = self._strings
        self._codes, self._strings = {None: NO_STRING}, [None]
        for name in CODED:
            codes: NDArray[np.int32] = getattr(self, name)[: self.count]
            codes[:] = [self._code(strings[code]) for code in codes.tolist()]
        self._resize(max(64, self.count + self.count // GROWTH_PART))
        return moved

    def _resize(self, capacity: int) -> None:
        for name, dtype in _DTYPES.items():
            column: NDArray[np.generic] = np.zeros(capacity, dtype=dtype)
            column[: self.count] = getattr(self, name, column)[: self.count]
            setattr(self, name, column)

    def _set(self, at: slice, entries: Sequence[Entry]) -> None:
        every = Entry(*zip(*entries, strict=True))  # type: ignore[arg-type]  # An Entry of tuples.
        self.label[at] = [LABEL_CODES[entry.label] for entry in entries]
        for name in CODED:
            getattr(self, name)[at] = [self._code(string) for string in getattr(every, name)]
        for name in PLAIN:
            getattr(self, name)[at] = getattr(every, name)

    def _code(self, string: str | None) -> int:
        code = self._codes.setdefault(string, len(self._strings))
        if code == len(self._strings):
            self._strings.append(string)
        return code


_DTYPES: Final = {name: get_args(get_args(hint)[1])[0] for name, hint in get_type_hints(Columns).items()}
"""The type of each column's numbers: np.int32 of an NDArray[np.int32]."""
