"""The route that exports a space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from graph.transfer.lines import export_space

MEDIA_TYPE = "application/x-ndjson"
PART_LENGTH = 64 * 1024  # Each part costs a cycle of the event loop; single lines would be too small.

router = APIRouter(prefix="/v1/spaces", tags=["spaces"])


@router.get(
    "/{space}/export",
    response_class=StreamingResponse,
    responses=problems(404)
    | {200: {"description": "One JSON object a line.", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
def export(service: ServiceOf, space: SpacePath) -> StreamingResponse:
    """The whole space as lines of JSON, for `remembrancer import` into any store.

    Consistent even while messages arrive. A file without the last line (`{"end": …`) is incomplete: imports reject it.
    """
    service.knowledge.space(space)
    lines = export_space(service.knowledge.store, space)
    name = quote(f"{space}.jsonl", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return StreamingResponse(_larger_parts(lines), media_type=MEDIA_TYPE, headers=headers)


def _larger_parts(lines: Iterable[str]) -> Iterator[str]:
    """The same text in larger parts."""
    part: list[str] = []
    length = 0
    for line in lines:
        part.append(line)
        length += len(line)
        if length >= PART_LENGTH:
            yield "".join(part)
            part, length = [], 0
    yield "".join(part)
