"""Routes for TypingMind's dynamic context: the user's last message in, the block as text out."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse
from pydantic import Field

from api.http.bodies import Body, Name, SpaceName, Text
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, in_space, problems
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import BODY_CHARS_MAX, Line
from graph.knowledge import no_space
from graph.text.block_wrapper import without_own_blocks
from graph.values.items import Role

CONTEXT_SHARE = 0.15
"""TypingMind cuts an answer that is longer than this part of the model's context."""

VISIBLE = 200
"""The model sees the whole chat. This many of its messages are read to leave them out of the block."""


class ContextBody(Body):
    """What TypingMind fills in: each value may be one of its variables."""

    space: SpaceName = Field(description="The space, such as `ada` or `{userID}`. A POST makes it.", examples=["ada"])
    chat: Name = Field(default="", description="The chat: `{chatID}`.", examples=["Hj3kP0qWzx"])
    message: Text = Field(
        default="",
        max_length=BODY_CHARS_MAX,
        description="The question that the block is for: `{lastUserMessage}`.",
        examples=["Where is Nil?"],
    )
    sender: Name = Field(default="", description="The user's name.", examples=["Ada"])
    context_tokens: int | None = Field(
        default=None, ge=1000, le=100_000_000, description="The model's context; the block is at most 15 % of it."
    )
    budget_tokens: int | None = Field(
        default=None, ge=64, le=1_000_000, description="The size of the block. Default: the setting `budget_tokens`."
    )


class MarkdownResponse(PlainTextResponse):
    """A block as Markdown."""

    media_type = "text/markdown"


router = APIRouter(prefix="/typingmind", tags=["typingmind"], default_response_class=MarkdownResponse)


@router.get("/context", responses=problems(404))
def read_context(service: ServiceOf, rights: RightsOf, asked: Annotated[ContextBody, Query()]) -> MarkdownResponse:
    """The block for the user's last message, as text; it is empty when nothing known could help. Only reads."""
    if not rights.opens(asked.space):
        raise no_space(asked.space)
    return _block(service, asked, record=False)


@router.post("/context", responses=problems(404, 409, *BODY_STATUSES))
def create_context(service: ServiceOf, rights: RightsOf, asked: ContextBody) -> MarkdownResponse:
    """Store the user's last message, and get the block as text. The space is made if there is none.

    A message that is already the chat's last one is not stored again: its reply is being generated again.
    """
    if not rights.opens(asked.space):
        raise no_space(asked.space)
    return in_space(service, asked.space, lambda: _block(service, asked, record=True), is_made=True)


def _block(service: Service, asked: ContextBody, *, record: bool) -> MarkdownResponse:
    budget_tokens = asked.budget_tokens or service.settings.budget_tokens
    if asked.context_tokens is not None:
        budget_tokens = min(budget_tokens, int(asked.context_tokens * CONTEXT_SHARE))
    is_said = bool(without_own_blocks(asked.message).strip())
    request = TurnRequest(
        space=asked.space,
        lines=(Line(role=Role.USER, body=asked.message, sender=asked.sender),) if is_said else (),
        chat=asked.chat,
        visible=VISIBLE,
        budget_tokens=budget_tokens,
        record=record,
    )
    return MarkdownResponse(service.turn(request).block.body)
