"""A draft that a gate without a model lets nobody vouch for, and what it may be found to be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DriftVerdict(StrEnum):
    """What a draft is."""

    FINE = "fine"
    UNDERINFORMED = "underinformed"  # it speaks of something that is known and that its block lacks
    INVENTED = "invented"  # nothing that is known has it either


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulDraft:
    """A draft above the gate, with all that whoever judges it may look at."""

    asked: str  # what it answers
    draft: str
    block: str  # the text of its block
    visible: str  # the lines that the assistant saw besides
    unsupported: tuple[str, ...]  # its words that neither of these has
    known: tuple[str, ...]  # texts that these words bring up and the block lacks


@dataclass(frozen=True, slots=True)
class DriftJudgement:
    """What somebody found who was asked, and why."""

    verdict: DriftVerdict
    why: str
