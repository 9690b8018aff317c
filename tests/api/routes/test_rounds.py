"""Rounds on demand: what is unread is read, once."""

from fastapi.testclient import TestClient

from api.wiring import Service
from graph.leases import claim

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


def test_round_under_way_is_a_conflict(client: TestClient, service: Service) -> None:
    """One round of a space at a time."""
    client.post("/v1/spaces/ada/messages", json={"messages": MESSAGES})
    claim(service.knowledge, "ada", owner="another", now=service.now(), seconds=60)

    answer = client.post("/v1/spaces/ada/rounds")

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:conflict")
