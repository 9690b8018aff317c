"""Routes of jobs that compress chats into memories: start, watch, fetch, cancel."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from api.http.responses import Dollars
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.long_jobs import JobState
from api.transcript_jobs import TranscriptJob, TranscriptJobs, TranscriptOrder
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
RESULT: dict[str, object] = {
    "description": "The export, of the same shape.",
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


class TranscriptAnswer(BaseModel):
    """The state of a job."""

    id: str
    state: JobState
    memories: int = Field(description="How many memories are to be written.")
    memories_done: int = Field(description="How many are written.")
    calls: int = Field(description="Calls of models so far, those of a stopped run too.")
    tokens_in: int
    tokens_cached: int = Field(description="Of `tokens_in`, those that the provider had cached.")
    tokens_out: int
    cost: Dollars = Field(description="US dollars; null when a price is not known.")
    notes: list[str] = Field(description="What a person may want to check.")
    error: str | None = Field(description="Why it failed. If sent again, it goes on where it stopped.")

    @classmethod
    def of(cls, job: TranscriptJob) -> TranscriptAnswer:
        """A job as an answer."""
        return cls(
            id=job.id,
            state=job.state,
            memories=job.total,
            memories_done=job.progress.chunks,
            calls=job.progress.calls,
            tokens_in=job.progress.tokens_in,
            tokens_cached=job.progress.tokens_cached,
            tokens_out=job.progress.tokens_out,
            cost=job.progress.cost,
            notes=job.notes,
            error=job.error,
        )


async def body_of(request: Request) -> bytes:
    """The body as it was sent: a parser would write its numbers in another way."""
    return await request.body()


async def jobs_of(service: ServiceOf) -> TranscriptJobs:
    """The jobs of this application."""
    return TranscriptJobs(service)


JobsOf = Annotated[TranscriptJobs, Depends(jobs_of)]


@router.post("", status_code=202, responses=problems(404, *BODY_STATUSES), openapi_extra={"requestBody": BODY})
def start_transcript(
    jobs: JobsOf,
    service: ServiceOf,
    space: SpacePath,
    asked: Annotated[TranscriptQuery, Query()],
    content: Annotated[bytes, Depends(body_of)],
) -> TranscriptAnswer:
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
    return TranscriptAnswer.of(jobs.start(space, order))


@router.get("/{id}", responses=problems(404))
def read_transcript(jobs: JobsOf, space: SpacePath, id: str) -> TranscriptAnswer:
    """How far the job is, and what it has cost."""
    return TranscriptAnswer.of(jobs.job(space, id))


@router.get("/{id}/result", response_class=FileResponse, responses=problems(404, 409) | {200: RESULT})
def read_transcript_result(service: ServiceOf, space: SpacePath, id: str) -> FileResponse:
    """The export with memories in it. All else is unchanged, byte by byte. 409 while the job is not done."""
    service.knowledge.space(space)
    return FileResponse(service.files.transcripts.result(space, id), media_type="application/json")


@router.delete("/{id}", status_code=204, responses=problems(404))
def drop_transcript(service: ServiceOf, space: SpacePath, id: str) -> None:
    """Cancel the job, and forget what was sent and written. Raw messages of memories stay in the space's archive."""
    service.knowledge.space(space)
    service.files.transcripts.drop(space, id)
