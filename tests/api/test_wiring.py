"""The parts work together: what settings say, what threads do, what is on disk at the end."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from api.settings import Settings
from api.wiring import Service, build
from graph.errors import BadInput, StoreLocked
from graph.items import Role
from graph.knowledge import KnowledgeGraph
from graph.recognise import Line
from graph.stores import open_store

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
WAIT_SECONDS = 20
LINES = [Line(role=Role.USER, sender="Ada", body=f"My sister Nil has seen {n} lighthouses.") for n in range(12)]


class Ones:
    """An embedder that finds all texts alike."""

    id = "ones/2"
    dimension = 2

    def knows(self, language: str | None) -> bool:
        """Every language is as good as another."""
        return True

    def embed(self, texts: list[str]) -> NDArray[np.float32]:
        """The same row for each text."""
        return np.tile(np.array([1.0, 0.0], dtype=np.float32), (len(texts), 1))

    def close(self) -> None:
        """Nothing is held."""


def wait_until(holds: Callable[[], bool]) -> bool:
    """Whether something holds before the time is up; asked again and again, since nobody tells."""
    pause = Event()
    return any(holds() or pause.wait(0.01) for _ in range(WAIT_SECONDS * 100)) and holds()


@pytest.fixture
def started() -> Iterator[Service]:
    """A service in memory with an embedder and its threads at work."""
    knowledge = KnowledgeGraph(open_store(":memory:"), Ones())  # type: ignore[arg-type]
    service = Service(Settings(store=":memory:"), knowledge, now=lambda: NOW)
    knowledge.create_space("ada", now=NOW)
    service.start()
    yield service
    service.close()


def test_due_round_is_done_off_the_request_path(started: Service) -> None:
    """Ten new messages are read without anybody waiting for it."""
    appended = started.knowledge.append("ada", LINES, now=NOW)

    started.wake("ada")

    assert wait_until(lambda: started.knowledge.space("ada").rounded_to == appended.tip)


def test_vectors_are_made_off_the_request_path(started: Service) -> None:
    """What was stored gets its vector soon."""
    started.knowledge.append("ada", LINES[:2], now=NOW)

    started.wake("ada")

    assert wait_until(lambda: started.knowledge.index("ada").unembedded(1) == [])
    assert started.knowledge.space("ada").embedder == "ones/2"


def test_service_is_on_disk_when_closed(tmp_path: Path) -> None:
    """What one process stored the next one finds; a closed service may be closed again."""
    settings = Settings(store=str(tmp_path / "new folder" / "memory.db"))
    service = build(settings)
    service.knowledge.create_space("ada", now=NOW)
    service.close()
    service.close()

    again = build(settings)

    assert again.knowledge.spaces() == ["ada"]
    again.close()


def test_second_writer_is_refused(tmp_path: Path) -> None:
    """One service at a time writes to a file; one that only reads works beside it."""
    settings = Settings(store=str(tmp_path / "memory.db"))
    service = build(settings)
    service.knowledge.create_space("ada", now=NOW)

    with pytest.raises(StoreLocked):
        build(settings)
    reader = build(settings, read_only=True)

    assert reader.knowledge.spaces() == ["ada"]
    reader.close()
    service.close()


def test_unknown_parts_are_refused() -> None:
    """A store or a model that nobody knows is named before anything is opened."""
    with pytest.raises(BadInput):
        build(Settings(store="mysql://localhost"))
    with pytest.raises(BadInput):
        build(Settings(store=":memory:", embedder="magic"))


def test_settings_reach_the_policies() -> None:
    """Lengths and the pace of rounds are the owner's to choose."""
    service = build(Settings(store=":memory:", round_every_messages=5, summary_tokens_max=90, key_info_tokens_max=80))

    policy = service.round_policy

    assert (policy.due_messages, policy.summary_tokens_max, policy.key_info_tokens_max) == (5, 90, 80)
    service.close()
