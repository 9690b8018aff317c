"""Compressing chats as jobs of the service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


def start_transcript(service: Service, space: str, order: TranscriptOrder) -> Job:
    """The job is under way, or done already. Raises BadInput for what cannot be compressed, MissingExtra."""
    service.knowledge.space(space)
    job = Job(order.id, progress=PassProgress())

    def prepare(folder: Path) -> Work:
        (folder / INPUT).write_bytes(order.content)
        with open_export(folder / INPUT) as export:
            plan = _plan(service, space, export, order)
            order.names.check(plan)
        job.total = plan.memories
        return lambda: _compress(service, space, order, job, folder)

    return service.files.transcripts.start(space, job, prepare)


def _compress(service: Service, space: str, order: TranscriptOrder, job: Job, folder: Path) -> None:
    def told(progress: PassProgress) -> None:
        job.progress = progress
        job.move(progress.chunks, job.total)

    book = SpaceBook(service.knowledge, space, service.governor)
    teller = Teller(book, service.owner, service.now, service.asker.policy)
    with open_export(folder / INPUT) as export:
        plan = _plan(service, space, export, order)
        job.notes = compress_export(plan, folder / OUTPUT, teller, order.names.opened, told=told)


def _plan(service: Service, space: str, export: Export, order: TranscriptOrder) -> ExportPlan:
    archive = Archive(service.files.transcripts_of(space) / ARCHIVE)
    return plan_export(export, archive, order.policy, primer=words("primer"), chats=order.chats)
