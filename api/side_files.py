"""Files that belong to a store but are not in it: those of jobs, in a folder for each space."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from api.long_jobs import Jobs, begun_before, remove
from api.settings import Settings, cache_folder, data_folder
from graph.store.backends import file_of, is_server

NOWHERE = "none"
"""The folder for indexes that are not kept."""


class SideFiles:
    """The files of one store, and the jobs that write them."""

    def __init__(self, settings: Settings) -> None:
        self._keep = timedelta(hours=settings.request_keep_hours)
        self._temporary: Path | None = None
        self._folder, self._former = (self._find_folder(settings, kind) for kind in ("jobs", "transcripts"))
        self.jobs = Jobs(lambda space: self._folder / _folder_name(space))

    def has(self, space: str) -> bool:
        """Whether anything may be kept for the space."""
        return self.jobs.folder_of(space).exists()

    def drop(self, space: str) -> None:
        """Delete what is kept for the space, and end the jobs that would write more."""
        self.jobs.drop_all(space)
        # Raw messages of chats that a service of an earlier version has compressed.
        shutil.rmtree(self._former / _folder_name(space), ignore_errors=True)

    def drop_old(self, space: str, *, now: datetime, forgotten_at: datetime | None) -> None:
        """Delete old jobs of the space, and all that were begun before another process deleted something."""
        self.jobs.drop_before(space, max(now - self._keep, forgotten_at or datetime.min.replace(tzinfo=UTC)))

    def drop_others(
        self, spaces: Callable[[], Iterable[str]], deleted: Callable[[], Mapping[str, datetime]], *, now: datetime
    ) -> None:
        """Delete the files of spaces that are not in the store.

        They go if they were begun before the deletion of their space, or are older than the settings keep them. Folders
        are listed before `spaces`, so that no new one is among them.
        """
        if not (folders := [*self._folder.glob("*")]):
            return
        known = {_folder_name(space) for space in (*spaces(), *self.jobs.spaces())}
        gone = {_folder_name(name): at for name, at in deleted().items()}
        old = now - self._keep
        for folder in folders:
            if folder.name in known:
                continue
            for path in begun_before(folder, max(old, gone.get(folder.name, old))):
                remove(path)
            with suppress(OSError):
                folder.rmdir()  # Nothing is left in it.

    def close(self) -> None:
        """Delete what was kept for a store in memory."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _find_folder(self, settings: Settings, kind: str) -> Path:
        """The folder for this store alone."""
        if is_server(settings.store):
            return data_folder() / kind / _folder_name(f"{settings.store}/{settings.store_database}")
        if (file := file_of(settings.store)) is not None:
            return Path(f"{file}.{kind}")
        # What is kept for a store that is lost at the end is lost with it.
        self._temporary = self._temporary or Path(gettempdir(), f"remembrancer-{uuid4().hex}")
        return self._temporary / kind


def _folder_name(name: str) -> str:
    """The name of a folder. Names of spaces may not be valid names of files."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def index_folder(settings: Settings, *, is_service: bool) -> Path | None:
    """Where indexes are kept between starts; None for nowhere.

    Only a service begins to keep those of a server, so that a command run from elsewhere leaves no words there.
    """
    if settings.index_folder:
        return None if settings.index_folder == NOWHERE else Path(settings.index_folder).expanduser()
    if not is_server(settings.store):
        file = file_of(settings.store)
        return None if file is None else Path(f"{file}.indexes")
    place = f"{settings.store} {settings.store_database}".encode("utf-8", "surrogatepass")
    try:
        folder = cache_folder() / "indexes" / blake2b(place, digest_size=12).hexdigest()
    except RuntimeError:  # The user has no home.
        return None
    return folder if is_service or folder.is_dir() else None
