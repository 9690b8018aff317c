"""Files of other systems become lines of chats: what is read, what is left out, and what is said of a broken file."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, LeftOut, identified, time_of
from graph.errors import BadInput
from graph.values.items import Role

COLUMNS_1 = ("sess", "speaker", "speech", "location", "listener", "topic", "localts", "gamets", "ts")
COLUMNS_2 = (*COLUMNS_1, "rowid", "companions", "audios")
COLUMNS_3 = (
    "rowid",
    "conversationid",
    "summarized",
    "gamets",
    "speech",
    "speaker",
    "listener",
    "localts",
    "ts",
    "sess",
)
ROWS = [
    {"speaker": "The Narrator", "speech": "Rain falls on the mill.", "listener": "", "gamets": 1000, "rowid": 1},
    {"speaker": "Ingrid", "speech": 'She said "wait", then left.', "listener": "Tarek", "gamets": 1500, "rowid": 2},
    {
        "speaker": "Tarek",
        "speech": "Where is he,\nand his cart?",
        "listener": "Ingrid",
        "gamets": 1500,
        "rowid": 3,
    },
    {"speaker": "Ingrid", "speech": "Gone to Ashford; back at dusk.", "listener": "Tarek", "gamets": 2200, "rowid": 4},
]


def write(folder: Path, name: str, text: str | bytes) -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def table(columns: tuple[str, ...], rows: list[dict[str, object]], delimiter: str = ",") -> str:
    """Rows as a table with a header; what a row lacks is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([row.get(column, "") for column in columns])
    return out.getvalue()


def everything(path: Path, format: ImportFormat = ImportFormat.AUTO, **options: object) -> list[Imported | LeftOut]:
    """All that is in a file."""
    _, found = read_file(path, format, ImportOptions(**options))  # type: ignore[arg-type]
    return list(identified(found))


def said(path: Path, format: ImportFormat = ImportFormat.AUTO, **options: object) -> list[tuple[str, Role, str, str]]:
    """Chat, role, speaker and text of each message in a file."""
    found = [each for each in everything(path, format, **options) if isinstance(each, Imported)]
    return [(each.chat, each.line.role, each.line.speaker, each.line.body) for each in found]


def test_openai_document(tmp_path: Path) -> None:
    """A document of messages is one chat: text parts are joined, system prompts and calls without text are left out."""
    messages = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "name": "Deniz", "content": "Hello"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1"}]},
        {"role": "tool", "content": "12 degrees", "tool_call_id": "call_1"},
        {"role": "assistant", "content": [{"type": "text", "text": "Cold:"}, {"type": "text", "text": "12 degrees."}]},
    ]
    path = write(tmp_path, "weather.json", json.dumps({"messages": messages, "model": "m"}, indent=2))

    found = everything(path)

    assert said(path) == [
        ("weather", Role.USER, "Deniz", "Hello"),
        ("weather", Role.TOOL, "tool", "12 degrees"),
        ("weather", Role.ASSISTANT, "assistant", "Cold:\n12 degrees."),
    ]
    assert [each.reason for each in found if isinstance(each, LeftOut)] == ["system prompt", "empty message"]
    tool = next(each for each in found if isinstance(each, Imported) and each.line.role is Role.TOOL)
    assert tool.line.extra == '{"tool_call_id":"call_1"}'


@pytest.mark.parametrize("indent", [None, 2])
def test_openai_bare_list(tmp_path: Path, indent: int | None) -> None:
    """A bare list of messages is one chat, on one line or on many."""
    messages = [
        {"role": "user", "content": "a", "sent_at": "2024-05-01T10:00:00+03:00"},
        {"role": "ai", "content": "b"},
    ]
    path = write(tmp_path, "chat.json", json.dumps(messages, indent=indent))

    found = [each.line for each in everything(path) if isinstance(each, Imported)]

    assert [(line.role, line.body) for line in found] == [(Role.USER, "a"), (Role.ASSISTANT, "b")]
    assert found[0].sent_at == datetime(2024, 5, 1, 7, tzinfo=UTC)


