"""The bodies of recall: a message in, one of nine outcomes out, told apart by `kind`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, assert_never

from pydantic import AfterValidator, BaseModel, Field

from api.http.bodies import Body, Name, Text, wrong
from context.recall.intent import Tier
from context.recall.outcomes import (
    Bypassed,
    FoundBefore,
    NewTopic,
    NothingFound,
    OrdinaryTalk,
    Outcome,
    Past,
    Recalled,
    Research,
    Satisfied,
    Several,
)
from graph.text.analysis import is_blank

PROMPT_TOKENS = 8_000
"""The longest prompt unless a request says otherwise. Most past conversations fit in whole."""


def _as_said(text: str) -> str:
    if is_blank(text):
        raise wrong("a message with at least one visible character")
    return text


class RecallBody(Body):
    """A message of a chat, as the user wrote it."""

    message: Annotated[Text, Field(max_length=20_000), AfterValidator(_as_said)] = Field(
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


class PastAnswer(BaseModel):
    """A past conversation."""

    number: int = Field(description="Its place in the list, from 1.")
    conversation: str = Field(description="Its id: GET …/messages?conversation= has its messages.")
    title: str
    date: datetime = Field(description="When its last message came.")
    day: str = Field(description="The date in the words of the talk.")
    score: float = Field(description="0..1: how much of the question it covers; 0 if nothing was searched.")


class OutcomeAnswer(BaseModel):
    """What every outcome has."""

    why: str = Field(description="What led to this outcome, in words.")
    language: str = Field(description="The language of `say`, ISO 639-1.")
    say: str = Field(description="What to say to the user; empty where the assistant finds its own words.")


class RecallOutcome(OutcomeAnswer):
    """One conversation is meant."""

    kind: Literal["recall"] = "recall"
    past: PastAnswer
    prompt: str = Field(description="For the model that answers: the past conversation, its title and date.")
    is_whole: bool = Field(description="Whether the prompt has the whole conversation.")
    missing: list[str] = Field(description="The words of the question that the conversation does not cover.")


class SeveralOutcome(OutcomeAnswer):
    """Several may be meant: the user is asked which."""

    kind: Literal["several"] = "several"
    pasts: list[PastAnswer] = Field(description="At most five, the best first; the newer first among equals.")


class NotFoundOutcome(OutcomeAnswer):
    """Nothing is found; research is offered."""

    kind: Literal["not_found"] = "not_found"


class AmbiguousOutcome(OutcomeAnswer):
    """The user asks for knowledge that is there from before. The user is told so, and research is offered."""

    kind: Literal["ambiguous"] = "ambiguous"
    past: PastAnswer


class ResearchNeeded(OutcomeAnswer):
    """What is to be researched, and how thoroughly."""

    question: str = Field(description="The message, or the earlier one that it answers.")
    tier: Tier
    tier_name: str = Field(description="The tier in the words of the talk.")


class BypassOutcome(ResearchNeeded):
    """New research is asked for, whatever is known; nothing was searched."""

    kind: Literal["bypass"] = "bypass"


class ResearchOutcome(ResearchNeeded):
    """Research is needed, and nothing is there from before."""

    kind: Literal["research"] = "research"


class NewTopicOutcome(OutcomeAnswer):
    """The conversation is complete; this message begins the next one."""

    kind: Literal["new_topic"] = "new_topic"


class SatisfiedOutcome(OutcomeAnswer):
    """The conversation is complete with this message."""

    kind: Literal["satisfied"] = "satisfied"


class AnswerOutcome(OutcomeAnswer):
    """Nothing of the past is wanted: the assistant answers."""

    kind: Literal["answer"] = "answer"


AnyOutcome = Annotated[
    RecallOutcome
    | SeveralOutcome
    | NotFoundOutcome
    | AmbiguousOutcome
    | BypassOutcome
    | ResearchOutcome
    | NewTopicOutcome
    | SatisfiedOutcome
    | AnswerOutcome,
    Field(discriminator="kind"),
]


def answer_of(outcome: Outcome) -> AnyOutcome:
    """The outcome as it is sent."""
    told: dict[str, object] = {"why": outcome.why, "language": outcome.language, "say": outcome.say}
    match outcome:
        case Recalled(past=past, prompt=prompt, is_whole=is_whole, missing=missing):
            more = {"past": _past(past), "prompt": prompt, "is_whole": is_whole, "missing": list(missing)}
            return RecallOutcome.model_validate(told | more)
        case Several(pasts=pasts):
            return SeveralOutcome.model_validate(told | {"pasts": _pasts(pasts)})
        case NothingFound():
            return NotFoundOutcome.model_validate(told)
        case FoundBefore(past=past):
            return AmbiguousOutcome.model_validate(told | {"past": _past(past)})
        case Bypassed():
            return BypassOutcome.model_validate(told | _needed(outcome))
        case Research():
            return ResearchOutcome.model_validate(told | _needed(outcome))
        case NewTopic():
            return NewTopicOutcome.model_validate(told)
        case Satisfied():
            return SatisfiedOutcome.model_validate(told)
        case OrdinaryTalk():
            return AnswerOutcome.model_validate(told)
        case _:
            assert_never(outcome)


def _needed(outcome: Bypassed | Research) -> dict[str, object]:
    return {"question": outcome.question, "tier": outcome.tier, "tier_name": outcome.tier_name}


def _pasts(pasts: Sequence[Past]) -> list[PastAnswer]:
    return [_past(past, number) for number, past in enumerate(pasts, 1)]


def _past(past: Past, number: int = 1) -> PastAnswer:
    return PastAnswer(
        number=number,
        conversation=past.conversation.id,
        title=past.title,
        date=past.at,
        day=past.day,
        score=past.score,
    )
