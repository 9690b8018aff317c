"""What tests of forgetting may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graph.store.backends import open_store
from graph.store.verbs import Store
from tests.neo4j.corner import Corner

if TYPE_CHECKING:
    from tests.neo4j.server import Address


@pytest.fixture(params=["sqlite", "neo4j"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    if request.param == "sqlite":
        made: Store = open_store(str(tmp_path / "memory.db"))
    else:
        address: Address = request.getfixturevalue("neo4j_server")
        made = Corner(open_store(address.uri, login=address.login), closes=True)
    yield made
    made.close()
