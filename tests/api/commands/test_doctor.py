"""The doctor says who holds the port, and counts what rules of earlier versions have made."""

from __future__ import annotations

import gzip
from pathlib import Path
from socket import socket

from api.commands.doctor import examine
from api.settings import Settings
from api.wiring import build
from tests.api.proxy.scripted_upstream import Answer, ScriptedUpstream
from tests.graph.changing.test_taking_back import OLD


def test_a_port_that_something_else_holds_is_not_free(tmp_path: Path) -> None:
    """A program that closes the line or says nothing takes the port as one that answers otherwise does."""
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        assert state_of_port(tmp_path, port) == "wrong"
    assert state_of_port(tmp_path, port) == "note"
    with ScriptedUpstream(Answer((b"hello",))).serving() as other:
        assert state_of_port(tmp_path, int(other.address.split(":")[2].partition("/")[0])) == "wrong"


def state_of_port(tmp_path: Path, port: int) -> str:
    """What is said of the service's port; one in use comes with what to do."""
    made = Settings(store=str(tmp_path / "memory.db"), port=port)
    check = next(check for check in examine(made) if check.name == "service")
    assert check.state == "note" or "REMEMBRANCER_PORT" in check.text
    return check.state


def test_what_rules_of_an_earlier_version_made_is_counted(tmp_path: Path) -> None:
    """Before it is taken back, and afterwards what was taken back and what is left; nothing is said of a new space."""
    file = tmp_path / "memory.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    settings = Settings(store=str(file))
    before = of_rules(settings)

    service = build(settings)
    for space in service.spaces():
        service.take_back(space)
    service.knowledge.create_space("new", now=service.now())
    service.close()

    made = "made by rules of an earlier version: "
    assert before["space home"] == ("note", f"{made}28 facts, 2 briefs, 13 names; the service takes it back")
    after = of_rules(settings)
    assert after.keys() == before.keys()
    assert after["space home"] == ("ok", f"{made}nothing; 28 facts, 2 briefs, 13 names taken back before")


def of_rules(settings: Settings) -> dict[str, tuple[str, str]]:
    """What is said of what rules have made, for each space."""
    return {each.name: (each.state, each.text) for each in examine(settings) if "rules of an earlier" in each.text}
