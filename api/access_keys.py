"""Keys that are made while the service runs: what each may do, and in which spaces. The store has only their hashes.

They are kept in a space of the program's own. So all processes on one store share them, and neither an export nor
the deletion of a user's space touches them.
"""

import hmac
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from threading import Lock
from time import monotonic
from typing import ClassVar

from graph.derived.reached import pages
from graph.errors import BadInput, Conflict, NotFound, StoreError
from graph.store.verbs import DropNode, Label, Node, PutNode, Store
from graph.values.codec import item_of, properties_of, to_ms

KEYS = "/keys"
"""The space that holds the keys: no space of a user begins with a slash."""

SECRET_BYTES = 32
KEY = re.compile(r"rmbr_([0-9a-f]{12})_[A-Za-z0-9_-]{43}")
"""A key as callers send it: a prefix that secret scanners recognise, the key's id, and SECRET_BYTES random bytes."""

CACHE_SECONDS = 2.0
"""How long a key may still work here after another process revoked it. The cache saves one read per request."""

CACHED_MAX = 10_000  # Some 10 MB.

USE_NOTED_EVERY = timedelta(hours=1)
"""How exact the time of the last use is. Noting every use would make each request write."""


class KeyScope(StrEnum):
    """What a key may do. Each scope includes those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


ORDER = tuple(KeyScope)


@dataclass(frozen=True, slots=True)
class Rights:
    """What a caller may do, and where."""

    scope: KeyScope
    spaces: tuple[str, ...] | None  # None: all
    name: str = field(default="", compare=False)  # the key's name, which signs its changes

    def covers(self, scope: KeyScope) -> bool:
        """Whether the caller's scope includes `scope`."""
        return ORDER.index(scope) <= ORDER.index(self.scope)

    def opens(self, space: str) -> bool:
        """Whether the caller may know of the space."""
        return self.spaces is None or space in self.spaces


ALL_RIGHTS = Rights(KeyScope.ADMIN, None)
"""The rights of keys in the settings; if the settings have none, of everybody on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKey:
    """A key without its secret."""

    label: ClassVar[Label] = Label.ACCESS_KEY
    id: str
    name: str  # for people: what it is used for
    digest: str  # of its text
    scope: KeyScope
    is_all: bool = False  # whether it opens all spaces; if not, `spaces`
    spaces: tuple[str, ...] = ()
    created_at: datetime
    ends_at: datetime | None = None  # it opens nothing from then on
    used_at: datetime | None = None  # to the hour

    @property
    def rights(self) -> Rights:
        """What it may do, and where."""
        spaces = None if self.is_all else self.spaces
        return Rights(self.scope, spaces, name=self.name)


class AccessKeys:
    """The keys of one store. Safe to use from any thread and process."""

    def __init__(self, store: Store, *, now: Callable[[], datetime], clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._now = now
        self._clock = clock
        self._seen: OrderedDict[str, tuple[AccessKey, float]] = OrderedDict()  # each with the time of its reading
        self._lock = Lock()

    def create(self, name: str, rights: Rights, *, ends_at: datetime | None = None) -> tuple[AccessKey, str]:
        """A new key, and its text, which cannot be read again. One write. Raises BadInput for an end in the past."""
        now = self._now()
        if ends_at is not None and ends_at <= now:
            raise BadInput(f"key {name!r} would end at {ends_at:%Y-%m-%dT%H:%MZ}, expected a time that is to come")
        id = token_hex(6)
        text = f"rmbr_{id}_{token_urlsafe(SECRET_BYTES)}"
        made = AccessKey(
            id=id,
            name=name,
            digest=_digest(text),
            scope=rights.scope,
            is_all=rights.spaces is None,
            spaces=rights.spaces or (),
            created_at=now,
            ends_at=ends_at,
        )
        self._store.write(KEYS, [PutNode(made.label, id, properties_of(made), expect=0)])  # type: ignore[arg-type]
        return made, text

    def all(self) -> list[AccessKey]:
        """All keys, oldest first, including those that have ended. One read for each page of them."""
        found = map(_key, pages(self._store, KEYS, Label.ACCESS_KEY))
        return sorted(found, key=lambda key: (key.created_at, key.id))

    def revoke(self, id: str) -> AccessKey:
        """Make the key useless: in this process at once, in others after CACHE_SECONDS. Raises NotFound."""
        node = self._store.nodes(KEYS, [id]).get(id)
        if node is None:
            raise NotFound(f"there is no key {id!r}; list the keys to see their ids")
        self._store.write(KEYS, [DropNode(id)])
        with self._lock:
            self._seen.pop(id, None)
        return _key(node)

    def rights_of(self, text: str) -> Rights | None:
        """What this key may do now; None if it is not a key, has ended or was revoked.

        One read, or none if the key was read within CACHE_SECONDS. One write an hour. Raises StoreError.
        """
        if (parts := KEY.fullmatch(text)) is None:
            return None
        key, read_at = self._seen.get(parts[1], (None, 0.0))
        node = None
        if key is None or self._clock() - read_at >= CACHE_SECONDS:
            key, node = self._read(parts[1])
        if key is None or not hmac.compare_digest(key.digest, _digest(text)):
            return None
        now = self._now()
        if key.ends_at is not None and key.ends_at <= now:
            return None
        if node is not None and (key.used_at is None or now - key.used_at >= USE_NOTED_EVERY):
            # The version is compared, so that a key revoked meanwhile does not come back. A failed write is ignored.
            with suppress(Conflict, StoreError):
                self._store.write(
                    KEYS, [PutNode(Label.ACCESS_KEY, node.id, {"used_at": to_ms(now)}, expect=node.version)]
                )
        return key.rights

    def _read(self, id: str) -> tuple[AccessKey | None, Node | None]:
        read_at = self._clock()
        node = self._store.nodes(KEYS, [id]).get(id)
        with self._lock:
            self._seen.pop(id, None)
            if node is None:
                return None, None
            key = _key(node)
            self._seen[id] = key, read_at
            if len(self._seen) > CACHED_MAX:
                self._seen.popitem(last=False)
        return key, node


def _digest(text: str) -> str:
    # One round of SHA-256 is enough: slow hashes protect passwords that can be guessed, not 32 random bytes.
    return sha256(text.encode()).hexdigest()


def _key(node: Node) -> AccessKey:
    return item_of(node, AccessKey)  # type: ignore[type-var]
