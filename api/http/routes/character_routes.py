"""Routes of characters: the prompt for one, made from what it has heard."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BeforeValidator, Field

from api.http.bodies import NAME_LENGTH_MAX, Body, Name, Text
from api.http.responses import Answer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.wiring import Service
from archivists.models.provider import Purpose
from context.character.character_prompt import CharacterPrompt, PromptRequest, character_prompt
from graph.forgetting.targets import without
from graph.values.items import Message, Reflection, Space, Summary


def prompt_for(service: Service, request: PromptRequest, *, reflects: bool | None) -> CharacterPrompt:
    """The prompt. `reflects` says whether reflections of the character are kept from now on; None changes nothing.

    One write if that is new.
    """
    found = character_prompt(service.knowledge, request)
    keeps = Purpose.REFLECT in service.profile_of(request.space).rounds.purposes
    if reflects is not None and keeps and (found.is_known or not reflects):
        service.knowledge.change_space(
            request.space, lambda space: with_character(space, request.character, is_kept=reflects)
        )
    return found


def with_character(space: Space, name: str, *, is_kept: bool) -> Space:
    """The space, set to keep reflections of this participant or not to. Pure."""
    others = without(space.characters, [name])
    if is_kept == (others != space.characters):
        return space
    return replace(space, characters=(*others, name) if is_kept else others)


NO_MODEL = "Without a model there are no reflections."
NOT_YET = "There is none yet that fits: a model writes one for each ten conversations that the character heard whole."


def _ids(messages: Sequence[Message]) -> list[str]:
    return [message.id for message in messages]


class CharacterAnswer(Answer):
    """The prompt, and what it contains from memory."""

    prompt: str = Field(
        validation_alias="text", description="Biography, reflection, conversations, the last lines, the request."
    )
    tokens: int
    reflection: Reflection | None
    no_reflection: str = Field(default="", description="Why there is no reflection; empty if there is one.")
    summaries: list[Summary] = Field(description="Conversations that it heard whole since, oldest first.")
    lines: Annotated[list[str], BeforeValidator(_ids)] = Field(
        description="Ids of the last messages that no summary tells, oldest first."
    )
    summaries_left_out: int = Field(description="Conversations that did not fit.")
    lines_left_out: int


router = APIRouter(prefix="/v1/spaces/{space}/characters", tags=["characters"])

CharacterName = Annotated[
    str,
    Path(
        min_length=1,
        max_length=NAME_LENGTH_MAX,
        description="The character's name as in its messages, percent-encoded.",
        examples=["Lynly Star-Sung"],
    ),
]

BIOGRAPHY_MAX = 100_000


class CharacterBody(Body):
    """Who the character is, and what the caller wants of it."""

    biography: Annotated[Text, Field(max_length=BIOGRAPHY_MAX)] = Field(
        default="", description="Who the character is. It stands first, unchanged; nothing of it is stored."
    )
    request: Annotated[Text, Field(max_length=BIOGRAPHY_MAX)] = Field(
        default="", description="What the character is to do now. It stands last, unchanged; nothing of it is stored."
    )
    budget_tokens: Annotated[int, Field(strict=True, ge=64, le=1_000_000)] | None = Field(
        default=None, description="The size of the prompt. Default: the setting `budget_tokens`."
    )
    summaries_max: Annotated[int, Field(strict=True, ge=5, le=10)] = Field(
        default=10, description="How many conversations that no reflection covers it may contain: the newest."
    )
    visible: Annotated[int, Field(strict=True, ge=0, le=1000)] = Field(
        default=0,
        description="How many of the chat's last messages the character hears in any case, even if it has not spoken "
        "yet.",
    )
    chat: Name = Field(default="", description="The chat of these messages.")
    reflects: Annotated[bool, Field(strict=True)] = Field(
        default=True,
        description="Whether reflections are kept of the character from now on: one for each ten conversations that it "
        "heard, each one call to a model. Without a model there are none.",
    )


@router.post("/{name}/prompt", responses=problems(404, *BODY_STATUSES))
def create_prompt(service: ServiceOf, space: SpacePath, name: CharacterName, body: CharacterBody) -> CharacterAnswer:
    """Get the prompt for a character: who it is, what it came to think, what it heard since, what is wanted of it now.

    It contains nothing that the character has not heard. No model is called. A character that never spoke has heard
    nothing.
    """
    return answer_with(service, prompt_for(service, request_of(service, space, name, body), reflects=body.reflects))


def request_of(service: Service, space: str, name: str, body: CharacterBody) -> PromptRequest:
    """What the body asks for, within the budget of the settings unless it has its own."""
    given = body.model_dump(exclude={"budget_tokens", "reflects"})
    budget_tokens = body.budget_tokens or service.settings.budget_tokens
    return PromptRequest(
        space=space, character=name, budget_tokens=budget_tokens, redact=service.settings.redact, **given
    )


def answer_with(service: Service, found: CharacterPrompt) -> CharacterAnswer:
    """The prompt, and why there is no reflection in it."""
    told = CharacterAnswer.model_validate(found)
    if told.reflection is None:
        told.no_reflection = NOT_YET if service.asker.knows(Purpose.REFLECT) else NO_MODEL
    return told
