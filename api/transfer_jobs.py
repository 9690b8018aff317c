"""Imports and exports as jobs of the service, which can use the space meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b, file_digest
from pathlib import Path

from api.exporters.graphml import write_graphml
from api.exporters.snapshot import snapshot
from api.http.bodies import SpaceBody
from api.importers.exported_spaces import FileLines, checked_arrival, is_export
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import ImportOptions, identified
from api.importers.storing import GAME_CLOCK, ensure_space, store_all, survey
from api.long_jobs import PART, RESULT, Job, JobKind, JobStopped, Work
from api.wiring import Service
from graph.errors import BadInput, Conflict
from graph.transfer.lines import discard, export_space, load

UPLOAD = "upload"
"""The name of the file that is imported, and so of a chat without a name."""


class SpaceFormat(StrEnum):
    """The format of an exported space."""

    JSONL = "jsonl"  # all of it; can be imported
    GRAPHML = "graphml"  # for other programs


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """A file that has arrived, and how it is to be read."""

    file: Path
    options: ImportOptions
    format: ImportFormat
    is_space_made: bool

    @property
    def id(self) -> str:
        """The same order has the same id, so sending it again gives the same job."""
        with self.file.open("rb") as file:
            content = file_digest(file, lambda: blake2b(digest_size=12))
        content.update(repr((self.options, self.format)).encode())
        return f"{JobKind.IMPORT}-{content.hexdigest()}"


def start_export(service: Service, space: str, format: SpaceFormat) -> Job:
    """Start to write the space as it is now or a little later. While nothing changes, it is the same job."""
    service.knowledge.space(space)
    job = Job(f"{JobKind.EXPORT}-{format}-{service.knowledge.store.seq(space)}")

    def prepare(folder: Path) -> Work:
        return lambda: _export(service, space, format, job, folder)

    return service.files.transfers.start(space, job, prepare)


def start_import(service: Service, space: str, order: ImportOrder) -> Job:
    """Start to import the file, unless it is done. Raises NotFound for messages to a space that does not exist."""
    is_whole = is_export(order.file)
    if is_whole and (order.options != ImportOptions() or order.format is not ImportFormat.AUTO):
        raise BadInput("the body is an exported space, expected no format, chat, player, speaker or encoding with it")
    if not is_whole and not order.is_space_made:
        service.knowledge.space(space)
    body = SpaceBody(name=space)

    def prepare(folder: Path) -> Work:
        order.file.replace(folder / UPLOAD)
        if is_whole:
            return lambda: _import_space(service, space, job, folder)
        return lambda: _import_messages(service, body, order, job, folder)

    try:
        job = Job(order.id)
        return service.files.transfers.start(space, job, prepare)
    except FileNotFoundError as error:
        raise Conflict(f"something was deleted in space {space} meanwhile; send the file again") from error


def cancel(service: Service, space: str, id: str) -> None:
    """The job is cancelled, and what was sent and written is gone; imported messages stay. Raises NotFound."""
    jobs = service.files.jobs_of(id)
    is_over = not jobs.job(space, id).is_under_way
    jobs.drop(space, id)
    # Not while another job runs: what an import has loaded by now looks like the rest of this one.
    if is_over and JobKind.of(id) is JobKind.IMPORT and space not in service.files.transfers.spaces():
        _discard(service, space)


def _export(service: Service, space: str, format: SpaceFormat, job: Job, folder: Path) -> None:
    part, store = folder / f"{RESULT}{PART}", service.knowledge.store
    with part.open("w", encoding="utf-8", newline="") as file:
        if format is SpaceFormat.JSONL:
            file.writelines(export_space(store, space, on_progress=job.move))
        else:
            write_graphml(snapshot(store, space, job.move), space, file)
    job.check()
    part.rename(folder / f"{RESULT}.{format}")


def _import_messages(service: Service, wanted: SpaceBody, order: ImportOrder, job: Job, folder: Path) -> None:
    file, space = folder / UPLOAD, wanted.name
    format, lines = read_file(file, order.format, order.options)
    there = survey(lines)
    if not there.messages:
        raise BadInput("the file has no messages; expected at least one with text")
    if order.is_space_made:
        if format is ImportFormat.CHIM:
            wanted = SpaceBody.model_validate({"name": space, **GAME_CLOCK})
        ensure_space(service, wanted)
    found = identified(read_file(file, order.format, order.options)[1])
    outcome = store_all(service, space, found, on_progress=lambda done: job.move(done, there.messages))
    service.wake(space)
    told = {
        "messages": outcome.lines,
        "new": outcome.new,
        "conversations": len(outcome.conversations),
        "left_out": there.left_out,
    }
    _tell(told, folder)


def _import_space(service: Service, space: str, job: Job, folder: Path) -> None:
    lines, store = FileLines(folder / UPLOAD), service.knowledge.store
    is_there = space in store.spaces()
    try:
        arrival = checked_arrival(service, lines, space, on_line=lambda _: job.check())
        job.total = arrival.end.rows
        if not is_there:  # Loading it again would overwrite what arrives meanwhile.
            load(store, lines, arrival, on_progress=job.move)
    except JobStopped:
        if job.is_dropped:
            _discard(service, space)
        raise
    service.wake(space)
    end = arrival.end
    _tell({"nodes": end.nodes, "edges": end.edges, "tombstones": end.dropped, "sha256": end.sha256}, folder)


def _discard(service: Service, space: str) -> None:
    """Delete what is left of a space that was imported only in part."""
    with suppress(Conflict):  # The space is complete.
        discard(service.knowledge.store, space)


def _tell(outcome: Mapping[str, object], folder: Path) -> None:
    """Write the result, and delete what was sent."""
    part = folder / f"{RESULT}{PART}"
    part.write_text(json.dumps(outcome, ensure_ascii=False), encoding="utf-8")
    part.rename(folder / f"{RESULT}.json")
    (folder / UPLOAD).unlink(missing_ok=True)
