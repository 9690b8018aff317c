"""`remembrancer character`: the prompt for a character, made from what it has heard. Writes nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument
from api.commands.printing import say
from api.http.routes.character_routes import CharacterBody, answer_with, request_of
from api.wiring import Service
from context.character.character_prompt import character_prompt


@command()
def run(
    service: Service,
    space: SpaceArgument,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The character's name, as in its messages.", show_default=False)
    ],
    body: CharacterBody,
) -> Answers:
    """Show the prompt for a character, made from what it has heard. Only reads; works while a service is running."""
    service.profile_of(space)
    found = character_prompt(service.knowledge, request_of(service, space, name, body))
    yield answer_with(service, found)
    say(found.text.rstrip() or "(empty: nothing is known that the character has heard)")
