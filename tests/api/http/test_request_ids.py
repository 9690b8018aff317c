"""Each request has a name, in its answer and for the log."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


@pytest.mark.parametrize("path", ["/health", "/v1/spaces/no", "/nowhere"])
def test_an_answer_has_the_name_of_its_request(client: TestClient, path: str) -> None:
    """The caller's own name comes back, whatever the answer is; without one there is a new one each time."""
    own = client.get(path, headers={"X-Request-ID": "my-request:1"})
    new = [client.get(path).headers["X-Request-ID"] for _ in range(2)]

    assert own.headers["X-Request-ID"] == "my-request:1"
    assert new[0] != new[1] and all(len(each) == 16 for each in new)


@pytest.mark.parametrize("name", ["", "a b", "x" * 129, "ü"])
def test_a_name_that_could_harm_a_log_is_not_taken(client: TestClient, name: str) -> None:
    """It is replaced, and the request is answered all the same."""
    answer = client.get("/health", headers={"X-Request-ID": name.encode()})

    assert answer.status_code == 200
    assert len(answer.headers["X-Request-ID"]) == 16
