"""One place of a block goes to an item that was never judged: nothing is learned about what is never shown. Pure."""

from __future__ import annotations

from collections.abc import Sequence, Set
from zlib import crc32

from context.score.formula import Scored
from graph.store.verbs import FACT, MESSAGE

FROM, TO = 20, 60
"""The ranks from which one item is tried out: right behind what a block of 2,048 tokens shows anyway."""

PLACE = 10
"""The rank behind which it is put, with that one's score. So many are surely shown, and left alone."""

TOLD = "tried out, to learn whether it helps"


def tried_out(ranked: Sequence[Scored], visible: Set[str], seed: str) -> tuple[list[Scored], str | None]:
    """The candidates with a line or a fact that was never judged behind the tenth, and its id; None if there is none.

    It is drawn at random, always the same one for the same `seed`. It keeps its own terms.
    """
    unknown = [
        one
        for one in ranked[FROM:TO]
        if one.entry.label in (MESSAGE, FACT) and not one.entry.usefulness and one.id not in visible
    ]
    if not unknown:
        return list(ranked), None
    drawn = min(unknown, key=lambda one: (crc32(f"{seed}/{one.id}".encode("utf-8", "surrogatepass")), one.id))
    lent = ranked[PLACE - 1]
    shown = drawn._replace(score=lent.score, relevance=lent.relevance, direct=lent.direct)
    rest = [one for one in ranked if one.id != drawn.id]
    return [*rest[:PLACE], shown, *rest[PLACE:]], drawn.id
