"""Exports of TypingMind, ChatGPT, Claude and SillyTavern become lines, with times, names and branches."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, LeftOut
from api.importers.trees import branches
from archivists.transcripts.memories import uuid_of
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label

CHATGPT = [
    {
        "title": "Trains",
        "create_time": 1767261600.0,
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["s"]},
            "s": {"id": "s", "parent": "root", "message": {"author": {"role": "system"}, "content": {"parts": [""]}}},
            "q": {
                "id": "q",
                "parent": "s",
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1767261601.5,
                    "content": {"content_type": "text", "parts": ["Which train to Izmir?"]},
                },
            },
            "a1": {
                "id": "a1",
                "parent": "q",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": 1767261602,
                    "content": {"content_type": "text", "parts": ["The bus."]},
                    "metadata": {"model_slug": "gpt-4o"},
                },
            },
            "a2": {
                "id": "a2",
                "parent": "q",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": 1767261603,
                    "content": {
                        "content_type": "multimodal_text",
                        "parts": [{"asset_pointer": "x"}, {"content_type": "audio_transcription", "text": "The 7:45."}],
                    },
                },
            },
            "t": {
                "id": "t",
                "parent": "a2",
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1767261604,
                    "content": {"content_type": "text", "parts": ["Thanks."]},
                },
            },
        },
        "current_node": "t",
        "id": "c-1",
    }
]
CLAUDE = [
    {
        "uuid": "c-2",
        "name": "Walnuts",
        "account": {"uuid": "x"},
        "chat_messages": [
            {"uuid": "m1", "text": "I'm allergic to walnuts.", "sender": "human", "created_at": "2026-01-01T10:00:00Z"},
            {
                "uuid": "m2",
                "text": "",
                "content": [{"type": "text", "text": "No walnuts, then."}],
                "sender": "assistant",
                "created_at": "2026-01-01T10:00:05.5Z",
            },
        ],
    }
]
TAVERN = [
    {"user_name": "Ada", "character_name": "Nil", "create_date": "2026-01-01 @10h 00m 00s 1ms", "chat_metadata": {}},
    {"name": "Ada", "is_user": True, "mes": "The mill burns!", "send_date": "2026-1-1 @10h 05m 09s 123ms"},
    {
        "name": "Nil",
        "is_user": False,
        "mes": "Run.",
        "send_date": "January 1, 2026 10:06am",
        "swipes": ["Run.", "Stay."],
    },
    {"name": "System", "is_system": True, "mes": "hidden", "send_date": 1767262000000},
    {"name": "Nil", "is_user": False, "mes": "Faster.", "send_date": "2026-01-01T10:07:00.000Z"},
]
TYPINGMIND = {
    "data": {
        "chats": [
            {
                "chatID": "kx1",
                "messages": [
                    {"role": "user", "uuid": uuid_of("a" * 40, 254), "content": "<system>memories</system>"},
                    {"role": "user", "uuid": "u1", "content": "Hello.", "createdAt": "2026-01-01T10:00:00.000Z"},
                    {
                        "role": "assistant",
                        "uuid": "u2",
                        "content": [{"type": "tm_image_file"}, {"type": "text", "text": "Good morning."}],
                        "createdAt": "2026-01-01T10:00:01.000Z",
                    },
                ],
            },
            {"chatID": "kx2", "deletedAt": "2026-01-01T10:00:00.000Z", "messages": []},
        ]
    }
}


def written(folder: Path, value: object, *, is_lines: bool = False) -> Path:
    """A file of this, as its program writes it."""
    path = folder / "chats.json"
    path.write_text("\n".join(map(json.dumps, value)) if is_lines and isinstance(value, list) else json.dumps(value))
    return path


def read(path: Path, expected: ImportFormat) -> tuple[list[tuple[str, str, str, str]], list[str]]:
    """Chats, senders, texts and times, and why the rest is left out."""
    format, found = read_file(path, ImportFormat.AUTO, ImportOptions())
    assert format is expected
    lines, left_out = [], []
    for each in found:
        match each:
            case Imported(chat, line):
                at = f"{line.sent_at:%H:%M:%S}" if line.sent_at else ""
                lines.append((chat, line.speaker, line.body, at))
            case LeftOut(reason):
                left_out.append(reason)
    return lines, left_out


def test_chatgpt(tmp_path: Path) -> None:
    """Each branch from its beginning; the one that is shown comes last, and other media are passed over."""
    lines, left_out = read(written(tmp_path, CHATGPT), ImportFormat.CHATGPT)

    question = ("c-1", "user", "Which train to Izmir?", "10:00:01")
    assert lines == [
        question,
        ("c-1", "assistant", "The bus.", "10:00:02"),
        question,
        ("c-1", "assistant", "The 7:45.", "10:00:03"),
        ("c-1", "user", "Thanks.", "10:00:04"),
    ]
    assert left_out == ["system prompt"]


def test_branches_of_chatgpt_in_a_space(tmp_path: Path) -> None:
    """A reply that was generated again is a branch of the graph; importing again adds nothing."""
    store, path = tmp_path / "m.db", written(tmp_path, CHATGPT)

    told = [
        CliRunner().invoke(app, ["import", str(path), "--space", "ada", "--store", str(store)]).output for _ in range(2)
    ]

    graph = KnowledgeGraph(open_store(str(store), read_only=True))
    found = {node.properties["body"]: node for node in graph.store.find("ada", Label.MESSAGE, limit=100)}
    assert sorted(found) == ["Thanks.", "The 7:45.", "The bus.", "Which train to Izmir?"]
    assert "4 new messages" in told[0] and "0 new messages" in told[1]
    graph.close()


def test_claude(tmp_path: Path) -> None:
    """Text stands in `text` or in parts; the human is the user."""
    assert read(written(tmp_path, CLAUDE), ImportFormat.CLAUDE) == (
        [
            ("c-2", "user", "I'm allergic to walnuts.", "10:00:00"),
            ("c-2", "assistant", "No walnuts, then.", "10:00:05"),
        ],
        [],
    )


def test_sillytavern(tmp_path: Path) -> None:
    """Names stay, times are read in each of its ways, hidden lines and replies that were not chosen are left out."""
    assert read(written(tmp_path, TAVERN, is_lines=True), ImportFormat.SILLYTAVERN) == (
        [
            ("chats", "Ada", "The mill burns!", "10:05:09"),
            ("chats", "Nil", "Run.", "10:06:00"),
            ("chats", "Nil", "Faster.", "10:07:00"),
        ],
        ["reply that was not chosen", "system prompt"],
    )


def test_typingmind(tmp_path: Path) -> None:
    """Chats by their ids; memories of ours, pictures and deleted chats are left out."""
    # ACCEPTANCE 4.16
    assert read(written(tmp_path, TYPINGMIND), ImportFormat.TYPINGMIND) == (
        [("kx1", "user", "Hello.", "10:00:00"), ("kx1", "assistant", "Good morning.", "10:00:01")],
        ["message of a memory", "deleted chat"],
    )


@pytest.mark.parametrize(
    ("format", "value", "told"),
    [
        (ImportFormat.CHATGPT, [1], 'expected a conversation such as {"id"'),
        (ImportFormat.CLAUDE, [{"chat_messages": [1]}], "expected a message: an object"),
        (ImportFormat.SILLYTAVERN, [{"name": "Ada"}], "expected a message such as"),
        (ImportFormat.TYPINGMIND, {"data": 1}, "expected an export such as"),
        (ImportFormat.TYPINGMIND, {"chatID": "x", "messages": [1]}, "expected a message: an object"),
        (ImportFormat.CHATGPT, [{"mapping": {"a": {"message": {"author": {"role": "spy"}}}}}], "found role spy"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, format: ImportFormat, value: object, told: str) -> None:
    """An error names file, place, what was found and what was expected."""
    is_lines = format is ImportFormat.SILLYTAVERN

    with pytest.raises(BadInput) as raised:
        list(read_file(written(tmp_path, value, is_lines=is_lines), format, ImportOptions())[1])

    assert str(raised.value).startswith("chats.json, ") and told in str(raised.value)


def test_branches() -> None:
    """Each way to a last message; rings and parents that are missing do no harm."""
    assert list(branches({"a": None, "b": "a", "c": "a", "d": "c"}, "b")) == [["a", "c", "d"], ["a", "b"]]
    assert list(branches({"b": "gone"}, None)) == [["b"]]
    assert list(branches({"a": "b", "b": "a"}, "a")) == [["b", "a"]]
    assert list(branches({}, "a")) == []


def test_times_are_aware(tmp_path: Path) -> None:
    """A time without a zone is in UTC."""
    _, found = read_file(written(tmp_path, TAVERN, is_lines=True), ImportFormat.AUTO, ImportOptions())

    first = next(each for each in found if isinstance(each, Imported))
    assert first.line.sent_at == datetime(2026, 1, 1, 10, 5, 9, tzinfo=UTC)
