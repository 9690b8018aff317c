"""Where files are kept that belong to a store and are not in it: a folder for each space."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from api.settings import Settings, data_folder
from graph.store.backends import file_of, is_server


def transcripts_folder(store: str) -> Path:
    """The folder of compressed chats of all spaces: beside the store, where that is a file."""
    if store == ":memory:":
        return _in_memory("transcripts")
    return (data_folder() if is_server(store) else Path(store).parent) / "transcripts"


def transfers_folder(settings: Settings) -> Path:
    """The folder of imports and exports of all spaces of this store, and of no other."""
    if is_server(settings.store):
        return data_folder() / "jobs" / folder_name(f"{settings.store}/{settings.store_database}")
    file = file_of(settings.store)
    return _in_memory("jobs") if file is None else Path(f"{file.expanduser()}.jobs")


def folder_name(space: str) -> str:
    """The name of a space's folder: names of spaces are not names of files."""
    return blake2b(space.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _in_memory(kind: str) -> Path:
    """A folder that is made when something is kept; a store that is lost at the end takes it along."""
    return Path(gettempdir(), f"remembrancer-{uuid4().hex}", kind)
