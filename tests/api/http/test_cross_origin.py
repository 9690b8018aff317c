"""Foreign pages write nothing on any route; listed ones reach the proxy and the dynamic context, and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from api.app import create_app
from api.http.cross_origin import SAFE_METHODS, CrossOrigin
from api.http.route_scopes import OPEN_PATHS
from api.settings import TYPINGMIND, Settings
from api.wiring import Service, build
from tests.api.captured import capture_logs
from tests.api.http.test_route_scopes import ROUTES

ADDRESS = "http://127.0.0.1:8765"
KEY = "a-key-of-sixteen-letters"
CHAT = "/proxy/ada/v1/chat/completions"
SENT = "authorization,content-type,x-stainless-lang"
OURS = "https://chat.example.org"

FUTURE = ["POST /v1/spaces/{space}/not-yet", "BREW /typingmind-to-come", "POST /v1/modelsx"]
WRITING = [route for route in [*ROUTES, *FUTURE] if route.split()[0] not in SAFE_METHODS]
READING = [route for route in ROUTES if route not in WRITING] + [f"GET {path}" for path in sorted(OPEN_PATHS)]
OPENED = re.compile(r"POST (/typingmind/|/proxy/{space}/v1/|/v1/(chat/completions|responses|messages)$)")

FOREIGN: tuple[Mapping[str, str], ...] = (
    {"Origin": "https://evil.example"},
    {"Origin": "http://127.0.0.1:9999", "Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:8765", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1:8765.evil.example"},
    {"Origin": "null"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": f"{ADDRESS}, https://evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "made-up"},
)
OWN: tuple[Mapping[str, str], ...] = (
    {},
    {"Origin": ADDRESS},
    {"Origin": ADDRESS, "Sec-Fetch-Site": "same-origin"},
    {"Origin": "https://memory.example.org", "Sec-Fetch-Site": "same-origin"},  # behind a proxy that changes Host
    {"Sec-Fetch-Site": "none"},
)


def client_of(**settings: object) -> tuple[Service, TestClient]:
    """A service and a caller on this machine."""
    service = build(Settings(**{"store": ":memory:", "rounds_enabled": False} | settings))  # type: ignore[arg-type]
    service.knowledge.create_space("ada", now=service.now())
    return service, TestClient(create_app(service), base_url=ADDRESS)


def filled(route: str) -> tuple[str, str]:
    """A method, and a path of the route."""
    method, path = route.split()
    return method, re.sub(r"{(?!space)[^}]*}", "x9", path.replace("{space}", "ada"))


@pytest.mark.parametrize("keys", [(), (KEY,)])
@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_foreign_page_writes_on_no_route(headers: Mapping[str, str], keys: tuple[str, ...]) -> None:
    """Each route that is not only read answers 403, which names the header and the setting, with a key or without."""
    service, client = client_of(api_keys=keys)
    named = headers.get("Origin") or headers["Sec-Fetch-Site"]

    for route in WRITING:
        answer = client.request(*filled(route), headers={**headers, "Authorization": f"Bearer {KEY}"})
        assert answer.status_code == 403, route
        told = answer.json()["detail"]
        assert f" is {named}, expected" in told and "REMEMBRANCER_PAGE_ORIGINS" in told
        assert "access-control-allow-origin" not in answer.headers

    service.close()


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_own_pages_and_programs_are_asked_for_nothing(headers: Mapping[str, str]) -> None:
    """No route answers 403 to a stock client, to our own page, or to one that a proxy serves under another name."""
    service, client = client_of()

    answers = [client.request(*filled(route), headers=headers).status_code for route in WRITING]

    service.close()
    assert 403 not in answers


def test_origin_of_the_service_is_that_of_its_host() -> None:
    """Capitals, an IPv6 address and a port that goes without saying make no difference; another port does."""
    for host, origin, is_own in (
        ("LOCALHOST:8765", "http://localhost:8765", True),
        ("[::1]:8765", "http://[::1]:8765", True),
        ("localhost:80", "http://localhost", True),
        ("localhost", "http://localhost:80", True),
        ("localhost:443", "https://localhost", True),
        ("localhost:80", "https://localhost", False),
        ("localhost:8765", "http://localhost:876", False),
        ("localhost:8765", "http://127.0.0.1:8765", False),
        ("localhost", "null", False),
    ):
        service, client = client_of()
        answer = client.post("/v1/spaces/ada/reset", headers={"Host": host, "Origin": origin})
        service.close()
        assert (answer.status_code != 403) == is_own, (host, origin)


def test_name_that_leads_here_is_no_way_in() -> None:
    """A page whose own name was pointed at this machine has its Host's origin, and gets no further without keys."""
    service, client = client_of()
    headers = {"Host": "evil.example:8765", "Origin": "http://evil.example:8765", "Sec-Fetch-Site": "same-origin"}

    statuses = {client.request(*filled(route), headers=headers).status_code for route in WRITING + READING}

    service.close()
    assert statuses == {421}


