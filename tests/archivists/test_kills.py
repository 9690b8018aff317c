"""kill -9 of a worker at every write of its rounds, with a model: the graph is as if nothing had happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL

import pytest

from graph.values.call_outcome import CallOutcome
from tests.archivists.mortal import (
    Answering,
    Death,
    Place,
    deadline_passed,
    exit_code,
    graph_of,
    outcomes_of,
    talk,
    worker,
    writes_of,
)


@pytest.fixture
def server() -> Iterator[Answering]:
    """A model that answers the same to the same."""
    with Answering().serving() as answering:
        yield answering


@pytest.fixture
def undisturbed(tmp_path: Path, server: Answering) -> Place:
    """Where a worker has done its rounds in peace."""
    place = Place(str(tmp_path / "undisturbed.db"))
    talk(place)
    return place


@pytest.mark.embedded
@pytest.mark.parametrize("is_each", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["last", "each"])
def test_every_write_of_a_round_may_be_the_last(
    tmp_path: Path, server: Answering, undisturbed: Place, is_each: bool
) -> None:
    """Whichever write a worker dies before, the next one ends its round as if nothing had happened.

    Each question is asked once. The exception is an answer that died with the worker before it was noted: nobody can
    know it, so it is asked for again, and the ledger has both.
    """
    writes = writes_of(undisturbed, server.url)
    expected, asked = graph_of(undisturbed), server.prompts()
    assert set(asked.values()) == {1}
    lost = Counter[str]()
    deaths = [*(Death(write) for write in range(1, writes + 1)), Death(writes, is_behind=True)]
    for death in deaths if is_each else deaths[-2:]:
        place = Place(str(tmp_path / f"{death}.db"))
        talk(place)
        server.requests.clear()

        assert exit_code(worker(place, server.url, death=death)) == -SIGKILL
        place.change(deadline_passed)
        assert exit_code(worker(place, server.url)) == 0

        assert graph_of(place) == expected, death
        ledger = outcomes_of(place)
        assert sum(ledger.values()) == len(server.requests), death
        assert server.prompts() - asked == Counter(dict.fromkeys(server.prompts() - asked, 1)), death
        assert ledger[CallOutcome.UNDER_WAY] == (server.prompts() - asked).total()
        lost += server.prompts() - asked
    assert lost == asked or not is_each  # For each question there is one write whose loss costs the answer.
