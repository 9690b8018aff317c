"""Keys are made, shown once, held to their end, and revoked everywhere within seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from api.access_keys import CACHE_SECONDS, KEY, KEYS, USE_NOTED_EVERY, AccessKeys, KeyScope, Rights
from graph.errors import BadInput, NotFound
from graph.store.backends import open_store
from graph.store.verbs import ReadDepth, Store

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
ADA = Rights(KeyScope.WRITE, ("ada",))


class Process:
    """One of several processes on a store, whose clocks stand still until they are moved."""

    def __init__(self, store: Store) -> None:
        self.now = NOW
        self.seconds = 0.0
        self.keys = AccessKeys(store, now=lambda: self.now, clock=lambda: self.seconds)


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store."""
    opened = open_store(":memory:")
    yield opened
    opened.close()


@pytest.fixture
def process(store: Store) -> Process:
    """The process that makes keys."""
    return Process(store)


def test_key_has_its_rights(process: Process) -> None:
    """What was given is what it may do; another text is no key."""
    made, text = process.keys.create("notes", ADA)

    assert KEY.fullmatch(text)
    assert process.keys.rights_of(text) == ADA
    assert process.keys.all() == [replace(made, used_at=NOW)]


def test_other_texts_are_no_keys(process: Process) -> None:
    """Neither the secret of another key, nor an id that is not there, nor anything else."""
    _, text = process.keys.create("a", ADA)
    _, other = process.keys.create("b", Rights(KeyScope.ADMIN, None))
    mixed = text[:18] + other[18:]

    for wrong in (mixed, text[:-1] + ("A" if text[-1] != "A" else "B"), text + "x", "rmbr_" + "0" * 12 + text[17:], ""):
        assert process.keys.rights_of(wrong) is None


def test_store_has_the_hash_only(store: Store, process: Process) -> None:
    """No row of the store has the secret, and the space of the keys is not listed."""
    _, text = process.keys.create("notes", ADA)

    rows = str(store.since(KEYS, 0, reading=ReadDepth.ALL))

    assert text[18:] not in rows
    assert store.spaces() == {}


def test_rights_are_read_back(process: Process) -> None:
    """Each scope, some spaces and all, with and without an end and a limit."""
    made = [
        process.keys.create("some", Rights(scope, spaces, limit), ends_at=ends_at)[0]
        for scope in KeyScope
        for spaces in (None, ("ada",), ("ada", "bo", "Çağrı"))
        for limit in (None, 60)
        for ends_at in (None, NOW + timedelta(days=1))
    ]

    assert sorted(process.keys.all(), key=str) == sorted(made, key=str)


def test_scopes_include_those_below(process: Process) -> None:
    """Admin may write, write may read, and not the other way."""
    covered = {(has, needs) for has in KeyScope for needs in KeyScope if Rights(has, None).covers(needs)}

    read, write, admin = KeyScope
    assert covered == {(read, read), (write, read), (write, write), (admin, read), (admin, write), (admin, admin)}


def test_key_ends(process: Process) -> None:
    """At its end it opens nothing, though it was used a moment ago; an end in the past is refused."""
    _, text = process.keys.create("notes", ADA, ends_at=NOW + timedelta(hours=1))
    assert process.keys.rights_of(text) == ADA

    process.now = NOW + timedelta(minutes=59)
    assert process.keys.rights_of(text) == ADA
    process.now = NOW + timedelta(hours=1)
    assert process.keys.rights_of(text) is None
    with pytest.raises(BadInput, match="expected a time that is to come"):
        process.keys.create("notes", ADA, ends_at=process.now)


def test_revoked_key_opens_nothing(store: Store, process: Process) -> None:
    """At once where it was revoked, within CACHE_SECONDS elsewhere; its words are gone from the store."""
    made, text = process.keys.create("notes", ADA)
    other = Process(store)
    assert (process.keys.rights_of(text), other.keys.rights_of(text)) == (ADA, ADA)

    process.keys.revoke(made.id)

    assert process.keys.rights_of(text) is None
    other.seconds = CACHE_SECONDS
    assert other.keys.rights_of(text) is None
    assert process.keys.all() == []
    with pytest.raises(NotFound, match=made.id):
        process.keys.revoke(made.id)


def test_key_that_is_used_is_read_seldom_and_written_hardly_ever(store: Store, process: Process) -> None:
    """Nothing is written for a use within the hour, and the last use never brings a revoked key back."""
    _, text = process.keys.create("notes", ADA)
    process.keys.rights_of(text)
    seq = store.seq(KEYS)

    for _ in range(100):
        process.seconds += CACHE_SECONDS
        process.now += USE_NOTED_EVERY / 101
        assert process.keys.rights_of(text) == ADA
    assert store.seq(KEYS) == seq

    process.now, process.seconds = NOW + USE_NOTED_EVERY, process.seconds + CACHE_SECONDS
    process.keys.rights_of(text)
    assert (store.seq(KEYS), process.keys.all()[0].used_at) == (seq + 1, process.now)
