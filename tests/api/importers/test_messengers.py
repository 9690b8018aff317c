"""Exports of messengers and front ends become lines; what is left out has a reason and an example."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, LeftOut
from api.importers.storing import survey
from graph.errors import BadInput
from tests.api.importers.test_exports_of_others import CHATGPT

LRM, NARROW = "\u200e", "\u202f"
ANDROID = """\
13/03/2026, 18:30 - Messages and calls are end-to-end encrypted. Tap to learn more.
13/03/2026, 18:30 - Ada: My sister Nil moved
to Izmir.
13/03/2026, 18:31 - Nil Karaca: <Media omitted>
13/03/2026, 18:32 - Nil Karaca: IMG-20260313-WA0001.jpg (file attached)
the new flat
13/03/2026, 18:33 - Ada: Note: bring the key
"""
IOS = f"""\
[13.03.26, 18:30:05] Trip: {LRM}Messages and calls are end-to-end encrypted.
[13.03.26, 18:30:06] Ada: My sister Nil moved\r
to Izmir.
{LRM}[13.03.26, 18:31:00] ~{NARROW}Nil Karaca: {LRM}image omitted
{LRM}[13.03.26, 18:32:00] ~{NARROW}Nil Karaca: the new flat {LRM}<attached: IMG-20260313-WA0001.jpg>
[13.03.26, 18:33:01] Ada: Note: bring the key {LRM}<This message was edited>
"""
AMERICAN = f"""\
3/9/26, 6:30{NARROW}PM - Messages and calls are end-to-end encrypted. Tap to learn more.
3/9/26, 6:30{NARROW}PM - Ada: My sister Nil moved
to Izmir.
3/9/26, 6:31{NARROW}PM - Nil Karaca: <Media omitted>
3/9/26, 6:32{NARROW}PM - Nil Karaca: IMG-20260313-WA0001.jpg (file attached)
the new flat
3/9/26, 6:33{NARROW}PM - Ada: Note: bring the key
"""
TELEGRAM = {
    "name": "Nil",
    "type": "personal_chat",
    "id": 4711,
    "messages": [
        {"id": 1, "type": "service", "date": "2026-03-13T18:29:00", "actor": "Ada", "action": "create_group"},
        {
            "id": 2,
            "type": "message",
            "date": "2026-03-13T21:30:00",
            "date_unixtime": "1773426600",
            "from": "Ada",
            "text": ["My sister ", {"type": "bold", "text": "Nil"}, " moved to Izmir."],
        },
        {
            "id": 3,
            "type": "message",
            "date": "2026-03-13T18:32:00",
            "from": "Nil Karaca",
            "photo": "photos/photo_1.jpg",
            "text": "the new flat",
        },
        {
            "id": 4,
            "type": "message",
            "date": "2026-03-13T18:33:00",
            "from": "Nil Karaca",
            "sticker_emoji": "🎉",
            "file": "stickers/s.webp",
            "media_type": "sticker",
            "text": "",
        },
        {
            "id": 5,
            "type": "message",
            "date": "2026-03-13T18:34:00",
            "from": "Ada",
            "forwarded_from": "Bo",
            "text": "Hi",
        },
        {
            "id": 6,
            "type": "message",
            "date": "2026-03-13T18:35:00",
            "from": "Ada",
            "text": "",
            "media_type": "voice_message",
            "file": "voice_messages/audio_1.ogg",
        },
    ],
}
OPEN_WEBUI = [
    {
        "id": "w-1",
        "user_id": "u",
        "title": "Trains",
        "chat": {
            "title": "Trains",
            "history": {
                "currentId": "a2",
                "messages": {
                    "q": {
                        "id": "q",
                        "parentId": None,
                        "childrenIds": ["a1", "a2"],
                        "role": "user",
                        "timestamp": 1773426600,
                        "content": "Which train to Izmir?",
                        "files": [{"type": "file", "name": "timetable.pdf", "id": "f-1"}],
                    },
                    "a1": {
                        "id": "a1",
                        "parentId": "q",
                        "childrenIds": [],
                        "role": "assistant",
                        "content": "The bus.",
                        "timestamp": 1773426601,
                        "model": "llama3",
                    },
                    "a2": {
                        "id": "a2",
                        "parentId": "q",
                        "childrenIds": [],
                        "role": "assistant",
                        "content": "The 7:45.",
                        "timestamp": 1773426602,
                        "model": "llama3",
                    },
                },
            },
        },
    }
]
LIBRECHAT = {
    "conversationId": "l-1",
    "endpoint": "openAI",
    "title": "Trains",
    "branches": True,
    "recursive": True,
    "messages": [
        {
            "messageId": "q",
            "parentMessageId": "00000000-0000-0000-0000-000000000000",
            "sender": "User",
            "text": "Which train to Izmir?",
            "isCreatedByUser": True,
            "createdAt": "2026-03-13T18:30:00Z",
            "files": [{"type": "application/pdf", "filename": "timetable.pdf", "file_id": "f-1"}],
            "children": [
                {
                    "messageId": "a1",
                    "parentMessageId": "q",
                    "sender": "GPT",
                    "text": "The bus.",
                    "isCreatedByUser": False,
                    "createdAt": "2026-03-13T18:30:01Z",
                },
                {
                    "messageId": "a2",
                    "parentMessageId": "q",
                    "sender": "GPT",
                    "isCreatedByUser": False,
                    "text": "",
                    "content": [{"type": "think", "think": "Hm."}, {"type": "text", "text": {"value": "The 7:45."}}],
                    "createdAt": "2026-03-13T18:30:02Z",
                },
            ],
        },
    ],
}
BRANCHES = [
    ("user", "Which train to Izmir?\n[file: timetable.pdf]", "18:30:00"),
    ("assistant", "The bus.", "18:30:01"),
    ("user", "Which train to Izmir?\n[file: timetable.pdf]", "18:30:00"),
    ("assistant", "The 7:45.", "18:30:02"),
]


def found_in(path: Path, **options: str) -> tuple[ImportFormat, list[Imported], list[LeftOut]]:
    """The format of a file, its messages, and what is left out."""
    format, found = read_file(path, ImportFormat.AUTO, ImportOptions(**options))  # type: ignore[arg-type]
    every = list(found)
    return format, [e for e in every if isinstance(e, Imported)], [e for e in every if isinstance(e, LeftOut)]


def written(folder: Path, name: str, content: object) -> Path:
    """A file with this content: text, or JSON with the ends of lines that programs write."""
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1, ensure_ascii=False))
    return path


def told(lines: list[Imported]) -> list[tuple[str, str, str]]:
    """Who said what, and when."""
    return [(each.line.speaker, each.line.body, f"{each.line.sent_at:%H:%M:%S}") for each in lines]


@pytest.mark.parametrize(
    ("content", "day", "seconds"),
    [(ANDROID, "2026-03-13", False), (IOS, "2026-03-13", True), (AMERICAN, "2026-03-09", False)],
    ids=["android", "ios", "american"],
)
def test_whatsapp(tmp_path: Path, content: str, day: str, seconds: bool) -> None:
    """Each way to write a date; captions stay with their pictures, notices and missing pictures are left out."""
    format, lines, left_out = found_in(written(tmp_path, "Nil.txt", content), player="ada")

    assert format is ImportFormat.WHATSAPP
    assert [(speaker, body) for speaker, body, _ in told(lines)] == [
        ("Ada", "My sister Nil moved\nto Izmir."),
        ("Nil Karaca", "the new flat\n[picture: IMG-20260313-WA0001.jpg]"),
        ("Ada", "Note: bring the key"),
    ]
    assert [f"{each.line.sent_at:%Y-%m-%d}" for each in lines] == [day] * 3
    assert told(lines)[0][2] == ("18:30:06" if seconds else "18:30:00")
    assert [each.line.role for each in lines] == ["user", "assistant", "user"]
    assert len(left_out) == 2 and left_out[0].example.startswith("line 1: ")


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (["05/06/2026", "13/06/2026"], ["2026-06-05", "2026-06-13"]),  # a 13th is no month
        (["6/5/26", "6/13/26"], ["2026-06-05", "2026-06-13"]),
        (["01/02/2026", "02/01/2026", "03/01/2026"], ["2026-01-02", "2026-02-01", "2026-03-01"]),  # in order only so
        (["01/02/2026", "02/02/2026"], ["2026-02-01", "2026-02-02"]),  # either way: as most of the world writes
        (["2026-02-01", "2026-02-03"], ["2026-02-01", "2026-02-03"]),
        (["1.2.26", "3.2.26"], ["2026-02-01", "2026-02-03"]),
    ],
)
def test_order_of_day_and_month(tmp_path: Path, dates: list[str], expected: list[str]) -> None:
    """It is the one that fits all dates of the file and leaves them in order."""
    path = written(tmp_path, "a.txt", "".join(f"{date}, 08:00 - Ada: Hello\n" for date in dates))

    assert [f"{each.line.sent_at:%Y-%m-%d}" for each in found_in(path)[1]] == expected


@pytest.mark.parametrize(
    ("time", "hour"),
    [("12:05 AM", 0), ("12:05 PM", 12), ("1:05 p. m.", 13), ("1:05 ÖS", 13), ("1:05 ÖÖ", 1), ("23.05", 23)],
)
def test_hours(tmp_path: Path, time: str, hour: int) -> None:
    """Of twelve and of twenty-four."""
    path = written(tmp_path, "a.txt", f"13/03/2026, {time} - Ada: Hello\n")

    assert [each.line.sent_at.hour for each in found_in(path)[1] if each.line.sent_at] == [hour]


@pytest.mark.parametrize("content", [TELEGRAM, {"about": "…", "chats": {"about": "…", "list": [TELEGRAM]}}])
def test_telegram(tmp_path: Path, content: object) -> None:
    """A chat or an account; runs of text are one text, a forwarded message is a quotation."""
    format, lines, left_out = found_in(written(tmp_path, "result.json", content))

    assert (format, {each.chat for each in lines}) == (ImportFormat.TELEGRAM, {"4711"})
    assert [(speaker, body) for speaker, body, _ in told(lines)] == [
        ("Ada", "My sister Nil moved to Izmir."),
        ("Nil Karaca", "the new flat"),
        ("Nil Karaca", "🎉"),
        ("Ada", "[forwarded from Bo]\n```\nHi\n```"),
        ("Ada", "[recording]"),
    ]
    assert "photos/photo_1.jpg" in (lines[1].line.extra or "")
    assert [each.example for each in left_out] == ["message 1 of chat 4711: create_group"]


@pytest.mark.parametrize(
    ("content", "format"), [(OPEN_WEBUI, ImportFormat.OPEN_WEBUI), (LIBRECHAT, ImportFormat.LIBRECHAT)]
)
def test_trees(tmp_path: Path, content: object, format: ImportFormat) -> None:
    """Each branch from its beginning, the one that is shown last, with the names of files."""
    found, lines, left_out = found_in(written(tmp_path, "export.json", content))

    assert (found, told(lines), left_out) == (format, BRANCHES, [])
    assert [each.is_again for each in lines] == [False, False, True, False]
    assert '"reference":"f-1"' in (lines[0].line.extra or "")


def test_as_exported(tmp_path: Path) -> None:
    """A ZIP is read as it comes, several files of chats one after the other; so is a packed file."""
    packed = tmp_path / "chatgpt.zip"
    with ZipFile(packed, "w") as file:
        file.writestr("user.json", "{}")
        for number in (1, 0):
            file.writestr(f"conversations-00{number}.json", json.dumps([{**CHATGPT[0], "id": f"c-{number}"}]))
    whatsapp = tmp_path / "WhatsApp Chat - Nil.zip"
    with ZipFile(whatsapp, "w") as file:
        file.writestr("00000012-PHOTO.jpg", b"\xff")
        file.writestr("_chat.txt", IOS)
    small = tmp_path / "chats.json.gz"
    small.write_bytes(gzip.compress(json.dumps(CHATGPT).encode()))

    assert [*dict.fromkeys(each.chat for each in found_in(packed)[1])] == ["c-0", "c-1"]
    assert {each.chat for each in found_in(whatsapp)[1]} == {"WhatsApp Chat - Nil"}
    assert found_in(small)[0] is ImportFormat.CHATGPT


@pytest.mark.parametrize(
    ("names", "told"),
    [(["a.png"], "a.zip has a.png; expected one file of chats"), (["b.json", "a.json"], "a.zip has a.json, b.json")],
)
def test_zip_without_chats(tmp_path: Path, names: list[str], told: str) -> None:
    """A ZIP in which it is not clear what to read says what it has."""
    with ZipFile(tmp_path / "a.zip", "w") as file:
        for name in names:
            file.writestr(name, "[]")

    with pytest.raises(BadInput, match=told):
        found_in(tmp_path / "a.zip")


def test_zip_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is read."""
    monkeypatch.setattr("api.importers.packed.UNPACKED_BYTES_MAX", 1000)
    with ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr("a.json", " " * 1001)

    with pytest.raises(BadInput, match="1,001 bytes of chats; expected at most 1,000"):
        found_in(tmp_path / "a.zip")


