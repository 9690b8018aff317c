"""Two services and two workers on one server under mixed load, each killed at random."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.neo4j.mixed_load import run

if TYPE_CHECKING:
    from tests.neo4j.server import Address

MINUTES = "MIXED_MINUTES"
"""How long a soak lasts."""


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_mixed_load(neo4j_server: Address, tmp_path: Path) -> None:
    """Who writes at one service reads it at the other; nothing is lost, doubled or read by two rounds."""
    neo4j_server.wipe()

    load = run(neo4j_server.uri, float(os.environ.get(MINUTES, "60")) * 60, tmp_path)

    assert load.done["killed serve"] and load.done["killed work"]
