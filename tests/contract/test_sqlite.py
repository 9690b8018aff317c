"""The contract on SQLite: in memory, where tests live, and in a file, where memories do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.store import Store
from graph.stores import open_store
from tests.contract.store_contract import StoreContract


class TestMemory(StoreContract):
    """A database in memory keeps every promise."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """An empty store."""
        opened = open_store(":memory:")
        yield opened
        opened.close()


class TestFile(StoreContract):
    """A database in a file keeps every promise."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        """An empty store."""
        opened = open_store(str(tmp_path / "store.db"))
        yield opened
        opened.close()
