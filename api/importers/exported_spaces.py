"""Reads spaces that `remembrancer export` has written."""

from collections.abc import Callable, Iterator
from pathlib import Path

from api.wiring import Service
from graph.errors import BadInput
from graph.transfer.lines import Arrival, check
from graph.transfer.rows import is_header
from graph.values.codec import item_of
from graph.values.items import Space

MOVE_LINES = 500  # Lines between two reports of progress.


class FileLines:
    """The lines of a file, which can be read several times."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        """Each line with its line end. Raises BadInput for bytes that are not UTF-8."""
        number = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    # Windows programs that save the file put a byte order mark before the first line.
                    yield line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    found = f"byte 0x{line[error.start]:02x}"
                    raise BadInput(f"line {number}: found {found}; expected UTF-8 text") from error


def is_export(path: Path) -> bool:
    """Whether the file is an export of a space, by its first line."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return is_header(file.read(100).decode("utf-8-sig", errors="replace"))


def checked_arrival(service: Service, lines: FileLines, name: str, *, on_line: Callable[[int], object]) -> Arrival:
    """The lines of a file, checked as those of a space of this name. Raises BadInput and Conflict."""

    def counted() -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            if number % MOVE_LINES == 0:
                on_line(number)
            yield line

    arrival = check(service.knowledge.store, counted(), space=name)
    service.profile_named(item_of(arrival.node, Space).profile)
    return arrival
