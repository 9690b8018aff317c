"""The question *filter*: which items have nothing to do with the turn? No other question may be asked before a block.

It is off by default.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from pydantic import Field

from archivists.models.asking import Asker, Call
from archivists.models.provider import Purpose
from archivists.questions.question_parts import MESSAGE_CHARS_MAX, Line, Shape, call_of, language_told, nth

ASKED_CHARS_MAX = 4000
"""Of the question, and of what was said before it: the end of each is what the turn is about."""


class Removal(Shape):
    """An item that is not to be shown in this turn."""

    n: int
    why: Annotated[Line, Field(max_length=200)] = ""


class FilterAnswer(Shape):
    """What is not to be shown."""

    remove: tuple[Removal, ...]


def filter_call(language: str | None, asked: str, before: str, items: Iterable[str]) -> Call[FilterAnswer]:
    """The call that asks which items the turn can do without. Numbered from 1.

    A turn waits for the answer, so a wrong one is not asked for again.
    """
    data = {
        "before": before[-ASKED_CHARS_MAX:],
        "asked": asked[-ASKED_CHARS_MAX:],
        "items": [{"n": n, "text": text[:MESSAGE_CHARS_MAX]} for n, text in enumerate(items, start=1)],
    }
    return replace(call_of(Purpose.FILTER, language, data, FilterAnswer, lambda answer: None, 1000), is_mended=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFilter:
    """A model that may remove items from a block before it is shown. Safe to use from any thread."""

    asker: Asker
    owner: str
    seconds: float  # the longest that a turn waits

    def __call__(
        self, space: str, asked: str, before: str, offered: Mapping[str, str], *, now: datetime
    ) -> Mapping[str, str]:
        """The items to remove, by id, each with the reason; `offered` are texts by id. At most one model call.

        Nothing is removed when no answer of the right shape comes in time, or a ceiling leaves no room. A call that
        the turn did not wait for is still in the ledger.
        """
        call = filter_call(language_told(f"{before}\n{asked}"), asked, before, offered.values())
        answer = self.asker.ask_within(space, call, seconds=self.seconds, asked_by=self.owner, now=now)
        if answer is None:
            return {}
        ids = list(offered)
        return {id: each.why for each in answer.remove if (id := nth(ids, each.n)) is not None}
