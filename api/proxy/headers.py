"""Which headers of a request go on to the upstream, with whose key, and which headers of its answer go back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from api.access_keys import KEY
from api.settings import Settings, upstream_key_of

PROXIED = re.compile(r"(?:/proxy/[^/]+)?/v1/(?:chat/completions|responses|models)(?:/|$)")
"""The paths of the proxy."""

OURS = "x-remembrancer-"
"""How the names of our own headers begin. They are not passed on."""

KEY_HEADER = f"{OURS}key"
"""Our key, if `Authorization` is for the upstream."""

HOP_BY_HOP = {
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
}
"""Headers that are about one connection (RFC 9110, 7.6.1)."""

NOT_SENT = HOP_BY_HOP | {"host", "content-length", "expect", "accept-encoding", "cookie", "origin", "referer"}
"""Not passed on from a request. We must read answers, so they are not compressed; the rest is for a browser and us."""

NOT_GIVEN = HOP_BY_HOP | {"date"}
"""Not passed on from an answer. Our server sends its own date."""

Header = tuple[bytes, bytes]


class KeyRules:
    """Whose key goes to the upstream: the one that the service keeps for it, or else the caller's own."""

    def __init__(self, settings: Settings) -> None:
        self._key = upstream_key_of(settings)
        self._own_keys = {key.get_secret_value() for key in settings.api_keys}

    def sent(self, raw: Iterable[Header]) -> list[tuple[str, str]]:
        """The headers of a request that go on to the upstream. A key of ours never does."""
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in raw]
        left_out = NOT_SENT | _named_in(value for name, value in headers if name == "connection")
        is_ours = not self._own_keys or any(name == KEY_HEADER for name, _ in headers)
        sent = [
            (name, value)
            for name, value in headers
            if name not in left_out
            and not name.startswith(OURS)
            and (name != "authorization" or self._may_pass(value, is_key_elsewhere=is_ours))
        ]
        if self._key is not None:
            sent.append(("Authorization", f"Bearer {self._key}"))
        return [*sent, ("Accept-Encoding", "identity")]

    def _may_pass(self, authorization: str, *, is_key_elsewhere: bool) -> bool:
        """Whether this is the caller's own key for the upstream, and is to be used."""
        text = authorization.partition(" ")[2].strip()
        is_ours = KEY.fullmatch(text) is not None or text in self._own_keys
        return self._key is None and is_key_elsewhere and not is_ours


def given(headers: Iterable[Header]) -> list[Header]:
    """The headers of an answer that go on to the caller."""
    lowered = [(name.lower(), value) for name, value in headers]
    left_out = NOT_GIVEN | _named_in(value.decode("latin-1") for name, value in lowered if name == b"connection")
    return [
        (name, value)
        for name, value in lowered
        if (text := name.decode("latin-1")) not in left_out and not text.startswith(("access-control-", OURS))
    ]


def _named_in(values: Iterable[str]) -> set[str]:
    return {name.strip().lower() for value in values for name in value.split(",")}
