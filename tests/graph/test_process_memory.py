"""Memory that is not used goes back to the system."""

import sys
from pathlib import Path

import pytest
from rs_bpe import bpe

from graph.process_memory import give_back, release_file
from graph.text.tokens import count_tokens


def test_giving_back_changes_nothing() -> None:
    """Nothing that is in use is touched, and a second time there is nothing left to give."""
    kept = [bytes([number % 256]) * 1000 for number in range(1000)]

    give_back()
    give_back()

    assert kept == [bytes([number % 256]) * 1000 for number in range(1000)]


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what is in memory")
def test_pages_of_a_file_are_let_go_and_come_back() -> None:
    """What counting tokens needs no more takes no memory, and it counts as before."""
    texts = ["Merhaba, yarın Kadıköy'de buluşalım mı?", "def f(x):\n    return x ** 2\n"]
    counts = [count_tokens(text + "!") for text in texts]

    release_file(bpe.__file__)
    release_file("/no/such/file")

    assert resident_kilobytes(bpe.__file__) < 4_000  # Of 46,000.
    assert [count_tokens(text + "?") for text in texts] == counts


def resident_kilobytes(file: str) -> int:
    """How much of a mapped file is in memory for this process."""
    count, is_here = 0, False
    for line in Path("/proc/self/smaps").read_text(errors="replace").splitlines():
        is_here = line.endswith(file) if "-" in line.split()[0] else is_here
        count += int(line.split()[1]) if is_here and line.startswith("Rss:") else 0
    return count
