"""Imports as jobs: sent, watched, cancelled, forgotten; no space sees those of another. Exports are fetched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from api import import_jobs
from api.access_keys import KeyScope, Rights
from api.app import create_app
from api.import_jobs import ImportOrder
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.conftest import NOW
from tests.api.http.test_route_scopes import caller_with, guarded

__all__ = ["guarded"]

TALK = "Ada: My sister Nil moved to Zanzibar.\nAssistant: Noted.\nAda: She is allergic to walnuts.\n"
CHIM = "speaker,speech,gamets\nMirela,Quiet.,100000\nPrisoner,Why?,104000\n"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service whose store is a file."""
    made = _service(tmp_path)
    yield made
    made.close()


def _service(folder: Path, name: str = "m.db", **settings: object) -> Service:
    known = Settings(store=str(folder / name), **settings)  # type: ignore[arg-type]
    return Service(known, KnowledgeGraph(open_store(known.store)), now=lambda: NOW)


def start(client: TestClient, text: str = TALK, space: str = "ada", **query: object) -> Any:
    """The answer to a file that is sent."""
    return client.post(f"/v1/spaces/{quote(space)}/import", content=text, params=query)


def ended(client: TestClient, job: Any, space: str = "ada") -> dict[str, Any]:
    """A job that is over."""
    for _ in range(500):
        found: dict[str, Any] = client.get(f"/v1/spaces/{quote(space)}/jobs/{job.json()['id']}").json()
        if found["state"] not in ("waiting", "running"):
            return found
        sleep(0.01)
    raise AssertionError(found)


def said(client: TestClient, space: str = "ada") -> list[str]:
    """The texts of a space, oldest first."""
    found = client.get(f"/v1/spaces/{quote(space)}/messages", params={"newest_first": False})
    return [each["item"]["body"] for each in found.json()["items"]]


def test_messages_are_imported_once(client: TestClient, service: Service) -> None:
    """The job tells how far it is and what it has added; the file is gone then, and sent again it is the same job."""
    sent = start(client, player="Ada")
    done = ended(client, sent)
    stored = said(client)
    again = start(client, player="Ada")
    otherwise = start(client, player="Ada", chat="boat")

    assert sent.status_code == 202 and done["id"].startswith("import-")
    assert done | {"id": ""} == {
        "id": "",
        "state": "done",
        "done": 3,
        "total": 3,
        "error": None,
        "result": {"messages": 3, "new": 3, "conversations": 1, "left_out": {}},
    }
    assert stored == [line.split(": ")[1] for line in TALK.splitlines()]
    assert again.json() == done
    assert ended(client, otherwise)["state"] == "done" and otherwise.json()["id"] != done["id"]
    kept = service.files.jobs.folder("ada", done["id"]).iterdir()
    assert sorted(path.name for path in kept) == ["begun", "result.json"]


