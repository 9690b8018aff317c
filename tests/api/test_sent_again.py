"""What a person deleted comes back through no door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.cli import app
from api.wiring import Service
from graph.forgetting.targets import Target
from remembrancer_client import Memory
from tests.api.proxy.scripted_upstream import completed
from tests.api.proxy.test_passage import CHAT, ask, chat, eventually, proxied, stored

SAID = ["I moved to Lyon.", "Nice.", "The gate code is Brunhilde.", "I will keep that."]
GONE = 2


def messages(*said: str) -> list[dict[str, str]]:
    """User and assistant in turn."""
    return [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(said)]


@pytest.mark.parametrize("route", ["turns", "messages"])
def test_history_through_a_route(client: TestClient, service: Service, route: str) -> None:
    """The answer says that it was forgotten."""
    first = client.post("/v1/spaces/ada/messages", json={"messages": messages(*SAID), "chat": "c"}).json()
    client.post("/v1/spaces/ada/forget", json={"messages": [first["messages"][GONE]]})

    again = client.post(f"/v1/spaces/ada/{route}", json={"messages": messages(*SAID, "And now?"), "chat": "c"}).json()

    told: dict[str, Any] = again.get("appended", again)
    assert told["not_stored"] == [{"index": GONE, "reason": "it was forgotten"}]
    assert [told["messages"][GONE], len(told["new"])] == [None, 1]
    assert "Brunhilde" not in json.dumps(again.get("block", {}))
    assert "Brunhilde" not in [each.body for each in service.knowledge.messages("ada", chat="c", limit=9)]


def test_history_through_the_proxy() -> None:
    """The chat goes on."""
    with proxied(completed(SAID[3]), completed("Bread.")) as (address, service, _):
        ask(address, CHAT, chat(*SAID[:3]))
        eventually(lambda: len(stored(service)), 4)
        gone = service.knowledge.messages("ada", limit=9)[GONE].id
        service.forget("ada", Target(messages=(gone,)))
        ask(address, CHAT, chat(*SAID, "What do we eat?"), {"X-Script": "1"})
        eventually(lambda: stored(service)[-1:], [("assistant", "Bread.")])
        bodies = [body for _, body in stored(service)]

    assert bodies == [*SAID[:2], SAID[3], "What do we eat?", "Bread."]


def test_file_that_is_imported_again(tmp_path: Path) -> None:
    """Also if it has become longer."""
    path, store = tmp_path / "chat.json", str(tmp_path / "m.db")
    for said in (SAID, [*SAID, "What do we eat?"]):
        path.write_text(json.dumps({"messages": messages(*said)}))
        done = CliRunner().invoke(app, ["import", str(path), "--space", "a", "--store", store])
        assert done.exit_code == 0, done.stdout
        with Memory.open(store, space="a") as memory:
            found = {each.item["body"]: each.id for each in memory.items(label="Message")}
            if said == SAID:
                memory.forget(messages=[found[SAID[GONE]]])

    assert set(found) == {*SAID[:2], SAID[3], "What do we eat?"}
