"""Exports of TypingMind: one file, a folder of chunks, a ZIP of either, or a single chat.

The only fields known here are those that `ChatPlace` is read from; all others are copied as they are.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile, is_zipfile

from archivists.transcripts.json_spans import JsonText, Span
from graph.errors import BadInput

MAIN = "data.json"
MESSAGES = "messages"

CHATS_BYTES_MAX = 1 << 29
"""Of all files with chats, unpacked: they are read as a whole. TypingMind itself holds them in a browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPlace:
    """One chat of an export: where it is, and the little that has to be known of it."""

    document: str  # the file that holds it, by its name in the export
    path: str  # such as "data.chats[3]"
    messages: Span | None  # None where it has none
    id: str
    title: str
    model: str | None
    system: str  # what the chat's own settings tell its model
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class Export:
    """An export that was read. Its files are never written to."""

    path: Path
    documents: Mapping[str, JsonText]
    chats: tuple[ChatPlace, ...]

    def text(self, chat: ChatPlace) -> JsonText:
        """The file that holds a chat."""
        return self.documents[chat.document]


def read_export(path: Path) -> Export:
    """The export at this path, checked from beginning to end.

    Raises BadInput with file, line and column for JSON that is broken, and with a path in it for what is no chat.
    """
    if path.is_dir():
        sizes = {each.relative_to(path).as_posix(): each.stat().st_size for each in path.rglob("*") if each.is_file()}
        if MAIN not in sizes:
            raise BadInput(f"{path} has no {MAIN}; expected the folder of an export")
        found = _documents(path, sizes, MAIN, lambda name: (path / name).read_bytes())
    elif not path.is_file():
        raise BadInput(f"{path} is not there; expected an export: a JSON file, a ZIP or a folder with {MAIN}")
    elif is_zipfile(path):
        found = _documents_of_zip(path)
    else:
        found = _documents(path, {path.name: path.stat().st_size}, path.name, lambda name: path.read_bytes())
    documents = {text.name: text for text in found}
    return Export(path, documents, tuple(chat for text in documents.values() for chat in _chats(text)))


def write_export(export: Export, target: Path, messages: Mapping[ChatPlace, str]) -> None:
    """Write a copy of the export with new messages in these chats. It gets its name only when it is complete.

    Raises BadInput when something of this name is there, or cannot be written.
    """
    if target.exists():
        raise BadInput(f"{target} is there already; expected a new name")
    contents = {name: _with_messages(text, messages).encode() for name, text in export.documents.items()}
    try:
        with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
            made = Path(folder) / target.name
            _write(export.path, made, contents)
            for each in (made, *made.rglob("*")):
                if each.is_file():
                    with each.open("rb") as file:
                        os.fsync(file.fileno())
            made.replace(target)
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror}") from error


def _documents(path: Path, sizes: Mapping[str, int], main: str, read: Callable[[str], bytes]) -> Iterator[JsonText]:
    """The main file, and those with chats that it names; `sizes` has all files of the export with their bytes."""
    left = CHATS_BYTES_MAX

    def document(name: str) -> JsonText:
        nonlocal left
        if name not in sizes:
            raise BadInput(f"{path}, data.chats.chunks: {name} is not in it; expected a file of the export")
        left -= sizes[name]
        if left < 0:
            raise BadInput(f"{path} has more than {CHATS_BYTES_MAX:,} bytes of chats; export fewer at once")
        return JsonText(name, read(name))

    yield (text := document(main))
    for chunk in _chunks(text):
        yield document((PurePosixPath(main).parent / chunk).as_posix())


def _documents_of_zip(path: Path) -> Iterator[JsonText]:
    try:
        with ZipFile(path) as archive:
            sizes = {each.filename: each.file_size for each in archive.infolist() if not each.is_dir()}
            mains = [name for name in sizes if PurePosixPath(name).name == MAIN]
            mains = mains or [name for name in sizes if name.endswith(".json")]
            if not mains:
                raise BadInput(f"{path} holds no JSON file; expected an export")
            main = min(mains, key=lambda name: name.count("/"))
            yield from _documents(path, sizes, main, archive.read)
    except (BadZipFile, RuntimeError, NotImplementedError) as error:
        raise BadInput(f"{path} cannot be unpacked: {error}; expected a ZIP without a password") from error


def _chunks(text: JsonText) -> list[str]:
    """The other files that hold the chats of a chunked export."""
    match text.value(text.root):
        case {"data": {"chats": {"chunks": list(names)}}} if all(isinstance(name, str) for name in names):
            return names
        case {"data": {"chats": {}}}:
            place = text.member(text.root, "data", "chats")
            text.wrong(place.start, "a list of chats, or chunks with a list of files")
    return []


def _chats(text: JsonText) -> Iterator[ChatPlace]:
    """The chats of one file."""
    root = text.root
    match text.value(root):
        case list():
            yield from _listed(text, root, "")
        case {"messages": _}:
            yield _chat(text, root, "")
        case {"data": {"chats": list()}}:
            yield from _listed(text, text.member(root, "data", "chats"), "data.chats")
        case {"chats": list()}:
            yield from _listed(text, text.member(root, "chats"), "chats")
        case {"data": {"chats": _}} | {"chats": _}:
            return  # They are in other files.
        case {}:
            text.wrong(root.start, "chats, in data.chats or as a list, or one chat with messages")
        case _:
            text.wrong(root.start, "an export or a chat")


def _listed(text: JsonText, span: Span, path: str) -> Iterator[ChatPlace]:
    for number, each in enumerate(text.parts(span)):
        yield _chat(text, each, f"{path}[{number}]")


def _chat(text: JsonText, span: Span, path: str) -> ChatPlace:
    chat = text.value(span)
    if not isinstance(chat, dict):
        text.wrong(span.start, f"a chat at {path or 'the top'}: an object")
    messages = chat.get(MESSAGES)
    place = text.member(span, MESSAGES) if messages is not None else None
    if place and not isinstance(messages, list):
        text.wrong(place.start, f"a list at {path}.{MESSAGES}".replace(" .", " "))
    settings, kind = chat.get("chatParams"), chat.get("modelInfo")
    return ChatPlace(
        document=text.name,
        path=path,
        messages=place,
        id=_text(chat.get("chatID")) or _text(chat.get("id")),
        title=_text(chat.get("chatTitle")) or _text(chat.get("preview")),
        model=_text(chat.get("model")) or _text(kind.get("id") if isinstance(kind, dict) else None) or None,
        system=_text(settings.get("systemMessage") if isinstance(settings, dict) else None),
        is_deleted=bool(chat.get("deletedAt")),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _with_messages(text: JsonText, messages: Mapping[ChatPlace, str]) -> str:
    return text.replaced(
        {chat.messages: new for chat, new in messages.items() if chat.document == text.name and chat.messages}
    )


def _write(source: Path, made: Path, contents: Mapping[str, bytes]) -> None:
    """Copy an export, with other contents of these files. A copy of one file is for its owner only."""
    if source.is_dir():
        shutil.copytree(source, made)
        for name, content in contents.items():
            (made / name).write_bytes(content)
        return
    made.touch(mode=0o600)
    if not is_zipfile(source):
        made.write_bytes(contents[source.name])
        return
    with ZipFile(source) as archive, ZipFile(made, "w") as packed:
        for each in archive.infolist():
            with packed.open(copy(each), "w", force_zip64=True) as file:
                if each.filename in contents:
                    file.write(contents[each.filename])
                elif not each.is_dir():
                    with archive.open(each.filename) as unchanged:
                        shutil.copyfileobj(unchanged, file)
