"""Routes of recall: a message that may ask about the past, and closing conversations."""

from __future__ import annotations

from fastapi import APIRouter

from api.http.recall_answers import AnyOutcome, RecallBody
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.recall_talk import close, line_of, talk
from context.recall.outcomes import Outcome
from context.recall.recalling import RecallRequest
from graph.values.items import Conversation

router = APIRouter(prefix="/v1/spaces/{space}", tags=["recall"])


@router.post("/recall", response_model=AnyOutcome, responses=problems(404, 409, *BODY_STATUSES))
def recall_past(service: ServiceOf, space: SpacePath, body: RecallBody) -> Outcome:
    """Decide what a message asks about past conversations, and find the one that it means.

    The message is stored as the chat's next one. Only complete conversations are found. No model is called except
    the embedder, if there is one.
    """
    request = RecallRequest(space=space, text=body.message, chat=body.chat, tokens_max=body.prompt_tokens_max)
    line = line_of(body.message, body.sender) if body.record else None
    return talk(service, request, line)


@router.post("/conversations/{id}/close", responses=problems(404, 409))
def close_one(service: ServiceOf, space: SpacePath, id: str) -> Conversation:
    """Complete a conversation now, so that it can be found. Later messages begin another one.

    It gets a title and a summary of quotes. Closing it again changes nothing.
    """
    return close(service, space, id)