@pytest.mark.parametrize("keys", [(), (KEY,)])
@pytest.mark.parametrize("origin", [*TYPINGMIND, OURS])
def test_listed_page_reaches_the_opened_routes_alone(origin: str, keys: tuple[str, ...]) -> None:
    """The answer may be read by the page; every other route is as closed to it as to any page."""
    service, client = client_of(api_keys=keys, page_origins=(*TYPINGMIND, OURS))
    headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site", "Authorization": f"Bearer {KEY}"}

    for route in WRITING:
        answer = client.request(*filled(route), json={}, headers=headers)
        is_opened = OPENED.match(route) is not None
        assert (answer.status_code != 403) == is_opened, route
        assert answer.headers.get("access-control-allow-origin") == (origin if is_opened else None), route

    service.close()


def test_setting_replaces_typingmind() -> None:
    """Whoever lists other pages without TypingMind's has closed the service to it."""
    service, client = client_of(page_origins=(OURS,))
    paths = ("/typingmind/context", CHAT)

    refused = [client.post(path, json={}, headers={"Origin": TYPINGMIND[0]}).status_code for path in paths]
    taken = [client.post(path, json={}, headers={"Origin": OURS}).status_code for path in paths]

    service.close()
    assert refused == [403, 403] and 403 not in taken


@pytest.mark.parametrize("path", [CHAT, "/v1/chat/completions", "/v1/models", "/v1/responses", "/typingmind/context"])
@pytest.mark.parametrize("origin", [TYPINGMIND[0], OURS, "http://localhost:3000", "null"])
def test_preflight_needs_no_key(path: str, origin: str) -> None:
    """It allows listed origins and no other."""
    service, client = client_of(api_keys=(KEY,))
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": SENT}

    answer = client.options(path, headers=asked)

    service.close()
    is_listed = origin in TYPINGMIND
    assert answer.status_code == (200 if is_listed else 400)
    assert answer.headers.get("access-control-allow-origin") == (origin if is_listed else None)


@pytest.mark.parametrize("path", ["/v1/spaces", "/v1/spaces/ada/turns", "/v1/keys", "/v1/modelsx", "/health"])
def test_all_else_answers_no_preflight(path: str) -> None:
    """With keys and without."""
    for keys in ((), (KEY,)):
        service, client = client_of(api_keys=keys)
        asked = {"Origin": TYPINGMIND[0], "Access-Control-Request-Method": "POST"}
        answer = client.options(path, headers=asked)
        service.close()
        assert answer.status_code >= 400 and "access-control-allow-origin" not in answer.headers


def test_page_reads_answers_and_errors() -> None:
    """Our headers too, so that a page can tell what memory did."""
    service, client = client_of(api_keys=(KEY,))

    refused = client.post(CHAT, json={}, headers={"Origin": TYPINGMIND[0]})

    service.close()
    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == TYPINGMIND[0]
    assert refused.headers["access-control-expose-headers"] == "*"


def test_reading_writes_nothing() -> None:
    """No GET changes the store, so that it does not matter which page makes a browser send it."""
    service, client = client_of()
    lines = [{"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."}]
    client.post("/v1/spaces/ada/turns", json={"messages": lines})
    client.post("/v1/spaces/ada/rounds")
    asked = {"space": "ada", "message": "Where does my sister Bo live?", "chat": "c1", "q": "Izmir"}
    store = service.knowledge.store
    before = {space: store.since(space, 0) for space in ("ada", "/keys", "/meters")}

    for route in READING:
        method, path = filled(route)
        needs = asked if "typingmind" in path or path.endswith("/search") else {}
        client.request(method, path, params=needs, headers=FOREIGN[0])
        client.head(path, params=needs, headers=FOREIGN[0])

    assert {space: store.since(space, 0) for space in ("ada", "/keys", "/meters")} == before
    assert service.knowledge.spaces() == ["ada"]
    service.close()


def test_refusal_is_logged_with_its_origin() -> None:
    """The page cannot read the answer, so the log tells its owner which origin to list."""
    service, client = client_of()

    with capture_logs() as lines:
        client.post(CHAT, json={}, headers={"Origin": "http://localhost:3000"})

    service.close()
    told = "header Origin is http://localhost:3000"
    assert [line for line in lines if line["event"] == "page refused"] == [
        {"event": "page refused", "level": "warning", "path": CHAT, "told": told}
    ]


def test_foreign_page_opens_no_socket() -> None:
    """There is no route of this kind yet; one that is added is closed to foreign pages, too."""
    told: list[Message] = []

    async def reached(*_: object) -> None:
        raise AssertionError("the app was reached")

    async def send(message: Message) -> None:
        told.append(message)

    scope = {"type": "websocket", "path": "/v1/live", "headers": [(b"origin", b"https://evil.example")]}
    asyncio.run(CrossOrigin(reached, origins=TYPINGMIND)(scope, reached, send))  # type: ignore[arg-type]

    assert told[0]["status"] == 403
