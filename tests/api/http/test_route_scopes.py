"""Scopes, routes and spaces: a key does what its scope says, in its spaces, and the others are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from httpx2 import Response

from api.access_keys import KeyScope, Rights
from api.app import ROUTERS, create_app
from api.http.middleware import NAME
from api.http.route_scopes import KEY_ROUTES, OPEN_PATHS, scope_of
from api.settings import Settings
from api.wiring import Service
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.api.conftest import NOW

OWNER = "the-owner-of-the-service"
ROUTES = sorted(
    f"{method} {route.path}"
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute) and route.path not in OPEN_PATHS
    for method in route.methods
)
IN_SPACE = [route for route in ROUTES if "{space}" in route]
ADMIN = {
    "DELETE /v1/spaces/{space}",
    "DELETE /v1/spaces/{space}/messages/{id}",
    "DELETE /v1/spaces/{space}/conversations/{id}",
    "POST /v1/spaces/{space}/forget",
    "POST /v1/spaces/{space}/reset",
    "POST /v1/keys",
    "GET /v1/keys",
    "DELETE /v1/keys/{id}",
}
LINES = {"messages": [{"role": "user", "content": "Good morning."}]}


@pytest.fixture
def guarded() -> Iterator[Service]:
    """A service that asks for keys, with the spaces `ada` and `bo`."""
    settings = Settings(store=":memory:", api_keys=(OWNER,))  # type: ignore[arg-type]
    service = Service(settings, KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
    for name in ("ada", "bo"):
        service.knowledge.create_space(name, now=NOW)
    yield service
    service.close()


def caller(service: Service, scope: KeyScope, *spaces: str) -> TestClient:
    """Somebody with a key for these spaces; without spaces, for all."""
    _, text = service.keys.create("test", Rights(scope, spaces or None))
    return caller_with(service, text)


def caller_with(service: Service, key: str) -> TestClient:
    """Somebody with this key."""
    headers = {"Authorization": f"Bearer {key}"}
    return TestClient(create_app(service), base_url="http://memory.example.org", headers=headers)


def ask(client: TestClient, route: str, space: str) -> Response:
    """A request of this route that names a space, and otherwise nothing that is there."""
    method, path = route.split()
    body = {} if method in ("POST", "PATCH") else None
    return client.request(method, path.replace("{space}", space).replace("{id}", "x9"), json=body)


def test_every_route_has_its_scope() -> None:
    """Whoever may only read cannot write, and only admins delete for good or make keys."""
    scopes = {route: scope_of(*route.split()) for route in ROUTES}

    assert {route for route, scope in scopes.items() if scope is KeyScope.ADMIN} == ADMIN
    reads = {route for route, scope in scopes.items() if scope is KeyScope.READ}
    assert reads == {route for route in ROUTES if route.startswith("GET ")} - ADMIN


@pytest.mark.parametrize("scope", KeyScope)
def test_scopes_are_held(guarded: Service, scope: KeyScope) -> None:
    """In its own space a key gets a 403 from the routes that need more, and from no other."""
    client, rights = caller(guarded, scope, "ada"), Rights(scope, None)

    for route in sorted(IN_SPACE, key=lambda route: route == "DELETE /v1/spaces/{space}"):
        answer = ask(client, route, "ada")
        assert (answer.status_code == 403) == (not rights.covers(scope_of(*route.split()))), (route, answer.text)
        if answer.status_code == 403:
            assert f"scope {scope}, expected {scope_of(*route.split())}" in answer.json()["detail"]


@pytest.mark.parametrize("scope", KeyScope)
def test_space_of_others_is_not_there(guarded: Service, scope: KeyScope) -> None:
    """The answer is the one for a space that does not exist, word by word, whatever is asked; nothing changes."""
    client = caller(guarded, scope, "ada")
    absent = caller_with(guarded, OWNER).get("/v1/spaces/cy").text.replace("cy", "bo")

    for route in IN_SPACE:
        there, nowhere = ask(client, route, "bo"), ask(client, route, "cy")

        assert there.status_code == nowhere.status_code == 404, route
        assert there.text == nowhere.text.replace("cy", "bo") == absent, route
        told = [{key: value for key, value in each.headers.items() if key != NAME.lower()} for each in (there, nowhere)]
        assert told[0] == told[1], route
        assert there.json()["detail"] == "space 'bo' does not exist; create it first", route
        assert guarded.knowledge.spaces() == ["ada", "bo"], route


@pytest.mark.parametrize("route", [route for route in ROUTES if KEY_ROUTES in route])
def test_keys_are_made_by_who_opens_all(guarded: Service, route: str) -> None:
    """Neither an admin of some spaces nor a writer of all makes, sees or revokes a key."""
    assert ask(caller(guarded, KeyScope.ADMIN, "ada", "bo"), route, "").status_code == 403
    assert ask(caller(guarded, KeyScope.WRITE), route, "").status_code == 403
    assert ask(caller(guarded, KeyScope.ADMIN), route, "").status_code in (200, 404, 422)
    assert ask(caller_with(guarded, OWNER), route, "").status_code in (200, 404, 422)


def test_spaces_are_listed_and_made_within_the_key(guarded: Service) -> None:
    """One's own are listed; one's own may be made; of others it is not told whether they are there."""
    client = caller(guarded, KeyScope.WRITE, "ada", "cy")

    assert client.get("/v1/spaces").json()["spaces"] == ["ada"]
    assert client.post("/v1/spaces", json={"name": "ada"}).status_code == 200
    assert client.post("/v1/spaces", json={"name": "cy"}).status_code == 201
    assert client.get("/v1/spaces").json()["spaces"] == ["ada", "cy"]
    there, nowhere = (client.post("/v1/spaces", json={"name": name}) for name in ("bo", "di"))
    assert there.status_code == nowhere.status_code == 403
    assert there.text == nowhere.text.replace("'di'", "'bo'")
    assert caller(guarded, KeyScope.READ).get("/v1/spaces").json()["spaces"] == ["ada", "bo", "cy"]
    assert caller(guarded, KeyScope.READ, "ada").post("/v1/spaces", json={"name": "ada"}).status_code == 403


def test_two_keys_and_two_spaces_never_cross(guarded: Service) -> None:
    """Four threads write and read with two keys, and each sees its own space only."""
    clients = {space: caller(guarded, KeyScope.WRITE, space) for space in ("ada", "bo")}
    other = {"ada": "bo", "bo": "ada"}

    def talk(worker: int) -> None:
        space = ("ada", "bo")[worker % 2]
        client = clients[space]
        for number in range(6):
            line = {"role": "user", "content": f"The harbour of {space} has {worker} boats and {number} gulls."}
            turn = client.post(
                f"/v1/spaces/{space}/turns", json={"messages": [line], "chat": f"c{worker}", "visible": 0}
            )
            assert turn.status_code == 200
            assert f"harbour of {other[space]}" not in turn.text
            assert client.post(f"/v1/spaces/{other[space]}/turns", json=LINES).status_code == 404
            assert client.get("/v1/spaces").json()["spaces"] == [space]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(talk, range(4)))

    for space, client in clients.items():
        export = client.get(f"/v1/spaces/{space}/export").text
        found = set(re.findall(r"harbour of (\w+) has (\d+) boats and (\d+)", export))
        own = range(("ada", "bo").index(space), 4, 2)
        assert found == {(space, str(worker), str(number)) for worker in own for number in range(6)}


def test_what_others_cost_is_not_told(guarded: Service) -> None:
    """How busy all spaces are is for keys that open all of them."""
    told = [caller(guarded, KeyScope.READ, *spaces).get("/v1/spaces/ada/cost").json() for spaces in (("ada",), ())]

    assert told[0]["hour_of_all"] is None
    assert told[1]["hour_of_all"]["calls"] == 0
