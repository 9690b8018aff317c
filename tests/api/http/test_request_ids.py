"""Each request has an id, which is the same in its answer and in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient

from api.logs import request_id


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


@contextmanager
def logged_ids() -> Iterator[list[str]]:
    """The request's id at each line of our loggers."""
    ids: list[str] = []

    def keep(record: logging.LogRecord) -> bool:
        ids.append(request_id.get())
        return False

    log = logging.getLogger("remembrancer.requests")
    level = log.level
    log.addFilter(keep)
    log.setLevel(logging.DEBUG)
    try:
        yield ids
    finally:
        log.removeFilter(keep)
        log.setLevel(level)


@pytest.mark.parametrize("headers", [{"X-Request-ID": "my-request:1"}, {"X-Request-ID": "a b"}, {}])
@pytest.mark.parametrize("path", ["/health", "/v1/spaces/no"])
def test_the_log_has_the_id_of_the_answer(client: TestClient, path: str, headers: dict[str, str]) -> None:
    """Whoever has an answer finds its lines, whether the id is the caller's or new; behind it there is none."""
    with logged_ids() as ids:
        answer = client.get(path, headers=headers)

    assert ids == [answer.headers["X-Request-ID"]]
    assert request_id.get() == ""
