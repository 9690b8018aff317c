"""`remembrancer import` of exported spaces."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from api.commands.exports import counts_in_words
from api.commands.opening import checked, opened
from api.commands.printing import progress, say
from api.http.bodies import SpaceBody
from api.importers.exported_spaces import FileLines, checked_arrival
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput
from graph.transfer.lines import discard, load
from graph.transfer.rows import Header, decode

STDIN = Path("-")


@contextmanager
def local_files(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files, with a temporary copy of stdin instead of "-", since files are read several times."""
    with TemporaryDirectory(prefix="remembrancer-") as folder:
        kept = Path(folder) / "stdin"
        if STDIN in files:
            with kept.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        yield [kept if path == STDIN else path for path in files]


def import_spaces(paths: Sequence[Path], settings: Settings, *, space: str | None, is_discarding: bool) -> None:
    """Import each file as a space, under this name if one is given. Checks each file before it writes anything.

    With `is_discarding`, delete what interrupted imports of these files have left behind instead.
    """
    if space is not None and len(paths) > 1:
        raise BadInput(
            f"{len(paths)} spaces cannot all have the name {space}; import them one by one, or without --space"
        )
    for path in paths:
        with _with_file_name(path):
            name = _space_name(path, space)
        with opened(settings, read_only=False, makes=True) as service, _with_file_name(path):
            if is_discarding:
                discard(service.knowledge.store, name)
                say(f"Deleted what the interrupted import of {name} has left behind.")
            else:
                say(f"{name}: {_import_space(service, FileLines(path), name)}")


def _import_space(service: Service, lines: FileLines, name: str) -> str:
    started, store = perf_counter(), service.knowledge.store
    is_there = name in store.spaces()
    with progress(f"Checking {lines.path.name}", None) as bar:
        arrival = checked_arrival(service, lines, name, on_line=bar.move)
    if is_there:
        return f"known already, nothing new in the file: {counts_in_words(arrival.end)}"
    with progress(f"Importing {lines.path.name}", arrival.end.rows) as bar:
        load(store, lines, arrival, on_progress=bar.move)
    return f"{counts_in_words(arrival.end)} ({perf_counter() - started:.1f} s)"


def _space_name(path: Path, given: str | None) -> str:
    header = decode(next(iter(FileLines(path)), ""))
    if not isinstance(header, Header):
        raise BadInput("line 1: found no header; expected the header of an export")
    if given is not None:
        return checked(SpaceBody, {"name": "--space"}, name=given).name
    return checked(SpaceBody, {"name": "the space's name"}, name=header.space).name


@contextmanager
def _with_file_name(path: Path) -> Iterator[None]:
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{path.name}, {error}") from error