def test_openai_lines_of_messages(tmp_path: Path) -> None:
    """JSON lines of messages are one chat, and a message's own id and time are kept."""
    first = '{"role": "user", "content": "a", "id": "msg_1", "created_at": 1714550400}'
    text = first + '\n\n{"role": "assistant", "content": "b"}'
    path = write(tmp_path, "chat.jsonl", text)

    lines = [each.line for each in everything(path, chat="mine") if isinstance(each, Imported)]

    assert [each.chat for each in everything(path, chat="mine")] == ["mine", "mine"]
    assert (lines[0].external_id, lines[0].sent_at) == ("msg_1", datetime(2024, 5, 1, 8, tzinfo=UTC))
    assert lines[1].sent_at == lines[0].sent_at


def test_openai_conversations_are_chats(tmp_path: Path) -> None:
    """Each conversation of a file is a chat of its own, named by its id or its number."""
    conversations = [
        {"messages": [{"role": "user", "content": "one"}]},
        {"id": "abc", "messages": [{"role": "user", "content": "two"}]},
        {"messages": [{"role": "user", "content": "three"}]},
    ]
    lines = write(tmp_path, "all.jsonl", "\n".join(json.dumps(each) for each in conversations))
    document = write(tmp_path, "all.json", json.dumps(conversations))

    for path in (lines, document):
        assert [chat for chat, *_ in said(path)] == ["all", "abc", "all:3"]
        assert [chat for chat, *_ in said(path, chat="x")] == ["x", "x:2", "x:3"]


def test_text_without_times(tmp_path: Path) -> None:
    """A line that begins with a name is a message, others go on with it, and addresses are no names."""
    text = "Deniz: Where did we\nput the tent?\n\nAssistant: In the cellar.\nhttps://x.org/a says:\nstep one\nDeniz:\n"
    path = write(tmp_path, "camp.txt", text)

    assert said(path) == [
        ("camp", Role.USER, "Deniz", "Where did we\nput the tent?"),
        ("camp", Role.ASSISTANT, "Assistant", "In the cellar.\nhttps://x.org/a says:\nstep one"),
    ]
    assert [each.reason for each in everything(path) if isinstance(each, LeftOut)] == ["empty message"]


def test_text_with_times(tmp_path: Path) -> None:
    """Where messages have times, only a line with a time begins one."""
    text = "[2024-05-01 10:00] Ayşe Nur: Liste:\nNot: süt al\n[2024-05-01T10:05:00+03:00] Asistan: Tamam.\n"
    path = write(tmp_path, "liste.txt", text)

    found = [each.line for each in everything(path) if isinstance(each, Imported)]

    assert [(line.speaker, line.role, line.body) for line in found] == [
        ("Ayşe Nur", Role.USER, "Liste:\nNot: süt al"),
        ("Asistan", Role.ASSISTANT, "Tamam."),
    ]
    assert [line.sent_at for line in found] == [
        datetime(2024, 5, 1, 10, tzinfo=UTC),
        datetime(2024, 5, 1, 7, 5, tzinfo=UTC),
    ]


def test_text_options(tmp_path: Path) -> None:
    """The player is the user and others are assistants; with speakers named, other names begin nothing."""
    path = write(tmp_path, "t.txt", "Mira: Hi\nBo: Two things.\nNote: bring water\n")

    assert [(role, name) for _, role, name, _ in said(path, player="mira", speakers=("Mira", "Bo"))] == [
        (Role.USER, "Mira"),
        (Role.ASSISTANT, "Bo"),
    ]
    assert said(path, speakers=("Mira", "Bo"))[1][3] == "Two things.\nNote: bring water"


@pytest.mark.parametrize("columns", [COLUMNS_1, COLUMNS_2, COLUMNS_3])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_chim_tables(tmp_path: Path, columns: tuple[str, ...], delimiter: str) -> None:
    """All generations of the table are read alike, the player, the narrator and the others told apart."""
    path = write(tmp_path, "speech.csv", "\ufeff" + table(columns, ROWS, delimiter))

    assert said(path) == [
        ("", Role.NARRATOR, "The Narrator", "Rain falls on the mill."),
        ("", Role.ASSISTANT, "Ingrid", 'She said "wait", then left.'),
        ("", Role.USER, "Tarek", "Where is he,\nand his cart?"),
        ("", Role.ASSISTANT, "Ingrid", "Gone to Ashford; back at dusk."),
    ]


