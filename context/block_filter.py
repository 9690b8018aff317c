"""Before a block is given, somebody may take out what has nothing to do with the turn; nobody adds anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from context.gather.question import Question
from context.rendering import Rendered
from context.select.section import Section


class BlockFilter(Protocol):
    """Somebody who is asked what a turn can do without."""

    def __call__(
        self, space: str, asked: str, before: str, offered: Mapping[str, str], *, now: datetime
    ) -> Mapping[str, str]:
        """Why each item goes that goes, by its id; `offered` are texts by id. Takes a bounded time, raises nothing."""


def taken_out(
    prefilter: BlockFilter,
    space: str,
    question: Question,
    rendered: Rendered,
    sections: Sequence[Section],
    *,
    now: datetime,
) -> dict[str, str]:
    """Why each item of the block goes that goes, by its id. Sections that are fixed are not up for removal."""
    fixed = {section.name for section in sections if section.is_fixed}
    offered = {piece.id: piece.text.strip() for piece in rendered.pieces if piece.section not in fixed}
    if not offered:
        return {}
    removed = prefilter(space, question.text, question.before, offered, now=now)
    return {id: why for id, why in removed.items() if id in offered}
