"""The contract on a real Neo4j server: the release with long-term support, and today's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from graph.store.backends import open_store
from graph.store.verbs import Store
from tests.contract.store_contract import StoreContract
from tests.neo4j.corner import Corner

if TYPE_CHECKING:
    from tests.neo4j.server import Address


class TestLts(StoreContract):
    """A database of Neo4j 5.26 keeps every promise."""

    @pytest.fixture
    def store(self, neo4j_server: Address) -> Iterator[Store]:
        """An empty store."""
        yield from opened(neo4j_server)


class TestCurrent(StoreContract):
    """A database of today's Neo4j keeps every promise."""

    @pytest.fixture
    def store(self, neo4j_current: Address) -> Iterator[Store]:
        """An empty store."""
        yield from opened(neo4j_current)


def opened(address: Address) -> Iterator[Store]:
    """A store in a corner of the server: what others left there need not go first, and they may be at work."""
    store = Corner(open_store(address.uri, login=address.login), closes=True)
    yield store
    store.close()
