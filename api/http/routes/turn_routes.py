"""Routes of turns (messages in, a block out) and of recorded blocks, and those that only store and list messages."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from api.http.block_responses import BlocksAnswer, DraftAnswer, TurnAnswer, VerdictsAnswer
from api.http.bodies import DraftBody, VerdictsBody
from api.http.idempotency import answered_once
from api.http.listing import page_of_log, page_of_messages
from api.http.message_bodies import MessagesBody, TurnBody
from api.http.queries import ConversationsQuery, MessagesQuery, PageQuery
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
from context.block_record import read_turn
from context.draft_check import DraftCheck
from context.exchange import Turn, TurnRequest
from graph.changing.apply import Applied
from graph.changing.caller_verdicts import judge_block
from graph.intake.request_key import RequestKey

turns = APIRouter(prefix="/v1/spaces/{space}", tags=["turns"])


@turns.post("/turns", response_model=TurnAnswer, responses=problems(404, 409, *BODY_STATUSES))
def create_turn(
    service: ServiceOf,
    space: SpacePath,
    body: TurnBody,
    idempotency_key: IdempotencyKey = None,
    is_space_made: IsSpaceMade = False,
) -> BaseModel | Response:
    """Store the new messages of the request, and get the block to put in front of the model.

    No model is called, unless the settings have a pre-filter. You may send the whole history each time: messages that
    are stored already are recognised.
    """

    def answer(key: RequestKey | None) -> TurnAnswer:
        size = body.budget_tokens or service.settings.budget_tokens
        given = body.model_dump(exclude={"messages", "skip_invalid", "budget_tokens", "remember", "alone"})
        request = TurnRequest(space=space, lines=body.lines, budget_tokens=size, key=key, **given)
        return TurnAnswer.of(service.turn(request), body.messages)

    key = idempotency_key if body.record else None

    def answer_once() -> BaseModel | Response:
        return answered_once(service.knowledge, space, key, body, answer, now=service.now())

    # A request that only reads makes no space.
    return in_space(service, space, answer_once, is_made=is_space_made and body.record)


@turns.get("/blocks", responses=problems(404))
def list_blocks(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> BlocksAnswer:
    """The recorded blocks of the space, newest first, without their texts."""
    return page_of_log(BlocksAnswer, service.knowledge, space, asked)


@turns.get("/blocks/{id}", response_model=TurnAnswer, responses=problems(404))
def read_block(service: ServiceOf, space: SpacePath, id: str) -> Turn:
    """A recorded block: its text, and the reasons of all items and near misses."""
    return read_turn(service.knowledge, space, id)


@turns.post("/turns/{block}/check", response_model=DraftAnswer, responses=problems(404, *BODY_STATUSES))
def check_turn(service: ServiceOf, space: SpacePath, block: str, body: DraftBody) -> DraftCheck:
    """Check a draft against the block that it was written with.

    A gate compares words. If it doubts the draft and the settings name a model, the model is asked once. If the draft
    is not fine, `turn` has a block for exactly one more try, with what the draft speaks of.
    """
    return service.check_draft(space, block, body.draft, is_judged=body.is_judged)


@turns.post("/blocks/{id}/verdicts", response_model=VerdictsAnswer, responses=problems(404, *BODY_STATUSES))
def judge_items(service: ServiceOf, space: SpacePath, id: str, body: VerdictsBody) -> Applied:
    """Say which items of a block the reply used and which misled it, or give the whole block a thumb.

    Later verdicts replace earlier ones; archivists do not change yours. Sending the same twice changes nothing.
    """
    return judge_block(service.knowledge, space, id, body.feedback, now=service.now(), why=body.why)


messages = APIRouter(prefix="/v1/spaces/{space}", tags=["messages"])


@messages.post("/messages", response_model=AppendedAnswer, responses=problems(404, 409, *BODY_STATUSES))
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


@messages.get("/messages", responses=problems(404))
def list_messages(service: ServiceOf, space: SpacePath, asked: Annotated[MessagesQuery, Query()]) -> ItemsAnswer:
    """The messages of a chat or a conversation in their order, or those of all chats by time."""
    return page_of_messages(service.knowledge, space, asked)


@messages.get("/conversations", responses=problems(404))
def list_conversations(
    service: ServiceOf, space: SpacePath, asked: Annotated[ConversationsQuery, Query()]
) -> ConversationsAnswer:
    """The conversations of a chat or of all chats with their titles, newest first."""
    return page_of_log(ConversationsAnswer, service.knowledge, space, asked)
