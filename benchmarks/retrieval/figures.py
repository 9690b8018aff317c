"""Figures of many questions: means with their intervals, as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean

from benchmarks.retrieval.measure import Answered

RESAMPLES = 1000
KINDS = (
    "recall",
    "excerpts",
    "excerpts tokens",
    "block",
    "block tokens",
    "answer words",
    "uncovered",
    "summarised twice",
)
"""The part before the @ in a figure's name, in the order of the table. Figures of other kinds are for programs."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean in percent (of tokens: their number), and the interval that holds 95 of 100 such means."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a set, of one category of its questions, or of evidence that one role said, if it has no name."""

    name: str
    count: int  # of questions, or of messages that are evidence
    figures: Mapping[str, Figure]


def rows(answered: Sequence[Answered]) -> list[Row]:
    """One row over all questions, then one for each category, then one for each role that said evidence, by name."""
    categories = sorted({each.question.category for each in answered})
    found = [_row("all", [each.figures for each in answered])]
    if len(categories) > 1:
        for category in categories:
            found.append(_row(category, [each.figures for each in answered if each.question.category == category]))
    evidence = [one for each in answered for one in each.evidence.values()]
    roles = sorted({one.said_by for one in evidence} - {""})
    if len(roles) > 1:
        found += [_row(f"said by {role}", [one.figures for one in evidence if one.said_by == role]) for role in roles]
    return found


def columns(row: Row) -> list[str]:
    """The names of the row's figures that are shown to people, in the order of the table."""
    kinds = {name: name.partition("@")[0] for name in row.figures}
    return sorted((name for name in kinds if kinds[name] in KINDS), key=lambda name: KINDS.index(kinds[name]))


def latency_ms(answered: Iterable[Answered]) -> tuple[float, float]:
    """The median and the 95th percentile of the time for one whole block."""
    times = sorted(each.ms for each in answered)
    return times[len(times) // 2], times[min(len(times) - 1, len(times) * 95 // 100)]


def as_json(answered: Sequence[Answered]) -> dict[str, object]:
    """Everything that was measured, also for each question."""
    p50, p95 = latency_ms(answered)
    return {
        "questions": len(answered),
        "block_ms": {"p50": round(p50, 2), "p95": round(p95, 2)},
        "rows": [
            {
                "name": row.name,
                "count": row.count,
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
                "ranks": {id: one.rank for id, one in each.evidence.items()},
                "figures": {name: round(value, 4) for name, value in each.figures.items()},
            }
            for each in answered
        ],
    }


def _row(name: str, measured: Sequence[Mapping[str, float]]) -> Row:
    names = dict.fromkeys(name for figures in measured for name in figures)
    figures = {
        name: _figure([each[name] for each in measured if name in each], 1 if " tokens@" in name else 100)
        for name in names
    }
    return Row(name, len(measured), figures)


def _figure(values: Sequence[float], scale: int) -> Figure:
    """The bootstrap resamples the questions, always in the same way."""
    draw = Random(0)
    count = len(values)
    means = sorted(sum(draw.choices(values, k=count)) / count for _ in range(RESAMPLES))
    low, high = means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]
    return Figure(scale * mean(values), scale * low, scale * high)