def test_gzip_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that does not end is refused before the whole of it is in memory."""
    monkeypatch.setattr("api.importers.packed.UNPACKED_BYTES_MAX", 100_000)
    (tmp_path / "a.jsonl").write_bytes(gzip.compress(b" " * 3_000_000))

    with pytest.raises(BadInput, match="more than 100,000 bytes"):
        list(found_in(tmp_path / "a.jsonl")[1])


def test_macros_are_names(tmp_path: Path) -> None:
    """{{user}} and {{char}} are who they stand for, also where the header does not say it."""
    lines = [
        {"user_name": "unused", "character_name": "unused", "chat_metadata": {}},
        {"name": "Mirela", "is_user": False, "mes": "Welcome, {{user}}. I am {{char}}.", "send_date": 1773426600000},
        {"name": "Ada", "is_user": True, "mes": "Hello, {{Char}}; call me {{user}}."},
    ]
    path = written(tmp_path, "tavern.jsonl", "\n".join(map(json.dumps, lines)))

    assert told(found_in(path)[1]) == [
        ("Mirela", "Welcome, User. I am Mirela.", "18:30:00"),
        ("Ada", "Hello, Mirela; call me Ada.", "18:30:00"),
    ]


def test_speech_calls_and_files_of_chatgpt(tmp_path: Path) -> None:
    """A voice's text, what is attached, what a picture was made from; a call of a tool is its name."""
    said = [
        (
            "user",
            {
                "parts": [
                    {"content_type": "audio_transcription", "text": "Where is Nil?", "direction": "in"},
                    {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://a"},
                ]
            },
            {},
            "all",
        ),
        ("assistant", {"content_type": "code", "text": "search('Nil')"}, {}, "browser"),
        (
            "assistant",
            {
                "parts": [
                    {
                        "content_type": "image_asset_pointer",
                        "asset_pointer": "sediment://p",
                        "metadata": {"dalle": {"prompt": "a house in Izmir"}},
                    }
                ]
            },
            {},
            "all",
        ),
        ("user", {"parts": ["Read this."]}, {"attachments": [{"id": "file-1", "name": "lease.pdf"}]}, "all"),
    ]
    mapping = {
        f"n{n}": {
            "parent": f"n{n - 1}",
            "message": {"author": {"role": role}, "content": content, "metadata": about, "recipient": recipient},
        }
        for n, (role, content, about, recipient) in enumerate(said)
    }
    path = written(tmp_path, "conversations.json", [{"mapping": mapping, "current_node": "n3"}])

    assert [(each.line.role.value, each.line.body) for each in found_in(path)[1]] == [
        ("user", "Where is Nil?"),
        ("tool", "browser()"),
        ("assistant", "[picture: a house in Izmir]"),
        ("user", "Read this.\n[file: lease.pdf]"),
    ]


def test_files_of_claude(tmp_path: Path) -> None:
    """The text of an attachment is a quotation after the message, and what has no text is named."""
    message = {
        "uuid": "m",
        "sender": "human",
        "text": "Who wrote this?",
        "attachments": [{"file_name": "letter.txt", "file_type": "txt", "extracted_content": "Dear Ada"}],
        "files": [{"file_name": "house.png"}],
    }
    path = written(tmp_path, "conversations.json", [{"uuid": "c", "chat_messages": [message]}])

    (line,) = found_in(path)[1]
    assert line.line.body == "Who wrote this?\n[file: letter.txt]\n```\nDear Ada\n```\n[file: house.png]"


def test_dry_run_stores_nothing(tmp_path: Path) -> None:
    """It says what a file has and what is left out, with an example of each kind."""
    path = written(tmp_path, "Nil.txt", ANDROID)

    done = CliRunner().invoke(
        app, ["import", str(path), "--space", "a", "--store", str(tmp_path / "m.db"), "--dry-run"]
    )

    assert done.stdout.splitlines() == [
        "Nil.txt: whatsapp, 3 messages in 1 chat by Ada (2), Nil Karaca (1), 2026-03-13 18:30 to 2026-03-13 18:33",
        "  1 notice of WhatsApp left out (line 1: Messages and calls are end-to-end encrypted. Tap to learn m…)",
        "  1 picture that the export omits left out (line 4: Media omitted)",
    ]
    assert not (tmp_path / "m.db").exists()


def test_survey_counts_each_message_once(tmp_path: Path) -> None:
    """A branch begins with messages that it shares with another; nothing of a new file is known already."""
    path = written(tmp_path, "conversations.json", CHATGPT)

    done = CliRunner().invoke(app, ["import", str(path), "--space", "a", "--store", str(tmp_path / "m.db")])

    assert survey(read_file(path, ImportFormat.AUTO, ImportOptions())[1]).messages == 4
    assert "4 new messages" in done.stdout and "known already" not in done.stdout
