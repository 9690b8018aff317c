"""Exports of TypingMind on disk: one file, a folder of chunks, a ZIP of either, or a single chat.

The only fields known here are those that `ChatPlace` is read from; all others are copied as they are.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile, TemporaryDirectory, mkdtemp
from typing import IO
from zipfile import BadZipFile, ZipFile, is_zipfile

from archivists.transcripts.json_spans import PART_BYTES, JsonText, Span
from graph.errors import BadInput

MAIN = "data.json"
DATA = "data"
CHATS = "chats"
MESSAGES = "messages"


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
    """An export that is open. Its files are never written to."""

    path: Path
    documents: Mapping[str, JsonText]
    chats: tuple[ChatPlace, ...]

    def text(self, chat: ChatPlace) -> JsonText:
        """The file that holds a chat."""
        return self.documents[chat.document]


@contextmanager
def open_export(path: Path) -> Iterator[Export]:
    """The export at this path, checked from beginning to end.

    Raises BadInput with file, line and column for JSON that is broken, and with a path in it for what is no chat.
    """
    with ExitStack() as stack:
        if path.is_dir():
            files = _files_of_folder(path)
        elif not path.is_file():
            raise BadInput(f"{path} is not there; expected an export: a JSON file, a ZIP or a folder with {MAIN}")
        elif is_zipfile(path):
            files = _files_of_zip(path, Path(stack.enter_context(TemporaryDirectory(prefix="remembrancer-"))))
        else:
            files = iter([(path.name, path)])
        documents: dict[str, JsonText] = {}
        chats: list[ChatPlace] = []
        for name, file in files:
            documents[name] = stack.enter_context(_opened(name, file))
            chats += _chats(name, documents[name])
        yield Export(path, documents, tuple(chats))


def write_export(export: Export, target: Path, messages: Mapping[ChatPlace, bytes]) -> None:
    """Write a copy of the export with new messages in these chats. It gets its name only when it is complete.

    Raises BadInput when something of this name is there, or cannot be written.
    """
    if target.exists():
        raise BadInput(f"{target} is there already; expected a new name")
    try:
        if export.path.is_dir():
            _write_folder(export, target, messages)
        else:
            with _written(target) as file:
                if is_zipfile(export.path):
                    _write_zip(export, file, messages)
                else:
                    file.writelines(_pieces(export, export.path.name, messages))
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror}") from error


@contextmanager
def _opened(name: str, file: Path) -> Iterator[JsonText]:
    with file.open("rb") as opened:
        if not os.fstat(opened.fileno()).st_size:
            yield JsonText(name, b"")
            return
        with mmap(opened.fileno(), 0, access=ACCESS_READ) as mapped:
            yield JsonText(name, mapped)


def _files_of_folder(folder: Path) -> Iterator[tuple[str, Path]]:
    if not (folder / MAIN).is_file():
        raise BadInput(f"{folder} has no {MAIN}; expected the folder of an export")
    yield MAIN, folder / MAIN
    with _opened(MAIN, folder / MAIN) as main:
        names = _chunks(main)
    for name in names:
        file = folder / name
        if not file.resolve().is_relative_to(folder.resolve()) or not file.is_file():
            raise BadInput(f"{folder / MAIN}, data.chats.chunks: {name} is not in the folder; expected a file of it")
        yield name, file


def _files_of_zip(path: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of an archive that hold chats, unpacked under numbers, since its names cannot be trusted."""
    try:
        with ZipFile(path) as archive:
            names = [each.filename for each in archive.infolist() if not each.is_dir()]
            mains = [name for name in names if PurePosixPath(name).name == MAIN] or [
                name for name in names if name.endswith(".json")
            ]
            if not mains:
                raise BadInput(f"{path} holds no JSON file; expected an export")
            main = min(mains, key=lambda name: name.count("/"))
            unpacked = _unpack(archive, main, folder / "0")
            yield main, unpacked
            with _opened(main, unpacked) as text:
                chunks = _chunks(text)
            for number, chunk in enumerate(chunks, start=1):
                name = (PurePosixPath(main).parent / chunk).as_posix()
                if name not in names:
                    raise BadInput(f"{path}, data.chats.chunks: {chunk} is not in the archive; expected a file of it")
                yield name, _unpack(archive, name, folder / str(number))
    except (BadZipFile, RuntimeError, NotImplementedError) as error:
        raise BadInput(f"{path} cannot be unpacked: {error}; expected a ZIP without a password") from error


