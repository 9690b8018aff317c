"""Spaces are made, found and told."""

from dataclasses import replace
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from api.profiles import ASSISTANT, PROFILES
from api.wiring import Service
from graph.store.verbs import Changes
from graph.upkeep.leases import ATTEMPTS_MAX
from graph.values.sizes import Sizes


def test_space_is_made_and_read(client: TestClient) -> None:
    """A new space is told as it is, then and later."""
    made = client.post("/v1/spaces", json={"name": "skyrim", "clock": "world", "gap": 72000})

    assert made.status_code == 201
    assert made.json() == {
        "name": "skyrim",
        "profile": "assistant",
        "clock": "world",
        "gap": 72000.0,
        "bystanders": [],
        "splits_on_joining": False,
        "zone": "UTC",
        "characters": [],
        "created_at": "2026-03-01T18:30:00Z",
        "message_count": 0,
        "paused": False,
        "sizes": ASSISTANT.sizes(Sizes()),
        "tries_out": True,
        "embedder": None,
        "round": {
            "rounded_to": "",
            "attempts": 0,
            "is_set_aside": False,
            "retry_at": None,
            "last_error": None,
            "lease_until": None,
            "has_imports": False,
        },
    }
    assert client.get("/v1/spaces/skyrim").json() == made.json()


@pytest.mark.parametrize(("attempts", "is_set_aside"), [(ATTEMPTS_MAX - 1, False), (ATTEMPTS_MAX, True)])
def test_round_that_waits_for_a_person_is_told(
    client: TestClient, service: Service, attempts: int, is_set_aside: bool
) -> None:
    """After the last attempt a space says that nothing tries again by itself."""
    service.knowledge.change_space("ada", lambda held: replace(held, attempts=attempts))

    assert client.get("/v1/spaces/ada").json()["round"]["is_set_aside"] == is_set_aside


def test_gap_left_out_is_the_setting(client: TestClient) -> None:
    """Six hours, unless the caller says another gap or none."""
    assert client.get("/v1/spaces/ada").json()["gap"] == 21600
    assert client.post("/v1/spaces", json={"name": "b", "gap": None}).json()["gap"] is None


def test_world_clock_wants_a_gap(client: TestClient) -> None:
    """The profile's gap is in another unit, so nobody but the caller knows it; null is an answer too."""
    answer = client.post("/v1/spaces", json={"name": "skyrim", "clock": "world"})

    assert answer.status_code == 422
    assert "space 'skyrim' has no gap, expected one in units of the world clock" in answer.json()["detail"]
    assert client.post("/v1/spaces", json={"name": "skyrim", "clock": "world", "gap": None}).json()["gap"] is None


def test_unknown_profile_is_refused(client: TestClient) -> None:
    """No space is made that nobody could read; the answer says which profiles there are."""
    answer = client.post("/v1/spaces", json={"name": "b", "profile": "asistant"})

    assert (answer.status_code, answer.json()["type"]) == (422, "urn:remembrancer:bad-input")
    known = ", ".join(profile.name for profile in PROFILES)
    assert answer.json()["detail"] == f"there is no profile 'asistant', expected one of: {known}"
    assert client.get("/v1/spaces").json()["spaces"] == ["ada"]


def test_space_is_made_once(client: TestClient) -> None:
    """A caller may ask for its space before each start."""
    assert client.post("/v1/spaces", json={"name": "ada"}).status_code == 200
    assert client.post("/v1/spaces", json={"name": "ada", "gap": 21600}).status_code == 200


@pytest.mark.parametrize("other", [{"clock": "world", "gap": 5}, {"gap": 60}, {"gap": None}])
def test_space_of_another_kind_is_a_conflict(client: TestClient, other: dict[str, object]) -> None:
    """A space is not changed by asking for it again."""
    answer = client.post("/v1/spaces", json={"name": "ada"} | other)

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:conflict")
    assert client.get("/v1/spaces/ada").json()["gap"] == 21600


def test_what_is_left_out_is_not_compared(client: TestClient, service: Service) -> None:
    """Whoever only needs the space finds it, whatever kind it is of."""
    client.post("/v1/spaces", json={"name": "skyrim", "clock": "world", "gap": 72000})

    assert client.post("/v1/spaces", json={"name": "skyrim"}).status_code == 200
    assert client.post("/v1/spaces", json={"name": "skyrim", "clock": "wall"}).status_code == 409


@pytest.mark.parametrize(
    "path", ["", "/ada", "/ada/items/f1", "/ada/items", "/ada/messages", "/ada/export", "/ada/cost"]
)
def test_unknown_parameter_is_refused(client: TestClient, path: str) -> None:
    """A parameter that is not there was meant to do something."""
    answer = client.get(f"/v1/spaces{path}", params={"labbel": "Fact"})

    assert (answer.status_code, answer.json()["errors"][0]["where"]) == (422, "query parameter labbel")


