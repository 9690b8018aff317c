"""`remembrancer recall` in a terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from typer.testing import CliRunner

from api.cli import app
from api.commands.opening import opened, settings_with
from api.recall_talk import close
from graph.intake.recognise import Line
from graph.values.items import Role

AT = datetime(2024, 10, 3, tzinfo=UTC)


def kept(path: Path) -> str:
    """A store with two conversations about one thing."""
    store = str(path / "memory.db")
    with opened(settings_with(store=store), read_only=False, makes=True) as service:
        service.knowledge.create_space("s", now=AT, profile="recall")
        for days, line in enumerate(("Insulin resistance and sleep", "Insulin resistance and exercise")):
            at, chat = AT + timedelta(days=days), f"{days}"
            lines = [
                Line(role=Role.USER, body=line, sent_at=at),
                Line(role=Role.ASSISTANT, body=f"{line}: much.", sent_at=at),
            ]
            [id] = service.knowledge.append("s", lines, chat=chat, now=AT).conversations
            close(service, "s", id)
    return store


def test_the_terminal_holds_the_dialogue(tmp_path: Path) -> None:
    """It asks which one, and takes the answer from the next line."""
    store = kept(tmp_path)
    asked = ["recall", "s", "Insulin resistance research", "--store", store]

    shown = CliRunner().invoke(app, asked, input="the second one\n")

    assert shown.exit_code == 0, shown.output
    first, _, second = shown.output.partition("\n\n")
    assert first.splitlines()[0] == "You have looked into this several times:"
    assert "You looked into “Insulin resistance and sleep” on 3 October 2024." in second


def test_research_is_what_an_assistant_would_do(tmp_path: Path) -> None:
    """With the reasons, if they are asked for; and nothing was stored."""
    store = kept(tmp_path)

    shown = CliRunner().invoke(
        app, ["recall", "s", "What did we say about bread?", "--why", "--store", store], input="yes\n"
    )

    assert "I found no earlier research about bread. Shall I research it now?" in shown.output
    assert "(recall: “" in shown.output
    assert "→ Quick: bread\n  (the offer is accepted)" in shown.output
    with opened(settings_with(store=store), read_only=True) as service:
        assert service.knowledge.space("s").message_count == 4
