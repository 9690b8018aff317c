"""Routes that move a space: export it, and import files as jobs, which are started, watched and cancelled."""

from itertools import islice
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from api.exporting import SpaceFormat, exported_lines
from api.http.listing import page_of_rows
from api.http.queries import ImportQuery, PageQuery
from api.http.responses import JobAnswer, JobsAnswer
from api.http.routes.route_parts import ServiceOf, SpacePath, named_space, problems
from api.http.uploads import UPLOAD_TIMES, uploaded
from api.import_jobs import ImportOrder, cancel, start_import
from api.long_jobs import Job
from graph.values.codec import to_ms

router = APIRouter(prefix="/v1/spaces/{space}", tags=["transfer"])

BODY = {
    "required": True,
    "description": "The file as it is.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
MEDIA_TYPES = {SpaceFormat.JSONL: "application/x-ndjson", SpaceFormat.GRAPHML: "application/graphml+xml"}
EXPORTED = {
    "description": "One JSON object per line, or GraphML.",
    "content": {media_type: {"schema": {"type": "string"}} for media_type in MEDIA_TYPES.values()},
}
PART_LINES = 100  # Each part costs a cycle of the event loop; single lines would be too small.


@router.get("/export", response_class=StreamingResponse, responses=problems(404) | {200: EXPORTED})
def export(
    service: ServiceOf,
    space: SpacePath,
    format: Annotated[
        SpaceFormat, Query(description="jsonl has everything and can be imported; graphml is for other programs.")
    ] = SpaceFormat.JSONL,
) -> StreamingResponse:
    """The whole space as lines of JSON, for `remembrancer import` into any store, or as GraphML for other programs.

    Consistent even while messages arrive. Lines of JSON without the last one (`{"end": …`) are incomplete: imports
    reject them.
    """
    service.knowledge.space(space)
    lines = exported_lines(service.knowledge.store, space, format)
    name = quote(f"{space}.{format}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    parts = iter(lambda: "".join(islice(lines, PART_LINES)), "")
    return StreamingResponse(parts, media_type=MEDIA_TYPES[format], headers=headers)


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
    folder, bytes_max = service.files.jobs.folder_of(name), service.settings.body_bytes_max * UPLOAD_TIMES
    async with uploaded(request, folder, bytes_max) as file:
        order = ImportOrder(file=file, options=asked.options, format=asked.format, is_space_made=asked.create)
        return await run_in_threadpool(start_import, service, name, order)


@router.get("/jobs", responses=problems(404))
def list_jobs(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> JobsAnswer:
    """The imports that are under way, or whose results are kept."""
    found = service.files.jobs.all(space)
    if not found:
        service.knowledge.space(space)
    jobs, next_cursor = page_of_rows(
        found, asked, "jobs", key_of=lambda row: (to_ms(row[0]), row[1].id), newest_first=True
    )
    return JobsAnswer.model_validate({"jobs": [job for _, job in jobs], "next_cursor": next_cursor})


@router.get("/jobs/{id}", response_model=JobAnswer, responses=problems(404))
def read_job(service: ServiceOf, space: SpacePath, id: str) -> Job:
    """How far an import is, and what it has added once it is done."""
    return service.files.jobs.job(space, id)


@router.delete("/jobs/{id}", status_code=204, responses=problems(404))
def drop_job(service: ServiceOf, space: SpacePath, id: str) -> None:
    """Cancel an import, and forget what was sent. Messages that are imported already stay."""
    cancel(service, space, id)
