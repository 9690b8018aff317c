"""The question *drift*: does a draft say what nothing supports? Asked if a word-based gate doubts the draft."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from pydantic import Field

from archivists.models.asking import Asker, Call
from archivists.models.provider import Purpose
from archivists.questions.question_parts import MESSAGE_CHARS_MAX, Line, Shape, call_of, language_told
from graph.values.doubtful_draft import DoubtfulDraft, DriftJudgement, DriftVerdict

BLOCK_CHARS_MAX = 16_000
"""About twice a block of 2,048 tokens."""

UNSUPPORTED_MAX = 40
"""The most unsupported words to list: a draft with more is obviously wrong."""


class DriftAnswer(Shape):
    """The model's verdict on the draft."""

    verdict: DriftVerdict
    why: Annotated[Line, Field(max_length=300)] = ""


def drift_call(language: str | None, doubtful: DoubtfulDraft) -> Call[DriftAnswer]:
    """The call about this draft. The assistant waits for the answer, so a wrong one is not asked for again."""
    data = {
        "asked": doubtful.asked[-MESSAGE_CHARS_MAX:],
        "visible": doubtful.visible[-MESSAGE_CHARS_MAX:],
        "block": doubtful.block[:BLOCK_CHARS_MAX],
        "known": [text[:MESSAGE_CHARS_MAX] for text in doubtful.known],
        "draft": doubtful.draft[:BLOCK_CHARS_MAX],
        "unsupported": [*doubtful.unsupported[:UNSUPPORTED_MAX]],
    }
    return replace(call_of(Purpose.DRIFT, language, data, DriftAnswer, lambda answer: None, 1000), is_mended=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelJudge:
    """A model that judges the drafts that the gate doubts. Safe to use from any thread."""

    asker: Asker
    owner: str
    seconds: float  # the longest that a check waits

    def __call__(self, space: str, doubtful: DoubtfulDraft, *, now: datetime) -> DriftJudgement | None:
        """What the model finds; None if no answer of the right shape comes in time, or a ceiling leaves no room.

        At most one model call. One that the check did not wait for is still in the ledger.
        """
        call = drift_call(language_told(f"{doubtful.asked}\n{doubtful.draft}"), doubtful)
        answer = self.asker.ask_within(space, call, seconds=self.seconds, asked_by=self.owner, now=now)
        return None if answer is None else DriftJudgement(answer.verdict, answer.why)
