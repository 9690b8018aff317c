"""Imports as jobs of the service, which can use the space meanwhile."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b, file_digest
from pathlib import Path

from api.http.bodies import SpaceBody
from api.importers.exported_spaces import FileLines, checked_arrival, is_export
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import ImportOptions, identified
from api.importers.storing import GAME_CLOCK, ensure_space, store_all, survey
from api.long_jobs import Job, JobStopped, Work
from api.wiring import Service
from graph.errors import BadInput, Conflict
from graph.transfer.lines import discard, load

UPLOAD = "upload"
"""The name of the file that is imported, and so of a chat without a name."""


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
        return f"import-{content.hexdigest()}"


def start_import(service: Service, space: str, order: ImportOrder) -> Job:
    """Start to import the file, unless it is done. Raises NotFound for messages to a space that does not exist."""
    is_whole = is_export(order.file)
    if is_whole and (order.options != ImportOptions() or order.format is not ImportFormat.AUTO):
        raise BadInput("the body is an exported space, expected no format, chat, player, speaker or encoding with it")
    if not is_whole and not order.is_space_made:
        service.knowledge.space(space)

    def prepare(folder: Path) -> Work:
        file = folder / UPLOAD
        order.file.replace(file)

        def work() -> Mapping[str, object]:
            told = _import_space(service, space, job, file) if is_whole else _import(service, space, order, job, file)
            file.unlink(missing_ok=True)
            return told

        return work

    try:
        job = Job(order.id)
        return service.files.jobs.start(space, job, prepare)
    except FileNotFoundError as error:
        raise Conflict(f"something was deleted in space {space} meanwhile; send the file again") from error


def cancel(service: Service, space: str, id: str) -> None:
    """The job is cancelled, and what was sent and written is gone; imported messages stay. Raises NotFound."""
    jobs = service.files.jobs
    is_over = not jobs.job(space, id).is_under_way
    jobs.drop(space, id)
    # Not while another job runs: what an import has loaded by now looks like the rest of this one.
    if is_over and space not in jobs.spaces():
        _discard(service, space)


def _import(service: Service, space: str, order: ImportOrder, job: Job, file: Path) -> Mapping[str, object]:
    """Import messages; return what became of them."""
    format, lines = read_file(file, order.format, order.options)
    there = survey(lines)
    if not there.messages:
        raise BadInput("the file has no messages; expected at least one with text")
    if order.is_space_made:
        clock = GAME_CLOCK if format is ImportFormat.CHIM else {}
        ensure_space(service, SpaceBody.model_validate({"name": space, **clock}))
    found = identified(read_file(file, order.format, order.options)[1])
    outcome = store_all(service, space, found, on_progress=lambda done: job.move(done, there.messages))
    service.wake(space)
    return {
        "messages": outcome.lines,
        "new": outcome.new,
        "conversations": len(outcome.conversations),
        "left_out": there.left_out,
    }


def _import_space(service: Service, space: str, job: Job, file: Path) -> Mapping[str, object]:
    """Import a whole space; return its counts and its checksum."""
    lines, store = FileLines(file), service.knowledge.store
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
    return {"nodes": end.nodes, "edges": end.edges, "tombstones": end.dropped, "sha256": end.sha256}


def _discard(service: Service, space: str) -> None:
    """Delete what is left of a space that was imported only in part."""
    with suppress(Conflict):  # The space is complete.
        discard(service.knowledge.store, space)
