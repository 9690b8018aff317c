"""What is told after something has changed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.updates import Dialogue, read_dialogues, told

FOLDER = Path(__file__).parent / "updates"
DIALOGUES = read_dialogues(FOLDER)


def test_half_of_the_dialogues_are_set_aside() -> None:
    """There are forty of each language at least, each kind in both halves."""
    counts = Counter((each.language, each.is_aside) for each in DIALOGUES)

    assert set(counts) == {(language, is_aside) for language in ("de", "en", "tr") for is_aside in (False, True)}
    assert min(counts.values()) >= 20
    assert {each.kind for each in DIALOGUES if each.is_aside} == {each.kind for each in DIALOGUES if not each.is_aside}


def test_block_is_judged_by_what_it_tells_as_what_holds() -> None:
    """A line of its day is in the block, and is not told as what holds."""
    dialogue = Dialogue(
        language="en",
        kind="move",
        is_aside=False,
        said=((0, "Bread is nice."), (9, "The bread of Mill Street is nicer.")),
        question="Which bread is nice?",
        now=("Mill Street",),
        outdated=("Bread is nice.",),
    )

    found = told(dialogue)

    assert (found.is_in_block, found.is_current_told, found.is_outdated_told) == (True, False, False)


def test_little_that_is_outdated_is_told_as_what_holds() -> None:
    """In words that no rule was written for: whatever has changed, the old state is told as of its day."""
    found = [(each, told(each)) for name in ("third", "fourth", "sixth") for each in read_dialogues(FOLDER / name)]

    assert len(found) == 160
    assert sum(one.is_outdated_told for _, one in found) <= 0.03 * len(found)
    assert sum(one.is_in_block for _, one in found) >= 0.95 * len(found)