def test_jobs_are_listed(client: TestClient) -> None:
    """In pages, and each is watched and cancelled at the same address; an unknown space is 404."""
    ids = [ended(client, start(client, player="Ada", chat=chat))["id"] for chat in ("boat", "desk", "yard")]

    whole = client.get("/v1/spaces/ada/jobs").json()
    first = client.get("/v1/spaces/ada/jobs", params={"limit": 2}).json()
    rest = client.get("/v1/spaces/ada/jobs", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    dropped = client.delete(f"/v1/spaces/ada/jobs/{ids[0]}").status_code

    assert sorted(each["id"] for each in whole["jobs"]) == sorted(ids)
    assert {each["state"] for each in whole["jobs"]} == {"done"} and whole["next_cursor"] is None
    assert first["jobs"] + rest["jobs"] == whole["jobs"]
    assert dropped == 204 and len(client.get("/v1/spaces/ada/jobs").json()["jobs"]) == 2
    assert client.get("/v1/spaces/no/jobs").status_code == 404


def test_a_file_that_cannot_be_read_changes_nothing(client: TestClient) -> None:
    """The job has failed, with the place in the file, also when the middle of it is wrong."""
    wrong = '[{"role": "user", "content": "Hi."}, {"role": "user", "content": 7}]'

    failed = ended(client, start(client, wrong))
    empty = ended(client, start(client, "[]"))

    assert failed["state"] == "failed" and "message 2 of chat upload: found 7" in failed["error"]
    assert empty["state"] == "failed" and "no messages" in empty["error"]
    assert failed["result"] is None
    assert said(client) == []


def test_space_is_made_when_somebody_says_so(client: TestClient) -> None:
    """On the clock of its rows; without `create` there has to be one."""
    unknown = start(client, CHIM, space="barge")
    made = start(client, CHIM, space="barge", create=True)

    assert unknown.status_code == 404
    assert ended(client, made, "barge")["state"] == "done"
    assert client.get("/v1/spaces/barge").json()["clock"] == "world"


def test_a_space_moves(client: TestClient, tmp_path: Path) -> None:
    """What one service exports another one imports, and exports as the same bytes."""
    ended(client, start(client))
    other_service = _service(tmp_path, "other.db")
    other = TestClient(create_app(other_service), base_url="http://127.0.0.1:8765")

    file = client.get("/v1/spaces/ada/export").text
    arrived = ended(other, start(other, file))
    back = other.get("/v1/spaces/ada/export").text
    renamed = ended(other, start(other, file, space="nil"), "nil")

    assert file == back
    assert arrived["state"] == "done" and arrived["done"] == arrived["total"] > 3
    assert arrived["result"]["sha256"] == json.loads(file.splitlines()[-1])["sha256"]
    assert renamed["state"] == "done" and said(other, "nil") == said(other) == said(client)
    other_service.close()


def test_what_is_there_is_not_overwritten(client: TestClient) -> None:
    """A damaged export and one of another space are refused, and change nothing."""
    ended(client, start(client))
    file = client.get("/v1/spaces/ada/export").text
    client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Ahoy."}]})

    taken = ended(client, start(client, file))
    damaged = ended(client, start(client, file.replace("Zanzibar", "Trinidad"), space="nil"), "nil")
    mixed = start(client, file, player="Ada")

    assert taken["state"] == "failed" and "rows that are not in the file" in taken["error"]
    assert damaged["state"] == "failed" and "sha256" in damaged["error"]
    assert mixed.status_code == 422
    assert len(said(client)) == 4 and client.get("/v1/spaces/nil").status_code == 404


def test_graphml(client: TestClient) -> None:
    """For other programs."""
    ended(client, start(client))

    file = client.get("/v1/spaces/ada/export", params={"format": "graphml"})

    assert file.headers["content-type"] == "application/graphml+xml" and "Zanzibar" in file.text
    assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''ada.graphml"
    assert client.get("/v1/spaces/ada/export", params={"format": "csv"}).status_code == 422


@pytest.mark.parametrize("how", ["cancel", "forget", "delete"])
def test_nothing_stays_of_what_is_cancelled_or_forgotten(
    how: str, client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither of jobs that are done nor of one that reads at the moment."""
    ended(client, start(client, chat="boat"))
    running, go_on = Event(), Event()
    real = import_jobs.survey

    def slow(lines: Any) -> Any:
        running.set()
        go_on.wait(10)
        return real(lines)

    monkeypatch.setattr(import_jobs, "survey", slow)
    id = start(client, chat="desk").json()["id"]
    running.wait(10)

    match how:
        case "cancel":
            gone = client.delete(f"/v1/spaces/ada/jobs/{id}").status_code == 204
        case "forget":
            gone = client.post("/v1/spaces/ada/forget", json={"chat": "boat"}).status_code == 200
        case _:
            gone = client.delete("/v1/spaces/ada").status_code == 200
    go_on.set()
    service.files.jobs.stop(timeout_seconds=10)

    assert gone
    assert client.get(f"/v1/spaces/ada/jobs/{id}").status_code == 404
    left = [path for path in (tmp_path / "m.db.jobs").rglob("*") if path.is_file()]
    assert sorted(path.name for path in left) == (["begun", "result.json"] if how == "cancel" else [])


def test_an_import_that_is_cancelled_leaves_no_half_space(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that was stopped with its service goes on when it is sent again."""
    ended(client, start(client))
    file = client.get("/v1/spaces/ada/export").text
    real = import_jobs.load
    hold: Callable[[], object] = lambda: None  # noqa: E731
    id = ""

    def broken(*args: Any, on_progress: Any) -> None:
        real(*args, on_progress=lambda done, total: (hold(), on_progress(done, total)))

    monkeypatch.setattr(import_jobs, "load", broken)

    def cancel() -> None:
        while not id:
            sleep(0.01)
        client.delete(f"/v1/spaces/nil/jobs/{id}")

    hold = cancel
    id = start(client, file, space="nil").json()["id"]
    while client.get(f"/v1/spaces/nil/jobs/{id}").status_code != 404:
        sleep(0.01)
    for _ in range(500):
        if not service.knowledge.store.seq("nil"):
            break
        sleep(0.01)
    names = service.knowledge.store.names()
    hold = lambda: [job.stopped.set() for job in service.files.jobs._jobs.values()]  # noqa: E731
    stopped = ended(client, start(client, file, space="nil"), "nil")
    hold = lambda: None  # noqa: E731
    done = ended(client, start(client, file, space="nil"), "nil")

    assert "nil" not in names
    assert (stopped["state"], done["state"]) == ("stopped", "done") and said(client, "nil") == said(client)


def test_a_failed_import_takes_nothing_of_another_along(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a space that another job loads at the moment is not taken for the rest of one that is over."""
    ended(client, start(client))
    file = client.get("/v1/spaces/ada/export").text
    failed = ended(client, start(client, file.replace("Zanzibar", "Trinidad"), space="nil"), "nil")
    real, loaded, go_on = import_jobs.load, Event(), Event()

    def slow(*args: Any, on_progress: Any) -> None:
        real(*args, on_progress=lambda done, total: (loaded.set(), go_on.wait(10), on_progress(done, total)))

    monkeypatch.setattr(import_jobs, "load", slow)
    sent = start(client, file, space="nil")
    loaded.wait(10)
    dropped = client.delete(f"/v1/spaces/nil/jobs/{failed['id']}")
    go_on.set()

    assert failed["state"] == "failed" and dropped.status_code == 204
    assert ended(client, sent, "nil")["state"] == "done" and said(client, "nil") == said(client)
    assert (
        client.get("/v1/spaces/nil/export").text.splitlines()[1:-1]
        == file.replace('"name":"ada"', '"name":"nil"').splitlines()[1:-1]
    )


def test_a_space_that_is_there_is_not_loaded_again(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that arrives after the check stays, with an id of its own."""
    ended(client, start(client))
    file = client.get("/v1/spaces/ada/export").text
    real = import_jobs.checked_arrival

    def checked(*args: Any, **kwargs: Any) -> Any:
        arrival = real(*args, **kwargs)
        client.post("/v1/spaces/ada/messages", json={"messages": [{"role": "user", "content": "Ahoy."}]})
        return arrival

    monkeypatch.setattr(import_jobs, "checked_arrival", checked)
    done = ended(client, start(client, file))

    assert done["state"] == "done" and done["done"] == done["total"] > 3
    assert said(client)[3:] == ["Ahoy."]


@pytest.mark.parametrize("is_early", [True, False])
def test_what_is_forgotten_takes_along_a_file_on_its_way(
    is_early: bool, client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has sent it is told, whether the file is read by then or not."""
    ended(client, start(client))
    real = ImportOrder.id.fget
    assert real is not None

    def id_of(order: ImportOrder) -> str:
        if is_early:
            service.files.drop("ada")
        id = str(real(order))
        service.files.drop("ada")
        return id

    monkeypatch.setattr(ImportOrder, "id", property(id_of))
    refused = start(client, f"{TALK}Ada: Ahoy.\n")

    assert refused.status_code == 409 and "send the file again" in refused.json()["detail"]
    assert not [*service.files.jobs.folder_of("ada").glob("*")] and len(said(client)) == 3


def test_a_restarted_service_knows_its_jobs(tmp_path: Path) -> None:
    """Results outlive the process; what was under way is stopped; what is over and old is gone, wherever it was."""
    first = _service(tmp_path, request_keep_hours=1)
    client = TestClient(create_app(first), base_url="http://127.0.0.1:8765")
    done = ended(client, start(client, create=True))
    first.files.jobs.folder("ada", "import-1").mkdir()
    first.files.jobs.folder("elsewhere", "import-1").mkdir(parents=True)
    first.close()

    second = _service(tmp_path, request_keep_hours=1)
    client = TestClient(create_app(second), base_url="http://127.0.0.1:8765")
    kept, lost = (client.get(f"/v1/spaces/ada/jobs/{id}").json() for id in (done["id"], "import-1"))
    second.now = lambda: NOW.replace(year=9000) + timedelta(hours=2)
    second._tended_spaces()
    second.prune("ada")

    assert (kept["state"], kept["result"]) == ("done", done["result"]) and lost["state"] == "stopped"
    assert not second.files.jobs.folder_of("elsewhere").exists()
    assert [*second.files.jobs.folder_of("ada").iterdir()] == []
    second.close()


def test_a_job_belongs_to_its_space_and_needs_a_scope(guarded: Service) -> None:
    """Whoever may only read sees results; whoever opens another space finds nothing."""
    _, write = guarded.keys.create("w", Rights(KeyScope.WRITE, ("ada",)))
    _, read = guarded.keys.create("r", Rights(KeyScope.READ, ("ada",)))
    _, other = guarded.keys.create("o", Rights(KeyScope.ADMIN, ("nil",)))
    writer, reader, stranger = (caller_with(guarded, key) for key in (write, read, other))

    job = ended(writer, start(writer, create=True))
    path = f"/v1/spaces/ada/jobs/{job['id']}"

    assert job["state"] == "done"
    assert [reader.get(path).status_code, start(reader).status_code] == [200, 403]
    assert reader.delete(path).status_code == 403
    assert [start(stranger).status_code, stranger.get(path).status_code] == [404, 404]
    assert stranger.get(f"/v1/spaces/nil/jobs/{job['id']}").status_code == 404


def test_size_has_a_limit(tmp_path: Path) -> None:
    """A file may be larger than other bodies, and no larger than its own limit; nothing of it stays then."""
    service = _service(tmp_path, body_bytes_max=1024)
    client = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    line = "Ada: " + "x" * 1018 + "\n"

    largest = start(client, line * 64, create=True)
    larger = start(client, line * 64 + "y")
    empty = start(client, "")

    assert len(line) == 1024 and ended(client, largest)["state"] == "done"
    assert larger.status_code == 413 and "expected at most 65536" in larger.json()["detail"]
    assert empty.status_code == 422
    assert len([*service.files.jobs.folder_of("ada").iterdir()]) == 1
    service.close()
