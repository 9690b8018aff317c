"""The answer with a character's prompt, and what it contains from memory."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from context.character.character_prompt import CharacterPrompt
from graph.values.items import Author

NO_MODEL = "Without a model there are no reflections."
NOT_YET = "There is none yet that fits: a model writes one for each ten conversations that the character heard whole."


class ReflectionTold(BaseModel):
    """What the character came to think."""

    id: str
    body: str
    author: Author = Field(description="`rules` or `model`.")
    created_at: datetime


class SummaryTold(BaseModel):
    """A conversation that the character heard whole, and that its reflection does not cover."""

    id: str
    conversation: str | None
    body: str
    author: Author = Field(description="`rules`, which quote, or `model`.")


class CharacterAnswer(BaseModel):
    """The prompt, and what it contains from memory."""

    prompt: str = Field(description="Biography, reflection, conversations, the last lines, the request.")
    tokens: int
    reflection: ReflectionTold | None
    no_reflection: str = Field(description="Why there is no reflection; empty if there is one.")
    summaries: list[SummaryTold] = Field(description="Oldest first.")
    lines: list[str] = Field(description="Ids of the last messages that no summary tells, oldest first.")
    summaries_left_out: int = Field(description="Conversations that did not fit.")
    lines_left_out: int

    @classmethod
    def of(cls, found: CharacterPrompt, *, has_model: bool) -> CharacterAnswer:
        """The response for a prompt; `has_model`: whether a model writes reflections."""
        held = found.reflection
        return cls(
            prompt=found.text,
            tokens=found.tokens,
            reflection=None if held is None else ReflectionTold.model_validate(held, from_attributes=True),
            no_reflection="" if held is not None else NOT_YET if has_model else NO_MODEL,
            summaries=[SummaryTold.model_validate(each, from_attributes=True) for each in found.summaries],
            lines=[line.id for line in found.lines],
            summaries_left_out=found.summaries_left_out,
            lines_left_out=found.lines_left_out,
        )
