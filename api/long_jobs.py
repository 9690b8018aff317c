"""Long work that callers start over HTTP and look after later. Each job has a folder, which outlives the process.

The folder says how the job ended: with a result, an error, or neither if the process ended before the job.
"""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir
from threading import Event, Lock, Semaphore, Thread
from time import monotonic
from uuid import uuid4

from api.settings import Settings, cache_folder, data_folder
from graph.errors import NotFound, RemembrancerError
from graph.store.backends import file_of, is_server

RESULT, ERROR, BEGUN = "result.json", "error", "begun"
"""Files of a job: the result; the error; when it began.

A job writes at its end what it read at its beginning. So forgetting finds a job by the time of `begun`.
"""

ID = re.compile(r"[a-z0-9][a-z0-9-]*")
RUNNING_MAX = 4
"""How many jobs run at a time, each in another space: they share the processor, so that a short one is soon done."""

UNFORESEEN = "the service has failed, not the job; its log has the details"


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"  # it ended with the service; if sent again, it goes on


class JobStopped(Exception):
    """The job has been cancelled, or its service ends."""


@dataclass(slots=True)
class Job:
    """A job as its caller sees it."""

    id: str
    state: JobState = JobState.WAITING
    done: int = 0
    total: int = 0  # 0: not known yet
    error: str | None = None
    result: Mapping[str, object] | None = None
    stopped: Event = field(default_factory=Event)
    is_dropped: bool = False  # cancelled: nothing of it may stay

    @property
    def is_under_way(self) -> bool:
        """Whether it runs or waits to run."""
        return self.state in (JobState.WAITING, JobState.RUNNING)

    def move(self, done: int, total: int) -> None:
        """Note how much is done. Raises JobStopped if the job is not to go on."""
        self.done, self.total = done, total
        self.check()

    def check(self) -> None:
        """Raises JobStopped if the job is not to go on."""
        if self.stopped.is_set():
            raise JobStopped


Work = Callable[[], Mapping[str, object]]
"""What a job does; it returns the result."""


