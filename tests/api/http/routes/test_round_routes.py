"""Rounds on demand: what is unread is read, once."""

from fastapi.testclient import TestClient

from api.wiring import Service
from archivists.models.provider import Purpose
from graph.intake.recognise import Line
from graph.upkeep.leases import claim
from graph.values.items import Role
from tests.archivists.scripted import Scripted

MESSAGES = [
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."},
    {"role": "assistant", "content": "Noted. Shall I look for trains to Izmir?"},
]


def test_round_reads_what_is_unread(client: TestClient) -> None:
    """Two messages are not due, but read when somebody asks; then there is nothing left."""
    told = client.post("/v1/spaces/ada/messages", json={"messages": MESSAGES}).json()

    first = client.post("/v1/spaces/ada/rounds")
    second = client.post("/v1/spaces/ada/rounds")

    assert first.status_code == 200
    assert [(each["messages"], each["rounded_to"]) for each in first.json()["rounds"]] == [(2, told["tip"])]
    assert second.json() == {"rounds": []}
    assert client.get("/v1/spaces/ada").json()["round"]["rounded_to"] == told["tip"]


def test_import_is_read_where_somebody_asks(client: TestClient, service: Service) -> None:
    """The estimate counts an import; with a model it is read with `backfill` only, and the space says that it waits."""
    model = Scripted("{}")
    service.asker.models = {Purpose.READ: model}
    lines = [Line(role=Role.USER, sender="Ada", body=f"Boat {n} is mine.") for n in range(12)]
    service.knowledge.append("ada", lines, now=service.now(), is_import=True)

    expected = client.get("/v1/spaces/ada/rounds").json()
    left = client.post("/v1/spaces/ada/rounds").json()
    waits = client.get("/v1/spaces/ada").json()["round"]["has_imports"]
    read = client.post("/v1/spaces/ada/rounds?backfill=true").json()

    assert [expected[name] for name in ("messages", "rounds", "calls", "cost")] == [12, 1, 1, None]
    assert [line["purpose"] for line in expected["lines"]] == ["read"]
    assert (left, waits) == ({"rounds": []}, True)
    assert [each["messages"] for each in read["rounds"]] == [12]
    assert len(model.asked) == 1
    assert client.get("/v1/spaces/ada").json()["round"]["has_imports"] is False


def test_round_under_way_is_a_conflict(client: TestClient, service: Service) -> None:
    """One round of a space at a time."""
    client.post("/v1/spaces/ada/messages", json={"messages": MESSAGES})
    claim(service.knowledge, "ada", owner="another", now=service.now(), seconds=60)

    answer = client.post("/v1/spaces/ada/rounds")

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:conflict")
    told = "another worker is doing a round of space 'ada'; try again when it is done"
    assert answer.json()["detail"] == told
