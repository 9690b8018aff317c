"""Exports that come as a ZIP, or packed with gzip."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import IO, cast
from zipfile import BadZipFile, ZipFile

from graph.errors import BadInput

GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
CHATS = re.compile(r"(?:.*/)?(?:conversations[-\w]*\.json|_chat\.txt|WhatsApp[^/]*\.txt|result\.json)")
"""Where ChatGPT, Claude, WhatsApp and Telegram keep the chats in their exports."""

TEXTS = (".json", ".jsonl", ".txt", ".csv", ".tsv")
UNPACKED_BYTES_MAX = 1 << 30
"""A document of JSON is read as a whole."""


def members_of(path: Path) -> Sequence[str]:
    """The files of chats in a ZIP, in order; () for another file. Raises BadInput if it has none, or others too."""
    with path.open("rb") as file:
        if file.read(4) != ZIP:
            return ()
    try:
        with ZipFile(path) as packed:
            sizes = {each.filename: each.file_size for each in packed.infolist() if not each.is_dir()}
    except BadZipFile as error:
        raise BadInput(f"{path.name} is a ZIP that cannot be read: {error}; get all of it") from error
    chats = sorted(name for name in sizes if CHATS.fullmatch(name))
    chats = chats or [name for name in sizes if name.lower().endswith(TEXTS)]
    if not chats or (len(chats) > 1 and not CHATS.fullmatch(chats[0])):
        there = ", ".join(sorted(chats or sizes)[:10]) or "nothing"
        raise BadInput(f"{path.name} has {there}; expected one file of chats, such as conversations.json: unpack it")
    if (size := sum(sizes[name] for name in chats)) > UNPACKED_BYTES_MAX:
        raise BadInput(f"{path.name} has {size:,} bytes of chats; expected at most {UNPACKED_BYTES_MAX:,}: split it")
    return chats


@contextmanager
def opened(path: Path, member: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked."""
    if member:
        with ZipFile(path) as packed, packed.open(member) as file:
            yield file
        return
    with path.open("rb") as file:
        is_packed = file.peek(len(GZIP)).startswith(GZIP)
        yield cast(IO[bytes], _Gunzipped(fileobj=file)) if is_packed else file


class _Gunzipped(GzipFile):
    """Raises BadInput when more comes out than may: a few kilobytes of gzip can unpack to gigabytes."""

    def read1(self, size: int = -1) -> bytes:
        """The next bytes; a text is read by this call alone."""
        if self.tell() > UNPACKED_BYTES_MAX:
            raise BadInput(
                f"the file unpacks to more than {UNPACKED_BYTES_MAX:,} bytes; expected at most that: split it"
            )
        return super().read1(size)
