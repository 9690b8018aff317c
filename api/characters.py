"""The prompt of a character, and whether reflections of it are kept from then on."""

from __future__ import annotations

from dataclasses import replace

from api.wiring import Service
from archivists.models.provider import Purpose
from context.character.character_prompt import CharacterPrompt, PromptRequest, character_prompt
from graph.forgetting.targets import without
from graph.values.items import Space


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
