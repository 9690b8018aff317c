"""Routes of recall: a message that may ask about the past, and closing conversations."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import AfterValidator, AliasPath, Field, TypeAdapter

from api.http.bodies import Body, Name, Text, as_visible
from api.http.responses import Answer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.recall_talk import close, line_of, talk
from context.recall.intent import Intent, Tier
from context.recall.outcomes import Outcome
from context.recall.recalling import RecallRequest
from graph.values.items import Conversation

PROMPT_TOKENS = 8_000
"""The longest prompt unless a request says otherwise. Most past conversations fit in whole."""


class RecallBody(Body):
    """A message of a chat, as the user wrote it."""

    message: Annotated[Text, Field(max_length=20_000), AfterValidator(as_visible)] = Field(
        examples=["What was that effect that gets mixed up with Dawn?"]
    )
    chat: Name = Field(default="", description="Your own name for the chat, if the space has several.")
    sender: Name = Field(default="", description="The user's name.")
    prompt_tokens_max: Annotated[int, Field(strict=True, ge=256, le=1_000_000)] = Field(
        default=PROMPT_TOKENS,
        description="How long the prompt of `recall` may be. A longer conversation is told in its relevant parts.",
    )
    record: Annotated[bool, Field(strict=True)] = Field(
        default=True,
        description="false only reads: the message is not stored, no conversation ends, and the chat keeps no offer.",
    )


class PastAnswer(Answer):
    """A past conversation."""

    number: int = Field(default=1, description="Its place in the list, from 1.")
    conversation: str = Field(
        validation_alias=AliasPath("conversation", "id"),
        description="Its id: GET …/messages?conversation= has its messages.",
    )
    title: str
    date: datetime = Field(validation_alias="at", description="When its last message came.")
    day: str = Field(description="The date in the words of the talk.")
    score: float = Field(description="0..1: how much of the question it covers; 0 if nothing was searched.")


def _numbered(pasts: Sequence[PastAnswer]) -> list[PastAnswer]:
    return [past.model_copy(update={"number": number}) for number, past in enumerate(pasts, 1)]


class OutcomeAnswer(Answer):
    """Nothing is found, and research is offered; or the conversation is complete; or the assistant answers."""

    kind: Literal["not_found", "new_topic", "satisfied", "answer"]
    why: str = Field(description="What led to this outcome, in words.")
    wants: Intent = Field(description="The class of the message, whatever was found.")
    confidence: float = Field(description="How sure the class is, 0..1; 1 for a certain sign.")
    language: str = Field(description="The language of `say`, ISO 639-1.")
    say: str = Field(description="What to say to the user; empty where the assistant finds its own words.")


class RecallOutcome(OutcomeAnswer):
    """One conversation is meant."""

    kind: Literal["recall"]  # type: ignore[assignment]
    past: PastAnswer
    prompt: str = Field(description="For the model that answers: the past conversation, its title and date.")
    is_whole: bool = Field(description="Whether the prompt has the whole conversation.")
    missing: list[str] = Field(description="The words of the question that the conversation does not cover.")


class SeveralOutcome(OutcomeAnswer):
    """Several may be meant: the user is asked which."""

    kind: Literal["several"]  # type: ignore[assignment]
    pasts: Annotated[list[PastAnswer], AfterValidator(_numbered)] = Field(
        description="At most five, the best first; the newer first among equals."
    )


class AmbiguousOutcome(OutcomeAnswer):
    """The user asks for knowledge that is there from before. The user is told so, and research is offered."""

    kind: Literal["ambiguous"]  # type: ignore[assignment]
    past: PastAnswer


class ResearchOutcome(OutcomeAnswer):
    """Research is needed: nothing is there from before, or (bypass) new research is asked for whatever is known."""

    kind: Literal["bypass", "research"]  # type: ignore[assignment]
    question: str = Field(description="The message, or the earlier one that it answers.")
    tier: Tier
    tier_name: str = Field(description="The tier in the words of the talk.")


AnyOutcome = Annotated[
    RecallOutcome | SeveralOutcome | AmbiguousOutcome | ResearchOutcome | OutcomeAnswer, Field(discriminator="kind")
]

ANY_OUTCOME: TypeAdapter[AnyOutcome] = TypeAdapter(AnyOutcome)


router = APIRouter(prefix="/v1/spaces/{space}", tags=["recall"])


@router.post("/recall", response_model=AnyOutcome, responses=problems(404, 409, *BODY_STATUSES))
def recall_past(service: ServiceOf, space: SpacePath, body: RecallBody) -> Outcome:
    """Decide what a message asks about past conversations, and find the one that it means.

    The message is stored as the chat's next one. Only complete conversations are found. No model is called except
    the embedder, if there is one.
    """
    request = RecallRequest(
        space=space,
        text=body.message,
        chat=body.chat,
        tokens_max=body.prompt_tokens_max,
        redact=service.settings.redact,
    )
    line = line_of(body.message, body.sender) if body.record else None
    return talk(service, request, line)


@router.post("/conversations/{id}/close", responses=problems(404, 409))
def close_one(service: ServiceOf, space: SpacePath, id: str) -> Conversation:
    """Complete a conversation now, so that it can be found. Later messages begin another one.

    It gets a title and a summary of quotes. Closing it again changes nothing.
    """
    return close(service, space, id)
