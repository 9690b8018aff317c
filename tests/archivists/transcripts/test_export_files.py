"""Exports in every shape: what is not changed comes back byte by byte, and broken ones are refused with the place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivists.transcripts import export_files
from archivists.transcripts.chat_messages import read_messages
from archivists.transcripts.export_files import read_export, write_export
from graph.errors import BadInput
from tests.archivists.transcripts.making import chat_of, export_of, talk

SEED = Path(__file__).with_name("seed_export.json")

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
LITERALS = st.sampled_from(["69.2240", "1E+05", "-0", "12345678901234567890123", "0.1e-7"])


@st.composite
def exports(draw: st.DrawFn) -> bytes:
    """An export with unknown fields at every level, odd types, and numbers as nobody writes them."""

    def object_with(**known: str) -> str:
        unknown = draw(
            st.dictionaries(st.text(max_size=6).filter(lambda name: name not in known), ANYTHING, max_size=3)
        )
        members = [
            (json.dumps(name), json.dumps(value, ensure_ascii=draw(st.booleans()))) for name, value in unknown.items()
        ]
        members += [(json.dumps(name), text) for name, text in known.items()]
        members += [('"literal"', draw(LITERALS))] if "literal" not in unknown else []
        gap = draw(st.sampled_from(["", " ", "\n  "]))
        names = draw(st.permutations(members))
        return "{" + f",{gap}".join(f"{name}:{gap}{text}" for name, text in names) + "}"

    def listed(items: list[str]) -> str:
        return "[" + draw(st.sampled_from([",", ", ", ",\n"])).join(items) + "]"

    def one_message() -> str:
        content = draw(st.sampled_from(['"hi"', "null", '[{"type":"image_url","image_url":{"url":"x"}}]', "[]"]))
        return object_with(role=draw(st.sampled_from(['"user"', '"assistant"', '"tool"'])), content=content)

    def one_chat() -> str:
        return object_with(messages=listed([one_message() for _ in range(draw(st.integers(0, 4)))]), id='"c"')

    chats = listed([one_chat() for _ in range(draw(st.integers(0, 3)))])
    return object_with(data=object_with(chats=chats)).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a whole run of hypothesis."""
    return tmp_path_factory.mktemp("exports")


@settings(deadline=None)
@given(content=exports())
def test_what_is_not_compressed_is_the_same_bytes(folder: Path, content: bytes) -> None:
    """Reading and writing is identity, and so is writing the messages of each chat in their own layout."""
    # ACCEPTANCE 4.2
    source, target = folder / "in.json", folder / "out.json"
    source.write_bytes(content)
    target.unlink(missing_ok=True)

    export = read_export(source)
    listed = {
        chat: read_messages(export.text(chat), chat.messages, chat.path) for chat in export.chats if chat.messages
    }
    even = {
        chat: found.written([message.raw for message in found.messages])
        for chat, found in listed.items()
        if found.messages
    }
    write_export(export, target, even)

    assert target.read_bytes() == content


def test_seed(tmp_path: Path) -> None:
    """The example of the design, made valid JSON: its chat is found, and comes back byte by byte."""
    # ACCEPTANCE 4.1, 4.2
    export = read_export(SEED)
    (chat,) = export.chats
    write_export(export, tmp_path / "out.json", {})
    assert chat.messages is not None
    messages = read_messages(export.text(chat), chat.messages, chat.path).messages

    assert (chat.id, chat.title, chat.model) == ("kxecrzvvc1", "Aria", "claude-3-5-sonnet-20241022")
    assert chat.system.startswith("You are a conversational fine-tune") and not chat.is_deleted
    assert [each.role for each in messages] == ["user", "assistant"] * 2
    assert messages[1].text.startswith("That's a fascinating analogy!")
    assert (tmp_path / "out.json").read_bytes() == SEED.read_bytes()


def chunked(folder: Path) -> Path:
    """A chunked export with an attachment beside it."""
    (folder / "chunks").mkdir(parents=True)
    main = {"data": {"chats": {"chunks": ["chunks/chats_part_1.json", "chunks/chats_part_2.json"]}, "folders": [{}]}}
    (folder / "data.json").write_text(json.dumps(main))
    (folder / "metadata.json").write_text('{"version": 1.0}')
    (folder / "broken.json").write_text("{ not ours")
    (folder / "chunks/chats_part_1.json").write_text(json.dumps([chat_of(talk(0, 4))], indent=1))
    (folder / "chunks/chats_part_2.json").write_text(json.dumps({"chats": [chat_of(talk(4, 4), id="kx2")]}))
    return folder


