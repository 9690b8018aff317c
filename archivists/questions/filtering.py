"""The one question that may stand before a block: which items have nothing to do with the turn. Off by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from archivists.models.asking import Asker
from archivists.models.governor import Refused
from archivists.models.provider import within
from archivists.questions.tasks import FilterQuestion
from graph.errors import RemembrancerError
from graph.text.identification import told

ASKED_CHARS_MAX = 4000
"""Of what is asked and of what was said before, each: the end of it is what the turn is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFilter:
    """A model that may take items out of what is about to be shown. Safe to use from any thread."""

    asker: Asker
    owner: str
    seconds: float  # a turn waits no longer

    def __call__(
        self, space: str, asked: str, before: str, offered: Mapping[str, str], *, now: datetime
    ) -> Mapping[str, str]:
        """Why each item goes that goes, by its id; `offered` are texts by id. One model call at most.

        Nothing goes without an answer of the right shape in time, or room under a ceiling. A call that the turn did
        not wait for is in the ledger all the same.
        """
        ids = list(offered)
        language = told(f"{before}\n{asked}")
        filtering = FilterQuestion(
            language=None if language is None else language.code,
            asked=asked[-ASKED_CHARS_MAX:],
            before=before[-ASKED_CHARS_MAX:],
            items=list(offered.values()),
        )

        def removed() -> Mapping[str, str]:
            try:
                answered = self.asker.ask(space, filtering.call(), asked_by=self.owner, now=now)
            except RemembrancerError:
                return {}
            if isinstance(answered, Refused):
                return {}
            return {ids[each.n - 1]: each.why for each in answered.answer.remove if 1 <= each.n <= len(ids)}

        return within(self.seconds, removed, {})
