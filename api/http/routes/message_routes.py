"""Routes that store messages without making a block, and list messages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from api.http.idempotency import answered_once
from api.http.listing import page_of_log, page_of_messages
from api.http.message_bodies import MessagesBody
from api.http.queries import ConversationsQuery, MessagesQuery
from api.http.responses import AppendedAnswer, ConversationsAnswer, ItemsAnswer
from api.http.routes.route_parts import (
    BODY_STATUSES,
    IdempotencyKey,
    IsSpaceMade,
    ServiceOf,
    SpacePath,
    in_space,
    problems,
)
from graph.intake.request_key import RequestKey

router = APIRouter(prefix="/v1/spaces/{space}", tags=["messages"])


@router.post("/messages", response_model=AppendedAnswer, responses=problems(404, 409, *BODY_STATUSES))
def append_messages(
    service: ServiceOf,
    space: SpacePath,
    body: MessagesBody,
    idempotency_key: IdempotencyKey = None,
    is_space_made: IsSpaceMade = False,
) -> BaseModel | Response:
    """Store the new messages of the request. Resent histories, forks and late messages are recognised."""

    def answer(key: RequestKey | None) -> AppendedAnswer:
        appended = service.knowledge.append(space, body.lines, chat=body.chat, now=service.now(), key=key)
        if appended.new:
            service.wake(space)
        return AppendedAnswer.of(appended, body.messages)

    def answer_once() -> BaseModel | Response:
        return answered_once(service.knowledge, space, idempotency_key, body, answer, now=service.now())

    return in_space(service, space, answer_once, is_made=is_space_made)


@router.get("/messages", responses=problems(404))
def list_messages(service: ServiceOf, space: SpacePath, asked: Annotated[MessagesQuery, Query()]) -> ItemsAnswer:
    """The messages of a chat or a conversation in their order, or those of all chats by time."""
    return page_of_messages(service.knowledge, space, asked)


@router.get("/conversations", responses=problems(404))
def list_conversations(
    service: ServiceOf, space: SpacePath, asked: Annotated[ConversationsQuery, Query()]
) -> ConversationsAnswer:
    """The conversations of a chat or of all chats with their titles, newest first."""
    return page_of_log(ConversationsAnswer, service.knowledge, space, asked)
