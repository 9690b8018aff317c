"""The route that starts to compress chats into memories, as a job."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from api.http.queries import TranscriptQuery
from api.http.responses import JobAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.long_jobs import Job
from api.transcript_jobs import TranscriptOrder, start_transcript

router = APIRouter(prefix="/v1/spaces/{space}/transcripts", tags=["transcripts"])

BODY = {
    "required": True,
    "description": "An export of TypingMind, or one chat of it.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}


async def body_of(request: Request) -> bytes:
    """The body as it was sent: a parser would write its numbers in another way."""
    return await request.body()


@router.post(
    "",
    status_code=202,
    response_model=JobAnswer,
    responses=problems(404, *BODY_STATUSES),
    openapi_extra={"requestBody": BODY},
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
