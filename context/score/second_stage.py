"""After scoring: a model puts the best candidates in a better order, and one that was never judged is tried out."""

from collections.abc import Callable, Mapping, Sequence, Set
from zlib import crc32

from context.gather.question import Question
from context.score.formula import Scored
from graph.index.space_index import SpaceIndex
from graph.store.verbs import FACT, MESSAGE, Store
from graph.values.items import Fact, Message

READ_MAX = 40
"""How many candidates are read. A block of 2,048 tokens holds about as many lines, so more could not be shown."""

SecondStage = Callable[[str, Sequence[str]], Sequence[float] | None]
"""Gives each text a score for a question: higher is better, on any scale. None when no answer came in time."""


def read_again(
    second_stage: SecondStage,
    store: Store,
    index: SpaceIndex,
    question: Question,
    ranked: list[Scored],
    visible: Set[str],
) -> tuple[list[Scored], Mapping[str, tuple[int, int]]]:
    """The candidates with the best lines and facts in the second stage's order, and the places of those it moved.

    Places before and after count from 1 among those that were read. One store read. Without an answer, `ranked`.
    """
    best = [one for one in ranked if one.entry.label in (MESSAGE, FACT) and one.id not in visible][:READ_MAX]
    rows = index.items(store, [one.id for one in best])
    best = [one for one in best if one.id in rows]
    scores = second_stage(question.text, [_text(rows[one.id]) for one in best]) if best else None
    return (ranked, {}) if scores is None else reordered(ranked, best, scores)


def reordered(
    ranked: Sequence[Scored], best: Sequence[Scored], scores: Sequence[float]
) -> tuple[list[Scored], dict[str, tuple[int, int]]]:
    """`ranked` with the candidates of `best` in the order of `scores`; equal ones keep their order. Pure.

    The totals of `best` are dealt out in the new order, so that floors and unread candidates keep their meaning.
    """
    order = sorted(range(len(best)), key=lambda place: -scores[place])
    totals = sorted((one.score for one in best), reverse=True)
    relevances = sorted((one.relevance for one in best), reverse=True)
    directs = sorted((one.direct for one in best), reverse=True)
    changed: dict[str, Scored] = {}
    moves: dict[str, tuple[int, int]] = {}
    for after, before in enumerate(order):
        one = best[before]
        changed[one.id] = one._replace(score=totals[after], relevance=relevances[after], direct=directs[after])
        if before != after:
            moves[one.id] = (before + 1, after + 1)
    return sorted((changed.get(one.id, one) for one in ranked), key=lambda one: (-one.score, one.id)), moves


def in_words(move: tuple[int, int]) -> str:
    """What a person is told about a candidate that was moved."""
    return f"moved from place {move[0]} to {move[1]} by the reranker"


def _text(row: object) -> str:
    if isinstance(row, Message):
        return f"{row.sender}: {row.body}" if row.sender else row.body
    assert isinstance(row, Fact)
    return row.body


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
