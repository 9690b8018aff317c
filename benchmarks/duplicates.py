"""What the rule for duplicates decides about sentence pairs that people have judged.

`python -m benchmarks.duplicates --sick FILE --mrpc FILE` reads SICK (entailment, contradiction, neutral) and MRPC
(paraphrase or not) in their original formats; either may be given several times.
"""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from archivists.compare.statement_likeness import Outcome, compare

Pair = tuple[str, str, str]


def main() -> None:
    """Print for each file how pairs of each judgement came out, which steps decided, and how many were merged."""
    parser = ArgumentParser(prog="python -m benchmarks.duplicates", description=__doc__)
    parser.add_argument("--sick", type=Path, action="append", default=[], help="a file of SICK")
    parser.add_argument("--mrpc", type=Path, action="append", default=[], help="a file of MRPC")
    given = parser.parse_args()
    for file in given.sick:
        print("\n".join(report(file.name, list(read_sick(file)))))  # noqa: T201 - A script's answer.
    for file in given.mrpc:
        print("\n".join(report(file.name, list(read_mrpc(file)))))  # noqa: T201


def report(name: str, pairs: list[Pair]) -> list[str]:
    """The lines of two tables: outcomes by judgement, and the steps that decided."""
    judgements = sorted({judgement for _, _, judgement in pairs})
    outcomes: Counter[tuple[Outcome, str]] = Counter()
    steps: Counter[tuple[Outcome, str, str]] = Counter()
    merged: Counter[str] = Counter()
    for first, second, judgement in pairs:
        found = compare(first, second)
        outcomes[found.outcome, judgement] += 1
        steps[found.outcome, found.steps[-1].partition(":")[0], judgement] += 1
        merged[judgement] += found.is_duplicate
    lines = [f"{name}: {len(pairs):,} pairs", "| outcome | decided by | " + " | ".join(judgements) + " |"]
    lines.append("| --- " * (len(judgements) + 2) + "|")
    for outcome in Outcome:
        of_outcome = {step for other, step, _ in steps if other is outcome}
        for step in sorted(of_outcome, key=lambda step: (-sum(steps[outcome, step, j] for j in judgements), step)):
            counts = " | ".join(str(steps[outcome, step, judgement]) for judgement in judgements)
            lines.append(f"| {outcome} | {step} | {counts} |")
    count = max(1, sum(merged.values()))
    for judgement in judgements:
        of_judgement = sum(outcomes[outcome, judgement] for outcome in Outcome)
        share, of_merges = (100 * merged[judgement] / whole for whole in (of_judgement, count))
        lines.append(
            f"{judgement}: {merged[judgement]:,} of {of_judgement:,} merged ({share:.1f} %), "
            f"{of_merges:.2f} % of the merges"
        )
    return lines


def read_sick(file: Path) -> Iterator[Pair]:
    """Pairs with ENTAILMENT, NEUTRAL or CONTRADICTION."""
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["sentence_A"], row["sentence_B"], row["entailment_judgment"]


def read_mrpc(file: Path) -> Iterator[Pair]:
    """Pairs with "paraphrase" or "other"."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["#1 String"], row["#2 String"], "paraphrase" if row["Quality"] == "1" else "other"


if __name__ == "__main__":
    main()
