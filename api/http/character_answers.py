"""The answer with a character's prompt, and what it contains from memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from api.http.responses import Answer
from graph.values.items import Message, Reflection, Summary

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
