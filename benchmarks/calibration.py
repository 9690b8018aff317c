"""How well a score predicts the chance that an item is useful, on sets that had no part in its making.

`python -m benchmarks.calibration SET… [--picture FILE]` takes folders of sets, as `remembrancer bench convert` makes
them; two at least. The 30 best messages of each question count as shown, and its evidence as useful. It prints the
expected calibration error of each set: of the score itself, cut off at 0 and 1; of the curve fitted on the other sets;
and of the curve fitted on the first half of each space's questions, measured on the other half.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from archivists.learning.weight_fit import Table, calibration_error, curve_of, reliability, table_of
from benchmarks.fitting import Asked, Row
from benchmarks.learning import COUNTS, DEFAULTS, HONEST, judged
from benchmarks.retrieval.folder import read_folders
from benchmarks.weights import questions_of

Told = tuple[Row, Row]  # chances, and whether it was useful


def main() -> None:
    """Record, fit and print."""
    parser = ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    parser.add_argument("--picture", type=Path, help="a .png file to draw; needs the `notebooks` extra")
    given = parser.parse_args()
    sets = {
        path.name: [[one for one in questions_of(folder, None) if len(one.ids)] for folder in read_folders([path])]
        for path in given.sets
    }
    before = {name: plainly(_table(spaces)) for name, spaces in sets.items()}
    after = {name: by_others(name, sets) for name in sets}
    print("| set | items | useful | the score itself | fitted on the other sets | on half of the space |")  # noqa: T201 - A script's answer.
    print("| --- " * 6 + "|")  # noqa: T201
    for name, spaces in sets.items():
        errors = [calibration_error(*found) for found in (before[name], after[name], by_halves(spaces))]
        cells = " | ".join(f"{error:.3f}" for error in errors)
        useful = before[name][1]
        print(f"| {name} | {len(useful):,} | {100 * useful.mean():.1f} % | {cells} |")  # noqa: T201
    if given.picture:
        from benchmarks.learning_pictures import draw_reliability  # noqa: PLC0415 - matplotlib is an extra

        draw_reliability(given.picture, *({name: _points(told[name]) for name in sets} for told in (before, after)))


def plainly(table: Table) -> Told:
    """The scores used as chances."""
    return np.clip(table.terms @ DEFAULTS, 0.0, 1.0), table.useful


def by_others(name: str, sets: Mapping[str, Sequence[Sequence[Asked]]]) -> Told:
    """What a curve that was fitted on all other sets says of this set."""
    others = [space for other, spaces in sets.items() if other != name for space in spaces]
    return _told(_table(others), _table(sets[name]))


def by_halves(spaces: Sequence[Sequence[Asked]]) -> Told:
    """What a curve fitted on each space's first half says of the other half."""
    halves = [_told(_table([space[::2]]), _table([space[1::2]])) for space in spaces]
    return np.concatenate([chances for chances, _ in halves]), np.concatenate([useful for _, useful in halves])


def _told(known: Table, asked: Table) -> Told:
    intercept, slope = curve_of(known, DEFAULTS)
    return 1.0 / (1.0 + np.exp(-(intercept + slope * (asked.terms @ DEFAULTS)))), asked.useful


def _table(spaces: Sequence[Sequence[Asked]]) -> Table:
    return table_of([block for space in spaces for block in judged(space, HONEST, COUNTS[-1] * len(space))])


def _points(told: Told) -> list[tuple[float, float]]:
    return [(chance, share) for chance, share, _ in reliability(*told)]


if __name__ == "__main__":
    main()
