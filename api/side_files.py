"""Files that belong to a store but are not in it: compressed chats, imports and exports. Each space has a folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from api.long_jobs import Job, JobKind, Jobs, begun_before, changed_at, remove
from api.settings import Settings, cache_folder, data_folder
from graph.store.backends import file_of, is_server

NOWHERE = "none"
"""The folder for indexes that are not kept."""


class SideFiles:
    """The files of one store, and the jobs that write them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._temporary: Path | None = None
        self._transcripts, self._transfers = self._find_folders(settings.store)
        self.transcripts = Jobs("transcript", lambda space: self.transcripts_of(space) / "jobs")
        self.transfers = Jobs("job", lambda space: self._transfers / _folder_name(space))

    def jobs_of(self, id: str) -> Jobs:
        """The jobs among which one of this id would be."""
        return self.transcripts if JobKind.of(id) is JobKind.TRANSCRIPT else self.transfers

    def transcripts_of(self, space: str) -> Path:
        """The folder of the space's compressed chats."""
        return self._transcripts / _folder_name(space)

    def all_jobs(self, space: str) -> list[tuple[datetime, Job]]:
        """The jobs of the space, each with the time when it changed last."""
        return [*self.transfers.all(space), *self.transcripts.all(space)]

    def has(self, space: str) -> bool:
        """Whether anything may be kept for the space."""
        return self.transcripts_of(space).exists() or self.transfers.folder_of(space).exists()

    def drop(self, space: str) -> None:
        """Delete what is kept for the space, and end the jobs that would write more."""
        self.transcripts.drop_all(space)
        self.transfers.drop_all(space)
        shutil.rmtree(self.transcripts_of(space), ignore_errors=True)

    def drop_old(self, space: str, *, now: datetime, forgotten_at: datetime | None) -> None:
        """Delete old jobs of the space, and all that was begun or kept before another process deleted something."""
        settings, known = self._settings, forgotten_at or datetime.min.replace(tzinfo=UTC)
        self.transcripts.drop_before(space, max(now - timedelta(days=settings.log_keep_days), known))
        self.transfers.drop_before(space, max(now - timedelta(hours=settings.request_keep_hours), known))
        if forgotten_at is None:
            return
        folder = self.transcripts_of(space)
        # The archive and what a killed process left half-written in it, but not its lock.
        for path in (*folder.rglob("*.json"), *folder.rglob("*.new")):
            with suppress(FileNotFoundError):
                if changed_at(path) < forgotten_at:
                    path.unlink()

    def drop_others(
        self, spaces: Callable[[], Iterable[str]], deleted: Callable[[], Mapping[str, datetime]], *, now: datetime
    ) -> None:
        """Delete the files of spaces that are not in the store.

        Compressed chats may exist nowhere else, so they go only with a space that was `deleted`: a store may also lack
        a space because an older copy of it was restored. Imports and exports go if they were begun before the deletion,
        or are older than the settings keep them. Folders are listed before `spaces`, so that no new one is among them.
        """
        chats, others = [*self._transcripts.glob("*")], [*self._transfers.glob("*")]
        known = {_folder_name(space) for space in (*spaces(), *self.transfers.spaces())} if chats or others else set()
        chats = [folder for folder in chats if folder.name not in known]
        others = [folder for folder in others if folder.name not in known]
        gone = {_folder_name(name): at for name, at in deleted().items()} if chats or others else {}
        for folder in chats:
            if folder.name in gone:
                shutil.rmtree(folder, ignore_errors=True)
        old = now - timedelta(hours=self._settings.request_keep_hours)
        for folder in others:
            for path in begun_before(folder, max(old, gone.get(folder.name, old))):
                remove(path)
            with suppress(OSError):
                folder.rmdir()  # Nothing is left in it.

    def stop(self, *, timeout_seconds: float) -> None:
        """Stop all jobs."""
        for jobs in (self.transcripts, self.transfers):
            jobs.stop(timeout_seconds=timeout_seconds)

    def close(self) -> None:
        """Delete what was kept for a store in memory."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _find_folders(self, store: str) -> tuple[Path, Path]:
        """The folder of compressed chats, and that of imports and exports, for this store alone."""
        if is_server(store):
            here = _folder_name(f"{store}/{self._settings.store_database}")
            return data_folder() / "transcripts" / here, data_folder() / "jobs" / here
        if (file := file_of(store)) is not None:
            return Path(f"{file}.transcripts"), Path(f"{file}.jobs")
        # What is kept for a store that is lost at the end is lost with it.
        self._temporary = Path(gettempdir(), f"remembrancer-{uuid4().hex}")
        return self._temporary / "transcripts", self._temporary / "jobs"


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
