"""The route that starts to compress chats into memories, as a job."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from api.http.responses import JobAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.long_jobs import Job
from api.transcript_jobs import TranscriptOrder, start_transcript
from api.transcript_models import WriterNames
from archivists.models.provider import NO_MODEL
from archivists.transcripts.planning import TranscriptPolicy

router = APIRouter(prefix="/v1/spaces/{space}/transcripts", tags=["transcripts"])

DEFAULTS = TranscriptPolicy()
BODY = {
    "required": True,
    "description": "An export of TypingMind, or one chat of it.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}


class TranscriptQuery(BaseModel):
    """How chats are compressed."""

    model_config = ConfigDict(extra="forbid")

    agent: str | None = Field(default=None, min_length=1, description="Who writes the memories; else the chat's model.")
    manager: str | None = Field(
        default=None, min_length=1, description="The context manager's model; else the service's, else the agent."
    )
    chat: list[str] = Field(default=[], description="Only these chats, by id or title.")
    live_tokens: int = Field(default=DEFAULTS.live_tokens, ge=1, description="Tokens that stay live at the end.")
    tail_tokens: int = Field(default=DEFAULTS.tail_tokens, ge=1, description="Raw tokens shown before a chunk.")
    chunk_tokens: int = Field(default=DEFAULTS.chunk_tokens, ge=1, description="About how many tokens a chunk has.")
    keep_old: bool = Field(default=False, description="Leave memories of earlier passes as they are.")


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
    own = None if service.settings.model == NO_MODEL else service.settings.model
    order = TranscriptOrder(
        content=content,
        names=WriterNames(asked.agent, asked.manager or own),
        policy=TranscriptPolicy(
            chunk_tokens=asked.chunk_tokens,
            tail_tokens=asked.tail_tokens,
            live_tokens=asked.live_tokens,
            keeps_old=asked.keep_old,
        ),
        chats=tuple(asked.chat),
    )
    return start_transcript(service, space, order)
