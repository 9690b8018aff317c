"""A key with a limit makes so many requests a minute; each answer says what is left."""

from __future__ import annotations

import pytest

from api.access_keys import KeyScope, Rights
from api.http import middleware
from api.http.request_limits import RequestLimits
from api.wiring import Service
from tests.api.http.test_route_scopes import caller_with, guarded

__all__ = ["guarded"]


def test_a_minute_has_its_requests() -> None:
    """The last one is allowed, the next one is not, and a new minute begins a minute after the first request."""
    limits = RequestLimits()

    found = [limits.count("a", 2, now) for now in (100.0, 100.5, 159.9, 160.0)]
    other = limits.count("b", 2, 159.9)

    assert [each.is_exceeded for each in found] == [False, False, True, False]
    assert [each.headers["RateLimit-Remaining"] for each in found] == ["1", "0", "0", "1"]
    assert [each.reset_seconds for each in found] == [60, 60, 1, 60]
    assert other.headers == {"RateLimit-Limit": "2", "RateLimit-Remaining": "1", "RateLimit-Reset": "60"}


def test_limit_is_told_and_held(guarded: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 with when to try again; other keys go on, and keys without a limit hear nothing of it."""
    now = 100.0
    monkeypatch.setattr(middleware, "monotonic", lambda: now)
    _, few = guarded.keys.create("few", Rights(KeyScope.WRITE, ("ada",), 2))
    _, many = guarded.keys.create("many", Rights(KeyScope.WRITE, ("ada",)))
    caller, other = caller_with(guarded, few), caller_with(guarded, many)

    answers = [caller.get("/v1/spaces"), caller.post("/v1/spaces/none/turns", json={}), caller.get("/v1/spaces")]
    now += 60
    later = caller.head("/v1/spaces")
    free = other.get("/v1/spaces")

    assert [answer.status_code for answer in answers] == [200, 404, 429]
    assert [answer.headers["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    refused = answers[-1]
    assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"] == "60"
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"] == "the key has made more than 2 requests in a minute; try again in 60 seconds"
    assert (later.status_code, later.headers["RateLimit-Remaining"]) == (200, "1")
    assert free.status_code == 200 and "RateLimit-Limit" not in free.headers
