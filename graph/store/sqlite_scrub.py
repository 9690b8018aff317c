"""Zeroes what pages of a SQLite file hold besides their content.

SQLite zeroes what is deleted (`secure_delete`), but where rows are moved between pages it leaves copies behind, in the
part of a page that nothing uses (seen with 3.40). No reader looks there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

INTERIOR = frozenset({2, 5})  # The types of pages of a tree: those with children, and leaves.
LEAVES = frozenset({10, 13})
FILE_HEADER_BYTES = 100  # Before the header of the first page.
PAGES_MAX = 1 << 25
"""From this page on (137 GB), a page that is no part of a tree may begin like one that is."""


def zero_unused(file: int, page_bytes: int, first: int, count: int) -> bool:
    """Zero what `count` pages from number `first` on do not use; returns whether anything changed and needs an fsync.

    The caller keeps everybody else from writing.
    """
    content = os.pread(file, page_bytes * count, page_bytes * (first - 1))
    is_changed = False
    for place in range(len(content) // page_bytes):
        number = first + place
        if number == 2 or (number - 2) % (page_bytes // 5 + 1) == 0:
            continue  # A page that tells where other pages belong.
        page = content[place * page_bytes : (place + 1) * page_bytes]
        for start, end in _unused(page, FILE_HEADER_BYTES if number == 1 else 0):
            if page[start:end] != (zeros := bytes(end - start)):
                os.pwrite(file, zeros, page_bytes * (number - 1) + start)
                is_changed = True
    return is_changed


def _unused(page: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The parts of a page of a tree that hold no content: between the pointers and the cells, and freed cells."""
    if page[at] not in INTERIOR | LEAVES:
        return
    cells, start = _number(page, at + 3), _number(page, at + 5) or len(page)
    pointers = at + (12 if page[at] in INTERIOR else 8) + 2 * cells
    if pointers < start <= len(page):
        yield pointers, start
    free = _number(page, at + 1)
    while free >= start and free + 4 <= len(page):
        end = free + _number(page, free + 2)
        if free + 4 < end <= len(page):
            yield free + 4, end
        following = _number(page, free)
        free = following if following > free else 0


def _number(page: bytes, at: int) -> int:
    return int.from_bytes(page[at : at + 2], "big")
