"""kill -9 of one of two workers on one server, in a round with a model: the other ends it, and nothing is paid anew."""

from __future__ import annotations

from pathlib import Path
from signal import SIGKILL
from typing import TYPE_CHECKING

import pytest

from tests.archivists.mortal import (
    Answering,
    Death,
    Place,
    begun,
    deadline_passed,
    exit_code,
    graph_of,
    outcomes_of,
    talk,
    worker,
    writes_of,
)

if TYPE_CHECKING:
    from tests.neo4j.server import Address


@pytest.mark.parametrize(
    "step",
    [
        pytest.param("behind the lease", marks=pytest.mark.soak),
        "between the answers",
        pytest.param("before the round's write", marks=pytest.mark.soak),
    ],
)
def test_one_of_two_workers_dies(neo4j_server: Address, tmp_path: Path, step: str) -> None:
    """What the other leaves is what a worker alone leaves on SQLite; each question is asked once."""
    neo4j_server.wipe()
    alone, shared = Place(str(tmp_path / "alone.db")), Place(neo4j_server.uri, neo4j_server.login)
    with Answering().serving() as server:
        talk(alone)
        writes = writes_of(alone, server.url)
        asked = server.prompts()
        server.requests.clear()
        # In between stand, for each of the calls: its tokens, its line, the answer, its tokens once more.
        first_call = 5
        death = {
            "behind the lease": Death(1, is_behind=True),
            "between the answers": Death(first_call, is_behind=True),
            "before the round's write": Death(writes),
        }[step]
        talk(shared)

        mortal = worker(shared, server.url, death=death)
        begun(shared, mortal)
        other = worker(shared, server.url)
        assert exit_code(mortal) == -SIGKILL
        shared.change(deadline_passed)
        assert exit_code(other) == 0

        assert graph_of(shared) == graph_of(alone)
        assert server.prompts() == asked
        assert sum(outcomes_of(shared).values()) == len(server.requests)
