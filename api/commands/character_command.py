"""`remembrancer character`: the prompt for a character, made from what it has heard. Writes nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument
from api.commands.printing import say
from api.http.character_answers import CharacterAnswer
from api.wiring import Service
from context.character.character_prompt import PromptRequest, character_prompt


@command()
def run(
    service: Service,
    space: SpaceArgument,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The character's name, as in its messages.", show_default=False)
    ],
    biography: Annotated[str, typer.Option("--biography", help="Who the character is.")] = "",
    request: Annotated[str, typer.Option("--request", help="What the character is to do now.")] = "",
    visible: Annotated[
        int, typer.Option("--visible", min=0, help="How many of the last messages it hears in any case.")
    ] = 0,
    chat: Annotated[str, typer.Option("--chat", help="The chat of these messages.")] = "",
    budget_tokens: Annotated[
        int | None, typer.Option("--budget", min=64, help="Its size in tokens; default: REMEMBRANCER_BUDGET_TOKENS.")
    ] = None,
) -> Answers:
    """Show the prompt for a character, made from what it has heard. Only reads; works while a service is running."""
    service.profile_of(space)
    wanted = PromptRequest(
        space=space,
        character=name,
        biography=biography,
        request=request,
        budget_tokens=budget_tokens or service.settings.budget_tokens,
        visible=visible,
        chat=chat,
    )
    found = character_prompt(service.knowledge, wanted)
    yield CharacterAnswer.model_validate(found)
    say(found.text.rstrip() or "(empty: nothing is known that the character has heard)")
