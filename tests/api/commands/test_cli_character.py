"""`remembrancer character`, and blocks of a character, in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.opening import opened, settings_with
from api.http.bodies import SpaceBody
from graph.errors import NotFound
from tests.api.conftest import NOW
from tests.api.profiles.cast import rows_of


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with the conversations of the document, as they are told by rules."""
    path = str(tmp_path / "memory.db")
    with opened(settings_with(store=path), read_only=False, makes=True) as service:
        service.create_space(SpaceBody(name="tale", profile="character"))
        service.knowledge.append("tale", rows_of(), now=NOW)
        list(service.run_rounds("tale"))
    return path


def shown(*arguments: str) -> str:
    """What a command prints."""
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_prompt_is_printed(store: str) -> None:
    """Lynly's has two conversations and the last lines; somebody who was not there has what the caller says."""
    told = ("--biography", "A guest of the inn.", "--request", "Greet the Prisoner.", "--store", store)

    lynly, zed = (shown("character", "tale", name, *told) for name in ("Lynly Star-Sung", "Zed"))

    assert (
        "world time 4106567–4158235: Lynly Star-Sung: " in lynly
        and "Perhaps a special song on my lute, just for you?" in lynly
    )
    assert zed == "## Biography\nA guest of the inn.\n\n## Now\nGreet the Prisoner.\n"
    assert "Perhaps a special song" in shown("character", "tale", "Zed", "--visible", "1", "--store", store)
    assert shown("character", "tale", "Zed", "--store", store).startswith("(empty")


def test_prompt_is_printed_for_programs(store: str) -> None:
    """With its parts, as over HTTP; nothing is written."""
    found = json.loads(shown("character", "tale", "Lynly Star-Sung", "--json", "--store", store))

    assert [summary["author"] for summary in found["summaries"]] == ["rules", "rules"]
    with opened(settings_with(store=store), read_only=True) as service:
        assert service.knowledge.space("tale").characters == ()
        with pytest.raises(NotFound):
            service.profile_of("other")


def test_block_of_a_character(store: str) -> None:
    """It shows what the character has heard."""
    asked = ("block", "tale", "Who killed Wulfur?", "--store", store)

    assert "Wulfur" in shown(*asked, "--character", "Prisoner")
    assert "Wulfur" not in shown(*asked, "--character", "Zed")
