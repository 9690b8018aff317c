"""Pages of other origins reach the proxy where it is safe, and nothing else."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import build

KEY = "a-key-of-sixteen-letters"
CHAT = "/proxy/ada/v1/chat/completions"
SENT = "authorization,content-type,x-stainless-lang"


def allowed(path: str, origin: str, *, keys: tuple[str, ...] = ()) -> str | None:
    """The origin that a preflight of this page is answered with; None when its browser goes no further."""
    service = build(Settings(store=":memory:", api_keys=keys))  # type: ignore[arg-type]
    client = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": SENT}

    answer = client.options(path, headers=asked)

    service.close()
    return answer.headers.get("access-control-allow-origin") if answer.status_code == 200 else None


@pytest.mark.parametrize("path", [CHAT, "/v1/chat/completions", "/v1/models", "/v1/responses"])
@pytest.mark.parametrize(
    ("origin", "keys", "wanted"),
    [
        ("https://chat.example.org", (KEY,), "*"),
        ("https://chat.example.org", (), None),
        ("https://localhost.example.org", (), None),
        ("http://localhost:3000", (), "http://localhost:3000"),
        ("http://127.0.0.1", (), "http://127.0.0.1"),
        ("https://www.typingmind.com", (), "https://www.typingmind.com"),
        ("null", (), None),
    ],
)
def test_pages_need_a_key_or_this_machine(path: str, origin: str, keys: tuple[str, ...], wanted: str | None) -> None:
    """With keys a page from anywhere may come, since it has to send one; without, only pages of this machine."""
    assert allowed(path, origin, keys=keys) == wanted


@pytest.mark.parametrize("path", ["/v1/spaces", "/v1/spaces/ada/turns", "/v1/keys", "/v1/modelsx", "/health"])
def test_all_else_is_closed_to_pages(path: str) -> None:
    """With keys and without."""
    assert [allowed(path, "http://localhost:3000", keys=keys) for keys in ((), (KEY,))] == [None, None]


def test_page_reads_answers_and_errors() -> None:
    """Our headers too, so that a page can tell what memory did."""
    service = build(Settings(store=":memory:", api_keys=(KEY,)))  # type: ignore[arg-type]
    client = TestClient(create_app(service), base_url="http://memory.example.org")

    refused = client.post(CHAT, json={}, headers={"Origin": "https://chat.example.org"})

    service.close()
    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == "*"
    assert refused.headers["access-control-expose-headers"] == "*"
