"""A space is made by its first turn or messages, if the caller asks for it."""

import pytest
from fastapi.testclient import TestClient

HELLO = [{"role": "user", "content": "I'm allergic to walnuts."}]


@pytest.mark.parametrize("route", ["turns", "messages"])
def test_space_is_made_if_it_is_missing(client: TestClient, route: str) -> None:
    """The first request makes the space, and the same request with the same key is answered again."""
    asked = {"params": {"create": "true"}, "headers": {"Idempotency-Key": "1"}, "json": {"messages": HELLO}}

    first, again = client.post(f"/v1/spaces/bob/{route}", **asked), client.post(f"/v1/spaces/bob/{route}", **asked)

    assert (first.status_code, again.json()) == (200, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert client.get("/v1/spaces/bob").json()["message_count"] == 1


@pytest.mark.parametrize("route", ["turns", "messages"])
def test_space_is_made_only_when_asked_for(client: TestClient, route: str) -> None:
    """A mistyped name stays an error."""
    assert client.post(f"/v1/spaces/bob/{route}", json={"messages": HELLO}).status_code == 404
    assert client.get("/v1/spaces").json()["spaces"] == ["ada"]


def test_request_that_stores_nothing_makes_no_space(client: TestClient) -> None:
    """Neither a turn that only reads nor a body that cannot be taken."""
    read = client.post("/v1/spaces/bob/turns?create=true", json={"messages": HELLO, "record": False})
    wrong = client.post("/v1/spaces/bob/turns?create=true", json={"messages": [{"role": "robot"}]})

    assert (read.status_code, wrong.status_code) == (404, 422)
    assert client.get("/v1/spaces").json()["spaces"] == ["ada"]


def test_name_that_a_space_cannot_have_is_refused(client: TestClient) -> None:
    """The error names the parameter and what is expected."""
    answer = client.post("/v1/spaces/%20bob/turns?create=true", json={"messages": HELLO})

    assert answer.status_code == 422
    assert answer.json()["detail"].startswith('path parameter space is " bob", expected a name without blanks')


def test_deleted_space_is_made_anew(client: TestClient) -> None:
    """A name that has become free is taken by the next turn, without anything of before."""
    client.post("/v1/spaces/ada/messages", json={"messages": HELLO})
    client.delete("/v1/spaces/ada")

    assert client.post("/v1/spaces/ada/turns?create=true", json={"messages": HELLO}).status_code == 200
    assert client.get("/v1/spaces/ada").json()["message_count"] == 1
