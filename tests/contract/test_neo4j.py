"""The contract on a real Neo4j server: the release with long-term support, and today's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from graph.store import Store
from graph.stores import open_store
from tests.contract.store_contract import StoreContract

if TYPE_CHECKING:
    from tests.neo4j.server import Address


class TestLts(StoreContract):
    """A database of Neo4j 5.26 keeps every promise."""

    @pytest.fixture
    def store(self, neo4j_server: Address) -> Iterator[Store]:
        """An empty store."""
        yield from emptied(neo4j_server)


class TestCurrent(StoreContract):
    """A database of today's Neo4j keeps every promise."""

    @pytest.fixture
    def store(self, neo4j_current: Address) -> Iterator[Store]:
        """An empty store."""
        yield from emptied(neo4j_current)


def emptied(address: Address) -> Iterator[Store]:
    """A store on the server, with nothing in it."""
    address.wipe()
    opened = open_store(address.uri, login=address.login)
    yield opened
    opened.close()
