"""Memory that is not used goes back to the system."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

DONT_NEED: Final = 4  # Linux's MADV_DONTNEED.
ARENA_MAX: Final = -8  # glibc's M_ARENA_MAX.
_MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+ *(.*)")


def give_back() -> None:
    """What the process holds and does not use is the system's again, where the C library can do that (glibc).

    It would keep it: making the index of 100,000 items left 45 MB that way, loading the tokenizer and a round 2 to 5.
    Takes some milliseconds.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def share_one_arena() -> None:
    """Threads that begin from now on share what the C library keeps ready for them (glibc): 3 MB less in a service.

    They seldom wait for each other, since Python runs one at a time.
    """
    option = getattr(ctypes.CDLL(None), "mallopt", None)
    if option is not None:
        option(ARENA_MAX, 1)


def let_go(file: str) -> None:
    """The pages of a loaded file need no memory until they are looked at again; only Linux is asked.

    Pages that were written, by relocation too, are left alone: those would not come back as they are.
    """
    maps, library = Path("/proc/self/smaps"), ctypes.CDLL(None)
    if not maps.exists() or not hasattr(library, "madvise"):
        return
    with maps.open(encoding="utf-8", errors="surrogateescape") as lines:
        for start, end in _as_in_file(lines, file):
            library.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), DONT_NEED)


def _as_in_file(smaps: Iterable[str], file: str) -> Iterator[tuple[int, int]]:
    """From where to where this file is mapped for reading and all that is in memory is as it is in the file."""
    start = end = 0
    for line in smaps:
        name, _, value = line.partition(":")
        if mapping := _MAPPING.fullmatch(line.rstrip("\n")):
            is_read_only = "w" not in mapping[3] and mapping[4] == file
            start, end = (int(mapping[1], 16), int(mapping[2], 16)) if is_read_only else (0, 0)
            clean = {"Private_Dirty", "Shared_Dirty", "Anonymous"}
        elif start and name in clean and value.split() == ["0", "kB"]:
            clean.remove(name)
            if not clean:
                yield start, end