def test_space_is_paused(client: TestClient, service: Service) -> None:
    """While it is paused no round is due, and what arrived then waits until somebody asks."""

    def say(first: int) -> None:
        lines = [{"role": "user", "sender": "Ada", "content": f"Line {first + number}."} for number in range(12)]
        assert client.post("/v1/spaces/ada/messages", json={"messages": lines}).status_code == 200

    paused = client.patch("/v1/spaces/ada", json={"paused": True})
    say(0)
    during = service.is_due("ada"), client.get("/v1/spaces/ada").json()["round"]["has_imports"]
    goes_on = client.patch("/v1/spaces/ada", json={"paused": False})
    after = service.is_due("ada")
    say(100)

    assert (paused.json()["paused"], goes_on.json()["paused"]) == (True, False)
    assert (during, after, service.is_due("ada")) == ((False, True), False, True)
    assert client.patch("/v1/spaces/nobody", json={"paused": True}).status_code == 404
    assert client.patch("/v1/spaces/ada", json={"paused": 1}).status_code == 422


def test_name_of_an_interrupted_import_is_taken(client: TestClient, service: Service) -> None:
    """No space is made on top of what the import has left; the answer says what to do."""
    service.knowledge.store.load("bo", Changes([], [], [], 1, has_more=False))

    answer = client.post("/v1/spaces", json={"name": "bo"})

    assert (answer.status_code, "--discard" in answer.json()["detail"]) == (409, True)
    assert client.get("/v1/spaces/bo").status_code == 404


@pytest.mark.parametrize("name", ["Ömer'in anıları", "a b", "a?b#c", "日本語", "🙂", "a..b", "x" * 200])
def test_any_name_stands_in_a_path(client: TestClient, name: str) -> None:
    """What may be a name is found by its percent-encoded path."""
    client.post("/v1/spaces", json={"name": name})

    answer = client.get(f"/v1/spaces/{quote(name, safe='')}")

    assert (answer.status_code, answer.json()["name"]) == (200, name)
    assert name in client.get("/v1/spaces").json()["spaces"]


@pytest.mark.parametrize(
    "path",
    ["", "/items", "/messages", "/items/f1", "/blocks/b1", "/export"],
)
@pytest.mark.parametrize("name", ["nobody", "%FF", "a" * 5000, "space"])
def test_unknown_space_is_not_found(client: TestClient, name: str, path: str) -> None:
    """Whatever is asked of a space that is not there, the answer names it."""
    answer = client.get(f"/v1/spaces/{name}{path}")

    assert (answer.status_code, answer.json()["type"]) == (404, "urn:remembrancer:not-found")


def test_nothing_is_stored_in_an_unknown_space(client: TestClient) -> None:
    """Turns, messages and rounds do not make a space by themselves."""
    body = {"messages": [{"role": "user", "content": "Hi."}]}

    for path in ("turns", "messages", "rounds"):
        assert client.post(f"/v1/spaces/nobody/{path}", json=body).status_code == 404
    assert client.get("/v1/spaces").json()["spaces"] == ["ada"]


@pytest.mark.parametrize("profile", [each.name for each in PROFILES])
def test_sizes_are_settings_of_a_space(client: TestClient, profile: str) -> None:
    """A space of any profile says which numbers count in it; some can be given when it is made, and changed later."""
    made = client.post("/v1/spaces", json={"name": "b", "profile": profile, "sizes": {"chunk_messages": 30}}).json()
    sizes = made["sizes"]
    assert sizes["chunk_messages"] == 30

    change = {"sizes": {"tail_messages": 7, "chunk_messages": 0}, "gap": 900.0}
    changed = client.patch("/v1/spaces/b", json=change).json()

    usual = {each.name: each for each in PROFILES}[profile].rounds.policy.chunk_messages
    assert changed["sizes"] == sizes | {"tail_messages": 7, "chunk_messages": usual}
    assert changed["gap"] == 900
    assert client.get("/v1/spaces/b").json() == changed
    assert (
        client.post("/v1/spaces", json={"name": "b", "profile": profile, "sizes": {"tail_messages": 8}}).status_code
        == 409
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sizes": {"tail_messages": 81}}, "tail_messages is 81, expected 1 to 80, or 0 for the number of the profile"),
        ({"sizes": {"reflection_conversations": 4}}, "reflection_conversations is 4, expected 5 to 10"),
        ({"sizes": {"tail": 8}}, "there is no size 'tail', expected one of: round_messages"),
        ({"sizes": {"tail_messages": "8"}}, "sizes.tail_messages"),
        ({"gap": 0}, "gap"),
    ],
)
def test_sizes_out_of_bounds_are_refused(client: TestClient, change: dict[str, object], told: str) -> None:
    """The answer names the size, what was found and what was expected, and nothing changes."""
    before = client.get("/v1/spaces/ada").json()

    for answer in (client.patch("/v1/spaces/ada", json=change), client.post("/v1/spaces", json=change | {"name": "b"})):
        assert (answer.status_code, told in answer.text) == (422, True), answer.text
    assert client.get("/v1/spaces/ada").json() == before
    assert client.get("/v1/spaces/b").status_code == 404
