"""Routes of characters: the prompt for one, of what it has heard."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from api.characters import prompt_for
from api.http.bodies import NAME_LENGTH_MAX, Body, Name, Text
from api.http.character_answers import CharacterAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from context.character.character_prompt import PromptRequest

router = APIRouter(prefix="/v1/spaces/{space}/characters", tags=["characters"])

CharacterName = Annotated[
    str,
    Path(
        min_length=1,
        max_length=NAME_LENGTH_MAX,
        description="The character's name, as it is the sender of messages; percent-encoded.",
        examples=["Lynly Star-Sung"],
    ),
]

BIOGRAPHY_MAX = 100_000


class CharacterBody(Body):
    """What the caller tells a character, and what it wants of it."""

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
        default=10, description="How many conversations stand in it that the reflection does not hold: the newest."
    )
    visible: Annotated[int, Field(strict=True, ge=0, le=1000)] = Field(
        default=0,
        description="The character is there now, and hears the last so many messages of the chat: they are in the "
        "prompt although it has not spoken yet.",
    )
    chat: Name = Field(default="", description="The chat of which it hears these.")
    reflects: Annotated[bool, Field(strict=True)] = Field(
        default=True,
        description="Whether reflections are kept of the character from now on: one for each ten conversations that it "
        "heard. With a model, each is one call.",
    )


@router.post("/{name}/prompt", responses=problems(404, *BODY_STATUSES))
def create_prompt(service: ServiceOf, space: SpacePath, name: CharacterName, body: CharacterBody) -> CharacterAnswer:
    """Get the prompt for a character: who it is, what it came to think, what it heard since, what is wanted of it now.

    Nothing is in it that the character has not heard. No model is called. A character that never spoke has heard
    nothing.
    """
    request = PromptRequest(
        space=space,
        character=name,
        biography=body.biography,
        request=body.request,
        budget_tokens=body.budget_tokens or service.settings.budget_tokens,
        summaries_max=body.summaries_max,
        visible=body.visible,
        chat=body.chat,
    )
    return CharacterAnswer.of(prompt_for(service, request, reflects=body.reflects))
