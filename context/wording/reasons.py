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
    """The piece `by` says it, in these words or in others."""

    by: str
    called: str  # "summary s12", "the dossier of Ada"


@dataclass(frozen=True, slots=True)
class ToldBy:
    """The summary `by` tells of this line."""

    by: str


@dataclass(frozen=True, slots=True)
class StoodInFor:
    """The fact `by` is shown instead of this line, since it tells the same in fewer tokens."""

    by: str


@dataclass(frozen=True, slots=True)
class BothSidesIn:
    """The disputed fact `by` is shown with both sides, and this is the other one."""

    by: str


@dataclass(frozen=True, slots=True)
class SourceShown:
    """The message `by` is shown, in which this was said."""

    by: str


@dataclass(frozen=True, slots=True)
class EnoughBriefs:
    """As many briefs are shown as may be."""

    count: int


Reason = Unfit | SaidBy | ToldBy | StoodInFor | BothSidesIn | SourceShown | EnoughBriefs


def is_for_room(reason: Reason) -> bool:
    """Whether the candidate is shown as soon as there is room for it."""
    return reason is Unfit.NO_ROOM or isinstance(reason, StoodInFor)


def said_by(reason: Reason) -> str | None:
    """The piece that says it already, where that is the reason."""
    return reason.by if isinstance(reason, SaidBy | ToldBy) else None


def in_words(reason: Reason) -> str:
    """What a person is told."""
    match reason:
        case Unfit():
            return reason.value
        case SaidBy():
            return f"{reason.called} already says it"
        case ToldBy():
            return f"summary {reason.by} tells of it"
        case StoodInFor():
            return f"{reason.by}, which is shown, tells of it"
        case BothSidesIn():
            return f"{reason.by}, which is shown, tells both sides"
        case SourceShown():
            return f"message {reason.by}, which is shown, is where it was said"
        case EnoughBriefs():
            return f"{reason.count} briefs are shown already"
        case _:
            assert_never(reason)