@pytest.mark.parametrize("shape", ["list", "lines", "named"])
def test_chim_json(tmp_path: Path, shape: str) -> None:
    """Rows come as a JSON list, as JSON lines or as a list under a name; numbers may be text."""
    rows = [{**row, "gamets": str(row["gamets"]), "localts": 1714550400 + i} for i, row in enumerate(ROWS)]
    lines = "\n".join(json.dumps(row) for row in rows)
    text = {"list": json.dumps(rows, indent=1), "lines": lines, "named": json.dumps({"speech": rows})}[shape]
    path = write(tmp_path, "speech.json", text)

    found = [each.line for each in everything(path, ImportFormat.CHIM if shape == "named" else ImportFormat.AUTO)]  # type: ignore[union-attr]

    assert [line.world_time for line in found] == [1000.0, 1500.0, 1500.0, 2200.0]
    assert found[0].sent_at == datetime(2024, 5, 1, 8, tzinfo=UTC)
    assert said(path, ImportFormat.CHIM)[2][1] is Role.USER


def test_chim_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    """Rows in any order give the same lines with the same ids, rows of one moment in the order of their rowid."""
    expected = everything(write(tmp_path, "a.csv", table(COLUMNS_2, ROWS)))
    for seed in range(10):
        rows = random.Random(seed).sample(ROWS, len(ROWS))
        found = everything(write(tmp_path, "a.csv", table(COLUMNS_2, rows)))
        assert [each.line for each in found] == [each.line for each in expected]  # type: ignore[union-attr]


def test_chim_unknown_columns_are_kept(tmp_path: Path) -> None:
    """What the service has no place for stays with the message as JSON."""
    row = {**ROWS[1], "mood": "sly", "location": "Mill", "localts": 0}
    path = write(tmp_path, "s.csv", table((*COLUMNS_2, "mood"), [row]))

    (found,) = everything(path)

    assert isinstance(found, Imported)
    assert found.line.sent_at is None
    assert json.loads(found.line.extra or "") == {
        "listener": "Tarek",
        "location": "Mill",
        "localts": "0",
        "mood": "sly",
        "rowid": "2",
    }


def test_a_player_who_says_nothing_is_a_mistake(tmp_path: Path) -> None:
    """A mistyped name would make everybody an assistant, of whom nothing is remembered as of the user."""
    text = write(tmp_path, "t.txt", "Mira: Hi\nBo: Two things.\n")
    rows = write(tmp_path, "s.csv", table(COLUMNS_2, ROWS))

    with pytest.raises(BadInput, match=r"^t\.txt: no message is of the player Mirra; expected one of: Bo, Mira$"):
        said(text, player="Mirra")
    with pytest.raises(BadInput, match=r"^s\.csv: no message is of the player Mirra; expected one of: "):
        said(rows, player="Mirra")


def test_an_id_is_of_one_message(tmp_path: Path) -> None:
    """With other content the file is wrong, and none of it is stored; another chat may have the same ids."""
    line = '{"role": "user", "content": "%s", "id": "7"}'
    once = write(tmp_path, "once.jsonl", f"{line % 'Hi'}\n{line % 'Hi'}\n")
    twice = write(tmp_path, "twice.jsonl", f"{line % 'Hi'}\n{line % 'Ho'}\n")
    chats = write(tmp_path, "chats.jsonl", "".join(f'{{"id": "{c}", "messages": [{line % c}]}}\n' for c in "AB"))

    assert [len(said(path)) for path in (once, chats)] == [2, 2]
    with pytest.raises(BadInput, match=r"^twice.jsonl, line 2: found message id 7 a second time with other content;"):
        said(twice)


def test_options_of_other_formats_are_mistakes(tmp_path: Path) -> None:
    """They would have no effect, and nobody would be told."""
    path = write(tmp_path, "m.json", '[{"role": "user", "content": "Hi"}]')

    for options, name in (({"player": "Mira"}, "player"), ({"speakers": ("Mira",)}, "speakers")):
        with pytest.raises(BadInput, match=f"^m.json is openai, which says itself who speaks; expected {name} only"):
            said(path, **options)


