"""A draft that the drift gate doubts, and what a judge may find."""

from dataclasses import dataclass
from enum import StrEnum


class DriftVerdict(StrEnum):
    """What a judge finds a draft to be."""

    FINE = "fine"
    UNDERINFORMED = "underinformed"  # it speaks of something that the space knows and its block lacks
    INVENTED = "invented"  # the space knows nothing of it either


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulDraft:
    """A draft that scores above the gate's threshold, with everything that its judge may read."""

    asked: str  # the message that it answers
    draft: str
    block: str  # the text of its block
    visible: str  # the lines that the assistant saw besides
    unsupported: tuple[str, ...]  # words of the draft that neither the block nor the visible lines have
    known: tuple[str, ...]  # texts that search finds by these words and the block lacks


@dataclass(frozen=True, slots=True)
class DriftJudgement:
    """A judge's verdict, with its reason."""

    verdict: DriftVerdict
    why: str
