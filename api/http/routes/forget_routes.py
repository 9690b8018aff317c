"""Routes that delete: a space, a conversation, a message, or whatever a target names."""

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.bodies import ForgetBody
from api.http.listing import page_of_rows
from api.http.queries import PageQuery
from api.http.responses import ForgottenAnswer, ReceiptsAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.forgetting.removal import receipts_of
from graph.forgetting.targets import Target
from graph.values.codec import to_ms

router = APIRouter(prefix="/v1/spaces/{space}", tags=["forgetting"])

IsDryRun = Annotated[bool, Query(alias="dry_run", description="Only say what would go.")]


@router.delete("", responses=problems(404))
def delete_space(service: ServiceOf, space: SpacePath, is_dry_run: IsDryRun = False) -> ForgottenAnswer:
    """Delete a space with everything in it. Its name is free again."""
    return ForgottenAnswer.of(service.delete_space(space, is_dry_run=is_dry_run))


@router.delete("/conversations/{id}", responses=problems(404, 409))
def delete_conversation(service: ServiceOf, space: SpacePath, id: str, is_dry_run: IsDryRun = False) -> ForgottenAnswer:
    """Delete the messages of a conversation, and what was made from them."""
    return ForgottenAnswer.of(service.forget(space, Target(conversation=id), is_dry_run=is_dry_run))


@router.delete("/messages/{id}", responses=problems(404, 409))
def delete_message(service: ServiceOf, space: SpacePath, id: str, is_dry_run: IsDryRun = False) -> ForgottenAnswer:
    """Delete a message, and what was made from it. A client that sends it again stores it again."""
    return ForgottenAnswer.of(service.forget(space, Target(messages=(id,)), is_dry_run=is_dry_run))


@router.post("/forget", responses=problems(404, 409, *BODY_STATUSES))
def forget(service: ServiceOf, space: SpacePath, body: ForgetBody) -> ForgottenAnswer:
    """Delete what the body names: messages, a conversation, a chat, what a person said and what was said of them, or
    the messages of a span of time. What was made from these is deleted too.

    Texts that told of them become empty, and no block shows them until a round has rewritten them from what is left.
    """
    return ForgottenAnswer.of(service.forget(space, body.target(), is_dry_run=body.dry_run))


@router.get("/receipts", responses=problems(404))
def list_receipts(service: ServiceOf, space: SpacePath, asked: Annotated[PageQuery, Query()]) -> ReceiptsAnswer:
    """What was deleted in the space, newest first: ids and counts, no content."""
    receipts, next_cursor = page_of_rows(
        receipts_of(service.knowledge, space),
        asked,
        "receipts",
        key_of=lambda receipt: (to_ms(receipt.created_at), receipt.id),
        newest_first=True,
    )
    return ReceiptsAnswer.model_validate({"receipts": receipts, "next_cursor": next_cursor})