def zipped(folder: Path, target: Path) -> Path:
    """The same as a ZIP, in a folder of its own, one file not compressed."""
    with ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            kind = ZIP_STORED if path.name == "metadata.json" else ZIP_DEFLATED
            archive.write(path, f"export/{path.relative_to(folder)}", kind)
    return target


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a folder or of a ZIP."""
    if path.is_dir():
        yield from (
            (str(each.relative_to(path)), each.read_bytes()) for each in sorted(path.rglob("*")) if each.is_file()
        )
        return
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        yield from ((name, archive.read(name)) for name in archive.namelist())


@pytest.mark.parametrize("is_zip", [False, True])
def test_chunked_exports_and_archives(tmp_path: Path, is_zip: bool) -> None:
    """Chats in several files are found; what changes is one list of messages, in the file that has it."""
    # ACCEPTANCE 4.21
    source = chunked(tmp_path / "in")
    source = zipped(source, tmp_path / "in.zip") if is_zip else source
    target = tmp_path / ("out.zip" if is_zip else "out")

    export = read_export(source)
    first, second = export.chats
    write_export(export, target, {second: '["x"]'})

    assert (first.id, second.id) == ("kx1", "kx1") and second.path == "chats[0]"
    before, after = dict(contents(source)), dict(contents(target))
    assert list(before) == list(after)
    (changed,) = (name for name in before if before[name] != after[name])
    assert changed.endswith("chunks/chats_part_2.json")
    assert json.loads(after[changed]) == {"chats": [chat_of(["x"], id="kx2")]}  # type: ignore[list-item]


def test_one_chat_alone(tmp_path: Path) -> None:
    """A file may be a single chat, as backups have them; a byte order mark stays."""
    # ACCEPTANCE 4.21
    source, target = tmp_path / "CHAT_kx1", tmp_path / "out"
    source.write_bytes(b"\xef\xbb\xbf" + json.dumps(chat_of(talk(0, 2))).encode())

    export = read_export(source)
    (chat,) = export.chats
    write_export(export, target, {chat: "[]"})

    assert chat.path == ""
    assert target.read_bytes() == b"\xef\xbb\xbf" + json.dumps(chat_of([])).encode()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"data": {"chats": [{"messages": "none"}]}}', 'found "none"}]}}; expected a list at data.chats[0].messages'),
        ('{"data": {"chats": [1]}}', "found 1]}}; expected a chat at data.chats[0]: an object"),
        ('{"data": {"folders": []}}', "expected chats, in data.chats or as a list, or one chat with messages"),
        ('"chats"', "expected an export or a chat"),
        (
            export_of(chat_of([])).replace('"folders": []', '"folders": [},]'),
            "line 17 column 17: found },]; expected value",
        ),
    ],
)
def test_what_is_no_export_is_refused(tmp_path: Path, text: str, told: str) -> None:
    """An error names the file, and the place or the path, what was found and what was expected."""
    # ACCEPTANCE 4.1
    path = tmp_path / "chats.json"
    path.write_text(text)

    with pytest.raises(BadInput) as raised:
        read_export(path)

    assert told in str(raised.value) and "chats.json" in str(raised.value)


def test_missing_and_escaping_chunks_are_refused(tmp_path: Path) -> None:
    """A chunk has to be in the export: neither elsewhere on the disk nor nowhere."""
    for name in ("../secret.json", "chunks/none.json"):
        folder = tmp_path / name.replace("/", "-")
        folder.mkdir()
        (tmp_path / "secret.json").write_text("[]")
        (folder / "data.json").write_text(json.dumps({"data": {"chats": {"chunks": [name]}}}))

        with pytest.raises(BadInput, match=r"data.chats.chunks: .* is not in it; expected a file of the export"):
            read_export(folder)

    (folder / "data.json").write_text('{"data": {"chats": {"chunks": 3}}}')
    with pytest.raises(BadInput, match="expected a list of chats, or chunks with a list of files"):
        read_export(folder)


def test_what_is_there_is_never_replaced(tmp_path: Path) -> None:
    """Neither the input nor any other file is written over, and a failure leaves nothing behind."""
    # ACCEPTANCE 4.18
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of([])))

    export = read_export(source)
    with pytest.raises(BadInput, match="is there already"):
        write_export(export, source, {})
    with pytest.raises(TypeError):
        write_export(export, tmp_path / "out.json", {export.chats[0]: None})  # type: ignore[dict-item]

    assert [path.name for path in tmp_path.iterdir()] == ["in.json"]


def test_more_than_fits_into_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small ZIP may unpack to any size: what it says of its size is checked before it is read."""
    source = tmp_path / "in.zip"
    content = export_of(chat_of(talk(0, 2)))
    with ZipFile(source, "w", ZIP_DEFLATED) as archive:
        archive.writestr("data.json", content)
    monkeypatch.setattr(export_files, "CHATS_BYTES_MAX", len(content))
    assert len(read_export(source).chats) == 1
    monkeypatch.setattr(export_files, "CHATS_BYTES_MAX", len(content) - 1)

    with pytest.raises(BadInput, match=r"in.zip has more than [\d,]+ bytes of chats; export fewer at once"):
        read_export(source)
