"""The parts work together: what settings say, what threads do, what is on disk at the end."""

import gzip
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from api.http.bodies import SpaceBody
from api.logs import LogEvent
from api.long_jobs import index_folder
from api.profiles import ASSISTANT
from api.settings import Settings
from api.wiring import Service, build
from archivists.keeping.archivist import Proposal
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import RoundProfile, propose
from graph.errors import BadInput, StoreLocked, StoreUnavailable
from graph.forgetting.removal import delete_space
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.leases import claim
from graph.values.items import Role
from tests.graph.changing.test_taking_back import OLD

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
WAIT_SECONDS = 20
LINES = [Line(role=Role.USER, sender="Ada", body=f"My sister Nil has seen {n} lighthouses.") for n in range(12)]


class Ones:
    """An embedder that finds all texts alike."""

    id = "ones/2"
    dimension = 2

    def knows(self, text: str) -> bool:
        """Every text."""
        return True

    def embed(self, texts: list[str], *, is_question: bool = False) -> NDArray[np.float32]:
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


def test_round_of_a_process_that_is_gone_is_taken_over(tmp_path: Path) -> None:
    """One process writes a file: whoever opens it waits for no lease of another. The attempt counts as a failed one."""
    service = build(Settings(store=str(tmp_path / "memory.db")))
    service.knowledge.create_space("ada", now=NOW)
    service.knowledge.append("ada", LINES, now=NOW)
    assert claim(service.knowledge, "ada", owner="gone:1:abc#1", now=NOW, seconds=1e9) is not None

    report = service.run_round("ada")

    assert report is not None
    assert report.messages == len(LINES)
    service.close()


def test_killed_deletion_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left in the store goes when it is opened again; nobody would look for files by then."""
    service = build(Settings(store=str(tmp_path / "memory.db")))
    service.create_space(SpaceBody(name="ada"))
    kept = service.files.jobs.folder("ada", "import-1") / "upload"
    kept.parent.mkdir(parents=True)
    kept.write_text("raw")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(service.knowledge.store, "scrub", killed, raising=False)
        service.delete_space("ada")

    assert not kept.exists()
    service.close()


@pytest.mark.parametrize("is_reset", [True, False])
def test_files_of_a_space_that_another_process_made_anew_go(tmp_path: Path, is_reset: bool) -> None:
    """The space of the name has no receipt of it; what is begun since then stays."""
    service = build(Settings(store=str(tmp_path / "memory.db")))
    service.create_space(SpaceBody(name="ada"))
    for id, minutes in (("import-1", -1), ("import-2", 1)):
        folder = service.files.jobs.folder("ada", id)
        folder.mkdir(parents=True)
        at = (service.now() + timedelta(minutes=minutes)).timestamp()
        os.utime(folder, times=(at, at))

    delete_space(service.knowledge, "ada", now=service.now(), is_reset=is_reset)
    if not is_reset:
        service.knowledge.create_space("ada", now=service.now())
    service.prune("ada")

    assert [path.name for path in service.files.jobs.folder_of("ada").iterdir()] == ["import-2"]
    service.close()


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


def test_services_leave_rounds_to_workers() -> None:
    """A service that does no rounds makes no vectors either: what workers do is done once."""
    knowledge = KnowledgeGraph(open_store(":memory:"), Ones())  # type: ignore[arg-type]
    service = Service(Settings(store=":memory:", rounds_enabled=False), knowledge, now=lambda: NOW)
    knowledge.create_space("ada", now=NOW)
    knowledge.append("ada", LINES, now=NOW)

    service.start()
    service.wake("ada")
    service.stop()

    assert knowledge.space("ada").rounded_to == ""
    conversation = 1  # Without a title it has no text.
    assert len(knowledge.index("ada").unembedded(99)) == len(knowledge.index("ada")) - conversation
    service.close()


def test_each_process_has_a_name_of_its_own() -> None:
    """Two processes with one host name and one number, as in containers, are told apart."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    service = Service(Settings(store=":memory:"), knowledge)

    assert service.owner != Service(service.settings, knowledge).owner
    knowledge.close()


