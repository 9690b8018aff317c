"""The doctor asks the proxy's upstream as any client may."""

from __future__ import annotations

from pathlib import Path
from socket import socket

import pytest

from api.commands.doctor import examine
from api.settings import Settings
from tests.api.proxy.scripted_upstream import Answer, ScriptedUpstream

KEY = "sk-the-key-of-the-provider"


def told(tmp_path: Path, **settings: object) -> tuple[str, str]:
    """What is said of the upstream."""
    made = Settings(store=str(tmp_path / "memory.db"), **settings)  # type: ignore[arg-type]
    return next((check.state, check.text) for check in examine(made) if check.name == "upstream")


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


@pytest.mark.parametrize(
    ("status", "has_key", "state", "words"),
    [
        (200, True, "ok", "with a key"),
        (200, False, "ok", "callers send their own key"),
        (401, False, "ok", "answers, and wants a key"),
        (401, True, "wrong", "answers 401"),
        (404, False, "wrong", "answers 404"),
        (302, True, "wrong", "answers 302"),
    ],
)
def test_upstream_is_asked_for_its_models(tmp_path: Path, status: int, has_key: bool, state: str, words: str) -> None:
    """With the service's own key, which goes nowhere else and is not shown."""
    (tmp_path / "key").write_text(KEY)
    answer = Answer((b"{}",), status=status, headers={"Location": "http://127.0.0.1:9/", "Connection": "close"})
    with ScriptedUpstream(answer).serving() as upstream:
        key = {"upstream_key_file": tmp_path / "key"} if has_key else {}
        found = told(tmp_path, upstream=upstream.address, **key)

    (asked,) = upstream.asked
    assert found[0] == state
    assert words in found[1]
    assert KEY not in found[1]
    assert (asked.line, asked.headers.get("authorization")) == (
        "GET /v1/models HTTP/1.1",
        f"Bearer {KEY}" if has_key else None,
    )


def test_upstream_that_is_not_there(tmp_path: Path) -> None:
    """Its address is told, or that there is none."""
    assert told(tmp_path) == ("ok", "none: no proxy")
    assert told(tmp_path, upstream="http://127.0.0.1:9/v1")[0] == "wrong"
    missing = told(tmp_path, upstream="http://127.0.0.1:9/v1", upstream_key_file=tmp_path / "none")
    assert missing[0] == "wrong"
    assert "UPSTREAM_KEY_FILE" in missing[1]
