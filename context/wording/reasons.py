"""Why a candidate is not in the block: values for the code, and the words in which people are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never


class Unfit(Enum):
    """What needs no more to be said. The values are the words."""

    NO_ROOM = "budget"
    VISIBLE = "visible anyway"
    TOO_FAR = "too little to do with the question"
    WORTH_LITTLE = "worth too little in this turn"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    ONE_SIDED = "disputed, and what stands against it is not at hand"
    OUTDATED = "its text is out of date"
    STOOD_FOR = "its messages are shown or stood for already"
    ALL_SAID = "all that it says is shown already"
    FACT_SAYS_IT = "a fact that is shown already says it"


@dataclass(frozen=True, slots=True)
class SaidBy:
    """A piece says it, in these words or in others."""

    piece: str
    called: str  # "summary s12", "the dossier of Ada"


@dataclass(frozen=True, slots=True)
class ToldBy:
    """A summary tells of this line."""

    summary: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """A fact is shown instead of this line, since it tells the same in fewer tokens."""

    fact: str


@dataclass(frozen=True, slots=True)
class BothSidesIn:
    """A disputed fact is shown with both sides, and this is the other one."""

    fact: str


@dataclass(frozen=True, slots=True)
class SourceShown:
    """The line is shown in which this was said."""

    message: str


@dataclass(frozen=True, slots=True)
class SameWordsIn:
    """The line is shown in which this was said, and it has the same words."""

    message: str


@dataclass(frozen=True, slots=True)
class EnoughBriefs:
    """As many briefs are shown as may be."""

    count: int


Reason = Unfit | SaidBy | ToldBy | StandIn | BothSidesIn | SourceShown | SameWordsIn | EnoughBriefs


def in_words(reason: Reason) -> str:
    """What a person is told."""
    match reason:
        case Unfit():
            return reason.value
        case SaidBy():
            return f"{reason.called} already says it"
        case ToldBy():
            return f"summary {reason.summary} tells of it"
        case StandIn():
            return f"{reason.fact}, which is shown, tells of it"
        case BothSidesIn():
            return f"{reason.fact}, which is shown, tells both sides"
        case SourceShown():
            return f"message {reason.message}, which is shown, is where it was said"
        case SameWordsIn():
            return f"message {reason.message}, which is shown, says it in the same words"
        case EnoughBriefs():
            return f"{reason.count} briefs are shown already"
        case _:
            assert_never(reason)
