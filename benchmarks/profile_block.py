"""Where a block's time goes: `python -m benchmarks.profile_block --items 10000`.

It samples the running function twice in a millisecond of processor time. Unlike cProfile, it does not slow down calls.
"""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from benchmarks.races import Course
from context.turn import take_turn

EVERY_SECONDS = 0.0005
SHOWN_MAX = 45


def main() -> None:
    """Ask questions of one space and print which functions the time went to, in percent."""
    parser = ArgumentParser(prog="python -m benchmarks.profile_block", description=__doc__)
    parser.add_argument("--items", type=int, default=10_000, help="how large the space is (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=500, help="how many are asked (default: %(default)s)")
    parser.add_argument("--record", action="store_true", help="store the questions and keep the blocks, too")
    given = parser.parse_args()

    with TemporaryDirectory() as folder:
        course = Course(Path(folder), given.items)
        sampler = Sampler()
        sampler.start()
        (course.turns if given.record else course.blocks)(given.questions)
        sampler.stop()
        course.close()
    sys.stdout.write(f"{sampler}\n")


class Sampler:
    """Which functions were running while a turn was taken: by themselves, and with all that they called."""

    def __init__(self) -> None:
        self._own: Counter[str] = Counter()
        self._whole: Counter[str] = Counter()
        self._count = 0

    def start(self) -> None:
        """Start to sample. Only the main thread is seen."""
        signal.signal(signal.SIGPROF, lambda _, frame: self._look(frame))
        signal.setitimer(signal.ITIMER_PROF, EVERY_SECONDS, EVERY_SECONDS)

    def stop(self) -> None:
        """Stop sampling."""
        signal.setitimer(signal.ITIMER_PROF, 0)

    def __str__(self) -> str:
        tables = [("with all below", self._whole), ("by itself", self._own)]
        return "\n".join(
            f"\npercent {title}\n"
            + "\n".join(f"{times * 100 / self._count:6.1f}  {name}" for name, times in counts.most_common(SHOWN_MAX))
            for title, counts in tables
        )

    def _look(self, frame: FrameType | None) -> None:
        stack: list[str] = []
        while frame is not None and frame.f_code is not take_turn.__code__:
            stack.append(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}")
            frame = frame.f_back
        if frame is None or not stack:
            return  # The floor was running, or neither.
        self._count += 1
        self._own[stack[0]] += 1
        self._whole.update(set(stack))


if __name__ == "__main__":
    main()
