"""Converts public sets from their original formats to the folders that are measured; one file for each set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from benchmarks.retrieval.convert import beam, locomo, longmemeval, madial, realtalk, xquad
from benchmarks.retrieval.folder import Folder


class Set(StrEnum):
    """A public set whose format is known."""

    LOCOMO = "locomo"
    BEAM = "beam"
    LONGMEMEVAL = "longmemeval"
    XQUAD = "xquad"
    MADIAL = "madial"
    REALTALK = "realtalk"


CONVERTERS: Mapping[Set, Callable[[Path], Iterable[Folder]]] = {
    Set.LOCOMO: locomo.convert,
    Set.BEAM: beam.convert,
    Set.LONGMEMEVAL: longmemeval.convert,
    Set.XQUAD: xquad.convert,
    Set.MADIAL: madial.convert,
    Set.REALTALK: realtalk.convert,
}
"""Each converts a file or folder in the set's format to one folder of ours for each memory in it."""
