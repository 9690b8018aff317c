"""What every test may ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.util import find_spec

import pytest

pytest.register_assert_rewrite("tests.contract")
pytest_plugins = ["tests.neo4j.fixtures"]


@pytest.fixture
def now() -> datetime:
    """The time at which a test happens."""
    return datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests with real weights are skipped where the extra is not installed, unless they were asked for by name."""
    if "embeddings" in config.option.markexpr or find_spec("sentence_transformers"):
        return
    for item in items:
        if item.get_closest_marker("embeddings"):
            item.add_marker(pytest.mark.skip(reason="the `embeddings` extra is not installed"))
