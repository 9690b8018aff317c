"""`python -m benchmarks.kinds [FIGURES…]`: kinds of questions, how well they are told apart, and each measured alone.

Without FIGURES, the questions of tests/benchmarks/kinds.tsv are compared with what their words show. FIGURES are
files of `remembrancer bench retrieval SET --json`, whose questions are grouped by kind.
"""

from __future__ import annotations

import csv
import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import mean
from typing import TypedDict

from context.gather.wanted import wants_day, wants_name, wants_order, wants_overview

LABELLED = Path(__file__).parents[1] / "tests/benchmarks/kinds.tsv"
FIGURES = ("recall@10", "excerpts@1024", "block@1024")


class Kind(StrEnum):
    """What a question asks for, in the order in which its words decide."""

    ORDER = "order"
    OVERVIEW = "overview"
    WHEN = "when"
    ALL = "all of a kind"  # no word shows it, but several answers do
    WHO = "who"  # or what else has a name: where, which
    ONE = "one thing"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question and its kind, as its author meant it."""

    half: str  # "developed" or "aside"
    language: str
    kind: Kind
    question: str


class Asked(TypedDict):
    """One question of a file of figures."""

    question: str
    ranks: Mapping[str, int]  # by the id of each line that answers it
    figures: Mapping[str, float]


def main() -> None:
    """Print the table of labelled questions, or one for each file of figures."""
    parser = ArgumentParser(prog="python -m benchmarks.kinds", description=__doc__)
    parser.add_argument("figures", type=Path, nargs="*", help="files of `remembrancer bench retrieval SET --json`")
    given = parser.parse_args()
    if not given.figures:
        sys.stdout.write(told_apart(labelled()))
    for path in given.figures:
        asked = json.loads(path.read_text(encoding="utf-8"))["asked"]
        sys.stdout.write(f"{path.name}\n{measured_alone(asked)}")


def labelled() -> list[Labelled]:
    """The questions of the table."""
    with LABELLED.open(encoding="utf-8") as file:
        rows = [*csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")]
    return [Labelled(half, language, Kind[kind.upper()], question) for half, language, kind, question in rows]


def shown_by(question: str) -> Set[Kind]:
    """The kinds that the words of a question show; one thing if they ask neither for a course of events nor a day."""
    signs = {
        Kind.ORDER: wants_order(question),
        Kind.OVERVIEW: wants_overview(question),
        Kind.WHEN: wants_day(question),
    }
    signs[Kind.ONE] = not any(signs.values())
    signs[Kind.WHO] = wants_name(question)
    return {kind for kind, is_shown in signs.items() if is_shown}


def recognised(questions: Sequence[Labelled], kind: Kind) -> int:
    """How many of these questions show this kind."""
    return sum(kind in shown_by(each.question) for each in questions)


def told_apart(questions: Sequence[Labelled]) -> str:
    """For each kind, how many of its questions show it: of each half and language; and how many others do."""
    lines = [f"{'kind':14}developed  aside     en     tr     de  of others\n"]
    for kind in Kind:
        own = [each for each in questions if each.kind is kind]
        others = [each for each in questions if each.kind is not kind]
        groups = [[each for each in own if each.half == half] for half in ("developed", "aside")]
        groups += [[each for each in own if each.language == language] for language in ("en", "tr", "de")]
        developed, *rest = [f"{recognised(group, kind)}/{len(group)}" for group in groups]
        cells = f"{developed:>9}" + "".join(f"{cell:>7}" for cell in rest)
        lines.append(f"{kind:14}{cells}  {recognised(others, kind)}/{len(others)}\n")
    return "".join(lines)


def kind_of(question: str, lines_count: int) -> Kind:
    """The kind of a question whose answer is in so many lines: of several, all of a kind, unless its words differ."""
    shown = shown_by(question) - {Kind.ONE}
    if lines_count > 1:
        shown |= {Kind.ALL}
    return next((kind for kind in Kind if kind in shown), Kind.ONE)


def measured_alone(asked: Sequence[Asked]) -> str:
    """For each kind, its number of questions and the means of their figures in percent."""
    found: dict[Kind, list[Mapping[str, float]]] = {kind: [] for kind in Kind}
    for each in asked:
        found[kind_of(each["question"], len(each["ranks"]))].append(each["figures"])
    lines = [f"{'kind':14}questions" + "".join(f"{name:>15}" for name in FIGURES) + "\n"]
    for kind, figures in found.items():
        if figures:
            means = "".join(f"{100 * mean(one[name] for one in figures):15.1f}" for name in FIGURES)
            lines.append(f"{kind:14}{len(figures):9}{means}\n")
    return "".join(lines)


if __name__ == "__main__":
    main()
