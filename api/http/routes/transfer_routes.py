"""Routes that move a space or compress chats: most are jobs, which are started, watched, fetched and cancelled."""

from __future__ import annotations

from itertools import islice
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, StreamingResponse

from api.http.listing import page_of_rows
from api.http.queries import ImportQuery, PageQuery, TranscriptQuery
from api.http.responses import JobAnswer, JobsAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, named_space, problems
from api.http.uploads import UPLOAD_TIMES, uploaded
from api.long_jobs import Job
from api.transcript_jobs import TranscriptOrder, start_transcript
from api.transfer_jobs import ImportOrder, SpaceFormat, cancel, start_export, start_import
from graph.transfer.lines import export_space
from graph.values.codec import to_ms

router = APIRouter(prefix="/v1/spaces/{space}", tags=["transfer"])

MEDIA_TYPES = {".json": "application/json", ".jsonl": "application/x-ndjson", ".graphml": "application/graphml+xml"}

BODY = {
    "required": True,
    "description": "The file as it is.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
RESULT: dict[str, object] = {
    "description": "An export is the space as lines of JSON or as GraphML. An import tells what it has added.",
    "content": {
        media_type: {"schema": {"type": "object" if media_type == "application/json" else "string"}}
        for media_type in MEDIA_TYPES.values()
    },
}


@router.post(
    "/import",
    status_code=202,
    response_model=JobAnswer,
    responses=problems(404, 408, 409, 413),
    openapi_extra={"requestBody": BODY},
)
async def start_space_import(
    request: Request, service: ServiceOf, space: SpacePath, asked: Annotated[ImportQuery, Query()]
) -> Job:
    """Begin to import a file: messages into the space, or an exported space under this name.

    All of it is checked before anything is written. The same file sent again is the same job; each of its messages is
    stored once, however often it comes.
    """
    name = named_space(space).name
    folder, bytes_max = service.files.transfers.folder_of(name), service.settings.body_bytes_max * UPLOAD_TIMES
    async with uploaded(request, folder, bytes_max) as file:
        order = ImportOrder(file=file, options=asked.options, format=asked.format, is_space_made=asked.create)
        return await run_in_threadpool(start_import, service, name, order)


@router.post("/export", status_code=202, response_model=JobAnswer, responses=problems(404))
def start_space_export(
    service: ServiceOf,
    space: SpacePath,
    format: Annotated[
        SpaceFormat, Query(description="jsonl has everything and can be imported; graphml is for other programs.")
    ] = SpaceFormat.JSONL,
) -> Job:
    """Begin to export the space into a file that can be fetched when it is done.

    As long as nothing has changed, asking again gives the same job.
    """
    return start_export(service, space, format)


@router.get("/jobs", responses=problems(404))
def list_jobs(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> JobsAnswer:
    """The imports, exports and transcripts that are under way, or whose results are kept."""
    found = service.files.all_jobs(space)
    if not found:
        service.knowledge.space(space)
    jobs, next_cursor = page_of_rows(
        found, asked, "jobs", key_of=lambda row: (to_ms(row[0]), row[1].id), newest_first=True
    )
    return JobsAnswer.model_validate({"jobs": [job for _, job in jobs], "next_cursor": next_cursor})


@router.get("/jobs/{id}", response_model=JobAnswer, responses=problems(404))
def read_job(service: ServiceOf, space: SpacePath, id: str) -> Job:
    """How far a job is."""
    return service.files.jobs_of(id).job(space, id)


@router.get("/jobs/{id}/result", response_class=FileResponse, responses=problems(404, 409) | {200: RESULT})
def read_job_result(service: ServiceOf, space: SpacePath, id: str) -> FileResponse:
    """The exported space or chats, or what an import has added. 409 while the job is not done."""
    path = service.files.jobs_of(id).result(space, id)
    return FileResponse(path, media_type=MEDIA_TYPES[path.suffix])


@router.delete("/jobs/{id}", status_code=204, responses=problems(404))
def drop_job(service: ServiceOf, space: SpacePath, id: str) -> None:
    """Cancel the job, and forget what was sent and written. Messages that are imported already stay."""
    cancel(service, space, id)


MEDIA_TYPE = "application/x-ndjson"
PART_LINES = 100  # Each part costs a cycle of the event loop; single lines would be too small.


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=problems(404)
    | {200: {"description": "One JSON object per line.", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
def export(service: ServiceOf, space: SpacePath) -> StreamingResponse:
    """The whole space as lines of JSON, for `remembrancer import` into any store.

    Consistent even while messages arrive. A file without the last line (`{"end": …`) is incomplete: imports reject it.
    """
    service.knowledge.space(space)
    lines = export_space(service.knowledge.store, space)
    name = quote(f"{space}.jsonl", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    parts = iter(lambda: "".join(islice(lines, PART_LINES)), "")
    return StreamingResponse(parts, media_type=MEDIA_TYPE, headers=headers)


TRANSCRIPT_BODY = {
    "required": True,
    "description": "An export of TypingMind, or one chat of it.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}


async def body_of(request: Request) -> bytes:
    """The body as it was sent: a parser would write its numbers in another way."""
    return await request.body()


@router.post(
    "/transcripts",
    status_code=202,
    response_model=JobAnswer,
    responses=problems(404, *BODY_STATUSES),
    openapi_extra={"requestBody": TRANSCRIPT_BODY},
    name="start_transcript",
)
def create_transcript(
    service: ServiceOf,
    space: SpacePath,
    asked: Annotated[TranscriptQuery, Query()],
    content: Annotated[bytes, Depends(body_of)],
) -> Job:
    """Begin to compress the chats of an export.

    The same export sent again with the same query is the same job: it is done once, and goes on where it was stopped.

    Calls are counted in the space, and keep within its ceilings.
    """
    order = TranscriptOrder(
        content=content, names=asked.names(service.settings.model), policy=asked.policy, chats=tuple(asked.chat)
    )
    return start_transcript(service, space, order)
