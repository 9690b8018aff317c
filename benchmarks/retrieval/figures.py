"""Figures of many questions: means with their intervals, as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean

from benchmarks.retrieval.measure import BUDGETS_TOKENS, DEPTHS, Answered

RESAMPLES = 1000
COLUMNS = (
    *(f"recall@{depth}" for depth in DEPTHS),
    *(f"excerpts@{tokens}" for tokens in BUDGETS_TOKENS),
    *(f"block@{tokens}" for tokens in BUDGETS_TOKENS),
    *(f"answer words@{tokens}" for tokens in BUDGETS_TOKENS),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over questions in percent, and the interval that holds 95 of 100 such means."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a set, or of one category of its questions."""

    name: str
    questions: int
    figures: Mapping[str, Figure]


def rows(answered: Sequence[Answered]) -> list[Row]:
    """One row over all questions, then one for each category by name."""
    categories = sorted({each.question.category for each in answered})
    found = [_row("all", answered)]
    if len(categories) > 1:
        for category in categories:
            found.append(_row(category, [each for each in answered if each.question.category == category]))
    return found


def latency_ms(answered: Iterable[Answered]) -> tuple[float, float]:
    """The median and the 95th percentile of one whole block's time."""
    times = sorted(each.ms for each in answered)
    return times[len(times) // 2], times[min(len(times) - 1, len(times) * 95 // 100)]


def as_json(answered: Sequence[Answered]) -> dict[str, object]:
    """Everything that was measured, question by question too."""
    p50, p95 = latency_ms(answered)
    return {
        "questions": len(answered),
        "block_ms": {"p50": round(p50, 2), "p95": round(p95, 2)},
        "rows": [
            {
                "name": row.name,
                "questions": row.questions,
                "figures": {
                    name: [round(value, 2) for value in (figure.mean, figure.low, figure.high)]
                    for name, figure in row.figures.items()
                },
            }
            for row in rows(answered)
        ],
        "asked": [
            {
                "folder": each.folder,
                "question": each.question.question,
                "category": each.question.category,
                "ranks": dict(each.ranks),
                "figures": {name: round(value, 4) for name, value in each.figures.items()},
            }
            for each in answered
        ],
    }


def _row(name: str, answered: Sequence[Answered]) -> Row:
    names = [column for column in COLUMNS if any(column in each.figures for each in answered)]
    figures: dict[str, Figure] = {}
    for column in (*names, *(name for name in answered[0].figures if "touched" in name)):
        figures[column] = _figure([each.figures[column] for each in answered if column in each.figures])
    return Row(name, len(answered), figures)


def _figure(values: Sequence[float]) -> Figure:
    """The bootstrap draws the questions anew, always in the same way."""
    draw = Random(0)
    count = len(values)
    means = sorted(sum(draw.choices(values, k=count)) / count for _ in range(RESAMPLES))
    low, high = means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]
    return Figure(100 * mean(values), 100 * low, 100 * high)
