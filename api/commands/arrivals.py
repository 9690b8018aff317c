"""`remembrancer import` of a space that `remembrancer export` wrote."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from api.commands.exports import told_of
from api.commands.opening import checked, opened
from api.commands.printing import progress, say
from api.http.bodies import SpaceBody
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput
from graph.transfer.lines import check, discard, load
from graph.transfer.rows import Header, decode, is_header
from graph.values.codec import item_of
from graph.values.items import Space

STDIN = Path("-")
MOVE_LINES = 500  # How often the bar is told of lines that go by.


class FileLines:
    """The lines of a file, read anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        """Each line with its end. Raises BadInput for bytes that are not UTF-8."""
        number = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield line.decode()
                except UnicodeDecodeError as error:
                    found = f"byte 0x{line[error.start]:02x}"
                    raise BadInput(f"line {number}: found {found}; expected UTF-8 text") from error


@contextmanager
def at_hand(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files, with what comes from stdin (-) in one of its own for as long as the block runs: it is read twice."""
    with TemporaryDirectory(prefix="remembrancer-") as folder:
        kept = Path(folder) / "stdin"
        if STDIN in files:
            with kept.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        yield [kept if path == STDIN else path for path in files]


def is_export(path: Path) -> bool:
    """Whether the file begins as an export of a space does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return is_header(file.read(100).decode(errors="replace"))


def import_spaces(paths: Sequence[Path], settings: Settings, *, space: str | None) -> None:
    """Each file is a space, under this name if one is given. Each file is checked before anything of it is written."""
    for path, name in _named(paths, space):
        with opened(settings, read_only=False) as service, _naming(path):
            say(f"{name}: {_import(service, FileLines(path), name)}")


def discard_spaces(paths: Sequence[Path], settings: Settings, *, space: str | None) -> None:
    """Nothing is left of interrupted imports of these files."""
    for _, name in _named(paths, space):
        with opened(settings, read_only=False) as service:
            discard(service.knowledge.store, name)
        say(f"Nothing is left of the interrupted import of {name}.")


def _import(service: Service, lines: FileLines, name: str) -> str:
    started, store = perf_counter(), service.knowledge.store
    with progress(f"Checking {lines.path.name}", None) as bar:
        arrival = check(store, _told(lines, bar.move), space=name)
    service.profile_named(item_of(arrival.node, Space).profile)
    with progress(f"Importing {lines.path.name}", arrival.end.rows) as bar:
        load(store, lines, arrival, on_progress=bar.move)
    return f"{told_of(arrival.end)} ({perf_counter() - started:.1f} s)"


def _named(paths: Sequence[Path], space: str | None) -> Iterator[tuple[Path, str]]:
    """Each file with the name of the space that it becomes."""
    if space is not None and len(paths) > 1:
        raise BadInput(f"{len(paths)} spaces cannot all be called {space}; import them one by one, or without --space")
    for path in paths:
        with _naming(path):
            header = decode(next(iter(FileLines(path)), ""))
            if not isinstance(header, Header):
                raise BadInput("line 1: found no header; expected the first line of an export")
            name = header.space if space is None else space
            checked(SpaceBody, name=name)
        yield path, name


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """What is wrong with the file is said with its name."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{path.name}, {error}") from error


def _told(lines: FileLines, move: Callable[[int], None]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if number % MOVE_LINES == 0:
            move(number)
        yield line
