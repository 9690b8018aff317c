"""What tests of the graph may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.graph.changing.cases import Scene, scene


@pytest.fixture
def home() -> Iterator[Scene]:
    """A space with everything in it."""
    made = scene()
    yield made
    made.knowledge.close()
