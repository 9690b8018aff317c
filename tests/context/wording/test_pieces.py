"""How items become pieces."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from context.wording.pieces import message_piece
from graph.text.tokens import count_tokens
from graph.values.codec import to_ms
from graph.values.items import Message, Role
from languages.english.phrases import PHRASES as ENGLISH

MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
LINE = Message(
    id="m1", conversation="c1", chat="", sender="Ada", role=Role.USER, body="Hello.", sent_at=MAY,
    position=float(to_ms(MAY)), digest="",
)  # fmt: skip


def test_messages_of_one_day_and_chat_are_one_group() -> None:
    """Another day, another chat or, on a world clock, another conversation begins a new one."""

    def group(line: Message) -> tuple[str, str, str]:
        piece = message_piece(line, "excerpts", line.body, chat="home", phrases=ENGLISH)
        return piece.group, piece.header, piece.chat

    later = replace(LINE, sent_at=MAY.replace(hour=20), position=float(to_ms(MAY.replace(hour=20))))
    assert group(LINE) == group(later)
    assert group(LINE)[1:] == ("8 May 2023", "")
    assert group(replace(LINE, chat="home"))[1:] == ("8 May 2023", "")
    assert group(replace(LINE, chat="work"))[1:] == ("8 May 2023", "In the chat “work”:")
    world = replace(LINE, world_time=12.0, position=12.0)
    assert group(world) == ("c1", "world time 12", "")
    assert group(replace(world, world_time=13.0, position=13.0))[0] == "c1"


@pytest.mark.parametrize(
    ("chat", "is_told"),
    [
        ("work", True),
        ("Team 2024, Q3", True),
        ("sprint-12-retro", True),
        ("2023-05-08", True),
        ("conv-26 session 3", True),
        ("chat-d9a7c1b203f4", False),  # the proxy's, of a chat that came without a name
        ("chat-123456789012", False),
        ("550e8400-e29b-41d4-a716-446655440000", False),  # an export's
        ("Hj3kP0qWzx", False),  # TypingMind's
    ],
)
def test_chat_is_named_where_its_name_tells_something(chat: str, is_told: bool) -> None:
    """An id that a program has made up tells a model nothing: such a line stands below its date alone."""
    line = replace(LINE, chat=chat)

    piece = message_piece(line, "excerpts", line.body, chat="home", phrases=ENGLISH)

    assert piece.chat == (f"In the chat “{chat}”:" if is_told else "")


def test_only_a_date_has_a_year() -> None:
    """A line with its place on a world clock has none, even where nobody gave it a time."""

    def year(line: Message) -> str:
        return message_piece(line, "excerpts", line.body, chat="", phrases=ENGLISH).year

    assert year(LINE) == " 2023"
    assert year(replace(LINE, world_time=2023.0, position=2023.0)) == ""
    assert year(replace(LINE, position=2023.0)) == ""


def test_line_costs_what_it_costs_in_the_block() -> None:
    """Its name, its bullet and its line end are counted with it, so that a budget is filled to the last line."""
    piece = message_piece(LINE, "excerpts", LINE.body, chat="home", phrases=ENGLISH)

    assert piece.tokens == count_tokens(piece.text)
    assert count_tokens(piece.text * 3) == 3 * piece.tokens


def test_days_that_are_put_in_are_counted_and_not_quoted() -> None:
    """What quotes the line is compared with what was said."""
    line = replace(LINE, body="I swam yesterday.", speaks_of=("2023-05-07",))

    piece = message_piece(line, "excerpts", line.body, chat="", phrases=ENGLISH)

    assert piece.text == "- Ada: I swam yesterday (7 May).\n"
    assert piece.quoted == "- Ada: I swam yesterday.\n"
    assert piece.tokens == count_tokens(piece.text)
    assert message_piece(LINE, "excerpts", LINE.body, chat="", phrases=ENGLISH).quoted == ""
