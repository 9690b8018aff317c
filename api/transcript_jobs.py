"""Compressing chats as jobs of the service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from api.long_jobs import RESULT, Job, Work
from api.transcript_models import WriterNames
from api.wiring import Service
from archivists.models.paid_replies import SpaceBook, Teller
from archivists.transcripts.archive import Archive
from archivists.transcripts.compressing import PassProgress
from archivists.transcripts.export_files import Export, open_export
from archivists.transcripts.export_pass import ExportPlan, compress_export, plan_export
from archivists.transcripts.memories import words
from archivists.transcripts.planning import TranscriptPolicy

ARCHIVE, INPUT, OUTPUT = "archive", "export.json", f"{RESULT}.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptOrder:
    """What is to be compressed, and how."""

    content: bytes
    names: WriterNames
    policy: TranscriptPolicy
    chats: Sequence[str] = ()

    @property
    def id(self) -> str:
        """The same order has the same id, so sending it again gives the same job."""
        asked = repr((self.names, self.policy, sorted(self.chats))).encode()
        return blake2b(self.content + asked, digest_size=12).hexdigest()


@dataclass(slots=True)
class TranscriptJob(Job):
    """A job as its caller sees it; `total` counts the memories that are to be written."""

    progress: PassProgress = field(default_factory=PassProgress)
    notes: list[str] = field(default_factory=list)


class TranscriptJobs:
    """The transcripts of one service. Safe to use from any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def start(self, space: str, order: TranscriptOrder) -> TranscriptJob:
        """The job is under way, or done already. Raises BadInput for what cannot be compressed, MissingExtra."""
        self._service.knowledge.space(space)
        job = TranscriptJob(order.id)

        def prepare(folder: Path) -> Work:
            (folder / INPUT).write_bytes(order.content)
            with open_export(folder / INPUT) as export:
                plan = self._plan(space, export, order)
                order.names.check(plan)
            job.total = plan.memories
            return lambda: self._compress(space, order, job, folder)

        return _as_transcript(self._service.files.transcripts.start(space, job, prepare))

    def job(self, space: str, id: str) -> TranscriptJob:
        """A job of the space. Raises NotFound."""
        self._service.knowledge.space(space)
        return _as_transcript(self._service.files.transcripts.job(space, id))

    def _compress(self, space: str, order: TranscriptOrder, job: TranscriptJob, folder: Path) -> None:
        service = self._service

        def told(progress: PassProgress) -> None:
            job.progress = progress
            job.move(progress.chunks, job.total)

        book = SpaceBook(service.knowledge, space, service.governor)
        teller = Teller(book, service.owner, service.now, service.asker.policy)
        with open_export(folder / INPUT) as export:
            plan = self._plan(space, export, order)
            job.notes = compress_export(plan, folder / OUTPUT, teller, order.names.opened, told=told)

    def _plan(self, space: str, export: Export, order: TranscriptOrder) -> ExportPlan:
        archive = Archive(self._service.files.transcripts_of(space) / ARCHIVE)
        return plan_export(export, archive, order.policy, primer=words("primer"), chats=order.chats)


def _as_transcript(job: Job) -> TranscriptJob:
    """The job. It does not tell how much an earlier process has done."""
    return job if isinstance(job, TranscriptJob) else TranscriptJob(job.id, job.state, error=job.error)
