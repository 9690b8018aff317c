"""Compressing chats as jobs of the service: one at a time, each in a folder of its own that outlives the process."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from threading import Event, Lock, Thread

from api.transcript_folders import folder_name, folder_of
from api.transcript_models import WriterNames
from api.wiring import Service
from archivists.models.telling import SpaceBook, Teller
from archivists.transcripts.archive import Archive
from archivists.transcripts.compressing import PassProgress
from archivists.transcripts.export_files import Export, open_export
from archivists.transcripts.export_pass import ExportPlan, compress_export, plan_export
from archivists.transcripts.memories import words
from archivists.transcripts.planning import TranscriptPolicy
from graph.errors import Conflict, NotFound, RemembrancerError

ARCHIVE, JOBS = "archive", "jobs"
INPUT, OUTPUT = "export.json", "result.json"


class TranscriptState(StrEnum):
    """How a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"  # with the service; sent again, it goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptOrder:
    """What is to be compressed, and how."""

    content: bytes
    names: WriterNames
    policy: TranscriptPolicy
    chats: Sequence[str] = ()

    @property
    def id(self) -> str:
        """The same order has the same id, so that sending it again is asking for it again."""
        asked = repr((self.names, self.policy, sorted(self.chats))).encode()
        return blake2b(self.content + asked, digest_size=12).hexdigest()


@dataclass(slots=True)
class TranscriptJob:
    """A job as its caller sees it."""

    id: str
    state: TranscriptState
    memories: int = 0  # that are to be written
    progress: PassProgress = field(default_factory=PassProgress)
    notes: list[str] = field(default_factory=list)
    error: str | None = None
    cancelled: Event = field(default_factory=Event)


class _Cancelled(Exception):
    """Somebody does not want the job any more."""


class TranscriptJobs:
    """The jobs of one service. Safe to use from any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._folder = folder_of(service.settings.store)
        self._jobs: dict[tuple[str, str], TranscriptJob] = {}
        self._lock = Lock()
        self._running = Lock()

    def start(self, space: str, order: TranscriptOrder) -> TranscriptJob:
        """The job is under way, or done already. Raises BadInput for what cannot be compressed, MissingExtra."""
        self._service.knowledge.space(space)
        folder = self._place(space, order.id)
        with self._lock:
            found = self._find(space, order.id)
            if found is not None and found.state not in (TranscriptState.FAILED, TranscriptState.STOPPED):
                return found
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / INPUT).write_bytes(order.content)
            try:
                with open_export(folder / INPUT) as export:
                    plan = self._plan(space, export, order)
                    order.names.check(plan)
            except RemembrancerError:
                shutil.rmtree(folder)
                raise
            job = self._jobs[space, order.id] = TranscriptJob(order.id, TranscriptState.WAITING, plan.memories)
            Thread(target=self._run, args=(space, order, job), name="remembrancer-transcript", daemon=True).start()
            return job

    def job(self, space: str, id: str) -> TranscriptJob:
        """A job of the space. Raises NotFound."""
        self._service.knowledge.space(space)
        with self._lock:
            found = self._find(space, id)
        if found is None:
            raise NotFound(f"there is no transcript {id} in space {space}")
        return found

    def result(self, space: str, id: str) -> Path:
        """The file that a job has written. Raises NotFound, and Conflict while there is none."""
        job = self.job(space, id)
        if job.state is not TranscriptState.DONE:
            raise Conflict(f"transcript {id} is {job.state}, and has no result; ask again when it is done")
        return self._place(space, id) / OUTPUT

    def drop(self, space: str, id: str) -> None:
        """The job is cancelled, and what was sent and written is gone. Raw messages stay in the archive."""
        self.job(space, id).cancelled.set()
        with self._lock:
            self._jobs.pop((space, id), None)
            shutil.rmtree(self._place(space, id), ignore_errors=True)

    def _run(self, space: str, order: TranscriptOrder, job: TranscriptJob) -> None:
        service, folder = self._service, self._place(space, order.id)

        def told(progress: PassProgress) -> None:
            job.progress = progress
            if job.cancelled.is_set():
                raise _Cancelled

        state = TranscriptState.FAILED
        try:
            with self._running:
                told(PassProgress())
                job.state = TranscriptState.RUNNING
                book = SpaceBook(service.knowledge, space, service.governor)
                teller = Teller(book, service.owner, service.now, service.asker.policy)
                with open_export(folder / INPUT) as export:
                    plan = self._plan(space, export, order)
                    job.notes = compress_export(plan, folder / OUTPUT, teller, order.names.opened, told=told)
                state = TranscriptState.DONE
        except _Cancelled:
            state = TranscriptState.STOPPED
        except RemembrancerError as error:
            job.error = str(error)
        finally:
            job.state = state

    def _plan(self, space: str, export: Export, order: TranscriptOrder) -> ExportPlan:
        archive = Archive(self._space(space) / ARCHIVE)
        return plan_export(export, archive, order.policy, primer=words("primer"), chats=order.chats)

    def _find(self, space: str, id: str) -> TranscriptJob | None:
        """A job of this process, or one that an earlier process has left."""
        found = self._jobs.get((space, id))
        folder = self._place(space, id)
        if found is not None or not (folder / INPUT).is_file():
            return found
        state = TranscriptState.DONE if (folder / OUTPUT).is_file() else TranscriptState.STOPPED
        return TranscriptJob(id, state)

    def _place(self, space: str, id: str) -> Path:
        """A job's folder; ids that are none of ours have none."""
        name = id if id.isalnum() and id.isascii() else "-"
        return self._space(space) / JOBS / name

    def _space(self, space: str) -> Path:
        return self._folder / folder_name(space)
