"""What a file has, before anything of it is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from api.importers.sources import Imported, LeftOut
from graph.intake.recognise import BODY_CHARS_MAX


@dataclass(slots=True)
class FileSurvey:
    """How many messages of whom, from when to when, and what is left out."""

    messages: int = 0
    chats: set[str] = field(default_factory=set)
    speakers: Counter[str] = field(default_factory=Counter)
    times: list[datetime] = field(default_factory=list)  # the first and the last
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)  # the first that is left out for each reason

    @property
    def left_out(self) -> Mapping[str, Mapping[str, object]]:
        """How many are left out for each reason, and the first of them."""
        return {
            reason: {"count": count, "example": self.examples[reason]} for reason, count in sorted(self.reasons.items())
        }


def survey(found: Iterable[Imported | LeftOut]) -> FileSurvey:
    """Read all of a file. Raises BadInput where it is wrong."""
    told = FileSurvey()
    for each in found:
        if isinstance(each, Imported) and each.is_too_long:
            each = LeftOut(f"message of more than {BODY_CHARS_MAX:,} characters", each.place, each.line.body)
        if isinstance(each, LeftOut):
            told.reasons[each.reason] += 1
            told.examples.setdefault(each.reason, each.example)
        elif not each.is_again:
            told.messages += 1
            told.chats.add(each.chat)
            told.speakers[each.line.speaker] += 1
            if at := each.line.sent_at:
                told.times = [min([at, *told.times]), max([at, *told.times])]
    return told