def test_chim_player(tmp_path: Path) -> None:
    """The player is who the caller says, else who is called Prisoner, else who is spoken to most."""
    renamed = [{**row, "speaker": str(row["speaker"]).replace("Tarek", "Prisoner")} for row in ROWS]
    path = write(tmp_path, "s.csv", table(COLUMNS_2, renamed))

    assert [role for _, role, _, _ in said(path)].index(Role.USER) == 2
    assert [name for _, role, name, _ in said(path, player="ingrid") if role is Role.USER] == ["Ingrid", "Ingrid"]


def test_ids_are_stable_and_distinct(tmp_path: Path) -> None:
    """A file read again, or grown, gives each line the id it had, and the same words twice get two ids."""
    text = "A: ok\nB: ok\nA: ok\n"
    first = everything(write(tmp_path, "t.txt", text))
    grown = everything(write(tmp_path, "t.txt", text + "B: more\n"))

    ids = [each.line.external_id for each in grown]  # type: ignore[union-attr]
    assert [each.line.external_id for each in first] == ids[:3]  # type: ignore[union-attr]
    assert len(set(ids)) == 4


@pytest.mark.parametrize("content", ["[" * 10_000, "\n".join("[" * 10_000), f"[{'9' * 5_000}]", f"[\n{'9' * 5_000}]"])
def test_what_no_program_writes(tmp_path: Path, content: str) -> None:
    """Ten thousand levels or 5,000 digits: a file that has them is refused like any other that is broken."""
    path = write(tmp_path, "a.json", content)

    with pytest.raises(BadInput, match=r"a\.json, line 1: found .* expected fewer levels of lists .* shorter numbers"):
        everything(path, ImportFormat.OPENAI)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.txt", "", "empty.txt, line 1: found an empty file; expected at least one message"),
        ("blank.json", " \n\n", "blank.json, line 1: found an empty file; expected at least one message"),
        ("a.txt", "\nno name here\n", 'a.txt, line 2: found no name here; expected "Name: what was said"'),
        ("a.txt", "[2024-13-01 10:00] A: x\n", "line 1: found 2024-13-01 10:00; expected a time such as"),
        ("a.txt", "Ay\u015fe: x\n".encode("windows-1254"), "line 1: found byte 0xfe; expected utf-8 text; give the"),
        (
            "a.txt",
            "Ada: Hi\nAy\u015f".encode()[:-1],
            "line 2: found byte 0xc5; expected utf-8 text; the file ends within a character, so",
        ),
        (
            "a.json",
            gzip.compress(b"[1, 2]" * 99, mtime=0)[:-20],
            "a.json cannot be read: Compressed file ended before",
        ),
        ("a.json", b"PK\x03\x04\x14\x00", "a.json is a ZIP that cannot be read: File is not a zip file; get"),
        ("a.json", '{"messages": [\n{"role": "user" "content": "x"}]}', "a.json, line 2, column 17: found"),
        ("a.json", '{"messages": [{"role": "user"', "a.json, line 1, column 30: found"),
        ("a.json", '[{"role": "user", "content": "it end', "line 1, column 30: found"),
        ("a.jsonl", '{"role": "user", "content": "x"}\n{"role": \n', 'line 2, column 1: found {"role":; expected one'),
        (
            "a.json",
            '[{"role": "boss", "content": "x"}]',
            "message 1 of chat a: found role boss; expected user, assistant",
        ),
        (
            "a.json",
            '[{"role": "user", "content": "x"}, {"role": "user", "text": "I moved.", "at": "2026-03-01"}]',
            "message 2 of chat a: found role, text, at; expected the field content, with what was said",
        ),
        ("a.json", '[{"role": "user", "content": 7}]', "message 1 of chat a: found 7; expected content that is text"),
        ("a.json", '[{"role": "user", "content": "x", "sent_at": "soon"}]', "found soon; expected a time such as"),
        ("a.json", "{}", "line 1: found {}; expected a message such as"),
        ("a.csv", "speaker,speech,gamets\nA,hi\n", "a.csv, line 2: found 2 columns; expected 3, as in the header"),
        ("a.csv", "speaker,speech,gamets\nA,hi,late\n", "a.csv, line 2: found gamets late; expected a number"),
        (
            "a.json",
            '[{"speaker": "A", "speech": "b", "gamets": 1}, 4]',
            "a.json, row 2: found 4; expected a row such as",
        ),
    ],
)
def test_broken_files(tmp_path: Path, name: str, content: str | bytes, says: str) -> None:
    """A file that can't be read is refused with its name, the place in it, what was found and what was expected."""
    path = write(tmp_path, name, content)

    with pytest.raises(BadInput) as refused:
        everything(path)

    assert says in str(refused.value) and str(tmp_path) not in str(refused.value)


