"""What blocks tell of values that changed in chats that were not written for this: BEAM's knowledge updates.

`python -m benchmarks.known_updates FOLDER [--show]` reads the chats that `remembrancer bench convert beam` has made,
does rounds by rules when they are due, and takes blocks for each question of tests/benchmarks/beam_updates.tsv. It
prints in how many blocks the newest value is, and how the older one is told.
"""

from __future__ import annotations

import csv
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path

from benchmarks.block_lines import lines_of
from benchmarks.replaying import replayed
from benchmarks.retrieval.folder import read_folder
from context.exchange import TurnRequest
from context.turn import take_turn

QUESTIONS = Path(__file__).parents[1] / "tests/benchmarks/beam_updates.tsv"
BUDGETS_TOKENS = (512, 1024, 2048)


@dataclass(frozen=True, slots=True)
class Updated:
    """A question about a value that has changed; each line that tells a value has one of its texts."""

    chat: str
    question: str
    now: Sequence[str]
    older: Sequence[str]


class How(StrEnum):
    """How a block tells a value."""

    ABSENT = "absent"
    LINE = "a line of its day"
    CURRENT = "stated as current"


@dataclass(frozen=True, slots=True)
class Told:
    """What one block tells of both values."""

    newest: How
    older: How
    is_newest_last: bool  # it alone is stated as current, or stands below the older one: lines are in order of time
    is_of_later_day: bool  # the newest one, of two lines of their days


def read_questions() -> list[Updated]:
    """The questions, those of one chat together."""
    with QUESTIONS.open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    return [Updated(row["chat"], row["question"], row["now"].split("|"), row["older"].split("|")) for row in rows]


def judged(body: str, asked: Updated) -> Told:
    """What the block tells of both values, line by line; a line with both tells the newest one."""
    said: dict[bool, list[tuple[int, int]]] = {True: [], False: []}  # day and line, by whether it is the newest
    stated: set[bool] = set()
    for place, (is_now, day, line) in enumerate(lines_of(body)):
        if not _says(line, (*asked.now, *asked.older)):
            continue
        if is_now:
            stated.add(_says(line, asked.now))
        else:
            said[_says(line, asked.now)].append((day, place))
    newest, older = max(said[True], default=(0, 0)), max(said[False], default=(0, 0))
    return Told(
        newest=How.CURRENT if True in stated else How.LINE if said[True] else How.ABSENT,
        older=How.CURRENT if False in stated else How.LINE if said[False] else How.ABSENT,
        is_newest_last=newest > older or stated == {True},
        is_of_later_day=newest[0] > older[0] > 0,
    )


def ask(folder: Path, questions: Sequence[Updated]) -> Iterator[tuple[Updated, int, Told]]:
    """What the block of each budget tells for each question, after the rounds of its chat."""
    for chat, asked in groupby(questions, key=lambda each: each.chat):
        space = replayed(read_folder(folder / chat), None, embedder="none", rounds=True)
        for each in asked:
            for tokens in BUDGETS_TOKENS:
                request = TurnRequest(space=chat, query=each.question, visible=0, record=False, budget_tokens=tokens)
                yield each, tokens, judged(take_turn(space.knowledge, request, now=space.after).block.body, each)
        space.knowledge.close()


def _says(line: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts is in the line as whole words: "15 interviews" does not say "5 interviews"."""
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", line, re.IGNORECASE) for text in texts)


def figures(results: Sequence[Told]) -> str:
    """The counts as one line."""
    newest, older = Counter(each.newest for each in results), Counter(each.older for each in results)
    both = [each for each in results if How.ABSENT not in (each.newest, each.older)]
    parts = (
        *(f"newest {how} {newest[how]}" for how in How),
        *(f"older {how} {older[how]}" for how in How),
        f"newest last {sum(each.is_newest_last for each in both)} of {len(both)} with both",
        f"of a later day {sum(each.is_of_later_day for each in both)}",
    )
    return f"{len(results)}: {', '.join(parts)}"


def main() -> None:
    """Print the counts of each budget; with --show, also what went wrong."""
    parser = ArgumentParser(prog="python -m benchmarks.known_updates", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    given = parser.parse_args()
    found = list(ask(given.folder, read_questions()))
    for tokens in BUDGETS_TOKENS:
        of_budget = [(asked, told) for asked, budget, told in found if budget == tokens]
        print(f"{tokens} tokens, {figures([told for _, told in of_budget])}")  # noqa: T201 - A script's answer.
        for asked, told in of_budget if given.show else ():
            if told.newest is How.ABSENT or told.older is How.CURRENT or not told.is_newest_last:
                last = "newest" if told.is_newest_last else "older"
                print(f"  {asked.chat} {asked.question} newest {told.newest}, older {told.older}, {last} last")  # noqa: T201


if __name__ == "__main__":
    main()
