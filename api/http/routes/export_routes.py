"""The route that exports a space."""

from __future__ import annotations

from itertools import islice
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from graph.transfer.lines import export_space

MEDIA_TYPE = "application/x-ndjson"
PART_LINES = 100  # Each part costs a cycle of the event loop; single lines would be too small.

router = APIRouter(prefix="/v1/spaces", tags=["spaces"])


@router.get(
    "/{space}/export",
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