def test_processes_begin_with_different_spaces() -> None:
    """Each process has an order of its own, so that two workers seldom look at one space at a time."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    names = [f"s{n:02}" for n in range(30)]
    for name in names:
        knowledge.create_space(name, now=NOW)
    one, other = (Service(Settings(store=":memory:"), knowledge) for _ in range(2))

    assert sorted(one.spaces()) == sorted(other.spaces()) == names
    assert one.spaces() == one.spaces() != other.spaces()
    knowledge.close()


def test_long_round_keeps_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a round is under way its lease is renewed, so that nobody takes it over however long it takes."""
    hasty = replace(ASSISTANT, rounds=RoundProfile(policy=RoundPolicy(lease_seconds=0.003)))
    monkeypatch.setattr("api.profiles.PROFILES", (hasty,))
    knowledge = KnowledgeGraph(open_store(":memory:"))
    at = [NOW]
    service = Service(Settings(store=":memory:"), knowledge, now=lambda: at[0])
    knowledge.create_space("ada", now=NOW)
    knowledge.append("ada", LINES, now=NOW)
    held: list[bool] = []

    def take_long(*given: Any) -> Proposal | Refused:
        at[0] = NOW + timedelta(hours=1)
        held.append(wait_until(lambda: (knowledge.space("ada").lease_until or NOW) > at[0]))
        return propose(*given)

    monkeypatch.setattr("archivists.rounds.round.propose", take_long)
    report = service.run_round("ada")

    assert held == [True]
    assert report is not None
    assert knowledge.space("ada").lease_owner is None
    service.close()


def test_worker_beside_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service may start before its server; a command that is not patient fails at once."""

    def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("bolt://db does not answer")

    monkeypatch.setattr("api.wiring.open_store", away)
    settings = Settings(store="bolt://db")

    with pytest.raises(StoreUnavailable):
        build(settings)
    service = build(settings, is_patient=True)
    with pytest.raises(StoreUnavailable):
        service.knowledge.store.check()
    service.close()


def test_models_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a model all is done by rules; a purpose that does not exist leaves no store open."""
    monkeypatch.setattr("archivists.models.provider.find_spec", lambda name: object())
    bare = build(Settings(store=":memory:"))
    some = build(Settings(store=":memory:", model="openai/small", models={"write": "none"}))
    bare.close()
    some.close()

    assert [bare.asker.knows(purpose) for purpose in Purpose] == [False] * 7
    assert [some.asker.knows(purpose) for purpose in Purpose] == [True, True, False, True, True, False, False]
    with pytest.raises(BadInput, match='there is no purpose "reed"'):
        build(Settings(store=":memory:", models={"reed": "openai/small"}))


def test_backlog_is_worked_off_under_fresh_leases() -> None:
    """Each round of a long backlog has a lease of its own, by the clock of that moment: nobody takes it over."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    at = [NOW]
    service = Service(Settings(store=":memory:"), knowledge, now=lambda: at[0])
    knowledge.create_space("ada", now=NOW)
    appended = knowledge.append("ada", [*LINES] * 10, now=NOW)
    sizes = []
    for report in service.run_rounds("ada"):
        sizes.append(report.messages)
        at[0] += timedelta(hours=1)

    assert sizes[:3] == [50, 50, 20]
    assert knowledge.space("ada").rounded_to == appended.tip
    assert list(service.run_rounds("ada")) == []
    service.close()


def test_only_a_service_begins_to_keep_indexes_of_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others use the folder where there is one; each database has its own."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    settings = Settings(store="bolt://memory.example.org")

    folder = index_folder(settings, is_service=True)

    assert folder is not None and folder.is_relative_to(tmp_path / "remembrancer" / "indexes")
    assert index_folder(settings, is_service=False) is None
    folder.mkdir(parents=True)
    assert index_folder(settings, is_service=False) == folder
    assert index_folder(settings.model_copy(update={"store_database": "other"}), is_service=True) != folder
    assert index_folder(settings.model_copy(update={"index_folder": "none"}), is_service=True) is None


def test_indexes_stand_beside_a_file(tmp_path: Path) -> None:
    """A store in memory keeps none, and a folder that is named wins."""
    file = tmp_path / "memory.db"

    assert index_folder(Settings(store=str(file)), is_service=False) == tmp_path / "memory.db.indexes"
    assert index_folder(Settings(store=":memory:"), is_service=True) is None
    assert index_folder(Settings(store=str(file), index_folder="/srv/indexes"), is_service=True) == Path("/srv/indexes")


def test_a_round_builds_on_nothing_that_rules_of_an_earlier_version_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is taken back before the round reads; so it is by the upkeep, before the log is pruned."""
    file = tmp_path / "memory.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    caplog.set_level("INFO")
    service = build(Settings(store=str(file)))

    service.run_round("cast")
    service._tend("team")

    events = [record.msg for record in caplog.records if isinstance(record.msg, LogEvent)]
    told = [each.fields for each in events if each.name == "taken back"]
    assert [(each["space"], each["made_by_rules"]) for each in told] == [
        ("cast", "5 facts, 1 reflection, 1 name"),
        ("team", "6 endings, 1 merge, 7 facts, 2 briefs, 3 names"),
    ]
    states = {space: service.knowledge.space(space).taken_back is not None for space in service.spaces()}
    assert states == {"cast": True, "home": False, "tale": False, "team": True}
    service.close()
