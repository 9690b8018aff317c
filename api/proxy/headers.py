"""Which headers of a request go on to the upstream, with whose key, and which headers of its answer go back."""

import re
from collections.abc import Iterable

from api.access_keys import KEY
from api.proxy.chat_body import ChatBody
from api.settings import Settings, upstream_key_of

UPSTREAM_ROUTES = (
    "assistants|audio|batches|chat|completions|containers|conversations|embeddings|evals|files|fine_tuning|images|messages"
    "|models|moderations|realtime|rerank|responses|threads|uploads|vector_stores|videos"
)
"""How paths of OpenAI's and Anthropic's APIs begin. Any other path of `/v1` is ours."""

PROXIED = re.compile(rf"(?:/proxy/[^/]+/v1|/v1(?=/(?:{UPSTREAM_ROUTES})(?:/|$)))(/.*)")
"""The paths of the proxy, each with its part that goes to the upstream."""

REMEMBERED_PATHS = ("/chat/completions", "/responses", "/messages")
"""Chats. They come whole before they go on."""

STATELESS = re.compile(
    r"GET /models(/[\w.:@/-]+)?|POST /(completions|embeddings|moderations|rerank|images/(generations|edits|variations)"
    r"|audio/(speech|transcriptions|translations)|chat/completions|messages(/count_tokens)?|responses)"
)
"""What passes with a key that the service keeps: whatever else the key reaches belongs to all callers."""

OURS = "x-remembrancer-"
"""How the names of our own headers begin. They are not passed on."""

KEY_HEADER = f"{OURS}key"
"""Our key, if `Authorization` is for the upstream."""

KEY_HEADERS = (KEY_HEADER, "authorization", "x-api-key")
"""Where a key of ours may be; the first that is sent counts. Clients of Anthropic's API use the last."""

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
        names = {name for name, _ in headers}
        ours = next((name for name in KEY_HEADERS if name in names), None) if self._own_keys else None
        sent = [
            (name, value)
            for name, value in headers
            if name not in left_out
            and not name.startswith(OURS)
            and (name not in KEY_HEADERS or (name != ours and self._may_pass(value)))
        ]
        if self._key is not None:
            is_anthropic = "x-api-key" in names and "authorization" not in names
            sent.append(("x-api-key", self._key) if is_anthropic else ("Authorization", f"Bearer {self._key}"))
        return [*sent, ("Accept-Encoding", "identity")]

    def forbids(self, method: str, path: str, body: ChatBody | None) -> str | None:
        """Why the key that the service keeps may not be used for a request; None if it may."""
        if self._key is None:
            return None
        if STATELESS.fullmatch(f"{method} {path}") is None:
            return f"{method} {path} would reach what the service's own key for the upstream keeps of all callers"
        if path == "/responses" and (body is None or body.is_continued or body.value("store") is not False):
            return (
                "a response that is kept under the service's own key for the upstream would be open to all callers; "
                'send "store": false, and no previous_response_id or conversation'
            )
        return None

    def _may_pass(self, value: str) -> bool:
        """Whether this is the caller's own key for the upstream, and is to be used."""
        text = value.rpartition(" ")[2].strip()
        return self._key is None and KEY.fullmatch(text) is None and text not in self._own_keys


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