def test_broken_byte_is_found_far_inside(tmp_path: Path) -> None:
    """Its line is right, too, behind what was read before it."""
    path = write(tmp_path, "long.txt", b"Ada: hello there\n" * 3000 + b"Ada: \xff\n")

    with pytest.raises(BadInput, match=r"long.txt, line 3001: found byte 0xff; expected utf-8 text"):
        everything(path)


def test_wrong_format_is_refused(tmp_path: Path) -> None:
    """A format that the caller names is the one that is read."""
    path = write(tmp_path, "a.txt", "A: hello\n")

    with pytest.raises(BadInput, match="line 1: found A: hello; expected columns with speaker, speech, gamets"):
        everything(path, ImportFormat.CHIM)
    with pytest.raises(BadInput, match="is not a file"):
        everything(tmp_path)


def test_other_encodings(tmp_path: Path) -> None:
    """An encoding that is named is used, UTF-16 tells itself, and an unknown one is refused."""
    turkish = write(tmp_path, "tr.txt", "Ayşe: Işık açık\n".encode("windows-1254"))
    wide = write(tmp_path, "wide.csv", table(COLUMNS_2, ROWS, "\t").encode("utf-16"))
    for encoding in ("utf-16-le", "utf-16-be"):  # Without the mark that tells which of the two.
        plain = write(tmp_path, f"{encoding}.txt", "Ayşe: Işık açık".encode(encoding))
        assert said(plain)[0][2:] == ("Ayşe", "Işık açık")
    with pytest.raises(BadInput, match=r"line 1: found byte 0x00; expected text"):
        everything(write(tmp_path, "zeros.txt", bytes(60)))

    assert said(turkish, encoding="windows-1254")[0][2:] == ("Ayşe", "Işık açık")
    assert len(said(wide)) == 4
    with pytest.raises(BadInput, match="encoding 'klingon' is unknown"):
        everything(turkish, encoding="klingon")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("", None),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        ("1714550400", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        (1714550400000, datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05-01T10:00:00Z", datetime(2024, 5, 1, 10, tzinfo=UTC)),
    ],
)
def test_times(value: object, expected: datetime | None) -> None:
    """Times are read from ISO 8601, seconds and milliseconds, as UTC where no zone is given."""
    assert time_of(value) == expected


def test_unstorable_characters(tmp_path: Path) -> None:
    """NUL characters go, half surrogate pairs are replaced and whole ones joined."""
    path = write(tmp_path, "a.json", '[{"role": "user", "content": "a\\u0000b \\ud83d c \\ud83d\\ude00"}]')

    assert said(path)[0][3] == "ab \ufffd c \U0001f600"


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([None, 1, None, 3, None], [1, 1, 1, 3, 3]),
        ([None, None], [None, None]),
        ([2, 1, None], [2, 1, 1]),
    ],
)
def test_line_without_a_time_has_its_neighbours(
    tmp_path: Path, times: list[int | None], expected: list[object]
) -> None:
    """It belongs to the talk around it, and was not said today; a file without times stays so."""
    messages = [{"role": "user", "content": f"Line {n}.", "create_time": time} for n, time in enumerate(times)]
    path = write(tmp_path, "a.json", json.dumps(messages))

    found = [each.line for each in read_file(path, ImportFormat.AUTO, ImportOptions())[1] if isinstance(each, Imported)]

    assert [line.body for line in found] == [f"Line {n}." for n in range(len(times))]
    assert [line.sent_at and line.sent_at.timestamp() for line in found] == expected
