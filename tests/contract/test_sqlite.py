"""The contract on SQLite: in memory, where tests live, and in a file, where memories do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.store.backends import open_store
from graph.store.verbs import Store
from tests.contract.ops import SPACE, put
from tests.contract.store_contract import StoreContract
from tests.contract.writing_contract import together


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


@pytest.mark.parametrize("place", [":memory:", "file"])
def test_readers_see_whole_writes(place: str, tmp_path: Path) -> None:
    """While a thread writes pairs, every read has both halves of a pair or neither."""
    store = open_store(place if place == ":memory:" else str(tmp_path / "store.db"))
    store.write(SPACE, [put("m1", n=0), put("m2", n=0)])

    def work(number: int) -> list[bool]:
        if number == 0:
            return [store.write(SPACE, [put("m1", n=n), put("m2", n=n)]) > 0 for n in range(1, 40)]
        equal = []
        for _ in range(40):
            at_once = store.nodes(SPACE, ["m1", "m2"])
            page = store.since(SPACE, 0, limit=1)
            equal.append(at_once["m1"].properties == at_once["m2"].properties)
            equal.append(page.nodes[0].properties == page.nodes[1].properties)
        return equal

    assert all(fine for each in together(4, work) for fine in each)
    store.close()
