"""Files that belong to a store and are not in it: compressed chats, imports and exports; a folder for each space."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from api.long_jobs import Job, JobKind, Jobs, changed_at
from api.settings import Settings, data_folder
from graph.store.backends import file_of, is_server


class SideFiles:
    """The files of one store, and the jobs that write them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._temporary: Path | None = None
        self._transcripts, self._transfers = self._find_folders(settings.store)
        self.transcripts = Jobs("transcript", lambda space: self.transcripts_of(space) / "jobs")
        self.transfers = Jobs("job", lambda space: self._transfers / _folder_name(space))

    def jobs_of(self, id: str) -> Jobs:
        """Those among which there may be one of this id."""
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
        """What is kept for the space is gone, and jobs that would write more of it have ended."""
        self.transcripts.drop_all(space)
        self.transfers.drop_all(space)
        shutil.rmtree(self.transcripts_of(space), ignore_errors=True)

    def drop_old(self, space: str, *, now: datetime, forgotten_at: datetime | None) -> None:
        """Old jobs of the space are gone, and all that was begun or kept before another process deleted something."""
        settings, known = self._settings, forgotten_at or datetime.min.replace(tzinfo=UTC)
        self.transcripts.drop_before(space, max(now - timedelta(days=settings.log_keep_days), known))
        self.transfers.drop_before(space, max(now - timedelta(hours=settings.request_keep_hours), known))
        if forgotten_at is None:
            return
        folder = self.transcripts_of(space)
        # The archive and what a process that was killed left half-written in it, but not its lock.
        for path in (*folder.rglob("*.json"), *folder.rglob("*.new")):
            with suppress(FileNotFoundError):
                if changed_at(path) < forgotten_at:
                    path.unlink()

    def drop_others(self, spaces: Iterable[str], deleted: Callable[[], Iterable[str]]) -> None:
        """Imports and exports are gone of all spaces but these, and those that have jobs under way.

        Compressed chats, which may be nowhere else, go only with a space that is known to be `deleted`: a store also
        lacks one when an older copy of it was restored.
        """
        known = {_folder_name(space) for space in (*spaces, *self.transfers.spaces())}
        others = [folder for folder in self._transfers.glob("*") if folder.name not in known]
        chats = [folder for folder in self._transcripts.glob("*") if folder.name not in known]
        gone = set(map(_folder_name, deleted())) if chats else ()
        for folder in (*others, *(each for each in chats if each.name in gone)):
            shutil.rmtree(folder, ignore_errors=True)

    def stop(self, *, timeout_seconds: float) -> None:
        """No job goes on."""
        for jobs in (self.transcripts, self.transfers):
            jobs.stop(timeout_seconds=timeout_seconds)

    def close(self) -> None:
        """What was kept for a store in memory is gone."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _find_folders(self, store: str) -> tuple[Path, Path]:
        """Where compressed chats are, and where imports and exports: of this store, and of no other."""
        if is_server(store):
            here = _folder_name(f"{store}/{self._settings.store_database}")
            return data_folder() / "transcripts" / here, data_folder() / "jobs" / here
        if (file := file_of(store)) is not None:
            return Path(f"{file}.transcripts"), Path(f"{file}.jobs")
        # A store that is lost at the end takes along what is kept beside it.
        self._temporary = Path(gettempdir(), f"remembrancer-{uuid4().hex}")
        return self._temporary / "transcripts", self._temporary / "jobs"


def _folder_name(name: str) -> str:
    """The name of a folder: names of spaces are not names of files."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
