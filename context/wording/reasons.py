"""Why a candidate is not in the block: values for the code, with the words that people read.

Each reason is decided by a section's `objection` or `offers` (`context.sections`), in `context.select.selection`, or
when a piece makes way in `context.select.budgeted_block`.
"""

from dataclasses import dataclass
from enum import Enum


class Unfit(Enum):
    """Reasons that name no other piece. The values are the words."""

    NO_ROOM = "no room left in the budget"
    NOT_READ = "behind more items than there is room for"
    VISIBLE = "the assistant sees it anyway"
    TOO_FAR = "too little to do with the question"
    WORTH_LITTLE = "worth too little in this turn"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    OVER = "its time is over"
    WITHDRAWN = "withdrawn"
    ONE_SIDED = "disputed, and what stands against it is not at hand"
    OUTDATED = "its text is out of date"
    ENOUGH_BRIEFS = "enough briefs are shown already"
    STOOD_FOR = "its messages are shown or stood for already"
    ALL_SAID = "all that it says is shown already"
    UNANSWERED = "its answer is not shown"
    SAYS_NOTHING = "says nothing by itself"
    FACT_SAYS_IT = "a fact that is shown already says it"


class Way(Enum):
    """How a shown piece makes a candidate needless. The values are the words, with a place for the piece's name."""

    SAYS = "{} already says it"
    TELLS = "{} tells of it"
    STANDS_IN = "{}, which is shown, tells of it"  # until there is room
    BOTH_SIDES = "{}, which is shown, tells both sides"
    SOURCE = "{}, which is shown, is where it was said"


@dataclass(frozen=True, slots=True)
class SaidBy:
    """A piece that is shown makes the candidate needless."""

    piece: str
    called: str  # "summary s12", "the dossier of Ada"
    way: Way = Way.SAYS


Reason = Unfit | SaidBy


def is_for_room(reason: Reason) -> bool:
    """Whether the candidate is shown as soon as there is room for it, or its answer is shown."""
    return reason in (Unfit.NO_ROOM, Unfit.NOT_READ, Unfit.UNANSWERED) or (
        isinstance(reason, SaidBy) and reason.way is Way.STANDS_IN
    )


def in_words(reason: Reason) -> str:
    """What a person is told."""
    return reason.value if isinstance(reason, Unfit) else reason.way.value.format(reason.called)
