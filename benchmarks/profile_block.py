"""Where a block's time goes: `python -m benchmarks.profile_block --items 10000` prints the 25 dearest functions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from cProfile import Profile
from pathlib import Path
from pstats import SortKey, Stats
from tempfile import TemporaryDirectory

from benchmarks.races import Course


def main() -> None:
    """Profile questions to one space and print the figures by own time."""
    parser = ArgumentParser(prog="python -m benchmarks.profile_block", description=__doc__)
    parser.add_argument("--items", type=int, default=10_000, help="how large the space is (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=100, help="how many are asked (default: %(default)s)")
    parser.add_argument("--record", action="store_true", help="store the questions and keep the blocks, too")
    parser.add_argument("--cumulative", action="store_true", help="sort by the time with everything below")
    given = parser.parse_args()

    with TemporaryDirectory() as folder:
        course = Course(Path(folder), given.items)
        profile = Profile()
        with profile:
            (course.turns if given.record else course.blocks)(given.questions)
        course.close()
    order = SortKey.CUMULATIVE if given.cumulative else SortKey.TIME
    Stats(profile, stream=sys.stdout).strip_dirs().sort_stats(order).print_stats(25)


if __name__ == "__main__":
    main()