def _unpack(archive: ZipFile, name: str, file: Path) -> Path:
    with archive.open(name) as packed, file.open("wb") as unpacked:
        shutil.copyfileobj(packed, unpacked, PART_BYTES)
    return file


def _chunks(text: JsonText) -> list[str]:
    """The other files that hold the chats of a chunked export."""
    found = _members(text, _members(text, text.root).get(DATA)).get(CHATS)
    if found is None or text.kind(found) != b"{":
        return []
    chunks = dict(text.members(found)).get("chunks")
    names = text.value(chunks) if chunks else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        text.wrong(found.start, "a list of chats, or chunks with a list of files")
    return names


def _chats(name: str, text: JsonText) -> Iterator[ChatPlace]:
    """The chats of one file; everything else in it is checked too."""
    root = text.root
    if text.kind(root) == b"[":
        yield from _listed(name, text, root, "")
        return
    if text.kind(root) != b"{":
        text.wrong(root.start, "an export or a chat")
    top = dict(text.members(root))
    if MESSAGES in top:
        yield _chat(name, text, root, "")
        return
    data = _members(text, top.get(DATA))
    chats = data.get(CHATS) or top.get(CHATS)
    for span in [*top.values(), *data.values()]:
        if span != chats and not (data and span == top[DATA]):
            text.value(span)
    if chats is None:
        text.wrong(root.start, "chats, in data.chats or as a list, or one chat with messages")
    if text.kind(chats) == b"[":
        yield from _listed(name, text, chats, f"{DATA}.{CHATS}" if CHATS in data else CHATS)
    else:
        text.value(chats)


def _members(text: JsonText, span: Span | None) -> dict[str, Span]:
    """The members of an object; none where there is no object."""
    return dict(text.members(span)) if span and text.kind(span) == b"{" else {}


def _listed(name: str, text: JsonText, span: Span, path: str) -> Iterator[ChatPlace]:
    for number, each in enumerate(text.items(span)):
        yield _chat(name, text, each, f"{path}[{number}]")
        text.let_go()


def _chat(document: str, text: JsonText, span: Span, path: str) -> ChatPlace:
    chat = text.value(span)
    if not isinstance(chat, dict):
        text.wrong(span.start, f"a chat at {path or 'the top'}: an object")
    messages = chat.get(MESSAGES)
    place = dict(text.members(span)).get(MESSAGES) if messages is not None else None
    if place and not isinstance(messages, list):
        text.wrong(place.start, f"a list at {path}.{MESSAGES}".replace(" .", " "))
    settings, kind = chat.get("chatParams"), chat.get("modelInfo")
    return ChatPlace(
        document=document,
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


def _pieces(export: Export, name: str, messages: Mapping[ChatPlace, bytes]) -> Iterator[bytes]:
    """The bytes of one file, with new messages in place of the old ones."""
    text, at = export.documents[name], 0
    changed = [(chat.messages, new) for chat, new in messages.items() if chat.document == name and chat.messages]
    for span, new in [*sorted(changed, key=lambda each: each[0].start), (Span(len(text.bytes), 0), b"")]:
        for start in range(at, span.start, PART_BYTES):
            yield text.bytes[start : min(start + PART_BYTES, span.start)]
            text.let_go()
        yield new
        at = span.end


@contextmanager
def _written(target: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name when all of it is on disk, and is deleted after an error."""
    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            file.close()
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink()
            raise


def _write_zip(export: Export, file: IO[bytes], messages: Mapping[ChatPlace, bytes]) -> None:
    with ZipFile(export.path) as source, ZipFile(file, "w") as target:
        for each in source.infolist():
            if each.is_dir():
                target.writestr(copy(each), b"")
                continue
            with target.open(copy(each), "w", force_zip64=True) as packed:
                if each.filename in export.documents:
                    packed.writelines(_pieces(export, each.filename, messages))
                    continue
                with source.open(each.filename) as unchanged:
                    shutil.copyfileobj(unchanged, packed, PART_BYTES)


def _write_folder(export: Export, target: Path, messages: Mapping[ChatPlace, bytes]) -> None:
    made = Path(mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        shutil.copytree(export.path, made, dirs_exist_ok=True)
        for name in export.documents:
            with _written(made / name) as file:
                file.writelines(_pieces(export, name, messages))
        made.replace(target)
    except BaseException:
        shutil.rmtree(made)
        raise
