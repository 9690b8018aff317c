"""Where compressed chats are kept: a folder for each space, beside the store."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp

from api.settings import data_folder
from graph.store.backends import is_server


def folder_of(store: str) -> Path:
    """The folder of all spaces: beside the store, where that is a file."""
    if store == ":memory:":
        return Path(mkdtemp(prefix="remembrancer-"))
    return (data_folder() if is_server(store) else Path(store).parent) / "transcripts"


def folder_name(space: str) -> str:
    """The name of a space's folder: names of spaces are not names of files."""
    return blake2b(space.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
