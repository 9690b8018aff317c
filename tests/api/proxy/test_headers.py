"""Headers of one connection end with it; all others go on."""

from __future__ import annotations

import pytest

from api.proxy.headers import PROXIED, KeyRules, given
from api.settings import Settings


def test_what_is_about_one_connection_stays() -> None:
    """Those that Connection names, too."""
    raw = [(b"connection", b"close, X-Hop"), (b"x-hop", b"1"), (b"te", b"trailers"), (b"x-vendor", b"caf\xe9")]

    assert KeyRules(Settings()).sent(raw) == [("x-vendor", "café"), ("Accept-Encoding", "identity")]
    assert given([*raw, (b"Transfer-Encoding", b"chunked")]) == [(b"x-vendor", b"caf\xe9")]


def test_answer_says_nothing_in_our_name() -> None:
    """Which pages may read it is ours to say, and so is what memory did."""
    raw = [
        (b"Access-Control-Allow-Origin", b"*"),
        (b"X-Remembrancer-Memory", b"block"),
        (b"Set-Cookie", b"a=b"),
    ]

    assert given(raw) == [(b"set-cookie", b"a=b")]


def test_key_of_another_service_of_ours_stays_here() -> None:
    """Even where the service has no keys: a client that was set up for another one sends it."""
    ours = f"Bearer rmbr_{'0' * 12}_{'A' * 43}"

    assert KeyRules(Settings()).sent([(b"authorization", ours.encode())]) == [("Accept-Encoding", "identity")]


@pytest.mark.parametrize(
    ("path", "is_proxied"),
    [
        ("/v1/models", True),
        ("/v1/models/small", True),
        ("/proxy/ada/v1/responses", True),
        ("/v1/modelsx", False),
        ("/v1/spaces/v1/models", False),
        ("/proxy/a/b/v1/models", False),
    ],
)
def test_paths_of_the_proxy(path: str, is_proxied: bool) -> None:
    """Only these are larger, and open to pages."""
    assert (PROXIED.match(path) is not None) is is_proxied
