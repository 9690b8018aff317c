"""An untrusted JSON document. Each value knows its place in the file, so that an error can name it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from api.importers.sources import ImportOptions, SourceFile
from graph.errors import BadInput


@dataclass(frozen=True, slots=True)
class Value:
    """A value and its place in the file."""

    source: SourceFile
    place: str
    held: object

    def wrong(self, expected: str) -> BadInput:
        """An error that names the file, the place in it, what was found and what was expected."""
        return self.source.wrong(self.place, self.held, expected)

    def of(self, name: str) -> Value:
        """What an object holds under a name."""
        found = self.find(name)
        if found is None:
            names = list(self.held) if isinstance(self.held, dict) else self.held
            raise self.source.wrong(self.place, names, f"an object with “{name}”")
        return found

    def find(self, name: str) -> Value | None:
        """What an object holds under a name; None if that is nothing or null."""
        held = self.held.get(name) if isinstance(self.held, dict) else None
        return None if held is None else Value(self.source, f"{self.place}.{name}", held)

    def names(self) -> list[str]:
        """The names in an object."""
        if not isinstance(self.held, dict):
            raise self.wrong("an object")
        return [str(name) for name in self.held]

    def each(self) -> list[Value]:
        """The elements of a list."""
        if not isinstance(self.held, list):
            raise self.wrong("a list")
        return [Value(self.source, f"{self.place}[{at}]", held) for at, held in enumerate(self.held)]

    def text(self) -> str:
        """A text or a number, as text."""
        if isinstance(self.held, bool) or not isinstance(self.held, str | int | float):
            raise self.wrong("a text")
        return str(self.held)

    def numbers(self) -> Iterator[int]:
        """Every whole number in it, however deep."""
        if isinstance(self.held, dict):
            for name in self.held:
                if (found := self.find(name)) is not None:
                    yield from found.numbers()
        elif isinstance(self.held, list):
            for each in self.each():
                yield from each.numbers()
        elif isinstance(self.held, int) and not isinstance(self.held, bool):
            yield self.held

    def time(self, *formats: str) -> datetime:
        """A time in one of these formats, taken as UTC."""
        for format in formats:
            try:
                return datetime.strptime(self.text().strip(), format).replace(tzinfo=UTC)
            except ValueError:
                continue
        raise self.wrong(f"a time like {datetime(2023, 5, 8, 13, 56, tzinfo=UTC).strftime(formats[0])}")


def read_json(path: Path) -> Value:
    """The document in a file. Raises BadInput."""
    source = _source(path)
    try:
        return Value(source, "document", json.loads("".join(source.lines())))
    except json.JSONDecodeError as error:
        raise source.wrong(
            f"line {error.lineno}", error.doc[error.pos : error.pos + 40], f"JSON ({error.msg})"
        ) from error


def read_json_lines(path: Path) -> list[Value]:
    """The documents in a file that has one on each line. Raises BadInput."""
    source = _source(path)
    found: list[Value] = []
    for number, line in enumerate(source.lines(), 1):
        if line.strip():
            try:
                found.append(Value(source, f"line {number}", json.loads(line)))
            except json.JSONDecodeError as error:
                raise source.wrong(f"line {number}", line, "one JSON object on each line") from error
    return found


def files_in(path: Path, pattern: str) -> list[Path]:
    """The file itself, or those of a folder that fit the pattern, in the order of the numbers in their paths."""
    if path.is_file():
        return [path]
    found = sorted(path.glob(pattern), key=_by_number)
    if not found:
        raise BadInput(f"{path}: found no file like {pattern}; expected the set in its original format")
    return found


def _by_number(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple((int(part) if part.isdigit() else -1, part) for part in path.parts)


def _source(path: Path) -> SourceFile:
    return SourceFile(path, ImportOptions(encoding="utf-8"))
