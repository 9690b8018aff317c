"""Two processes on one store die, jump in time and lose their server: what callers rely on holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graph.store.backends import open_store
from tests.neo4j.corner import Corner
from tests.simulation.simulator import SNAPSHOT_ITEMS_MIN, Simulation

if TYPE_CHECKING:
    from tests.neo4j.server import Address

SEEDS = "SIMULATION_SEEDS"
"""How many seeds a soak tries, 2,000 steps each."""


@pytest.fixture(autouse=True)
def small_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the command."""
    monkeypatch.setattr("graph.index.snapshots.ITEMS_MIN", SNAPSHOT_ITEMS_MIN)


@pytest.mark.embedded
@pytest.mark.parametrize("steps", [150, pytest.param(2_000, marks=pytest.mark.soak)])
def test_what_callers_rely_on_holds_at_every_step(tmp_path: Path, steps: int) -> None:
    """One seed: each step checks itself, and the end is compared with what was promised on the way."""
    simulation = Simulation(1, open_store(":memory:"), tmp_path)

    simulation.run(steps)

    assert simulation.steps == steps - 1
    assert simulation.done.total() > steps / 2


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_many_seeds(tmp_path: Path) -> None:
    """Other seeds on SQLite files; a failure names the command that repeats it."""
    for seed in range(100, 100 + int(os.environ.get(SEEDS, "20"))):
        store = open_store(str(tmp_path / f"{seed}.db"))
        Simulation(seed, store, tmp_path / str(seed)).run(2_000)
        store.close()


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_on_a_server(neo4j_server: Address, tmp_path: Path) -> None:
    """The same on a Neo4j server."""
    server = open_store(neo4j_server.uri, login=neo4j_server.login)
    for seed in range(3):
        Simulation(seed, Corner(server), tmp_path / str(seed)).run(500)
    server.close()
