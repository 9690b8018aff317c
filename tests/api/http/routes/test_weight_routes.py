"""What was learned is shown, put back and learned again."""

from __future__ import annotations

from fastapi.testclient import TestClient

from graph.values.score_terms import TERMS


def test_weights_are_the_defaults_until_something_was_learned(client: TestClient) -> None:
    """Every term has its weight, and nothing is claimed."""
    told = client.get("/v1/spaces/ada/weights").json()

    assert [*told["weights"]] == [*TERMS]
    assert (told["weights"], told["learned"]) == (told["defaults"], None)
    assert client.get("/v1/spaces/bo/weights").status_code == 404


def test_learning_is_switched_off_and_on(client: TestClient) -> None:
    """Each is a change that says so."""
    off = client.put("/v1/spaces/ada/weights", json={"learn": False}).json()
    assert (off["learned"]["is_fixed"], off["learned"]["outcome"]) == (True, "reset")

    on = client.put("/v1/spaces/ada/weights", json={"learn": True}).json()

    assert on["learned"]["is_fixed"] is False
    assert [each["kind"] for each in client.get("/v1/spaces/ada/changes").json()["changes"]] == ["SetWeights"] * 2
    assert client.put("/v1/spaces/ada/weights", json={}).status_code == 422