class Jobs:
    """All jobs of a service. Those of one space run one after another. Safe to use from any thread."""

    def __init__(self, folder_of: Callable[[str], Path]) -> None:
        """`folder_of` gives the folder for a space's jobs."""
        self.folder_of = folder_of
        self._jobs: dict[tuple[str, str], Job] = {}
        self._threads: list[Thread] = []
        self._lock, self._running = Lock(), Semaphore(RUNNING_MAX)
        self._in_space: defaultdict[str, Lock] = defaultdict(Lock)

    def folder(self, space: str, id: str) -> Path:
        """A job's folder; for an id that is not ours, one that never exists."""
        return self.folder_of(space) / (id if ID.fullmatch(id) else "-")

    def start(self, space: str, job: Job, prepare: Callable[[Path], Work]) -> Job:
        """Start the job and return it; or return the one with this id that is under way or done already.

        `prepare` puts what the job needs into its folder, and returns the work. If it raises, nothing is left.
        """
        folder = self.folder(space, job.id)
        with self._lock:
            found = self._find(space, job.id)
            if found is not None and (found.is_under_way or found.state is JobState.DONE):
                return found
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / BEGUN).touch()  # A job that is sent again begins again.
            (folder / ERROR).unlink(missing_ok=True)
            try:
                work = prepare(folder)
            except (RemembrancerError, OSError):
                shutil.rmtree(folder)
                raise
            self._jobs[space, job.id] = job
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            run = Thread(target=self._run, args=(space, job, work), name="remembrancer-job", daemon=True)
            self._threads.append(run)
            run.start()
        return job

    def job(self, space: str, id: str) -> Job:
        """A job of the space, of this process or of an earlier one. Raises NotFound."""
        with self._lock:
            found = self._find(space, id)
        if found is None:
            raise NotFound(f"there is no job {id} in space {space}")
        return found

    def all(self, space: str) -> list[tuple[datetime, Job]]:
        """The jobs of the space, of earlier processes too, each with the time when it changed last."""
        found: list[tuple[datetime, Job]] = []
        with self._lock:
            for path in self.folder_of(space).glob("*/"):
                with suppress(FileNotFoundError):  # Another process may delete it meanwhile.
                    if (job := self._find(space, path.name)) is not None:
                        found.append((changed_at(path), job))
        return found

    def drop(self, space: str, id: str) -> None:
        """The job is cancelled, and what was sent and written is gone. Raises NotFound."""
        job = self.job(space, id)
        with self._lock:
            self._drop(space, job)

    def drop_all(self, space: str) -> None:
        """All jobs of the space are cancelled and gone."""
        with self._lock:
            for job in [job for (of, _), job in self._jobs.items() if of == space]:
                self._drop(space, job)
            shutil.rmtree(self.folder_of(space), ignore_errors=True)

    def drop_before(self, space: str, at: datetime) -> None:
        """Jobs of the space that were begun or sent before a time are gone, with what they have written."""
        for path in begun_before(self.folder_of(space), at):
            try:
                self.drop(space, path.name)
            except NotFound:  # It belongs to no job.
                remove(path)

    def spaces(self) -> set[str]:
        """The spaces with jobs that are under way in this process."""
        with self._lock:
            return {space for (space, _), job in self._jobs.items() if job.is_under_way}

    def stop(self, *, timeout_seconds: float) -> None:
        """Stop all jobs that are under way. They can be sent again."""
        with self._lock:
            for job in self._jobs.values():
                job.stopped.set()
        until = monotonic() + timeout_seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _drop(self, space: str, job: Job) -> None:
        job.is_dropped = True
        job.stopped.set()
        self._jobs.pop((space, job.id), None)
        shutil.rmtree(self.folder(space, job.id), ignore_errors=True)

    def _run(self, space: str, job: Job, work: Work) -> None:
        folder, state = self.folder(space, job.id), JobState.FAILED
        try:
            with self._in_space[space], self._running:
                job.check()
                job.state = JobState.RUNNING
                job.result = work()
                part = folder / f"{RESULT}.part"
                part.write_text(json.dumps(job.result, ensure_ascii=False), encoding="utf-8")
                part.rename(folder / RESULT)
                state, job.done = JobState.DONE, job.total
        except JobStopped:
            state = JobState.STOPPED
        except RemembrancerError as error:
            job.error = str(error)
        except OSError as error:
            job.error = f"a file of the job cannot be written or read: {error.strerror}"
        finally:
            with self._lock:
                if job.is_dropped and (space, job.id) not in self._jobs:
                    shutil.rmtree(folder, ignore_errors=True)  # What it has written since it was dropped.
                elif state is JobState.FAILED:
                    job.error = job.error or UNFORESEEN
                    with suppress(OSError):
                        (folder / ERROR).write_text(job.error, encoding="utf-8")
                job.state = state

    def _find(self, space: str, id: str) -> Job | None:
        """A job of this process, or one that an earlier process has left."""
        folder = self.folder(space, id)
        if not folder.is_dir():
            return None
        if (found := self._jobs.get((space, id))) is not None:
            return found
        with suppress(FileNotFoundError):
            return Job(id, JobState.DONE, result=json.loads((folder / RESULT).read_text(encoding="utf-8")))
        with suppress(FileNotFoundError):
            return Job(id, JobState.FAILED, error=(folder / ERROR).read_text(encoding="utf-8"))
        return Job(id, JobState.STOPPED)


def begun_before(folder: Path, at: datetime) -> Iterator[Path]:
    """The folders of jobs that were begun or sent before a time, and files that were sent only in part."""
    for path in [*folder.glob("*")]:
        with suppress(FileNotFoundError):
            if changed_at(begun if (begun := path / BEGUN).exists() else path) < at:
                yield path


def remove(path: Path) -> None:
    """The file or folder is gone."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def changed_at(path: Path) -> datetime:
    """When a file was last written, or when a file in a folder was last made or renamed. Raises FileNotFoundError."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


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
